/** The outcome of a system whose deletion was under way when the program ended: never more than is known. */
import { expect, test } from 'vitest';
import { reasonFor } from '../../../../src/screens/change/outcome-wording.ts';
import type { Problem } from '../../../../src/api/problem.ts';
import type { RunRecord } from '../../../../src/state/change/journal/records-file.ts';
import type { Outcome } from '../../../../src/state/change/outcome.ts';
import type { RunKind } from '../../../../src/state/change/run-kinds.ts';
import { noCounts } from '../../../../src/state/change/outcome.ts';
import { isChecking } from '../../../../src/state/change/run.ts';
import {
  aRunHeader,
  aRunRecord,
  aStateOf,
  aSystem,
  daysAgo,
  now,
  refused,
  systemNotFound,
  systemsOf,
} from '../../../support/make.ts';
import { writtenEdit } from '../../../../src/state/change/journal/written-edit.ts';
import { anEdit } from '../../../support/edits.ts';
import { cutOffRun, pastRun } from '../../../../src/state/change/runs/open-journals.ts';
import { isChange } from '../../removal/deletion/story.ts';
import { play, type Played } from '../../root/play.ts';
import type { Action } from '../../../../src/state/root/state.ts';

const systems = systemsOf(1, () => ({ lastSeen: daysAgo(200) }));
const [system = aSystem()] = systems;

/** The file of a run that was cut off, with this of its one system. */
function fileWith(outcome: Outcome | null, does: RunKind = 'delete'): RunRecord {
  const outcomes = new Map(outcome === null ? [] : [['S0', outcome] as const]);
  return aRunRecord(systems, { header: aRunHeader({ does }), intents: new Set(['S0']), outcomes });
}

/** The next start finds the run, and asks the service as often as it asks. */
function asked(outcome: Outcome | null, answer: 'there' | Problem): Played {
  const record = fileWith(outcome);
  let played = play(aStateOf(systems), { kind: 'cutOffFound', run: 9, record, path: '/runs/1.jsonl', now });
  for (let looks = 0; looks < 9 && played.state.deletion?.inFlight.get('S0')?.stage === 'settling'; looks++) {
    const about = { run: 9, systemId: 'S0', now } as const;
    played =
      answer === 'there'
        ? play(played.state, { kind: 'systemRechecked', ...about, system, record: {}, askedAt: 0 })
        : play(played.state, { kind: 'recheckFailed', ...about, problem: answer });
  }
  // A system that is not found: the account still sees the organisation, and its systems.
  const isChecked = played.effects.some(({ kind }) => kind === 'checkAccess');
  const known = isChecked ? play(played.state, seesIt, seesIt) : played;
  return isChecking(known.state.deletion) ? play(known.state, unlisted) : known;
}

const seesIt: Action = { kind: 'accessChecked', run: 9, hasAccess: true, now };

/** The check of the run cannot read its list. */
const unlisted: Action = { kind: 'checkPageFailed', run: 9, problem: refused(418) };

function settled(outcome: Outcome | null, answer: 'there' | Problem) {
  return asked(outcome, answer).state.deletion?.settled[0]?.outcome;
}

const lost = refused(502);
const accepted: Outcome = { kind: 'unknown', problem: null, doubt: 'accepted' };

test.each<[string, Outcome | null, Outcome, Outcome]>([
  ['with its record saved and no outcome', null, { kind: 'failed', problem: null }, { kind: 'already', isGone: true }],
  ['that the service had accepted', accepted, accepted, { kind: 'done' }],
  [
    'whose answer left it open',
    { kind: 'unknown', problem: lost },
    { kind: 'failed', problem: lost },
    { kind: 'already', isGone: true },
  ],
])('a system %s is not said to be untouched where it is still there', (_, outcome, stillThere, gone) => {
  const told = settled(outcome, 'there');
  expect(told).toEqual(stillThere);
  expect(told && reasonFor(told, 'delete')).toMatch(/still (there|exists)/);
  expect(settled(outcome, systemNotFound)).toEqual(gone);
});

test('a deletion that was accepted, and is never carried out, is not checked at every start', () => {
  expect(asked(accepted, 'there').effects.at(-1)).toMatchObject({ kind: 'closeJournal', end: { stop: 'cutOff' } });
  expect(asked(accepted, refused(500)).effects.at(-1)).toEqual({ kind: 'closeJournal', run: 9, end: null });
});

/** The file of a run of this many systems, all of them in doubt. */
function fileOfMany(count: number, lastIntentMs: number): RunRecord {
  const planned = systemsOf(count, () => ({ lastSeen: daysAgo(200) }));
  const intents = new Set(planned.map(({ systemId }) => systemId));
  return { ...fileWith(null), planned, intents, lastIntentMs };
}

function found(record: RunRecord): Played {
  return play(aStateOf(record.planned), { kind: 'cutOffFound', run: 9, record, path: '/runs/1.jsonl', now });
}

function asksFor({ effects }: Played): string[] {
  return effects.flatMap((effect) => (effect.kind === 'recheckSystem' ? [effect.systemId] : []));
}

test('an outcome that was left open is asked about also where the line before its request is damaged', () => {
  const record = { ...fileWith({ kind: 'unknown', problem: lost }), intents: new Set<string>(), damaged: 1 };
  const { state, effects } = play(aStateOf(systems), {
    kind: 'cutOffFound',
    run: 9,
    record,
    path: '/runs/1.jsonl',
    now,
  });
  expect(state.deletion).toMatchObject({ taken: 1, damagedLines: 1 });
  expect(effects.filter(({ kind }) => kind === 'recheckSystem')).toMatchObject([{ systemId: 'S0' }]);
});

test('an earlier run is shown as its file has it: what was taken, its check, and how many lines are damaged', () => {
  const checked = { at: daysAgo(0) };
  const end = { kind: 'end', at: daysAgo(0), stop: 'asked', counts: noCounts, checked } as const;
  const record = { ...fileWith({ kind: 'done' }), damaged: 2 };
  expect(pastRun(3, { ...record, end }, '/runs/1.jsonl', 'ended')).toMatchObject({
    ...{ taken: 1, damagedLines: 2, stop: 'asked', checked, isEarlier: true, finishedAt: now },
  });
  expect(pastRun(3, record, '/runs/1.jsonl', 'cutOff')).toMatchObject({ stop: 'cutOff', checked: null });
  const going = { ...fileWith(null), planned: systemsOf(3), outcomes: new Map([['S1', { kind: 'done' } as const]]) };
  expect(pastRun(3, going, '/runs/1.jsonl', 'going')).toMatchObject({ isElsewhere: true, taken: 2 });
});

test('an earlier run is shown with the person who ran it, or with both people, where its file names them', () => {
  const by = (header: Parameters<typeof aRunHeader>[0]) =>
    pastRun(3, { ...fileWith(null), header: aRunHeader(header) }, '/runs/1.jsonl', 'cutOff');
  expect(by({ person: 'anna' })).toMatchObject({ person: 'anna' });
  expect(by({})).not.toHaveProperty('person');
  const [reviewed, confirmed] = [
    { by: 'anna', at: daysAgo(2) },
    { by: 'ben', at: daysAgo(1) },
  ];
  expect(by({ reviewed, confirmed })).toMatchObject({ people: { reviewed, confirmed } });
  expect(by({ reviewed })).not.toHaveProperty('people');
  expect(by({ confirmed })).not.toHaveProperty('people');
});

test('all that the file says of a run and of each system is there, in the history and where it is settled', () => {
  const three = systemsOf(3, () => ({ lastSeen: daysAgo(200) }));
  const set = { sent: { description: 'new' }, before: { description: 'old' } };
  const bodies = new Map([['S1', { description: 'own' }]]);
  const header = aRunHeader({
    ...{ does: 'change', mode: 'preview', edit: writtenEdit(anEdit()), days: 30, at: daysAgo(2), person: 'anna' },
    ...{ orgId: 'T1', orgName: 'Tailspin', baseUrl: 'https://x' },
  });
  const record = aRunRecord(three, {
    ...{
      header,
      bodies,
      fields: new Map([
        ['S0', set],
        ['S1', set],
      ]),
      damaged: 1,
    },
    ...{ intents: new Set(['S0', 'S1']), outcomes: new Map([['S0', { kind: 'done' } as const]]) },
    ends: new Map([['S0', now - 5]]),
  });
  const about = {
    ...{ id: 3, kind: 'change', isPreview: true, days: 30, person: 'anna', baseUrl: 'https://x', damagedLines: 1 },
    ...{ organisation: { orgId: 'T1', orgName: 'Tailspin', role: '' }, startedAt: Date.parse(daysAgo(2)) },
    ...{ journalPath: '/runs/1.jsonl', edit: { operation: { id: anEdit().operation.id }, bodies } },
  };
  const done = { system: { systemId: 'S0' }, outcome: { kind: 'done' }, set, at: now - 5 };
  const cutOff = { kind: 'unknown', problem: null, doubt: 'cutOff' };
  const past = pastRun(3, record, '/runs/1.jsonl', 'cutOff');
  expect(past).toMatchObject({
    ...about,
    concurrency: 1,
    isEarlier: true,
    finishedAt: now - 5,
    taken: 3,
    stop: 'cutOff',
  });
  expect(past.settled).toMatchObject([done, { outcome: cutOff }, { outcome: { kind: 'notAttempted', problem: null } }]);
  const going = pastRun(3, record, '/runs/1.jsonl', 'going');
  expect(going).toMatchObject({ ...about, isElsewhere: true, taken: 2, stop: null });
  expect([...going.inFlight]).toMatchObject([['S1', { stage: 'sending' }]]);
  const settling = cutOffRun(3, record, '/runs/1.jsonl', now);
  expect(settling).toMatchObject({ ...about, concurrency: 4, taken: 2, stop: 'cutOff', isEarlier: false });
  expect(settling.settled).toMatchObject([done]);
  expect(settling.toSettle).toMatchObject([
    {
      left: cutOff,
      work: { system: { systemId: 'S1' }, set, stage: 'settling', uncertainty: { kind: 'cutOff' }, attempts: 1 },
    },
  ]);
  expect(settling.planned.map(({ systemId }) => systemId)).toEqual(['S0', 'S1', 'S2']);
  const later = cutOffRun(3, record, '/runs/1.jsonl', now + 60_000);
  expect(later.toSettle).toMatchObject([{ work: { attempts: 2 } }]);
});

test('systems that a run had not reached when it was cut off are counted, and offered again', () => {
  const record = { ...fileOfMany(5, 0), intents: new Set(['S1']), outcomes: new Map([['S0', { kind: 'done' }]]) };
  const { state } = play(found(record as RunRecord).state, {
    ...{ kind: 'recheckFailed', run: 9, systemId: 'S1', problem: systemNotFound, now },
  });
  const known = play(state, seesIt, seesIt, unlisted).state;
  expect(known.deletion?.counts).toEqual({ ...noCounts, done: 1, already: 1, gone: 1, notAttempted: 3 });
  const { review } = play(known, { kind: 'retryRequested' }).state;
  expect(review?.items.map((item) => item.system.systemId)).toEqual(['S2', 'S3', 'S4']);
});

test('uncertain outcomes are checked four at a time, and half as many once the service throttles', () => {
  let played = found(fileOfMany(20, 0));
  expect(asksFor(played)).toEqual(['S0', 'S1', 'S2', 'S3']);
  played = play(played.state, { kind: 'recheckFailed', run: 9, systemId: 'S0', problem: systemNotFound, now });
  expect(asksFor(played)).toEqual(['S4']);
  played = play(played.state, { kind: 'recheckFailed', run: 9, systemId: 'S1', problem: refused(429), now });
  expect(played.state.requests.backoff).not.toBeNull();
  expect(played.state.deletion?.concurrency).toBe(2);
});

test('where settling is stopped, unchecked outcomes stay uncertain, and the file stays open', () => {
  let played = found(fileOfMany(20, 0));
  played = play(played.state, { kind: 'wentBack' });
  for (const systemId of ['S0', 'S1', 'S2', 'S3']) {
    played = play(played.state, { kind: 'recheckFailed', run: 9, systemId, problem: systemNotFound, now });
    expect(asksFor(played)).toEqual([]);
  }
  // Once for the first of them, and once for the others.
  for (const seen of [seesIt, seesIt, seesIt, seesIt]) played = play(played.state, seen);
  expect(played.state.deletion).toMatchObject({ counts: { already: 4, gone: 4, unknown: 16 } });
  expect(played.effects).toContainEqual({ kind: 'closeJournal', run: 9, end: null });
});

test('a start without access calls nothing gone, and the file stays open', () => {
  let played = found(fileOfMany(20, 0));
  for (const systemId of ['S0', 'S1', 'S2', 'S3']) {
    played = play(played.state, { kind: 'recheckFailed', run: 9, systemId, problem: systemNotFound, now });
  }
  played = play(played.state, { kind: 'accessChecked', run: 9, hasAccess: false, now });
  for (const systemId of ['S4', 'S5', 'S6', 'S7']) {
    played = play(played.state, { kind: 'recheckFailed', run: 9, systemId, problem: systemNotFound, now });
  }
  played = play(played.state, { kind: 'accessChecked', run: 9, hasAccess: false, now });
  expect(played.state.deletion).toMatchObject({ counts: { already: 0, gone: 0, unknown: 20 } });
  expect(played.effects).toContainEqual({ kind: 'closeJournal', run: 9, end: null });
});

/** A system that is asked about. */
function nextOf({ state }: Played): string | undefined {
  return state.deletion?.inFlight.keys().next().value;
}

test('a service that does not answer gets three checks, and not a thousand', () => {
  let played = found(fileOfMany(1000, 0));
  const problem = { operation: 'read system', kind: 'lost', code: 'ECONNRESET' } as const;
  const lost = new Set<string>();
  for (let systemId = nextOf(played); systemId !== undefined; systemId = nextOf(played)) {
    lost.add(systemId);
    if (played.state.requests.backoff !== null) played = play(played.state, { kind: 'timerEnded', timer: 'backoff' });
    played = play(played.state, { kind: 'recheckFailed', run: 9, systemId, problem, now });
  }
  expect(lost.size).toBeLessThan(10);
  expect(played.state.deletion?.counts.unknown).toBe(1000);
});

test('a system is looked at once a while after its request, and once more a moment later where it was just sent', () => {
  const looks = (lastIntentMs: number): number => {
    const { state } = found(fileOfMany(1, lastIntentMs));
    const about = { run: 9, systemId: 'S0', system: aSystem({ systemId: 'S0' }), record: {}, askedAt: 0, now };
    const { effects } = play(state, { kind: 'systemRechecked', ...about });
    return 1 + effects.filter(({ kind }) => kind === 'recheckSystem').length;
  };
  expect([looks(now - 1000), looks(now - 600_000)]).toEqual([2, 1]);
});

test.each<[string, Outcome | null, boolean | null, Outcome]>([
  ['was disabled, and its outcome was not saved', null, false, { kind: 'done' }],
  ['was not, as its record was only just saved', null, true, { kind: 'failed', problem: null }],
  ['never says it', null, null, { kind: 'unknown', problem: null, doubt: 'unsaid' }],
  ['was accepted and is disabled by now', accepted, false, { kind: 'done' }],
  ['was accepted and is still enabled', accepted, true, accepted],
  ['was left open and is disabled', { kind: 'unknown', problem: lost }, false, { kind: 'done' }],
  ['was left open and is enabled', { kind: 'unknown', problem: lost }, true, { kind: 'failed', problem: lost }],
])('a disabling that was cut off: a system that %s', (_, outcome, isEnabled, told) => {
  const record = fileWith(outcome, 'disable');
  let played = play(aStateOf(systems), { kind: 'cutOffFound', run: 9, record, path: '/runs/1.jsonl', now });
  expect(played.state.deletion?.kind).toBe('disable');
  const about = { run: 9, systemId: 'S0', record: {}, askedAt: 0, now } as const;
  for (let looks = 0; looks < 9 && played.state.deletion?.inFlight.get('S0')?.stage === 'settling'; looks++) {
    played = play(played.state, { kind: 'systemRechecked', ...about, system: { ...system, isEnabled } });
  }
  const { state, effects } = play(played.state, unlisted);
  expect(state.deletion?.settled[0]?.outcome).toEqual(told);
  expect(effects.some(isChange)).toBe(false);
  // Nobody asks about it without end.
  expect(effects.at(0)).toMatchObject({ kind: 'closeJournal', end: { stop: 'cutOff' } });
  const [rest] = play(state, { kind: 'retryRequested' }).state.review?.items ?? [];
  const isLeft = told.kind !== 'done';
  expect(rest?.system.systemId).toBe(isLeft ? 'S0' : undefined);
});
