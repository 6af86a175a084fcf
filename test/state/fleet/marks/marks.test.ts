import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { System } from '../../../../src/api/system.ts';
import {
  allMarks,
  inverted,
  isMarked,
  type Mark,
  type Marks,
  noMarks,
  toggled,
  withMarked,
  withoutMarks,
  withRowsMarked,
  withStaleMarked,
} from '../../../../src/state/fleet/marks/marks.ts';
import { isAmbiguous, type Scan, systemAt, withoutSystems, withPage } from '../../../../src/state/fleet/list/scan.ts';
import { isStale } from '../../../../src/state/fleet/staleness/staleness.ts';
import { aPage, aScan, aSystem, daysAgo, now, pagesOf, systemsOf } from '../../../support/make.ts';
import { holds } from '../../../support/property.ts';

const fresh = aSystem({ systemId: 'fresh' });
const old = aSystem({ systemId: 'old', lastSeen: daysAgo(200) });
const older = aSystem({ systemId: 'older', lastSeen: daysAgo(300) });
const live = aSystem({ systemId: 'live', lastSeen: daysAgo(300), state: 'Connected' });
const all = [fresh, old, older, live];
const list = aScan([aPage(all)]);

/** Those that are stale by this threshold. */
function stale(days: number, systems: readonly System[] = all): readonly System[] {
  return systems.filter((system) => isStale(system, days, now));
}

/** A list in which one system stands under two names. */
function withAmbiguous(scan: Scan, systemId: string): Scan {
  return { ...scan, listedTwice: new Map([[systemId, aSystem({ systemId })]]) };
}

/** Each mark's id and maker, in order. */
function written(marks: Marks): string[] {
  return allMarks(marks).map(({ system, by }) => `${system.systemId} by ${by}`);
}

test('a mark is set and taken away again', () => {
  const once = toggled(noMarks, old);
  expect(written(once)).toEqual(['old by hand']);
  expect(written(toggled(once, old))).toEqual([]);
});

test('marking many leaves the marks that are there', () => {
  const marks = withMarked(withStaleMarked(noMarks, stale(250)), all);
  expect(written(marks)).toEqual(['older by rule', 'fresh by hand', 'old by hand', 'live by hand']);
});

test('marking rows leaves the marks that are there, and what is ambiguous', () => {
  const marks = withRowsMarked(withStaleMarked(noMarks, stale(250)), withAmbiguous(list, 'live'), null);
  expect(written(marks)).toEqual(['older by rule', 'fresh by filter', 'old by filter']);
});

test('inverting marks what was not, and nothing that is not shown', () => {
  const marks = withMarked(noMarks, [old, live]);
  const firstTwo = Int32Array.of(0, 1);
  expect(written(inverted(marks, list, firstTwo))).toEqual(['live by hand', 'fresh by filter']);
  const twice = inverted(inverted(marks, list, null), list, null);
  expect(written(twice)).toEqual(['old by filter', 'live by filter']);
});

test('the rule marks what is stale, and never what is connected', () => {
  expect(written(withStaleMarked(noMarks, stale(90)))).toEqual(['old by rule', 'older by rule']);
});

test('applied again, the rule replaces its own marks and leaves those by hand', () => {
  const marks = withStaleMarked(toggled(noMarks, fresh), stale(90));
  expect(written(withStaleMarked(marks, stale(250)))).toEqual(['fresh by hand', 'older by rule']);
});

test('a mark by hand stays one when the rule would set it too', () => {
  expect(written(withStaleMarked(toggled(noMarks, old), stale(250)))).toEqual(['old by hand', 'older by rule']);
});

test('marks go with the systems that are gone', () => {
  const ways = { hand: withMarked(noMarks, all), filter: withRowsMarked(noMarks, list, null) };
  for (const [by, marks] of Object.entries(ways)) {
    expect(written(withoutMarks(marks, new Set(['old', 'live'])))).toEqual([`fresh by ${by}`, `older by ${by}`]);
  }
});

test('a system that was marked with its row is kept as it was then', () => {
  const marks = withRowsMarked(noMarks, list, null);
  const later = withPage(list, aPage([aSystem({ ...old, lastSeen: daysAgo(1) })]));
  const again = withRowsMarked(marks, later, null);
  expect(allMarks(again).find(({ system }) => system.systemId === 'old')?.system).toBe(old);
});

/** What is done to the marks, and to the list under them. */
type Step =
  | { readonly kind: 'toggle' | 'grow' | 'renew' | 'lose' | 'other list'; readonly at: number }
  | { readonly kind: 'single' | 'rows' | 'invert' | 'gone'; readonly rows: readonly number[] }
  | { readonly kind: 'all' | 'invert all' }
  | { readonly kind: 'stale'; readonly days: number };

const at = fc.nat({ max: 11 });
const rows = fc.uniqueArray(at, { maxLength: 6 });
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('toggle', 'grow', 'renew', 'lose', 'other list'), at }),
  fc.record({ kind: fc.constantFrom('single', 'rows', 'invert', 'gone'), rows }),
  fc.record({ kind: fc.constantFrom('all', 'invert all') }),
  fc.record({ kind: fc.constant('stale' as const), days: fc.constantFrom(30, 90, 250) }),
);

/** The same by the simplest of means: a map of marks by id, one system after the other. */
class Plain {
  readonly marks = new Map<string, Mark>();

  add(systems: readonly System[], by: Mark['by'] = 'hand'): void {
    for (const system of systems) {
      if (!this.marks.has(system.systemId)) this.marks.set(system.systemId, { system, by });
    }
  }

  turn(systems: readonly System[], by: Mark['by'] = 'filter'): void {
    for (const system of systems) {
      if (!this.marks.delete(system.systemId)) this.marks.set(system.systemId, { system, by });
    }
  }
}

test('whatever is marked and however the list changes, every mark is known by its id, with the system as it was', () => {
  const fleet = systemsOf(8, (row) => ({ lastSeen: daysAgo(row * 40) }));
  holds([fc.array(anyStep, { maxLength: 20 })], { numRuns: 500 }, (steps) => {
    let marks = noMarks;
    let scan = withAmbiguous(aScan(pagesOf(fleet, 3)), 'S3');
    const plain = new Plain();
    const systemsIn = (some: readonly number[]): readonly System[] =>
      some.map((row) => systemAt(scan, row)).filter((system) => system !== undefined);
    const everything = (): readonly System[] => scan.pages.flat();
    const free = (systems: readonly System[]): readonly System[] =>
      systems.filter(({ systemId }) => !isAmbiguous(scan, systemId));
    const within = (some: readonly number[]): Int32Array => Int32Array.from(some.filter((row) => row < scan.count));
    for (const step of steps) {
      switch (step.kind) {
        case 'toggle':
          for (const system of systemsIn([step.at])) {
            marks = toggled(marks, system);
            plain.turn([system], 'hand');
          }
          break;
        case 'single':
          marks = withMarked(marks, systemsIn(step.rows));
          plain.add(systemsIn(step.rows));
          break;
        case 'rows':
          marks = withRowsMarked(marks, scan, within(step.rows));
          plain.add(free(systemsIn(step.rows)), 'filter');
          break;
        case 'all':
          marks = withRowsMarked(marks, scan, null);
          plain.add(free(everything()), 'filter');
          break;
        case 'invert':
          marks = inverted(marks, scan, within(step.rows));
          plain.turn(free(systemsIn(step.rows)));
          break;
        case 'invert all':
          marks = inverted(marks, scan, null);
          plain.turn(free(everything()));
          break;
        case 'stale':
          marks = withStaleMarked(marks, stale(step.days, everything()));
          for (const [id, { by }] of plain.marks) if (by === 'rule') plain.marks.delete(id);
          plain.add(stale(step.days, everything()), 'rule');
          break;
        case 'gone': {
          const gone = new Set(systemsIn(step.rows).map(({ systemId }) => systemId));
          marks = withoutMarks(marks, gone);
          for (const id of gone) plain.marks.delete(id);
          break;
        }
        case 'grow':
          scan = withPage(scan, aPage([aSystem({ systemId: `late-${scan.count}-${step.at}` })]));
          break;
        case 'renew':
          for (const system of systemsIn([step.at])) {
            scan = withPage(scan, aPage([aSystem({ ...system, lastSeen: daysAgo(0) })]));
          }
          break;
        case 'lose':
          scan = withoutSystems(scan, new Set(systemsIn([step.at]).map(({ systemId }) => systemId)));
          break;
        case 'other list':
          scan = withAmbiguous(aScan(pagesOf(fleet.toReversed(), 1 + (step.at % 4))), 'S3');
          break;
      }
      const known = new Map(allMarks(marks).map((mark) => [mark.system.systemId, mark]));
      expect(known.size).toBe(marks.size);
      expect(new Set(known.keys())).toEqual(new Set(plain.marks.keys()));
      for (const [id, { system, by }] of plain.marks) {
        expect(known.get(id)?.by).toBe(by);
        expect(known.get(id)?.system).toBe(system);
      }
      for (const { systemId } of everything()) expect(isMarked(marks, systemId)).toBe(plain.marks.has(systemId));
    }
  });
});

test('the marks from before are left as they were', () => {
  const ways = { hand: withMarked(noMarks, [old]), filter: withRowsMarked(noMarks, list, Int32Array.of(1)) };
  for (const [by, marks] of Object.entries(ways)) {
    toggled(marks, old);
    toggled(marks, fresh);
    inverted(marks, list, null);
    withRowsMarked(marks, list, null);
    withoutMarks(marks, new Set(['old']));
    expect(written(marks)).toEqual([`old by ${by}`]);
  }
});
