/** The signs in the gutter before a system: its mark, and whether it is stale or protected. */
import type { System } from '../../../api/system.ts';
import { isProtected } from '../../../state/fleet/protection/guards.ts';
import { isStale } from '../../../state/fleet/staleness/staleness.ts';
import type { State } from '../../../state/root/state.ts';
import type { Sign, SignOf } from '../../parts/table.tsx';
import { clean } from '../../text/clean.ts';

const marked: Sign = { text: clean('✓'), tone: 'accent', says: 'marked' };
const inRange: Sign = { text: clean('+'), tone: 'accent', says: 'in the range' };
const gone: Sign = { text: clean('✓'), tone: 'good', says: 'gone' };
const protectedSign: Sign = { text: clean('◆'), tone: 'accent', says: 'protected' };

/** The first cell shows `✓`, or `+` in the open range; the second one `◆`, or `●` where the system is stale. */
export function systemSigns(state: State, range: ReadonlySet<string>): readonly SignOf<System>[] {
  const { marks } = state;
  return [
    ({ systemId }) => (range.has(systemId) ? inRange : marks.marked.has(systemId) ? marked : undefined),
    stateSign(state),
  ];
}

/** Gone, protected, or else stale: a protected system is not deleted, at any age. */
export function stateSign({ clock, now, settings, session, staleness, list }: State): SignOf<System> {
  const guarding = { guards: settings.guards, address: session.address };
  const stale: Sign = { text: clean(staleSign(clock)), tone: 'warning', says: 'stale' };
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
