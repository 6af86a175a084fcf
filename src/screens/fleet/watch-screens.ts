/** The key that watches a system, and the reason that says so wherever its fields are shown. */
import type { System } from '../../api/system.ts';
import { systemAtHand } from '../../state/fleet/list/public.ts';
import { watchRefusal } from '../../state/fleet/watching/public.ts';
import type { State } from '../../state/root/state.ts';
import { bind } from '../binding.ts';
import type { Reason } from '../screen-definition.ts';
import { clean } from '../text/clean.ts';
import { briefProblem } from '../text/problem-wording.ts';

export const watchPhrase = 'watch until it connects, or stop that';

export const watchBinding = bind(['W'], watchPhrase, 'watchToggled', {
  refusal: (state) => watchRefusal(state, systemAtHand(state)),
});

export function watchReasons({ watching }: State, { systemId }: System): readonly Reason[] {
  const watch = watching.get(systemId);
  if (watch === undefined) return [];
  const { problem } = watch;
  const value = problem === null ? 'Until it connects. W stops.' : `Not checked: ${briefProblem(problem)}. W stops.`;
  return [{ name: clean('WATCHED'), value: clean(value), tone: problem === null ? 'plain' : 'warning' }];
}
