/** The screens to create an enrolment key and to list the keys of the loaded systems, with the keys that open them. */
import {
  keyAtCursor,
  keyList,
  keyRows,
  type KeySeen,
  secretOf,
  type KeyCreation,
} from '../../state/account/enrolment-keys/feature.ts';
import { filterKey, filterParts, ListTable, type ListTableColumn, sortKeys, sortParts } from '../fleet/lists.tsx';
import { clean, type Clean, jsonWords } from '../text/clean.ts';
import { count, exact } from '../text/quantities.ts';
import { incompletenessStatus, loadedSystemsOf, staleCell } from '../text/fleet-wording.ts';
import { certaintyOf } from '../../api/problem.ts';
import type { Json } from '../../api/exact-json.ts';
import { mask } from '../../api/secrets.ts';
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { nameWords, timeOf } from '../../state/kernel/json-columns.ts';
import { isRoomy } from '../../state/kernel/list-view.ts';
import { incompletenessOf } from '../../state/fleet/list/scan.ts';
import { readOnlyRefusal } from '../../state/session/session.ts';
import type { State } from '../../state/root/state.ts';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import {
  bind,
  type BindingGroup,
  listKeysWithoutPages,
  noList,
  type ScreenDefinitions,
  type ViewProps,
} from '../screen-definition.ts';
import { Field, Said } from '../parts/field.tsx';
import { useTones } from '../parts/root-context.ts';
import { clip, fit, quoteText, statusLine, width } from '../text/fit.ts';
import { fieldErrors, problemSentence } from '../text/problem-wording.ts';

// The columns of the enrolment keys of the loaded systems.

const keyColumns: readonly ListTableColumn<KeySeen>[] = [
  {
    title: clean('DESCRIPTION'),
    min: 12,
    ideal: 24,
    priority: 7,
    by: 'description',
    cell: ({ description, id }) => clean(description ?? (id === null ? '(no key named)' : '–')),
  },
  {
    title: clean('SYSTEMS'),
    min: 8,
    ideal: 8,
    align: 'right',
    priority: 6,
    by: 'systems',
    cell: ({ systems }) => count(systems),
  },
  {
    title: clean('STALE'),
    min: 7,
    ideal: 7,
    align: 'right',
    priority: 5,
    by: 'stale',
    cell: ({ stale, unknown }) => staleCell(stale, unknown),
    tone: ({ stale, unknown }) => (stale + unknown > 0 ? 'warning' : 'dim'),
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

const newKeyBinding = bind(['n'], 'create an enrolment key', 'newKeyOpened', {
  hint: 'new key',
  refusal: readOnlyRefusal,
});

const keysSeenBinding = bind(['K'], 'enrolment keys', 'keysSeenOpened', { refusal: noList });

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
      hint: (state) => (findCreated(state)?.isRevealed === true ? 'hide' : 'show'),
      refusal: noSecret,
    }),
    bind(['y'], 'copy the secret', 'secretCopied', { hint: 'copy', refusal: noSecret }),
    bind(['esc', 'h', 'left'], 'go back; the key cannot be shown again', 'wentBack', {
      hint: 'back',
      refusal: isAsked,
    }),
  ],
};

const keysSeenKeys: BindingGroup = {
  title: 'Enrolment keys seen',
  bindings: [
    bind(['enter', 'right'], 'show the systems of this key', 'keySystemsShown', {
      hint: (state) => (noSystemsOfKey(state) === null ? 'systems' : null),
      refusal: noSystemsOfKey,
    }),
    filterKey('filter by description or id'),
    ...sortKeys({ hint: 'sort' }),
    newKeyBinding,
  ],
};

function noSystemsOfKey(state: State): string | null {
  const key = keyAtCursor(state);
  return key === undefined || key.systems === 0 ? 'no loaded system names this key' : null;
}

export const enrolmentKeyScreens: ScreenDefinitions<'newKey' | 'keysSeen'> = {
  newKey: {
    View: NewKeyScreen,
    offers: [{ on: 'systems', title: 'Act', before: 'copyOpened', bindings: [newKeyBinding] }],
    keys: [createdKeys],
    fieldKeys: [describeKeys],
  },
  keysSeen: {
    View: KeysSeenScreen,
    offers: [{ on: 'systems', title: 'Act', bindings: [keysSeenBinding] }],
    keys: [keysSeenKeys, listKeysWithoutPages],
    backHint: ({ enrolmentKeys: { view } }) => (view.filter === '' ? 'back' : 'show all'),
  },
};

type Created = Extract<KeyCreation, { kind: 'created' }>;

function findCreated({ screen }: State): Created | null {
  return screen.kind === 'newKey' && screen.creation.kind === 'created' ? screen.creation : null;
}

/** While the request is in flight, the service may already have created the key. */
function isAsked({ screen }: State): string | null {
  return screen.kind === 'newKey' && screen.creation.kind === 'creating'
    ? 'the key may exist: wait for the answer'
    : null;
}

function noSecret(state: State): string | null {
  const created = findCreated(state);
  if (created === null) return 'no key is created yet';
  return secretOf(created.key) === null ? 'the answer has no secret' : null;
}

const label = clean('description');
const nameCells = 20;

/** More errors of one kind would push the fields off the screen. */
const maxErrors = 4;

/** The form of a new key; it shows the created key once. */
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
  const { typed, message, problem, askedAt } = creation;
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
        .slice(0, maxErrors)
        .map((message) => warning(clip(clean(`${' '.repeat(width(label))} ↑ ${message}`), columns)))}
      {isRoomy(state.rows) && <Text> </Text>}
      {message !== null && warning(clean(message))}
      {problem !== null && warning(problemSentence(problem))}
      {problem !== null && askedAt !== null && certaintyOf(problem) === 'unknown' && warning(clean(about(askedAt)))}
      {others.slice(0, maxErrors).map((message) => warning(clip(clean(message), columns)))}
      <Text {...tones.dim}>Systems enrol with this key. The description identifies it.</Text>
    </ScreenFrame>
  );
}

function CreatedScreen({ state, creation }: { readonly state: State; readonly creation: Created }): ReactNode {
  const tones = useTones();
  const { key, isRevealed, isWarned, isCopied } = creation;
  const secret = secretOf(key);
  const line = (name: string, value: Clean): ReactNode => (
    <Text key={name}>
      <Text {...tones.dim}>{fit(clean(name), nameCells)}</Text>
      {value}
    </Text>
  );
  // A low terminal cuts the foot, so the sentence stands above the fields.
  const isLow = !isRoomy(state.rows);
  const sent = clean(`Copied through your terminal (it does not confirm).${isRevealed ? '' : ' v shows it.'}`);
  const said = isWarned ? (
    <Text {...tones.warning}>You have not seen or copied the secret. It cannot be shown again. esc discards it.</Text>
  ) : (
    isCopied && <Text {...tones.good}>{clip(sent, state.columns)}</Text>
  );
  return (
    <ScreenFrame state={state} title={clean('Enrolment key created')}>
      {(!isLow || said === false) && <Text>Copy the secret now. It cannot be shown again.</Text>}
      {isLow ? said : <Text> </Text>}
      {key.fields.length === 0 && <Text>The answer of the service has no fields.</Text>}
      {secret !== null && line('secret', clean(isRevealed ? jsonWords(secret.value) : '•'.repeat(24)))}
      {key.fields
        .filter(({ name }) => name !== secret?.name)
        .map(({ name, value }) => line(fieldTitles[name] ?? nameWords(name), clean(keyFieldWords(name, value))))}
      {!isLow && said !== false && <Text> </Text>}
      {!isLow && said}
    </ScreenFrame>
  );
}

const fieldTitles: Readonly<Partial<Record<string, string>>> = {
  usesRemaining: 'uses left',
  expiresAt: 'expires',
  createdAt: 'created',
};

const codeFields: ReadonlySet<string> = new Set(['type', 'approvalMode', 'status']);

function keyFieldWords(name: string, value: unknown): string {
  if (name === 'usesRemaining' && value === -1) return 'unlimited';
  if (name === 'expiresAt' && value === null) return 'never';
  const shown = mask(value as Json, {}, { name });
  const ms = timeOf(shown);
  if (ms !== null) return exact(ms);
  return codeFields.has(name) && typeof shown === 'string' ? nameWords(shown) : jsonWords(shown);
}

function KeysSeenScreen({ state }: ViewProps<'keysSeen'>): ReactNode {
  const { filter } = state.enrolmentKeys.view;
  const isNone = keyRows(state).length === 0;
  return (
    <ScreenFrame state={state} title={clean('Enrolment keys')} facts={keyFacts(state)}>
      {isNone && <Text>No systems are loaded, so no keys are known.</Text>}
      {!isNone && keyList.shown(state).length === 0 && (
        <Text>{clip(clean(`No key matches ${quoteText(filter)}. esc shows all.`), state.columns)}</Text>
      )}
      <ListTable state={state} list={keyList} columns={keyColumns} />
    </ScreenFrame>
  );
}

function keyFacts(state: State): Clean {
  const { scan } = state.list.listing;
  const incompleteness = scan && incompletenessOf(scan);
  const missing = incompleteness === null ? [] : [{ text: incompletenessStatus(incompleteness) }];
  const source = scan === null ? 'the loaded systems' : loadedSystemsOf(scan);
  const parts = [...filterParts(state, keyList), ...sortParts(state, keyList, 'first order')];
  return statusLine([{ text: `Keys of ${source}` }, ...missing, ...parts], state.columns);
}
