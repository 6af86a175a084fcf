/** The signs in the gutter before a system: its mark, and whether it is stale or protected. */
import type { System } from '../../api/system.ts';
import { isProtected } from '../../state/fleet/protection/guards.ts';
import { isStale } from '../../state/fleet/staleness/staleness.ts';
import type { State } from '../../state/root/state.ts';
import type { Sign, SignOf } from '../parts/table.tsx';
import { clean, type Clean } from '../text/clean.ts';
import { changeOf, type ChangeReason } from '../../state/fleet/changes/changes.ts';
import { systemUnderCursor } from '../../state/fleet/list/public.ts';
import type { Column } from '../parts/columns.ts';
import type { Reason } from '../screen-definition.ts';
import { width } from '../text/fit.ts';
import { visitTime } from '../text/quantities.ts';

const marked: Sign = { text: clean('✓'), tone: 'accent', message: 'marked' };
const inRange: Sign = { text: clean('+'), tone: 'accent', message: 'in the range' };
const gone: Sign = { text: clean('✓'), tone: 'good', message: 'gone' };
const protectedSign: Sign = { text: clean('◆'), tone: 'accent', message: 'protected' };

/** The first cell: `✓`, or `+` in the open range. The second cell: `◆` if protected, `●` if stale. */
export function systemSigns(state: State, range: ReadonlySet<string>): readonly SignOf<System>[] {
  const { marks } = state;
  return [
    ({ systemId }) => (range.has(systemId) ? inRange : marks.marked.has(systemId) ? marked : undefined),
    stateSign(state),
  ];
}

/** Gone wins over protected, and protected over stale, because a protected system is never deleted. */
export function stateSign({ clock, now, settings, session, staleness, list }: State): SignOf<System> {
  const guarding = { guards: settings.guards, address: session.address };
  const stale: Sign = { text: clean(staleSign(clock)), tone: 'warning', message: 'stale' };
  const { scan } = list.listing;
  return (system) => {
    if (scan?.gone.has(system.systemId) === true) return gone;
    if (isProtected(system, guarding)) return protectedSign;
    return isStale(system, staleness.days, now) ? stale : undefined;
  };
}

/** Hollow while no clock confirms the ages. */
export function staleSign({ kind }: State['clock']): '○' | '●' {
  return kind === 'unverified' ? '○' : '●';
}

// Why a system is among the changes since the last visit, for its row, its pane, and the line under the list.

const words: Readonly<Record<ChangeReason, string>> = {
  new: 'new',
  stopped: 'stopped connecting',
  stale: 'now stale',
  back: 'connected again',
};

function changeIn({ changes, staleness, now }: State, system: System): ChangeReason | null {
  return changes === null ? null : changeOf(system, changes, { days: staleness.days, now });
}

/** A line of the verdict, on every screen that shows all fields of a system. */
export function changeReasons(state: State, system: System): readonly Reason[] {
  const { changes, now } = state;
  const change = changeIn(state, system);
  if (changes === null || change === null) return [];
  const value = clean(`${visitTime(changes.since, now)}, your last visit: ${words[change]}.`);
  return [{ name: clean('SINCE'), value, tone: 'plain' }];
}

/** A column with the reason of each row, in a list of changes; it only gets cells that other columns leave. */
export function reasonColumns(state: State): readonly Column<System>[] {
  if (!isListOfChanges(state)) return [];
  const cells = Math.max(...Object.values(words).map((word) => width(clean(word))));
  const cell = (system: System): Clean => {
    const change = changeIn(state, system);
    return clean(change === null ? '' : words[change]);
  };
  return [{ title: whyTitle, min: cells, ideal: cells, priority: -100, isExtra: true, cell }];
}

const whyTitle = clean('WHY');

function isListOfChanges({ changes, list: { listing } }: State): boolean {
  return changes !== null && listing.view.filter.usesChanges;
}

/** The reason of the row with the cursor, shown under a list of changes that has no room for the column. */
export function reasonUnder(state: State, columns: readonly Column<System>[]): Clean | undefined {
  const system = systemUnderCursor(state);
  const { changes, now } = state;
  if (system === undefined || changes === null || !isListOfChanges(state)) return undefined;
  const change = columns.some(({ title }) => title === whyTitle) ? null : changeIn(state, system);
  if (change === null) return undefined;
  return clean(`Since ${visitTime(changes.since, now)}: ${words[change]}.`);
}
