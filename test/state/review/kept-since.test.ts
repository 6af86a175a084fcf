import { describe, expect, test } from 'vitest';
import type { OtherTime } from '../../../src/api/timestamp.ts';
import type { System } from '../../../src/api/system.ts';
import { cameBack, type SignOfLife } from '../../../src/state/review/kept-since.ts';
import { aSystem, daysAgo } from '../../support/make.ts';

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
