import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { memoryOf } from '../../../../src/app/storage/preferences/port.ts';
import { openPreferences } from '../../../../src/app/storage/preferences/preferences.ts';
import { defaultGuards } from '../../../../src/state/fleet/protection/guards.ts';
import { noLabel } from '../../../../src/state/session/organisations.ts';
import { listedSort } from '../../../../src/state/fleet/list/listing.ts';
import type { Ports } from '../../../../src/state/root/services.ts';
import { type SavedView, defaultColumns } from '../../../../src/state/fleet/columns.ts';
import { ownFolders } from '../../../support/folder.ts';

const baseUrl = 'https://a.example';

let file: string;

beforeEach(() => {
  file = join(ownFolders().config, 'config.json');
});

async function aSession(): Promise<Ports['memory']> {
  return memoryOf(await openPreferences('default'));
}

const view: SavedView = { name: 'web servers', filter: 'web', sort: listedSort, columns: ['state'] };

test('a second session that saves a view leaves what the first one set: read-only, word, guards, and its views', async () => {
  const [first, second] = [await aSession(), await aSession()];
  const guards = { ...defaultGuards, seenDays: 30 };
  first.rememberGuards(baseUrl, 'N1', guards);
  first.rememberLabel(baseUrl, 'N1', { ...noLabel, word: 'PROD', colour: 'red', isReadOnly: true });
  first.rememberView(baseUrl, 'N1', { ...defaultColumns, shown: ['tags'] }, { 1: view });
  await first.saved();
  second.rememberView(baseUrl, 'N1', defaultColumns, { 2: view });
  await second.saved();

  const next = await aSession();
  expect(next.label(baseUrl, 'N1')).toEqual({ ...noLabel, word: 'PROD', colour: 'red', isReadOnly: true });
  expect(next.guards(baseUrl, 'N1')).toEqual(guards);
  expect(next.view(baseUrl, 'N1')).toEqual({
    columns: { shown: ['tags'], isWide: false },
    views: { 1: view, 2: view },
  });
});

test('a second session that sets the word leaves read-only and guards, and one that sets guards the word', async () => {
  const [first, second, third] = [await aSession(), await aSession(), await aSession()];
  first.rememberLabel(baseUrl, 'N1', { ...noLabel, isReadOnly: true });
  await first.saved();
  second.rememberLabel(baseUrl, 'N1', { ...noLabel, word: 'PROD' });
  await second.saved();
  third.rememberGuards(baseUrl, 'N1', { ...defaultGuards, share: 10 });
  await third.saved();
  const next = await aSession();
  expect(next.label(baseUrl, 'N1')).toEqual({ ...noLabel, word: 'PROD', isReadOnly: true });
  expect(next.guards(baseUrl, 'N1').share).toBe(10);

  // A removed setting is gone.
  next.rememberLabel(baseUrl, 'N1', noLabel);
  await next.saved();
  expect((await aSession()).label(baseUrl, 'N1')).toEqual(noLabel);
});

test('a second session that changes the threshold leaves the profile read-only', async () => {
  const [first, second] = [await aSession(), await aSession()];
  first.rememberSettings({ ...first.settings(), isReadOnly: true });
  await first.saved();
  second.rememberSettings({ ...second.settings(), days: 30 });
  await second.saved();
  expect((await aSession()).settings()).toMatchObject({ days: 30, isReadOnly: true });
});

test('the address is there at the next start, and the same one is not written again', async () => {
  const session = await aSession();
  expect(session.baseUrl()).toBeNull();
  session.rememberBaseUrl(baseUrl);
  await session.saved();
  const next = await aSession();
  expect(next.baseUrl()).toBe(baseUrl);
  const { ino } = statSync(file);
  next.rememberBaseUrl(baseUrl);
  await next.saved();
  expect(statSync(file).ino).toBe(ino);
});

test('settings that a later version wrote of an organisation stay', async () => {
  const later = { later: 1, readOnly: true, views: { 2: { by: 'a column to come' } } };
  holding({ [`${baseUrl} N1`]: later });
  const session = await aSession();
  session.rememberLabel(baseUrl, 'N1', { ...noLabel, isReadOnly: true, word: 'PROD' });
  session.rememberView(baseUrl, 'N1', defaultColumns, { 1: view });
  await session.saved();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    profiles: {
      default: {
        organisations: {
          [`${baseUrl} N1`]: { ...later, word: 'PROD', views: { ...later.views, 1: { filter: 'web' } } },
        },
      },
    },
  });
});

test('a system that one of two sessions protects is protected, and one that it stops protecting is not', async () => {
  const [first, second] = [await aSession(), await aSession()];
  first.rememberProtected(baseUrl, 'N1', 'A', true);
  first.rememberProtected(baseUrl, 'N1', '__proto__', true);
  await first.saved();
  second.rememberProtected(baseUrl, 'N1', 'B', true);
  second.rememberGuards(baseUrl, 'N1', { ...defaultGuards, seenDays: 9 });
  await second.saved();
  const third = await aSession();
  expect(third.guards(baseUrl, 'N1').systems).toEqual(new Set(['A', '__proto__', 'B']));
  third.rememberProtected(baseUrl, 'N1', 'A', false);
  await third.saved();
  const last = (await aSession()).guards(baseUrl, 'N1');
  expect([last.seenDays, last.systems]).toEqual([9, new Set(['__proto__', 'B'])]);
  expect((await aSession()).guards(baseUrl, 'N2').systems.size).toBe(0);
});

function holding(organisations: Readonly<Record<string, object>>): void {
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, JSON.stringify({ profiles: { default: { organisations } } }), { mode: 0o600 });
}

/** Addresses of one service each, as a person may spell them; of none of the others. */
const services = [
  [
    'https://a.example',
    'https://a.example/',
    'HTTPS://A.Example',
    'a.example',
    'https://a.example:443',
    'https://a.example.',
  ],
  ['https://a.example/v1', 'https://a.example/V1/', 'a.example:443/v1//'],
  ['https://a.example:8443', 'A.EXAMPLE:8443'],
  ['http://127.0.0.1:8080', 'http://localhost:8080/', 'http://[::1]:8080', 'HTTP://LocalHost:8080', 'localhost:8080'],
] as const;

test('the protection of an organisation holds under every spelling of its address and its id, and stops under all of them', async () => {
  const entries = services.flatMap((addresses, service) => addresses.map((address) => ({ address, service })));
  const spelledId = fc.constantFrom('N1', 'n1', ' N1', 'N1 ', '\tn1', 'N2');
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...services.entries()),
      fc.constantFrom(...entries),
      spelledId,
      async (at, entry, id) => {
        const [service, [url]] = at;
        const isSame = entry.service === service && id.trim().toUpperCase() === 'N1';
        const kept = { protection: { seenDays: 90 }, protectedSystems: ['S1', ' s2 '], readOnly: true };
        holding({ [`${entry.address} ${id}`]: kept });
        const session = await aSession();
        const { systems, seenDays } = session.guards(url, 'N1');
        expect([systems, seenDays]).toEqual(isSame ? [new Set(['S1', ' s2 ']), 90] : [new Set(), 7]);
        expect(session.label(url, 'N1').isReadOnly).toBe(isSame);
        for (const systemId of ['S1', 'S2']) session.rememberProtected(url, 'N1', systemId, false);
        session.rememberLabel(url, 'N1', noLabel);
        session.rememberGuards(url, 'N1', { ...defaultGuards, seenDays: 9 });
        await session.saved();
        const next = await aSession();
        expect(next.guards(url, 'N1')).toEqual({ ...defaultGuards, seenDays: 9 });
        expect(next.label(url, 'N1').isReadOnly).toBe(false);
        if (isSame) return;
        const others = JSON.parse(readFileSync(file, 'utf8')) as object;
        expect(others).toHaveProperty(['profiles', 'default', 'organisations', `${entry.address} ${id}`], kept);
      },
    ),
  );
});

test('an entry under another spelling makes no rule weaker, and a system that any entry protects is protected', async () => {
  const weak = { tags: [], seenDays: 0, session: false, share: 100 };
  holding({
    [`${baseUrl}/ N1`]: { protection: { ...weak, keys: ['lab'] }, protectedSystems: ['S1'] },
    [`${baseUrl} N1`]: { protectedSystems: ['S2'] },
    [`A.example n1`]: { protection: { seenDays: 9 }, protectedSystems: ['S3'] },
  });
  const stronger = { keys: ['lab'], seenDays: 9, systems: new Set(['S1', 'S2', 'S3']) };
  expect((await aSession()).guards(baseUrl, 'N1')).toEqual({ ...defaultGuards, ...stronger });
});

test('without an organisation the strictest limit of all at the address counts', async () => {
  const session = await aSession();
  expect(session.guards(baseUrl, null).secondPersonAbove).toBe(defaultGuards.secondPersonAbove);
  session.rememberGuards(baseUrl, 'N1', { ...defaultGuards, secondPersonAbove: 9 });
  session.rememberGuards(baseUrl, 'T2', { ...defaultGuards, secondPersonAbove: 3 });
  session.rememberGuards(baseUrl, 'H3', defaultGuards);
  session.rememberGuards('https://b.example', 'N1', { ...defaultGuards, secondPersonAbove: 1 });
  expect(session.guards(baseUrl, null).secondPersonAbove).toBe(3);
});
