/** The list on which most screens of the gallery are opened, and the reviews of its systems. */
import type { System } from '../../src/api/system.ts';
import type { RunKind } from '../../src/state/change/run-kinds.ts';
import { noMarks, withMarked } from '../../src/state/fleet/marks/marks.ts';
import type { Action, State } from '../../src/state/root/state.ts';
import { reread } from '../state/removal/deletion/story.ts';
import { play } from '../state/root/play.ts';
import { aListing, aPage, aStateOf, aSystem, daysAgo, type StateParts, systemsOf } from '../support/make.ts';

/** Screens by name, each made when it is asked for. */
export type Gallery = Readonly<Record<string, () => State>>;

function one(systemId: string, hostname: string | null, days: number | null, about: Partial<System> = {}): System {
  return aSystem({ systemId, hostname, lastSeen: days === null ? null : daysAgo(days), ...about });
}

function keyed(enrolmentKeyId: number, enrolmentKeyDescription: string): Partial<System> {
  return { enrolmentKeyId, enrolmentKeyDescription };
}

/** Systems of an organisation: old and new, connected, disabled, never seen, without a name, with names that trick. */
export const systems: readonly System[] = [
  one('WEB01', 'web-01.prod.northwind.example', 1 / 24, {
    ...{ state: 'Connected', tags: ['prod', 'web'] },
    ...keyed(2, 'servers'),
  }),
  one('LAP07', 'laptop-anna', 3, { platformType: 'Windows', osVersion: 'Windows 11' }),
  one('POS99', 'pos-0099.retail', 91, { tags: ['kiosk'], ...keyed(4, 'retail') }),
  one('OLD12', 'lab-bench-012', 412, keyed(3, 'lab')),
  one('OLD13', 'lab-bench-013', 733, keyed(3, 'lab')),
  one('NEV01', 'never-came', null),
  one('NUL01', null, 20),
  one('DIS01', 'retired-mac', 200, { isEnabled: false, platformType: 'macOS' }),
  one('RTL01', 'invoice\u{202E}gpj.exe', 150),
  one('WID01', '東京-サーバー-01', 95),
  one('LNG01', 'x'.repeat(120), 101),
];

export const old = systems.filter(({ systemId }) => ['POS99', 'OLD12', 'OLD13'].includes(systemId));
export const marked = withMarked(noMarks, old, { by: 'hand' });
export const down: Action = { kind: 'moved', motion: 'down' };

export function list(about: StateParts = {}): State {
  return aStateOf(systems, about);
}

/** The list read to its end, with its disabled systems. */
export function whole(): State {
  return list({ listing: aListing([aPage(systems)], { includeDisabled: true }) });
}

/** Counts of five digits need more room than those of a small list, and lines without room are left out. */
const thousands = systemsOf(12_431, (at) => ({
  ...(at % 3 === 0 ? { state: 'Connected' } : {}),
  ...{ lastSeen: daysAgo((at % 200) + 1 / 24), isEnabled: at % 50 !== 0, hostname: `host-${at}.example` },
}));

/** All of a large organisation, read to its end, and its stale systems marked. */
export function ofThousands(...actions: readonly Action[]): State {
  const listing = aListing([aPage(thousands)], { includeDisabled: true });
  return play(aStateOf(thousands, { listing }), { kind: 'staleMarkRequested' }, ...actions).state;
}

/** The list after these actions. */
export function after(...actions: readonly Action[]): State {
  return play(list(), ...actions).state;
}

/** A checked review of the marked systems, after these actions. */
export function reviewOf(does: RunKind, start: State, ...more: readonly Action[]): State {
  const opened = play(start, { kind: 'reviewOpened', does }).state;
  const again = (opened.review?.items ?? []).map(({ system }) => reread(system));
  return play(opened, ...again, { kind: 'timerEnded', timer: 'arm' }, ...more).state;
}
