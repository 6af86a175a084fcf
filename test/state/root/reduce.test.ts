import fc from 'fast-check';
import { test } from 'vitest';
import { currentScan, findShown, viewLength } from '../../../src/state/fleet/list/listing.ts';
import { reduce } from '../../../src/state/root/reduce.ts';
import type { Action, State } from '../../../src/state/root/state.ts';
import { tableRows } from '../../../src/state/kernel/list-view.ts';
import { aListing, aPage, aState, daysAgo, now, pagesOf, refused, systemsOf } from '../../support/make.ts';
import { holds } from '../../support/property.ts';

const systems = systemsOf(60, (at) => ({
  lastSeen: daysAgo(at * 5),
  state: at % 7 === 0 ? 'Connected' : 'Disconnected',
}));
const pages = [...pagesOf(systems, 20), ...pagesOf(systems.slice(0, 9), 3), aPage([])];

const keys: readonly Action[] = [
  { kind: 'wentBack' },
  { kind: 'interrupted' },
  { kind: 'refreshRequested' },
  { kind: 'disabledToggled' },
  { kind: 'searchOpened' },
  { kind: 'filterOpened' },
  { kind: 'promptAccepted' },
  { kind: 'timerEnded', timer: 'searchPause' },
  { kind: 'sortChanged' },
  { kind: 'sortReversed' },
  { kind: 'detailsOpened' },
  { kind: 'markToggled' },
  { kind: 'matchingMarked' },
  { kind: 'marksInverted' },
  { kind: 'marksCleared' },
  { kind: 'markedOnlyToggled' },
  { kind: 'staleMarkRequested' },
  { kind: 'staleOpened' },
  { kind: 'staleChosen' },
  { kind: 'reviewOpened', does: 'delete' },
  { kind: 'reviewItemToggled' },
  { kind: 'phraseStarted', typed: 'd' },
  { kind: 'phraseEntered' },
  { kind: 'retryRequested' },
  { kind: 'organisationOpened' },
  { kind: 'organisationsOpened' },
];

const anyKey = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...keys) },
  {
    weight: 6,
    arbitrary: fc
      .constantFrom('up', 'down', 'pageUp', 'pageDown', 'first', 'last')
      .map((motion): Action => ({ kind: 'moved', motion })),
  },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom('', 's1', 'is:stale', 'is:marked', 'delete all')
      .map((text): Action => ({ kind: 'textEdited', text })),
  },
  { weight: 1, arbitrary: fc.integer({ min: -90, max: 90 }).map((days): Action => ({ kind: 'thresholdMoved', days })) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 8, max: 40 }).map((rows): Action => ({ kind: 'resized', columns: 80, rows })),
  },
);

/** A page, a failure, or an answer that comes too late, to the question that is asked at that moment. */
const anyAnswer = fc
  .record({ page: fc.constantFrom(...pages), fails: fc.boolean(), late: fc.boolean() })
  .map(({ page, fails, late }) => (state: State): Action => {
    const scan = (currentScan(state.list.listing)?.id ?? 0) - (late ? 1 : 0);
    return fails ? { kind: 'pageFailed', scan, problem: refused(500) } : { kind: 'pageArrived', scan, page, now };
  });

const anyTurn = fc.oneof(
  { weight: 3, arbitrary: anyKey.map((action) => () => action) },
  { weight: 2, arbitrary: anyAnswer },
);

function isCursorInView({
  list: {
    listing: { scan, view, cursor },
  },
  rows,
}: State): boolean {
  if (scan === null) return true;
  const isOnRow = cursor.row >= 0 && cursor.row < Math.max(1, viewLength(view, scan));
  const isInView = cursor.row >= cursor.top && cursor.row < cursor.top + tableRows(rows);
  return isOnRow && isInView && cursor.systemId === (findShown(view, scan, cursor.row)?.systemId ?? null);
}

test('whatever is pressed and answered, nothing is deleted without the phrase, and the cursor is on a system in view', () => {
  const start = aState({ listing: aListing(pages.slice(0, 1)) });
  holds([fc.array(anyTurn, { maxLength: 60, size: 'max' })], { numRuns: 400 }, (turns) => {
    let state = start;
    for (const turn of turns) {
      const [next, ...effects] = reduce(state, turn(state));
      if (next.deletion !== null || effects.some(({ kind }) => kind === 'changeSystem')) return false;
      if (!isCursorInView(next)) return false;
      state = next;
    }
    return true;
  });
});
