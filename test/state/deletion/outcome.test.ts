import { describe, expect, test } from 'vitest';
import type { OtherTime } from '../../../src/api/other-times.ts';
import type { Problem } from '../../../src/api/problem.ts';
import type { System } from '../../../src/api/system.ts';
import {
  afterFailedDeletion,
  afterFailedLook,
  afterFailedRecheck,
  afterStillThere,
  cameBack,
  isSystemNotFound,
  type Outcome,
  pauseBeforeLook,
  type SignOfLife,
  type Uncertainty,
} from '../../../src/state/deletion/outcome.ts';
import { aSystem, daysAgo, refused, systemNotFound } from '../../support/make.ts';

const problem: Problem = { operation: 'delete system', kind: 'lost', code: 'ECONNRESET' };

describe('a system came back', () => {
  const away = { state: 'Disconnected', lastSeen: daysAgo(200) };
  const changed = (field: string): SignOfLife => ({ why: 'changed', field });
  const cases: readonly (readonly [string, Partial<System>, Partial<System>, SignOfLife | null])[] = [
    ['when it is connected now', away, { ...away, state: 'Connected' }, { why: 'connected' }],
    ['when its state says so in other words', away, { ...away, state: 'Online (degraded)' }, { why: 'connected' }],
    ['when it was seen since', away, { ...away, lastSeen: daysAgo(1) }, { why: 'seenSince' }],
    ['when it connected for the first time', { lastSeen: null }, { lastSeen: daysAgo(1) }, { why: 'seenSince' }],
    ['when its time cannot be read any more', away, { ...away, lastSeen: 'yesterday' }, changed('lastSeen')],
    ['when its time is gone', away, { ...away, lastSeen: null }, changed('lastSeen')],
    [
      'when its time is 100 ns later',
      { lastSeen: '2026-01-02T03:04:05.1234567Z' },
      { lastSeen: '2026-01-02T03:04:05.1234568Z' },
      changed('lastSeen'),
    ],
    ['when its time is written otherwise', away, { lastSeen: `${daysAgo(200)} ` }, changed('lastSeen')],
    ['when the service now says an earlier time', away, { ...away, lastSeen: daysAgo(300) }, changed('lastSeen')],
    ['when it was enrolled again', away, { ...away, enrolledAt: daysAgo(0) }, changed('enrolledAt')],
    ['when its name is another one', away, { ...away, hostname: 'payroll-db' }, changed('hostname')],
    ['when it connected from elsewhere', away, { ...away, connectedFrom: '192.0.2.9' }, changed('connectedFrom')],
    ['when its agent is another one', away, { ...away, serviceVersion: '4.2.1' }, changed('serviceVersion')],
    ['when its system is another one', away, { ...away, osVersion: 'Debian 14' }, changed('osVersion')],
    ['when its platform is another one', away, { ...away, platformType: 'Windows' }, changed('platformType')],
    ['when its key is another one', away, { ...away, enrolmentKeyId: 2 }, changed('enrolmentKeyId')],
    ['when it was given a tag', away, { ...away, tags: ['protect'] }, changed('tags')],
    ['when it lost a tag', { ...away, tags: ['till'] }, away, changed('tags')],
    ['when a tag of another shape changed', { odd: { tags: '["a"]' } }, { odd: { tags: '["b"]' } }, changed('tags')],
    [
      'when a field of another type changed',
      { connectedFrom: null, odd: { connectedFrom: '1' } },
      { connectedFrom: null, odd: { connectedFrom: '2' } },
      changed('connectedFrom'),
    ],
    ['when a time in another field changed', { otherTimes: [at(9)] }, { otherTimes: [at(8)] }, changed('checkedAt')],
    ['when a time in another field is gone', { otherTimes: [at(9)] }, {}, changed('checkedAt')],
    ['when its state moves', away, { ...away, state: 'Expired' }, changed('state')],
    ['when it was enabled again', { ...away, isEnabled: false }, { ...away, isEnabled: true }, changed('isEnabled')],
    [
      'when a system that was connected as it was marked is not connected any more',
      { ...away, state: 'Connected' },
      away,
      changed('state'),
    ],
    ['not when it was disabled', { ...away, isEnabled: true }, { ...away, isEnabled: false }, null],
    ['not when only one answer says whether it is enabled', { ...away, isEnabled: null }, away, null],
    ['not when its tags come in another order', { tags: ['a', 'b'] }, { tags: ['b', 'a'] }, null],
    ['not when nothing changed', away, away, null],
    ['not when it has still never connected', { lastSeen: null }, { lastSeen: null }, null],
    ['not when its time could not be read before either', { lastSeen: 'yesterday' }, { lastSeen: 'yesterday' }, null],
    [
      'not when a person marked it although it was connected',
      { ...away, state: 'Connected' },
      { ...away, state: 'Connected' },
      null,
    ],
    ['not for what the list did not carry', { osVersion: null, notSent: ['osVersion'] }, {}, null],
    ['not for a time in a field that the list did not carry', {}, { otherTimes: [at(9)] }, null],
    ['when its first time was not in the list', { lastSeen: null, notSent: ['lastSeen'] }, {}, { why: 'seenSince' }],
    [
      'when what the list had is not in the record',
      {},
      { osVersion: null, notSent: ['osVersion'] },
      changed('osVersion'),
    ],
  ];
  test.each(cases)('%s', (_, reviewed, read, why) => {
    const [before, after] = [reviewed, read].map((about) => aSystem({ systemId: 'S0', ...about }));
    expect(before && after && cameBack(before, after)).toEqual(why);
  });
});

/** A time in an undocumented field. */
function at(days: number): OtherTime {
  const text = daysAgo(days);
  return { field: 'checkedAt', text, ms: Date.parse(text) };
}

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
  const lost: Uncertainty = { kind: 'failed', problem };
  const accepted: Uncertainty = { kind: 'accepted' };
  const cutOff: Uncertainty = { kind: 'cutOff' };

  test.each<[Uncertainty, Outcome, Outcome['kind'], Outcome]>([
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
  ])('%j is settled by looking again', (uncertainty, stillThere, gone, open) => {
    expect(afterStillThere(uncertainty)).toEqual(stillThere);
    expect(afterFailedLook(uncertainty, systemNotFound).kind).toBe(gone);
    expect(afterFailedLook(uncertainty, refused(500))).toEqual(open);
  });

  test.each([lost, accepted, cutOff])('%j is checked at once, and only so many times', (uncertainty) => {
    const pauses = [0, 1, 2, 3, 4].map((attempts) => pauseBeforeLook(uncertainty, attempts));
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
