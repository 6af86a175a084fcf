/** Asks for an enrolment key, and shows the answer once. */
import { Text } from 'ink';
import type { ReactElement, ReactNode } from 'react';
import { type KeyCreation, secretOf } from '../../state/enrolment-keys/creation.ts';
import type { State } from '../../state/state.ts';
import { isRoomy } from '../../state/kernel/layout.ts';
import { useTones } from '../parts/theme.ts';
import { Field, Said } from '../parts/field.tsx';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import type { ViewProps } from '../screen-definition.ts';
import { clean } from '../text/clean.ts';
import { clip, fit, width } from '../text/fit.ts';
import { jsonWords } from '../text/field-text.ts';
import { mayHaveHappened, problemSentence } from '../text/problem-wording.ts';
import { fieldErrors, otherErrors } from '../text/refusal-wording.ts';
import { exact } from '../text/times.ts';

const label = clean('description');
const nameCells = 20;

/** Of each kind: more would push the rest off the screen. */
const mostErrors = 4;

export function NewKeyScreen({ state, screen: { creation } }: ViewProps<'newKey'>): ReactElement {
  switch (creation.kind) {
    case 'describing':
    case 'creating':
      return <Describing state={state} creation={creation} />;
    case 'created':
      return <Created state={state} creation={creation} />;
  }
}

type Asking = Exclude<KeyCreation, { kind: 'created' }>;

function Describing({ state, creation }: { readonly state: State; readonly creation: Asking }): ReactNode {
  const tones = useTones();
  const { columns } = state;
  if (creation.kind === 'creating') {
    return (
      <ScreenFrame state={state} status={clean('New enrolment key · asking the service…')}>
        <Said label={label} value={creation.typed} columns={columns} />
      </ScreenFrame>
    );
  }
  const { typed, says, problem, askedAt } = creation;
  const beside = problem === null ? [] : fieldErrors(problem, 'description').slice(0, mostErrors);
  const others = problem === null ? [] : otherErrors(problem, 'description').slice(0, mostErrors);
  return (
    <ScreenFrame state={state} status={clean('New enrolment key')}>
      <Field label={label} value={typed} columns={columns} />
      {beside.map((message) => (
        <Text key={message} {...tones.warning}>
          {clip(clean(`${' '.repeat(width(label))} ↑ ${message}`), columns)}
        </Text>
      ))}
      {isRoomy(state.rows) && <Text> </Text>}
      {says !== null && <Text {...tones.warning}>{clean(says)}</Text>}
      {problem !== null && <Text {...tones.warning}>{problemSentence(problem)}</Text>}
      {problem !== null && askedAt !== null && mayHaveHappened(problem) && (
        <Text {...tones.warning}>
          {clean(
            `Look in the portal for a key "${typed.trim()}" made about ${exact(askedAt)} before you create it again.`,
          )}
        </Text>
      )}
      {others.map((message) => (
        <Text key={message} {...tones.warning}>
          {clip(clean(message), columns)}
        </Text>
      ))}
      <Text {...tones.dim}>Systems enrol with this key. The description is how it is told from others.</Text>
    </ScreenFrame>
  );
}

function Created({ state, creation }: { state: State; creation: KeyCreation & { kind: 'created' } }): ReactNode {
  const tones = useTones();
  const { columns } = state;
  const secret = secretOf(creation.key);
  // In a low terminal the sentence stands above the fields, because the foot is cut.
  const isLow = !isRoomy(state.rows);
  const sent = clean(
    `Sent to your terminal's clipboard; there is no receipt.${creation.isRevealed ? '' : ' v shows it.'}`,
  );
  const said = creation.isWarned ? (
    <Text {...tones.warning}>
      The secret was neither shown nor copied, and cannot be had again: esc once more leaves it.
    </Text>
  ) : creation.isCopied ? (
    <Text {...tones.good}>{clip(sent, columns)}</Text>
  ) : null;
  return (
    <ScreenFrame state={state} status={clean('Enrolment key created')}>
      {(!isLow || said === null) && <Text>This is the only time it is shown here; rollcall keeps no copy.</Text>}
      {isLow ? said : <Text> </Text>}
      {creation.key.fields.length === 0 && <Text>The service answered without any fields.</Text>}
      {creation.key.fields.map(({ name, value }) => {
        const isHidden = name === secret?.name && !creation.isRevealed;
        return (
          <Text key={name}>
            <Text {...tones.dim}>{fit(clean(name), nameCells)}</Text>
            {isHidden ? '•'.repeat(24) : clean(jsonWords(value))}
          </Text>
        );
      })}
      {!isLow && said !== null && <Text> </Text>}
      {!isLow && said}
    </ScreenFrame>
  );
}
