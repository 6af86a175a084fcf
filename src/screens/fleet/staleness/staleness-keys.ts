/** The keys to find and mark stale systems, in the list and on the stale screen. */
import { isWholeListRead } from '../../../state/fleet/list/public.ts';
import { cursorIn, staleFigures, type StaleRow } from '../../../state/fleet/staleness/rows.ts';
import type { State } from '../../../state/root/state.ts';
import { bind, type Binding, type BindingGroup, noList, noneAsked } from '../../keys/binding.ts';
import { count } from '../../text/quantities.ts';

/** Used in the list. */
export const staleBindings: readonly Binding[] = [
  bind(['s'], 'mark all stale systems, all pages', 'staleMarkRequested', { hint: 'mark stale', refusal: noneAsked }),
  bind(['S'], 'stale systems: threshold and ages', 'staleOpened', { hint: 'threshold', refusal: noList }),
];

const digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

export const staleKeys: BindingGroup = {
  title: 'Stale',
  bindings: [
    bind(['enter'], 'apply the threshold, or show the row', 'staleRowOpened', {
      hint: (state) => (rowAtCursor(state)?.kind === 'threshold' ? 'apply' : 'show'),
      refusal: (state) => (rowAtCursor(state)?.count === 0 && !isOnThreshold(state) ? 'no system has this age' : null),
    }),
    bind(['s'], 'mark stale systems, all or of this row', 'staleChosen', {
      hint: markHint,
      refusal: notMarked,
    }),
    ...digits.map((digit) =>
      bind(
        [digit],
        'type the threshold, in days',
        { kind: 'thresholdTyped', digit },
        { label: '0-9', ...(digit === '0' && { hint: 'days' }) },
      ),
    ),
    bind(['left'], 'lower by a day', { kind: 'thresholdMoved', days: -1 }, { hint: '→ ±1' }),
    bind(['right'], 'raise by a day', { kind: 'thresholdMoved', days: 1 }),
    bind(['esc', 'h'], 'cancel: the threshold stays as it was', 'wentBack', { hint: 'cancel' }),
    bind(['shift-left', '['], 'lower by 30 days', { kind: 'thresholdMoved', days: -30 }, { hint: '⇧→ ±30' }),
    bind(['shift-right', ']'], 'raise by 30 days', { kind: 'thresholdMoved', days: 30 }),
    bind(['backspace'], 'delete the last digit of the threshold', 'thresholdErased'),
    bind(['tab'], 'go to the keys, the tags, the threshold', 'staleGroupEntered', { hint: 'keys, tags' }),
    bind(['r', 'S'], 'load the missing pages', 'staleOpened'),
  ],
};

function rowAtCursor(state: State): StaleRow | undefined {
  const { screen } = state;
  if (screen.kind !== 'stale') return undefined;
  const figures = staleFigures(state, screen.days);
  return figures.rows[cursorIn(figures, screen.row)];
}

function isOnThreshold(state: State): boolean {
  return rowAtCursor(state)?.kind === 'threshold';
}

/** The number of systems it marks, where that is known without counting. */
function markHint(state: State): string {
  const row = rowAtCursor(state);
  if (row === undefined || state.screen.kind !== 'stale') return 'mark';
  if (!isWholeListRead(state)) return 'mark stale';
  if (state.session.profileSettings.marksDisabled) return `mark ${count(row.count)}`;
  const { stale, disabled } = staleFigures(state, state.screen.days);
  return row.kind === 'threshold' ? `mark ${count(stale - disabled)}` : 'mark';
}

function notMarked(state: State): string | null {
  const row = rowAtCursor(state);
  if (row === undefined || row.kind === 'threshold') return null;
  if (row.kind === 'connected') return 'connected systems are never stale';
  if (row.kind === 'unknown') return 'nothing says whether they are stale; enter shows them';
  if (row.kind === 'band' && !row.isStale) return 'these systems are not stale; ← lowers the threshold';
  if (!isWholeListRead(state)) return 'waits until every page is loaded; r loads them';
  return row.count === 0 ? 'no system has this age' : null;
}
