/** Says how many marks would be lost by leaving, signing out or switching. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { isRunGoing, marksAtStake } from '../../state/selectors.ts';
import type { State } from '../../state/state.ts';
import { useTones } from '../parts/theme.ts';
import { clean } from '../text/clean.ts';
import { plural } from '../text/numbers.ts';

export function LostMarks({ state }: { readonly state: State }): ReactNode {
  const tones = useTones();
  const marks = marksAtStake(state);
  const ending = isRunGoing(state) ? '' : ' No system is changed.';
  return marks > 0 && <Text {...tones.warning}>{clean(`${plural(marks, 'mark')} will be lost.${ending}`)}</Text>;
}
