import { describe, expect, test } from 'vitest';
import type { Problem } from '../../src/api/problem.ts';
import type { System } from '../../src/api/system.ts';
import {
  afterFailedDeletion,
  afterFailedLook,
  afterFailedRecheck,
  afterStillThere,
  cameBack,
  isSystemNotFound,
  type Doubt,
  type Outcome,
  pauseBeforeLook,
} from '../../src/state/outcome.ts';
import { aSystem, daysAgo, refused, systemNotFound } from '../support/make.ts';

const problem: Problem = { operation: 'delete system', kind: 'lost', code: 'ECONNRESET' };

describe('a system came back', () => {
  const away = { state: 'Disconnected', lastSeen: daysAgo(200) };
  const cases: readonly (readonly [string, Partial<System>, Partial<System>, ReturnType<typeof cameBack>])[] = [
    ['when it is connected now', away, { ...away, state: 'Connected' }, 'connected'],
    ['when it was seen since', away, { ...away, lastSeen: daysAgo(1) }, 'seenSince'],
    ['when it connected for the first time', { lastSeen: null }, { lastSeen: daysAgo(1) }, 'seenSince'],
    ['when its time cannot be read any more', away, { ...away, lastSeen: 'yesterday' }, 'changed'],
    ['when it was enrolled again', away, { lastSeen: null, enrolledAt: daysAgo(0) }, 'changed'],
    ['when its name is another one', away, { ...away, hostname: 'payroll-db' }, 'changed'],
    ['when it was given a tag', away, { ...away, tags: ['protect'] }, 'changed'],
    ['when its state moves', away, { ...away, state: 'Connecting' }, 'changed'],
    ['when it was enabled again', { ...away, isEnabled: false }, { ...away, isEnabled: true }, 'changed'],
    ['not when it was disabled', { ...away, isEnabled: true }, { ...away, isEnabled: false }, null],
    ['not when only one answer says whether it is enabled', { ...away, isEnabled: null }, away, null],
    ['not when it lost a tag', { ...away, tags: ['till'] }, away, null],
    [
      'not when a system that was connected as it was marked is not connected any more',
      { ...away, state: 'Connected' },
      away,
      null,
    ],
    ['not when nothing changed', away, away, null],
    ['not when it has still never connected', { lastSeen: null }, { lastSeen: null }, null],
    ['not when its time could not be read before either', { lastSeen: 'yesterday' }, { lastSeen: 'yesterday' }, null],
    [
      'not when only the writing of the time changed',
      away,
      { ...away, lastSeen: daysAgo(200).replace('Z', '+00:00') },
      null,
    ],
    [
      'not when a person marked it although it was connected',
      { ...away, state: 'Connected' },
      { ...away, state: 'connected' },
      null,
    ],
    ['not when the service now says an earlier time', away, { ...away, lastSeen: daysAgo(300) }, null],
  ];
  test.each(cases)('%s', (_, reviewed, read, why) => {
    const [before, after] = [reviewed, read].map((about) => aSystem({ systemId: 'S0', ...about }));
    expect(before && after && cameBack(before, after)).toBe(why);
  });
});

describe('a deletion that failed', () => {
  const operation = 'delete system';
  test.each<[string, Problem, Outcome['kind'] | 'inDoubt']>([
    ['404 system-not-found', systemNotFound, 'alreadyGone'],
    ['any other 404', refused(404), 'inDoubt'],
    ['401', refused(401), 'notAttempted'],
    ['429', refused(429), 'notAttempted'],
    ['403', refused(403), 'refused'],
    ['409', refused(409), 'refused'],
    ['500', refused(500), 'inDoubt'],
    ['503', refused(503), 'inDoubt'],
    ['no connection', { operation, kind: 'unreachable', host: 'h', code: 'ECONNREFUSED' }, 'notAttempted'],
    ['a redirect', { operation, kind: 'redirected', status: 307, location: null }, 'inDoubt'],
    ['what the client withholds', { operation, kind: 'withheld', mode: 'preview' }, 'notAttempted'],
    ['an odd id', { operation, kind: 'oddId' }, 'notAttempted'],
    ['a lost connection', problem, 'inDoubt'],
    ['no answer in time', { operation, kind: 'timedOut', seconds: 20 }, 'inDoubt'],
    [
      'an answer of a proxy',
      { operation, kind: 'notTheApi', status: 200, reason: 'content type', contentType: 'text/html', title: null },
      'inDoubt',
    ],
    ['an answer of another shape', { operation, kind: 'wrongShape', path: '' }, 'inDoubt'],
    ['an abortion', { operation, kind: 'aborted' }, 'inDoubt'],
  ])('with %s ends as it must', (_, failure, kind) => {
    expect(afterFailedDeletion(failure).kind).toBe(kind);
  });
});

describe('reading a system again, just before its deletion, that failed', () => {
  test.each<[string, Problem, Outcome['kind']]>([
    ['404 system-not-found', systemNotFound, 'alreadyGone'],
    ['any other 404', refused(404), 'notAttempted'],
    ['403', refused(403), 'refused'],
    ['500', refused(500), 'notAttempted'],
    ['an odd id', { operation: 'read system', kind: 'oddId' }, 'notAttempted'],
    ['a lost connection', problem, 'notAttempted'],
  ])('with %s ends as it must, for nothing was sent to delete it', (_, failure, kind) => {
    expect(afterFailedRecheck(failure).kind).toBe(kind);
  });
});

describe('what is in doubt', () => {
  const lost: Doubt = { kind: 'failed', problem };
  const accepted: Doubt = { kind: 'accepted' };
  const cutOff: Doubt = { kind: 'cutOff' };

  test.each<[Doubt, Outcome, Outcome['kind'], Outcome]>([
    [lost, { kind: 'failed', problem }, 'alreadyGone', { kind: 'unknown', problem }],
    [
      accepted,
      { kind: 'unknown', problem: null, doubt: 'accepted' },
      'deleted',
      { kind: 'unknown', problem: refused(500), doubt: 'accepted' },
    ],
    [
      cutOff,
      { kind: 'failed', problem: null },
      'alreadyGone',
      { kind: 'unknown', problem: refused(500), doubt: 'cutOff' },
    ],
  ])('%j is settled by looking again', (doubt, stillThere, gone, open) => {
    expect(afterStillThere(doubt)).toEqual(stillThere);
    expect(afterFailedLook(doubt, systemNotFound).kind).toBe(gone);
    expect(afterFailedLook(doubt, refused(500))).toEqual(open);
  });

  test.each([lost, accepted, cutOff])('%j is looked at at once, and not for ever', (doubt) => {
    const pauses = [0, 1, 2, 3, 4].map((looks) => pauseBeforeLook(doubt, looks));
    expect(pauses[0]).toBe(0);
    expect(pauses.at(-1)).toBeNull();
  });
});

test('a system is not found where the status and the type say so', () => {
  expect(isSystemNotFound(systemNotFound)).toBe(true);
});

test.each([
  ['404 without a type', refused(404)],
  ['404 of another type', refused(404, { slug: 'resource-not-found' })],
  ['another status of that type', refused(410, { slug: 'system-not-found' })],
  ['another kind of problem', { operation: 'read system', kind: 'oddId' }],
] as const)('%s says something else', (_, problem) => {
  expect(isSystemNotFound(problem)).toBe(false);
});
