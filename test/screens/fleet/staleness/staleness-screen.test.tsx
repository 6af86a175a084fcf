/** The stale screen, wide and narrow, and before every page is loaded. */
import { describe, expect, test } from 'vitest';
import { Screen } from '../../../../src/screens/screen.tsx';
import { staleKeys } from '../../../../src/screens/fleet/staleness-screen.tsx';
import { rowId, staleFigures } from '../../../../src/state/fleet/staleness/rows.ts';
import { bindingOf, hintOf, refusalFor } from '../../../../src/screens/screen-definition.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import { aListing, aPage, aState, aSystem, daysAgo, pagesOf } from '../../../support/make.ts';
import { play } from '../../../state/root/play.ts';
import { drawn } from '../../parts/drawn.ts';

const systems = Array.from({ length: 12 }, (_, at) =>
  aSystem({
    systemId: `S${at}`,
    lastSeen: daysAgo(89.5 + at),
    enrolmentKeyDescription: `branch office ${at}`,
    isEnabled: at !== 11,
    tags: at === 10 ? ['protect', 'lab'] : ['site-1'],
  }),
);
const whole = aState({ listing: aListing([aPage(systems)], { includeDisabled: true }) });
const begun = aState({ listing: aListing(pagesOf(systems, 4).slice(0, 1)), organisationTotal: systems.length });

const opens: Action = { kind: 'staleOpened' };
const down: Action = { kind: 'moved', motion: 'down' };
const tab: Action = { kind: 'staleGroupEntered' };
const typed = (digits: string): Action[] => Array.from(digits, (digit) => ({ kind: 'thresholdTyped', digit }));

function linesOf(state: State, columns = 80, rows = 24): readonly string[] {
  return drawn(<Screen state={{ ...state, columns, rows }} />, columns);
}

function screenOf(...actions: Action[]): State {
  return play(whole, opens, ...actions).state;
}

function bound(key: string) {
  const binding = bindingOf([staleKeys], key);
  if (binding === undefined) throw new Error(`Nothing is bound to ${key}.`);
  return binding;
}

test('a band of a single day is called by that day', () => {
  expect(linesOf(screenOf({ kind: 'thresholdMoved', days: -1 })).join('\n')).toMatch(/^ {2}90 d +1 /m);
  expect(linesOf(screenOf(...typed('1'))).join('\n')).toMatch(/^ {2}0–1 d +0/m);
});

test('the first line says the threshold, what is typed of it, and how many are stale', () => {
  expect(linesOf(screenOf())[0]).toMatch(/Stale after ▏ 90 days ▕ +11 of 12$/);
  expect(linesOf(screenOf(...typed('95')))[0]).toMatch(/Stale after ▏ 95_ days ▕ +6 of 12$/);
  expect(linesOf(screenOf(...typed('95'), { kind: 'thresholdErased' }, { kind: 'thresholdErased' }))[0]).toContain(
    '▏ _ days ▕',
  );
});

test('the second line counts the disabled and the protected ones among the stale', () => {
  expect(linesOf(screenOf())[1]).toBe('Not connected, seen over 90 d ago · 1 disabled · 1 protected');
});

test('the keys with the most systems are named, none of them broken', () => {
  const lines = linesOf(screenOf());
  const keys = lines.slice(lines.findIndex((line) => line.startsWith('  by key ')));
  expect(keys[0]).toMatch(/^ {2}by key( {3}branch office \d+ 1)+$/);
  expect(keys.find((line) => line.startsWith('  by tag '))).toBe('  by tag   site-1 10   protect 1   lab 1');
});

test('the stale systems of earlier visits are a trend with its words, and none while another threshold is tried', () => {
  const earlier = { systems: 12, days: 90, unknown: 0, isIncomplete: false };
  const visits = [{ at: Date.parse(daysAgo(60)), stale: 62 }];
  const kept = new Map([['N1', { ...earlier, stale: 41, at: Date.parse(daysAgo(30)), visits }]]);
  const opened = play(whole, { kind: 'countsRecalled', counts: kept }, opens).state;
  for (const columns of [80, 120])
    expect(linesOf(opened, columns, 40).join('\n')).toMatch(/█▆▂ 62 → 41 → 11 since \d+ \w+, at each visit\./);
  const tried = play(opened, { kind: 'thresholdMoved', days: 1 }).state;
  expect(linesOf(tried, 80, 40).join('\n')).not.toContain('at each visit');
});

test('other thresholds stand in a line, and beside a pane in a table', () => {
  expect(linesOf(screenOf())).toContain('  30 d: 12   60 d: 12   90 d: 11   120 d: 0   180 d: 0');
  const wide = linesOf(screenOf(...typed('95')), 120, 40);
  expect(wide.find((line) => line.startsWith('       95 d'))).toMatch(/^ {7}95 d +6 +50 % +– +│/);
  expect(wide.find((line) => line.startsWith('       30 d'))).toMatch(/^ {7}30 d +12 +100 % +\+6 +│/);
});

test('from 110 columns keys and tags are tables, and systems of the row under the cursor are shown', () => {
  const lines = linesOf(screenOf(tab, tab, down), 120, 40).join('\n');
  expect(lines).toMatch(/BY KEY +STALE +OF ALL +SHARE$/m);
  expect(lines).toMatch(/│ ▌ protect +1 +1 +100 %$/m);
  expect(lines).toContain('Stale: tag protect, the oldest first');
  expect(lines).toMatch(/^ {2}◆ s10 /m);
  expect(linesOf(screenOf(down), 120, 40).join('\n')).toContain('Stale: age 91–180 d, the oldest first');
});

test.each([
  [80, 24],
  [40, 12],
  [110, 10],
])('the row with the cursor is in view at %i×%i, wherever it is', (columns, rows) => {
  const moves = Array.from({ length: 20 }, () => down);
  for (let count = 0; count <= moves.length; count++) {
    const lines = linesOf(screenOf(...moves.slice(0, count)), columns, rows);
    expect(lines.join('\n')).toMatch(/(?:^| {2}|│ )▌/m);
  }
});

test.each([
  ['left', 89],
  ['right', 91],
  ['shift-left', 60],
  ['shift-right', 120],
  ['[', 60],
  [']', 120],
])('%s makes %i of 90 days', (key, days) => {
  const { action } = bound(key);
  expect(play(screenOf(), action).state.screen).toMatchObject({ days, row: 'threshold' });
  // The hint of either arrow says by how much.
  const hint = hintOf(bound(/^shift|[[\]]/.test(key) ? 'shift-left' : 'left'), screenOf());
  expect(hint).toContain(`±${Math.abs(days - 90)}`);
});

test.each([
  ['down', 1],
  ['up', -1],
  ['halfDown', 4],
  ['halfUp', -4],
  ['pageDown', 7],
  ['pageUp', -7],
] as const)('%s moves the cursor by %i rows', (motion, by) => {
  const rowsOf = (state: State): readonly string[] =>
    state.screen.kind === 'stale' ? staleFigures(state, state.screen.days).rows.map(rowId) : [];
  const at = (state: State): number => (state.screen.kind === 'stale' ? rowsOf(state).indexOf(state.screen.row) : -1);
  // From the middle there is room on both sides.
  const middle = screenOf(...Array.from({ length: 5 }, () => down));
  expect(at(play(middle, { kind: 'moved', motion }).state) - at(middle)).toBe(by);
});

describe('s', () => {
  const marking = bound('s');

  test('says how many it marks: all, or those of the row', () => {
    expect(hintOf(marking, screenOf())).toBe('mark 11');
    expect(hintOf(marking, screenOf(tab, tab))).toBe('mark 10');
  });

  test('does nothing on systems that are not stale, and says why', () => {
    expect(refusalFor(marking, screenOf({ kind: 'moved', motion: 'up' }))).toMatch(/^these systems are not stale/);
  });

  test('waits on a row until every page is loaded, and not on the threshold', () => {
    const reading = play(begun, opens).state;
    expect(refusalFor(marking, reading)).toBe(null);
    expect(refusalFor(marking, play(reading, down).state)).toBe('waits until every page is loaded; r loads them');
  });
});

test('while pages are loaded, keys and tags wait for the last one, and the second line shows the progress', () => {
  const reading = play(begun, opens).state;
  expect(linesOf(reading, 120, 40).join('\n')).toContain('Keys and tags follow the last page.');
  expect(linesOf(reading, 120)[1]).toMatch(/^Loading every page · .*esc stops$/);
});
