/** No live system is deleted: any sign of life, in any form, keeps its system. The service's log is the judge. */
import { describe, expect, test } from 'vitest';
import type { SystemRecord } from '../../src/demo/fleet/fleet.ts';
import type { Intercept } from '../../src/demo/service.ts';
import { pages } from '../support/hazards.ts';
import { entries, outcomesIn } from '../support/records.ts';
import { aCrowd, aStale, daysAgo, idOf, staleSystems, systemsCalled } from '../support/service.ts';
import { asked, aUserOf, type Met, row, runAt, type User } from '../support/user.ts';

const times = { lastSeen: daysAgo(200), enrolledAt: daysAgo(700) };

/** A stale system with the same times in each of its records. */
const old = (hostname: string, about: Readonly<Record<string, unknown>> = {}) =>
  aStale(hostname, { ...times, ...about });

/** A user who has marked every stale system of an organisation with a crowd of others. */
async function aUserMarking(systems: readonly SystemRecord[], marked: number, intercept?: Intercept): Promise<Met> {
  const met = await aUserOf({
    systems: [...systems, ...aCrowd(), ...systemsCalled('spare', 60)],
    ...(intercept && { intercept }),
    ...{ columns: 260, rows: 50 },
  });
  const { user } = met;
  user.presses('mark all stale');
  if (systems.every(({ isEnabled }) => isEnabled === false)) {
    await user.sees(`Only disabled systems are stale: ${marked}.`);
    user.presses('mark all stale');
  }
  await user.sees(`${marked} marked`);
  return met;
}

/** Opens the review, and waits until everything in it was read. */
async function reviews({ user }: Met): Promise<void> {
  await user.presses('review and delete').sees('Checked with the service', /^│ > /m);
}

/** The systems of one group of the review. */
async function showsGroup({ user }: Met, digit: string, ...expected: Parameters<User['sees']>): Promise<void> {
  await user.pressesKey(digit).sees(`[${digit} `, ...expected);
}

/** The host names of the systems whose deletion was sent. */
function deletedIn({ service }: Met): string[] {
  const start = `/org/n7Kq2wTd/systems/${idOf('')}`;
  return service.sent('DELETE').map(({ path }) => decodeURIComponent(path).slice(start.length));
}

/** Confirms the review: these systems are deleted, and no others. */
async function deletesOnly(met: Met, ...hostnames: readonly string[]): Promise<void> {
  const { length } = hostnames;
  await met.user.confirms(`delete ${length}`, `${length} system${length === 1 ? '' : 's'} deleted`);
  expect(deletedIn(met).sort()).toEqual([...hostnames].sort());
}

test('a last sight of another type is unreadable, and not "never": its system is not stale', async () => {
  const seconds = Math.floor(Date.now() / 1000);
  const odd = [seconds, seconds * 1000, { at: seconds }, [daysAgo(0)], true, false, 'a moment ago', 0, {}, []];
  const met = await aUserMarking([...odd.map((lastSeen, at) => aStale(`odd-${at}`, { lastSeen })), aStale('old')], 1);
  const { user } = met;
  await user.sees(...odd.map((_, at) => row(`odd-${at}`, 'unreadable')));
  await user.goesTo('odd-0');
  user.presses('open the system');
  await user.sees(
    row('last seen', `not a time: ${seconds}`),
    'age unreadable',
    row('WHY', 'Its time cannot be read: no rule calls it stale.'),
  );
  user.presses('go back one level');
  await reviews(met);
  await deletesOnly(met, 'old');
});

describe('by its state', () => {
  const connected = ['Online', 'Connecting', 'Active', 'Connected, degraded', ' Connected ', 'Con\u200Bnected'];

  test('a state that speaks of life keeps its system from being stale', async () => {
    const notConnected = ['DISCONNECTED', ' Offline', 'Inactive', 'Expired', 'Disabled'];
    const live = connected.map((state, at) => aStale(`live-${at}`, { state }));
    const met = await aUserMarking([...live, ...notConnected.map((state, at) => aStale(`dead-${at}`, { state }))], 5);
    await reviews(met);
    await deletesOnly(met, ...notConnected.map((_, at) => `dead-${at}`));
  });

  test('a state that is not understood protects, and is lifted one at a time', async () => {
    const states = ['Away', 'not connected', '', null, undefined, 1, true, { code: 3 }, ['x']];
    const met = await aUserMarking([...states.map((state, at) => aStale(`odd-${at}`, { state })), aStale('old')], 10);
    const { user } = met;
    await reviews(met);
    await user.sees('9 protected: rollcall does not understand the state', asked('delete 1'));
    user.pressesKey('3');
    await user.sees(
      row('◆', 'odd-0', 'state not understood: "Away"'),
      row('◆', 'odd-4', 'no state'),
      row('◆', 'odd-5', 'state not understood: "1"'),
    );
    await user.goesTo('odd-0');
    await user.presses('include a protected system').sees('8 protected: rollcall does not understand the state');
    await deletesOnly(met, 'odd-0', 'old');
  });
});

test.each([true, false])(
  'two records with one id count by the one with more life (it comes first: %s)',
  async (isFirst) => {
    const about: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
      connected: { state: 'Connected', lastSeen: daysAgo(400) },
      fresh: { lastSeen: daysAgo(1) },
      unreadable: { lastSeen: 5 },
    };
    const systems = [...Object.keys(about).map((hostname) => old(hostname)), old('old'), old('tagged')];
    const twice = pages(({ items }) => {
      const others = Object.entries(about).map(([hostname, fields]) => old(hostname, fields));
      const all = [...others, old('tagged', { tags: [{ tag: 'protect' }] })];
      return { items: isFirst ? [...all, ...items] : [...items, ...all] };
    });
    const met = await aUserMarking(systems, 2, twice);
    await reviews(met);
    // The service itself has the system without the tag.
    await showsGroup(met, isFirst ? '2' : '3', row('tagged', isFirst ? 'changed: tags' : 'tag "protect"'));
    await deletesOnly(met, 'old');
  },
);

/** Changes of a system between two readings; each is a sign of life, or of another machine. */
const changes: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  connectedFrom: { connectedFrom: '203.0.113.9' },
  serviceVersion: { serviceVersion: '4.19.0' },
  osVersion: { osVersion: 'Debian 14' },
  platformType: { platformType: 'Windows' },
  enrolmentKeyId: { enrolmentKeyId: 13 },
  hostname: { hostname: 'another' },
  enrolledAt: { enrolledAt: daysAgo(699) },
  lastSeen: { lastSeen: '2026-01-02T03:04:05.1234568Z' },
  isEnabled: { isEnabled: true },
  tags: { tags: [{ tag: 'till' }, { tag: 'mine' }] },
  checkedAt: { checkedAt: daysAgo(30) },
};

function beforeChange(field: string): SystemRecord {
  return aStale(`is-${field}`, {
    lastSeen: '2026-01-02T03:04:05.1234567Z',
    isEnabled: false,
    tags: [{ tag: 'till' }],
    checkedAt: daysAgo(40),
  });
}

describe('a changed system is not deleted, and the field is named', () => {
  const fields = Object.keys(changes);
  const systems = [...fields.map(beforeChange), beforeChange('nothing')];
  const happens = ({ service }: Met): void => {
    for (const [field, change] of Object.entries(changes)) service.change(idOf(`is-${field}`), change);
  };

  test('just before its deletion', async () => {
    const met = await aUserMarking(systems, systems.length);
    const { user } = met;
    await reviews(met);
    await user.sees(asked(`delete ${systems.length}`));
    happens(met);
    await user.confirms(`delete ${systems.length}`);
    await user.sees(
      `✓ 1 deleted   ↩ ${fields.length} kept`,
      row('is-connectedFrom', 'connectedFrom changed'),
      row('is-lastSeen', 'lastSeen changed'),
      row('is-checkedAt', 'checkedAt changed'),
    );
    expect(deletedIn(met)).toEqual(['is-nothing']);
    const skipped = entries(user.home).filter(({ outcome }) => outcome?.kind === 'kept');
    expect(skipped.map(({ outcome }) => outcome)).toEqual(
      expect.arrayContaining(fields.map((field) => ({ kind: 'kept', why: 'changed', field }))),
    );
  });

  test('between its mark and the review', async () => {
    const met = await aUserMarking(systems, systems.length);
    happens(met);
    await reviews(met);
    await showsGroup(
      met,
      '2',
      `2 changed ${fields.length}`,
      ...fields.filter((field) => field !== 'hostname').map((field) => row(`is-${field}`, `changed: ${field}`)),
    );
    await deletesOnly(met, 'is-nothing');
  });
});

test('a protected tag protects in any shape and spelling', async () => {
  const shapes: readonly unknown[] = [
    ...[[{ tag: ' protect ' }], [{ tag: 'PRO\u200BTECT' }], [{ tag: 'env=protect' }], [{ tag: 'Do not delete' }]],
    ...['protect', ['protect'], [{ name: 'protect' }], [{ key: 'protect', value: 'x' }], [{ protect: true }]],
    ...[{ protect: 1 }, [[{ deep: { deeper: ['protected'] } }]], Array.from({ length: 5000 }, (_, at) => `tag-${at}`)],
  ];
  // Nobody can read what they say.
  const unread: readonly unknown[] = [[{ protect: false }], ['site-1'], { protect: null }];
  const not: readonly unknown[] = [[{ tag: 'unprotected' }], [], null];
  const met = await aUserMarking(
    [
      ...[...shapes, ...unread].map((tags, at) => aStale(`kept-${at}`, { tags })),
      ...not.map((tags, at) => aStale(`gone-${at}`, { tags })),
    ],
    shapes.length + unread.length + not.length,
  );
  await reviews(met);
  await showsGroup(
    met,
    '3',
    ...[...shapes, ...unread].map((_, at) => row('◆', `kept-${at}`)),
    row('kept-2', 'tag "env=protect"'),
    row('kept-11', 'its tags cannot be'),
    row('kept-13', 'its tags cannot be'),
  );
  await deletesOnly(met, ...not.map((_, at) => `gone-${at}`));
});

test('whatever was enrolled lately, or has a late time in any field, is protected, and the field named', async () => {
  const met = await aUserMarking(
    [
      aStale('again', { enrolledAt: daysAgo(2.1) }),
      aStale('connected', { connectedAt: daysAgo(0.002) }),
      aStale('nested', { sessions: [{ opened: { at: daysAgo(5.5) } }] }),
      aStale('ends-later', { expiresAt: daysAgo(-300), createdAt: daysAgo(300) }),
    ],
    4,
  );
  await reviews(met);
  await showsGroup(
    met,
    '3',
    row('again', 'enrolled 2 d ago'),
    row('connected', 'connectedAt 3 min ago'),
    row('nested', 'sessions[0].opened.at', ' ago'),
  );
  await deletesOnly(met, 'ends-later');
});

describe('a list that says less than the record of one system', () => {
  const lean: Intercept = pages(({ items }) => ({
    items: items.map(({ systemId, hostname, lastSeen, enrolledAt, state }) => ({
      ...{ systemId, hostname, lastSeen, enrolledAt, state },
    })),
  }));
  // The oldest systems come first.
  const oldest = { lastSeen: daysAgo(300) };
  const kept = { tagged: { ...oldest, tags: ['protect'] }, connected: { ...oldest, connectedAt: daysAgo(0) } };

  test('hides nothing that protects from the review', async () => {
    const met = await aUserMarking(
      [...Object.entries(kept).map(([name, about]) => aStale(name, about)), aStale('old')],
      3,
      lean,
    );
    await reviews(met);
    await showsGroup(met, '3', row('tagged', 'tag "protect"'), row('connected', 'connectedAt'));
    await deletesOnly(met, 'old');
  });

  test('nor, where so many are reviewed that none is checked there, from the deletion', async () => {
    const many = staleSystems(1001);
    const systems = [...Object.entries(kept).map(([name, about]) => aStale(name, about)), ...many];
    const { service, user } = await aUserOf({
      systems: [...systems, ...systemsCalled('spare', 1100)],
      intercept: lean,
      ...{ columns: 260, rows: 50 },
    });
    await user.presses('mark all stale').sees('1,003 marked');
    await user.deletes('delete 1003 from Northwind', '↩ 2 kept');
    await user.presses('pause the deletion').sees('› Deletion paused');
    await user.presses('stop the deletion').sees('1 needs attention 0');
    user.presses('show the kept systems');
    await user.sees(row('tagged', 'protected (tags)'), row('connected', 'protected (connectedAt)'));
    expect(outcomesIn(user.home).get(idOf('tagged'))).toBe('kept');
    expect(service.hostnames()).toEqual(expect.arrayContaining(['tagged', 'connected']));
  });
});

test('`systems --stale` prints the systems that the program calls stale', async () => {
  const states = ['Online', 'Disconnected', 'Away'];
  const systems = [...states.map((state) => aStale(`is-${state}`, { state })), aStale('unreadable', { lastSeen: 5 })];
  const { service, user } = await aUserOf({ systems });
  const { output, exitCode } = await runAt(service, 'systems', '--stale', '--json');
  const printed = JSON.parse(output) as { hostname: string; connection: string }[];
  expect(printed.map(({ hostname, connection }) => [hostname, connection])).toEqual([
    ['is-Disconnected', 'notConnected'],
    ['is-Away', 'notUnderstood'],
  ]);
  // One age is unknown.
  expect(exitCode).toBe(1);
  await user.sees('● 2 stale');
  user.presses('stale systems: threshold and ages');
  await user.sees('Stale after ▏ 90 days ▕', row('stale', '2 ('), row('age unknown', '1'), row('connected now', '1'));
});
