/** Asks for another token in the middle of the work. */
import { Text } from 'ink';
import { type ReactNode, useContext } from 'react';
import { isGoing } from '../../state/deletion/run.ts';
import type { State } from '../../state/state.ts';
import { countsLine } from '../deletion/outcome-wording.ts';
import { FieldContext } from '../parts/field-context.ts';
import { isRoomy } from '../../state/kernel/layout.ts';
import { useTones } from '../parts/theme.ts';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import type { ViewProps } from '../screen-definition.ts';
import { TokenField } from './token-field.tsx';
import { clean, type Clean } from '../text/clean.ts';
import { problemSentence } from '../text/problem-wording.ts';

export function NewTokenScreen({ state, screen }: ViewProps<'token'>): ReactNode {
  const tones = useTones();
  const link = useContext(FieldContext);
  const { says, problem, isTrying } = screen;
  // Where room is short, what is cut is not the field, nor what is wrong with the token.
  const isLow = !isRoomy(state.rows);
  return (
    <ScreenFrame state={state} status={clean('The token is no longer accepted')}>
      {!isLow && <Text>{meaning(state)}</Text>}
      {!isLow && <Text> </Text>}
      {link !== null && <TokenField link={link} columns={state.columns} isTrying={isTrying} />}
      {!isLow && <Text> </Text>}
      {isTrying && <Text>asking the service…</Text>}
      {says !== null && <Text {...tones.warning}>{clean(says)}</Text>}
      {problem !== null && <Text {...tones.warning}>{problemSentence(problem)}</Text>}
      {isLow && <Text>{meaning(state)}</Text>}
    </ScreenFrame>
  );
}

/** What stays as it is, and what a new token would set going again. */
function meaning({ deletion: run, organisation: shown }: State): Clean {
  const organisation = isGoing(run) ? run.organisation : shown;
  const place = organisation === null ? '' : ` It must see ${organisation.orgName}.`;
  if (isGoing(run)) {
    return clean(`The run waits: ${countsLine(run)}. With a new token it goes on with the rest.${place}`);
  }
  return clean(
    `The service answered 401. Everything read, marked and typed stays, and a new token goes on from here.${place}`,
  );
}
