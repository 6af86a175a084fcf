/** The screens of enrolment keys: create one, and list those of the loaded systems; and the keys that open them. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import type { KeyCreation } from '../../state/enrolment-keys/feature.ts';
import { secretOf, type KeySeen, seenKeys } from '../../state/enrolment-keys/selectors.ts';
import { isRoomy, tableRows } from '../../state/kernel/layout.ts';
import { incompletenessOf } from '../../state/list/scan.ts';
import { readOnlyRefusal } from '../../state/sign-in/operations.ts';
import type { State } from '../../state/state.ts';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import { bind, type BindingGroup, listKeysWithoutPages, noList } from '../keys/binding.ts';
import type { Column } from '../parts/columns.ts';
import { Field, Said } from '../parts/field.tsx';
import { incompletenessForms, loadedOf } from '../text/incompleteness-wording.ts';
import { Table } from '../parts/table.tsx';
import { useTones } from '../parts/root-context.ts';
import type { ScreenDefinitions, ViewProps } from '../screen-definition.ts';
import { type Clean, clean } from '../text/clean.ts';
import { jsonWords } from '../text/field-text.ts';
import { clip, fit, width } from '../text/fit.ts';
import { count, exact } from '../text/quantities.ts';
import { fieldErrors, mayHaveHappened, problemSentence } from '../text/problem-wording.ts';

/** In the list. */
export const newKeyBinding = bind(['n'], 'create an enrolment key', 'newKeyOpened', {
  hint: 'new key',
  refusal: readOnlyRefusal,
});

const keysSeenBinding = bind(['K'], 'enrolment keys', 'keysSeenOpened', { refusal: noList });

/** While the description is typed. */
const describeKeys: BindingGroup = {
  title: 'New enrolment key',
  bindings: [
    bind(['enter'], 'create the key', 'keyDescribed', { hint: 'create' }),
    bind(['esc'], 'go back; nothing is created', 'wentBack', { hint: 'back' }),
  ],
};

const createdKeys: BindingGroup = {
  title: 'New enrolment key',
  bindings: [
    bind(['v'], 'show or hide the secret', 'secretToggled', {
      hint: (state) => (createdIn(state)?.isRevealed === true ? 'hide' : 'show'),
      refusal: noSecret,
    }),
    bind(['y'], 'copy the secret', 'secretCopied', { hint: 'copy', refusal: noSecret }),
    bind(['esc', 'h', 'left'], 'go back; the key cannot be shown again', 'wentBack', { hint: 'back' }),
  ],
};

const keysSeenKeys: BindingGroup = { title: 'Enrolment keys seen', bindings: [newKeyBinding] };

export const enrolmentKeyScreens: ScreenDefinitions<'newKey' | 'keysSeen'> = {
  newKey: { View: NewKeyScreen, keys: [createdKeys], fieldKeys: [describeKeys] },
  keysSeen: {
    View: KeysSeenScreen,
    opens: { from: 'systems', title: 'Act', binding: keysSeenBinding },
    keys: [keysSeenKeys, listKeysWithoutPages],
    backHint: 'back',
  },
};

type Created = Extract<KeyCreation, { kind: 'created' }>;

function createdIn({ screen }: State): Created | null {
  return screen.kind === 'newKey' && screen.creation.kind === 'created' ? screen.creation : null;
}

function noSecret(state: State): string | null {
  const created = createdIn(state);
  if (created === null) return 'no key is created yet';
  return secretOf(created.key) === null ? 'the answer has no secret' : null;
}

const label = clean('description');
const nameCells = 20;

/** Of each kind: more would push the rest off the screen. */
const mostErrors = 4;

/** Asks for a key, and shows the answer once. */
function NewKeyScreen({ state, screen: { creation } }: ViewProps<'newKey'>): ReactNode {
  const tones = useTones();
  const { columns } = state;
  if (creation.kind === 'created') return <CreatedScreen state={state} creation={creation} />;
  if (creation.kind === 'creating') {
    return (
      <ScreenFrame state={state} title={clean('New enrolment key')} facts={clean('asking the service…')}>
        <Said label={label} value={creation.typed} columns={columns} />
      </ScreenFrame>
    );
  }
  const { typed, says, problem, askedAt } = creation;
  const { own, others } = problem === null ? { own: [], others: [] } : fieldErrors(problem, 'description');
  const warning = (words: Clean): ReactNode => (
    <Text key={words} {...tones.warning}>
      {words}
    </Text>
  );
  const about = (at: number): string =>
    `Look in the portal for a key "${typed.trim()}" made about ${exact(at)} before you create it again.`;
  return (
    <ScreenFrame state={state} title={clean('New enrolment key')}>
      <Field label={label} value={typed} columns={columns} />
      {own
        .slice(0, mostErrors)
        .map((message) => warning(clip(clean(`${' '.repeat(width(label))} ↑ ${message}`), columns)))}
      {isRoomy(state.rows) && <Text> </Text>}
      {says !== null && warning(clean(says))}
      {problem !== null && warning(problemSentence(problem))}
      {problem !== null && askedAt !== null && mayHaveHappened(problem) && warning(clean(about(askedAt)))}
      {others.slice(0, mostErrors).map((message) => warning(clip(clean(message), columns)))}
      <Text {...tones.dim}>Systems enrol with this key. The description identifies it.</Text>
    </ScreenFrame>
  );
}

function CreatedScreen({ state, creation }: { readonly state: State; readonly creation: Created }): ReactNode {
  const tones = useTones();
  const { key, isRevealed, isWarned, isCopied } = creation;
  const secret = secretOf(key);
  // In a low terminal the sentence stands above the fields, because the foot is cut.
  const isLow = !isRoomy(state.rows);
  const sent = clean(`Copied through your terminal (it does not confirm).${isRevealed ? '' : ' v shows it.'}`);
  const said = isWarned ? (
    <Text {...tones.warning}>You have not seen or copied the secret. It cannot be shown again. esc discards it.</Text>
  ) : (
    isCopied && <Text {...tones.good}>{clip(sent, state.columns)}</Text>
  );
  return (
    <ScreenFrame state={state} title={clean('Enrolment key created')}>
      {(!isLow || said === false) && <Text>Copy the key now. It cannot be shown again.</Text>}
      {isLow ? said : <Text> </Text>}
      {key.fields.length === 0 && <Text>The answer of the service has no fields.</Text>}
      {key.fields.map(({ name, value }) => (
        <Text key={name}>
          <Text {...tones.dim}>{fit(clean(name), nameCells)}</Text>
          {name === secret?.name && !isRevealed ? '•'.repeat(24) : clean(jsonWords(value))}
        </Text>
      ))}
      {!isLow && said !== false && <Text> </Text>}
      {!isLow && said}
    </ScreenFrame>
  );
}

const columns: readonly Column<KeySeen>[] = [
  {
    title: clean('DESCRIPTION'),
    min: 12,
    ideal: 36,
    priority: 4,
    cell: ({ description, id }) => clean(description ?? (id === null ? '(no key named)' : '–')),
  },
  { title: clean('SYSTEMS'), min: 8, ideal: 8, align: 'right', priority: 3, cell: ({ systems }) => count(systems) },
  {
    title: clean('STALE'),
    min: 7,
    ideal: 7,
    align: 'right',
    priority: 2,
    cell: ({ stale }) => count(stale),
    tone: ({ stale }) => (stale > 0 ? 'warning' : 'dim'),
  },
  {
    title: clean('KEY ID'),
    min: 7,
    ideal: 10,
    align: 'right',
    priority: 1,
    cell: ({ id }) => clean(id === null ? '–' : String(id)),
    tone: () => 'dim',
  },
];

/** The enrolment keys of the loaded systems, with how many are stale. */
function KeysSeenScreen({ state, screen }: ViewProps<'keysSeen'>): ReactNode {
  const keys = seenKeys(state);
  const { scan } = state.list.listing;
  const incompleteness = scan && incompletenessOf(scan);
  const read = scan === null ? '' : ` on the ${loadedOf(scan)}`;
  const missing = incompleteness === null ? '' : ` · ${incompletenessForms(incompleteness)[0]}`;
  const { row, top } = screen.list;
  const items = keys.slice(top, top + tableRows(state.rows));
  return (
    <ScreenFrame
      state={state}
      title={clean('Enrolment keys')}
      facts={clean(`Keys of the loaded systems${read}${missing}`)}
    >
      {keys.length === 0 ? (
        <Text>No systems are loaded, so no keys are known.</Text>
      ) : (
        <Table items={items} columns={columns} width={state.columns} cursorIndex={row - top} sample={keys} />
      )}
    </ScreenFrame>
  );
}
