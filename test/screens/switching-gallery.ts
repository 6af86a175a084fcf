/** Reviews that lead to disabling, and to enabling again, by name. */
import type { System } from '../../src/api/system.ts';
import { type Marks, noMarks, withMarked } from '../../src/state/fleet/marks/marks.ts';
import { defaultGuards } from '../../src/state/fleet/protection/guards.ts';
import type { RunKind } from '../../src/state/change/run-kinds.ts';
import type { Action, State } from '../../src/state/root/state.ts';
import { reread, typed } from '../state/removal/deletion/story.ts';
import { play } from '../state/root/play.ts';
import type { StateParts } from '../support/make.ts';

interface Systems {
  readonly marked: Marks;
  readonly systems: readonly System[];
}

const armed: Action = { kind: 'timerEnded', timer: 'arm' };

export function switchingGallery(
  list: (about?: StateParts) => State,
  { marked, systems }: Systems,
): Readonly<Record<string, () => State>> {
  const offering = (state: State): State => ({
    ...state,
    offers: { ...state.offers, found: new Set(['disable system', 'enable system']) },
  });
  const reviewOf = (does: RunKind, about: StateParts, ...more: readonly Action[]): State => {
    const opened = play(offering(list(about)), { kind: 'reviewOpened', does }).state;
    const again = (opened.review?.items ?? []).map(({ system }) => reread(system));
    return play(opened, ...again, armed, ...more).state;
  };
  const disabled = systems.map((system) => ({ ...system, isEnabled: false }));
  const all = withMarked(noMarks, systems);
  const share = { guards: { ...defaultGuards, share: 30 } };
  const turned: Action = { kind: 'reviewTurned', does: 'disable' };
  return {
    'review, disabling offered': () => reviewOf('delete', { marks: marked }),
    'review, turned': () => reviewOf('delete', { marks: marked }, turned),
    'review to disable': () => reviewOf('disable', { marks: marked }),
    'review to disable, phrase typed': () =>
      reviewOf(
        'disable',
        { marks: marked },
        { kind: 'phraseStarted', typed: '' },
        { kind: 'textEdited', text: 'disable 3' },
      ),
    'review to disable, another phrase': () => reviewOf('disable', { marks: marked }, ...typed('delete 3')),
    'review to disable, blocked': () => reviewOf('disable', { marks: all, ...share }),
    'review to disable, those that are disabled already': () =>
      reviewOf('disable', { marks: all }, { kind: 'reviewGroupShown', group: 'reconnected' }),
    'review to disable, details of a system': () =>
      reviewOf('disable', { marks: marked }, { kind: 'reviewedSystemOpened' }),
    'review to enable': () => reviewOf('enable', { marks: withMarked(noMarks, disabled) }),
    'review to enable, nothing to enable': () => reviewOf('enable', { marks: marked }),
  };
}
