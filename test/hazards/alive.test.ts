/** No live system is deleted: any sign of life, in any form, keeps its system. The service's log is the judge. */
import { describe, expect, test } from 'vitest';
import type { SystemRecord } from '../../src/demo/fleet/fleet.ts';
import type { Intercept } from '../../src/demo/service.ts';
import { pages } from '../support/hazards.ts';
import { entries, outcomesIn } from '../support/records.ts';
import { aCrowd, aService, aSystem, daysAgo, idOf, type StoryService, systemsCalled } from '../support/service.ts';
import { runWithoutTerminalIn } from '../support/program.ts';
import { asked, aUserIn, environmentFor, row, type User } from '../support/user.ts';

const [longAgo, longBefore] = [daysAgo(200), daysAgo(700)];

const old = (hostname: string, about: Readonly<Record<string, unknown>> = {}): SystemRecord =>
  aSystem({ hostname, lastSeen: longAgo, enrolledAt: longBefore, ...about });

interface Met {
  readonly service: StoryService;
  readonly user: User;
}

/** A user who has marked every stale system of an organisation with a crowd of others. */
async function aMarker(systems: readonly SystemRecord[], marked: number, intercept?: Intercept): Promise<Met> {
  const crowd = [...aCrowd(), ...systemsCalled('spare', 60)];
  const service = await aService({ systems: [...systems, ...crowd], ...(intercept && { intercept }) });
  const user = await aUserIn('Northwind', service, { columns: 140, rows: 50 });
  user.presses('mark all stale');
  if (systems.every(({ isEnabled }) => isEnabled === false)) {
    await user.sees(`Only disabled systems are stale: ${marked}.`);
    user.presses('mark all stale');
  }
  await user.sees(`${marked} marked`);
  return { service, user };
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

test('a last sight of another type is unreadable, and not "never": its system is not stale', async () => {
  const seconds = Math.floor(Date.now() / 1000);
  const odd = [seconds, seconds * 1000, { at: seconds }, [daysAgo(0)], true, false, 'a moment ago', 0, {}, []];
  const met = await aMarker([...odd.map((lastSeen, at) => old(`odd-${at}`, { lastSeen })), old('old')], 1);
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
  await user.confirms('delete 1', '1 system deleted');
  expect(deletedIn(met)).toEqual(['old']);
});

describe('L2', () => {
  const connected = ['Online', 'Connecting', 'Active', 'Connected, degraded', ' Connected ', 'Con\u200Bnected'];

  test('a state that speaks of life keeps its system from being stale', async () => {
    const notConnected = ['DISCONNECTED', ' Offline', 'Inactive', 'Expired', 'Disabled'];
    const met = await aMarker(
      [
        ...connected.map((state, at) => old(`live-${at}`, { state })),
        ...notConnected.map((state, at) => old(`dead-${at}`, { state })),
      ],
      5,
    );
    await reviews(met);
    await met.user.confirms('delete 5');
    await met.user.sees('5 systems deleted');
    expect(deletedIn(met).sort()).toEqual(notConnected.map((_, at) => `dead-${at}`));
  });

  test('a state that is not understood protects, and is lifted one at a time', async () => {
    const states = ['Away', 'not connected', '', null, undefined, 1, true, { code: 3 }, ['x']];
    const met = await aMarker([...states.map((state, at) => old(`odd-${at}`, { state })), old('old')], 10);
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
    await user.confirms('delete 2', '2 systems deleted');
    expect(deletedIn(met).sort()).toEqual(['odd-0', 'old']);
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
    const met = await aMarker(systems, 2, twice);
    await reviews(met);
    // The service itself has the system without the tag.
    await showsGroup(met, isFirst ? '2' : '3', row('tagged', isFirst ? 'changed: tags' : 'tag "protect"'));
    await met.user.confirms('delete 1');
    await met.user.sees('1 system deleted');
    expect(deletedIn(met)).toEqual(['old']);
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
  return old(`is-${field}`, {
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
    const met = await aMarker(systems, systems.length);
    const { user } = met;
    await reviews(met);
    await user.sees(asked(`delete ${systems.length}`));
    happens(met);
    await user.confirms(`delete ${systems.length}`);
    await user.sees(
      `✓ 1 deleted   ↩ ${fields.length} kept`,
      row('is-connectedFrom', 'kept: connectedFrom changed'),
      row('is-lastSeen', 'kept: lastSeen changed'),
      row('is-checkedAt', 'kept: checkedAt changed'),
    );
    expect(deletedIn(met)).toEqual(['is-nothing']);
    const skipped = entries(user.home).filter(({ outcome }) => outcome?.kind === 'skipped');
    expect(skipped.map(({ outcome }) => outcome)).toEqual(
      expect.arrayContaining(fields.map((field) => ({ kind: 'skipped', why: 'changed', field }))),
    );
  });

  test('between its mark and the review', async () => {
    const met = await aMarker(systems, systems.length);
    happens(met);
    await reviews(met);
    await met.user.sees(`2 changed ${fields.length}`);
    met.user.pressesKey('2');
    await met.user.sees(
      ...fields.filter((field) => field !== 'hostname').map((field) => row(`is-${field}`, `changed: ${field}`)),
    );
    await met.user.confirms('delete 1');
    await met.user.sees('1 system deleted');
    expect(deletedIn(met)).toEqual(['is-nothing']);
  });
});

test('a protected tag protects in any shape and spelling', async () => {
  const shapes: readonly unknown[] = [
    ...[[{ tag: ' protect ' }], [{ tag: 'PRO\u200BTECT' }], [{ tag: 'env=protect' }], [{ tag: 'Do not delete' }]],
    ...['protect', ['protect'], [{ name: 'protect' }], [{ key: 'protect', value: 'x' }], [{ protect: true }]],
    ...[{ protect: 1 }, [[{ deep: { deeper: ['protected'] } }]], Array.from({ length: 5000 }, (_, at) => `tag-${at}`)],
  ];
  const not: readonly unknown[] = [[{ protect: false }], ['site-1'], [{ tag: 'unprotected' }], { protect: null }];
  const met = await aMarker(
    [...shapes.map((tags, at) => old(`kept-${at}`, { tags })), ...not.map((tags, at) => old(`gone-${at}`, { tags }))],
    shapes.length + not.length,
  );
  await reviews(met);
  met.user.pressesKey('3');
  await met.user.sees(
    ...shapes.map((_, at) => row('◆', `kept-${at}`)),
    row('kept-2', 'tag "env=protect"'),
    row('kept-11', 'its tags are too long to read'),
  );
  await met.user.confirms('delete 4');
  await met.user.sees('4 systems deleted');
  expect(deletedIn(met).sort()).toEqual(not.map((_, at) => `gone-${at}`));
});

test('whatever was enrolled lately, or has a late time in any field, is protected, and the field named', async () => {
  const met = await aMarker(
    [
      old('again', { enrolledAt: daysAgo(2.1) }),
      old('connected', { connectedAt: daysAgo(0.002) }),
      old('nested', { sessions: [{ opened: { at: daysAgo(5.5) } }] }),
      old('ends-later', { expiresAt: daysAgo(-300), createdAt: daysAgo(300) }),
    ],
    4,
  );
  await reviews(met);
  met.user.pressesKey('3');
  await met.user.sees(
    row('again', 'enrolled 2 d ago'),
    row('connected', 'connectedAt 3 min ago'),
    row('nested', 'sessions[0].opened.at', ' ago'),
  );
  await met.user.confirms('delete 1');
  await met.user.sees('1 system deleted');
  expect(deletedIn(met)).toEqual(['ends-later']);
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
    const met = await aMarker([...Object.entries(kept).map(([name, about]) => old(name, about)), old('old')], 3, lean);
    await reviews(met);
    await showsGroup(met, '3', row('tagged', 'tag "protect"'), row('connected', 'connectedAt'));
    await met.user.confirms('delete 1');
    await met.user.sees('1 system deleted');
    expect(deletedIn(met)).toEqual(['old']);
  });

  test('nor, where so many are reviewed that none is checked there, from the deletion', async () => {
    const many = systemsCalled('old', 1001, { lastSeen: daysAgo(200) });
    const service = await aService({
      systems: [
        ...Object.entries(kept).map(([name, about]) => old(name, about)),
        ...many,
        ...systemsCalled('spare', 1100),
      ],
      intercept: lean,
    });
    const user = await aUserIn('Northwind', service, { columns: 140, rows: 50 });
    await user.presses('mark all stale').sees('1,003 marked');
    await user.deletes('delete 1003 from Northwind', '↩ 2 kept');
    await user.presses('pause the deletion').sees('› Deletion paused');
    await user.presses('stop the deletion').sees('[1 needs attention ');
    user.presses('show the kept systems');
    await user.sees(row('tagged', 'kept: protected (tags)'), row('connected', 'kept: protected (connectedAt)'));
    expect(outcomesIn(user.home).get(idOf('tagged'))).toBe('skipped');
    expect(service.hostnames()).toEqual(expect.arrayContaining(['tagged', 'connected']));
  });
});

test('`systems --stale` prints the systems that the program calls stale', async () => {
  const states = ['Online', 'Disconnected', 'Away'];
  const systems = [...states.map((state) => old(`is-${state}`, { state })), old('unreadable', { lastSeen: 5 })];
  const service = await aService({ systems });
  const { output, exitCode } = await runWithoutTerminalIn(environmentFor(service), 'systems', '--stale', '--json');
  const printed = JSON.parse(output) as { hostname: string; connection: string }[];
  expect(printed.map(({ hostname, connection }) => [hostname, connection])).toEqual([
    ['is-Disconnected', 'notConnected'],
    ['is-Away', 'notUnderstood'],
  ]);
  // One age is unknown.
  expect(exitCode).toBe(1);
  const user = await aUserIn('Northwind', service);
  await user.sees('● 2 stale');
  user.presses('stale systems: threshold and ages');
  await user.sees('Stale after ▏ 90 days ▕', row('stale', '2 ('), row('age unknown', '1'), row('connected now', '1'));
});
