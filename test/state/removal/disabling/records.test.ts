/** Which systems rollcall disabled, from the files of its runs. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { BegunRun } from '../../../../src/state/change/journal/format.ts';
import { findDisabled } from '../../../../src/state/removal/disabling/offer.ts';
import { disabling } from '../../../../src/state/removal/disabling/feature.ts';
import type { Services } from '../../../../src/state/root/feature.ts';
import { aFolderOf } from '../../../support/folder.ts';
import { aRunHeader, baseUrl } from '../../../support/make.ts';

type Lines = readonly object[];

function runsIn(runs: Readonly<Record<string, Lines>> | readonly Lines[]): string {
  return aFolderOf(Object.fromEntries(Object.entries(runs).map(([name, lines]) => [`${name}.jsonl`, lines])));
}

function header(does: BegunRun['does'], about: Partial<BegunRun> = {}): BegunRun {
  return aRunHeader({ does, ...about });
}

const enrolledAt = '2025-01-01T00:00:00Z';
const enrolledAtMs = Date.parse(enrolledAt);

/** Before its request leaves: what the service said of the system. */
function intent(systemId: string, day: string, record: object = { systemId, enrolledAt }): object {
  return { kind: 'intent', at: `${day}T10:00:00.000Z`, id: systemId, was: record };
}

/** This computer's clock is an hour off. */
function result(systemId: string, kind: string, day: string, about: object = {}): object {
  const times = { at: `${day}T09:00:01.000Z`, serviceAt: `${day}T10:00:01.000Z` };
  return { kind: 'result', ...times, id: systemId, outcome: { kind, ...about } };
}

/** A change of A by a service whose answers carry no time. */
function datelessly(kind: string, day: string): readonly object[] {
  return [intent('A', day), { ...result('A', kind, day), serviceAt: undefined }];
}

function done(systemId: string, day: string): readonly object[] {
  return [intent(systemId, day), result(systemId, 'done', day)];
}

function at(time: string): number {
  return Date.parse(time);
}

const october = { at: at('2026-10-02T10:00:01.000Z'), enrolledAtMs };
const november = { at: at('2026-11-02T10:00:01.000Z'), enrolledAtMs };

test('each system has the time at which it was disabled last', async () => {
  const folder = runsIn({
    // Read in any order: the time in the line decides.
    'b-later': [header('disable'), ...done('A', '2026-11-02'), ...done('B', '2026-11-02')],
    'a-enabled': [header('enable'), result('C', 'done', '2026-11-03'), result('D', 'already', '2026-11-03')],
    'c-first': [header('disable'), ...['A', 'C', 'D', 'E', 'F'].flatMap((systemId) => done(systemId, '2026-10-02'))],
    'd-already': [header('disable'), result('E', 'already', '2026-11-02'), result('G', 'already', '2026-11-02')],
    'e-again': [header('disable'), ...done('C', '2026-11-04')],
  });
  expect(await findDisabled(folder, baseUrl, 'N1')).toEqual(
    new Map([
      ['A', november],
      ['B', november],
      ['C', { at: at('2026-11-04T10:00:01.000Z'), enrolledAtMs }],
      ['E', october],
      ['F', october],
    ]),
  );
});

test('systems that were not disabled, were found otherwise, or that others disabled are left out', async () => {
  const failed = { problem: null };
  const folder = runsIn({
    outcomes: [
      header('disable'),
      result('A', 'unknown', '2026-11-02', failed),
      result('B', 'failed', '2026-11-02', failed),
      result('C', 'kept', '2026-11-02', { why: 'connected' }),
      // The check at its end found it enabled.
      result('D', 'done', '2026-11-02'),
      result('D', 'failed', '2026-11-02', { ...failed, was: 'done' }),
    ],
    deletion: [header('delete'), result('E', 'done', '2026-11-02')],
    preview: [header('disable', { mode: 'preview' }), result('F', 'would', '2026-11-02')],
    organisation: [header('disable', { orgId: 'T1' }), result('G', 'done', '2026-11-02')],
    service: [header('disable', { baseUrl: 'https://elsewhere.example' }), result('H', 'done', '2026-11-02')],
  });
  expect(await findDisabled(folder, baseUrl, 'N1')).toEqual(new Map());
});

test('a damaged line takes no other with it, and no folder has none', async () => {
  const folder = runsIn({ one: [header('disable'), ...done('A', '2026-11-02')] });
  writeFileSync(join(folder, 'one.jsonl'), '{"kind":"result"torn\n', { flag: 'a' });
  writeFileSync(join(folder, 'none.jsonl'), 'nothing of the kind\n');
  expect(await findDisabled(folder, baseUrl, 'N1')).toEqual(new Map([['A', november]]));
  expect(await findDisabled(join(folder, 'none'), baseUrl, 'N1')).toEqual(new Map());
});

test('the times are told when they are asked for, and none where there is no folder', async () => {
  const folder = runsIn([[header('disable'), ...done('A', '2026-11-02')]]);
  const told = (changesFolder: () => Promise<string>): unknown =>
    disabling.effects.findDisabled({ kind: 'findDisabled', baseUrl, orgId: 'N1' }, {
      ports: { changesFolder },
    } as unknown as Services);
  const times = new Map([['A', november]]);
  expect(await told(() => Promise.resolve(folder))).toEqual({ kind: 'disabledFound', orgId: 'N1', times });
  const none = { kind: 'disabledFound', orgId: 'N1', times: new Map() };
  expect(await told(() => Promise.reject(new Error('no home')))).toEqual(none);
});

const disable = header('disable');
const first = [disable, ...done('A', '2026-10-02')];

function failed(about: object = {}): object {
  return result('A', 'failed', '2026-11-02', { problem: null, ...about });
}

/** The system A by its files, and since when it is disabled by them; `unknown`: nobody can say. */
const ways: readonly (readonly [string, readonly Lines[], typeof october | 'unknown' | 'not'])[] = [
  ['disabled once', [first], october],
  ['disabled by a service without a time', [[disable, ...datelessly('done', '2026-10-02')]], 'unknown'],
  [
    'disabled twice, once without a time: which was the later one?',
    [first, [disable, ...datelessly('done', '2020-01-01')]],
    'unknown',
  ],
  [
    'enabled without a time, by a clock that was behind',
    [first, [header('enable'), ...datelessly('done', '2026-01-01')]],
    'unknown',
  ],
  [
    'enabled later by the service’s clock, and earlier by this computer’s',
    [first, [header('enable'), { ...result('A', 'done', '2026-11-02'), at: '2026-01-01T10:00:00.000Z' }]],
    'not',
  ],
  // A system to be disabled is enabled: somebody enabled it since.
  ['found enabled by a later run that failed', [first, [disable, intent('A', '2026-11-02'), failed()]], 'not'],
  ['found enabled by a later run that was cut off', [first, [disable, intent('A', '2026-11-02')]], 'not'],
  [
    'disabled in a run whose check found it enabled',
    [first, [disable, ...done('A', '2026-11-02'), failed({ was: 'done' })]],
    'not',
  ],
  ['found disabled already by a later run', [first, [disable, result('A', 'already', '2026-11-02')]], october],
  [
    'cut off, and settled at the next start',
    [[disable, intent('A', '2026-10-02'), result('A', 'done', '2026-11-02')]],
    november,
  ],
];

test.each(ways)('a system that was %s', async (_, files, expected) => {
  const found = (await findDisabled(runsIn(files), baseUrl, 'N1')).get('A');
  if (expected === 'not') expect(found).toBeUndefined();
  else expect(found).toEqual(expected === 'unknown' ? { at: null, enrolledAtMs } : expected);
});

test('without its record nobody knows which enrolment was disabled', async () => {
  const found = await findDisabled(
    runsIn({
      none: [header('disable'), result('A', 'done', '2026-10-02')],
      odd: [
        header('disable'),
        intent('B', '2026-10-02', { systemId: 'B', enrolledAt: 5 }),
        result('B', 'done', '2026-10-02'),
      ],
    }),
    baseUrl,
    'N1',
  );
  expect([found.get('A'), found.get('B')]).toEqual(Array(2).fill({ at: october.at, enrolledAtMs: null }));
});
