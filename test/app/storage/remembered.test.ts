/** `state.json` holds what rollcall remembers by itself: it may be lost, and the settings beside it may not. */
import fs from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { beforeEach, describe, expect, test } from 'vitest';
import { memoryOf } from '../../../src/app/storage/preferences/port.ts';
import {
  openPreferences,
  type Preferences,
  sessionPreferences,
} from '../../../src/app/storage/preferences/preferences.ts';
import { defaultColumns } from '../../../src/state/fleet/columns.ts';
import { defaultGuards } from '../../../src/state/fleet/protection/guards.ts';
import { inShell, ownFolders } from '../../support/folder.ts';
import { aReadOnlyDisk, aSmallDisk, canMount, fillBut } from '../../support/small-disk.ts';

const baseUrl = 'https://a.example';

function listeners() {
  return (Object.keys(constants.signals) as NodeJS.Signals[]).map((signal) => process.listeners(signal));
}

const listenersBefore = listeners();

let settings: string;
let state: string;

beforeEach(() => {
  const folders = ownFolders();
  settings = join(folders.config, 'config.json');
  state = join(folders.state, 'state.json');
  for (const folder of [folders.config, folders.state]) fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
});

function write(path: string, text: string): void {
  fs.writeFileSync(path, text, { mode: 0o600 });
}

function read(path: string): string {
  return fs.readFileSync(path, 'utf8');
}

async function aSession() {
  const preferences = await openPreferences('default');
  return { preferences, memory: memoryOf(preferences) };
}

const columns = { ...defaultColumns, shown: ['tags'] as const };

/** The last organisation and the columns in use, as the next start has them. */
async function remembered() {
  const { memory } = await aSession();
  return [memory.lastOrganisation(baseUrl), memory.view(baseUrl, 'N1').columns.shown];
}

async function remember(orgId = 'N1'): Promise<Preferences> {
  const { preferences, memory } = await aSession();
  memory.rememberOrganisation(baseUrl, orgId);
  memory.rememberView(baseUrl, 'N1', columns, {});
  await memory.saved();
  return preferences;
}

const mine = '{\n  // mine\n  "profiles": { "default": { "readOnly": true, }, }\n}\n';

test('the last organisation and the columns in use are there at the next start, and the settings are not written', async () => {
  write(settings, mine);
  await remember();
  expect(await remembered()).toEqual(['N1', ['tags']]);
  expect(read(settings)).toBe(mine);
  expect(JSON.parse(read(state))).toEqual({
    profiles: { default: { lastOrganisations: { [baseUrl]: 'N1' }, columns: { [`${baseUrl} N1`]: ['tags'] } } },
  });
  expect(fs.statSync(state).mode & 0o777).toBe(0o600);
});

test('without settings, no settings file is made, and a profile of which something is remembered is known', async () => {
  const preferences = await openPreferences('work');
  expect(preferences.isNewProfile).toBe(true);
  memoryOf(preferences).rememberOrganisation(baseUrl, 'N1');
  await preferences.savedInHaste();
  expect(fs.existsSync(settings)).toBe(false);
  expect(await openPreferences('work')).toMatchObject({ isNewProfile: false, profileNames: ['default', 'work'] });
});

test('values that another version remembers stay', async () => {
  write(state, '{"later":1,"profiles":{"default":{"later":2},"other":{}}}');
  await remember();
  expect(JSON.parse(read(state))).toMatchObject({ later: 1, profiles: { default: { later: 2 }, other: {} } });
});

test('a demo remembers for its session, and writes nothing', async () => {
  const preferences = sessionPreferences();
  expect(preferences.unknown).toEqual([]);
  const memory = memoryOf(preferences);
  memory.rememberOrganisation(baseUrl, 'N1');
  await memory.saved();
  expect(memory.lastOrganisation(baseUrl)).toBe('N1');
  expect(fs.existsSync(state)).toBe(false);
});

test('a session that changes nothing writes nothing, and one that is used saves by itself', async () => {
  const { memory } = await aSession();
  await memory.saved();
  expect(fs.existsSync(state)).toBe(false);
  memory.rememberOrganisation(baseUrl, 'N1');
  await expect.poll(() => fs.existsSync(state), { timeout: 120_000 }).toBe(true);
});

test('a listener of conf ends no session: a signal is heard once', async () => {
  await import('../../../src/app/storage/conf-file.ts');
  expect(listeners()).toEqual(listenersBefore);
});

test.each([
  ['empty', ''],
  ['cut off', '{"profiles":{"default":{"lastOrg'],
  ['of zeros', '\0'.repeat(100)],
  ['a list', '[]'],
])('a damaged file: %s is cleared, which is said once, and the settings stay as they are', async (_, text) => {
  write(settings, mine);
  write(state, text);
  const { preferences, memory } = await aSession();
  const message = 'Last organisation and columns are forgotten: state.json was damaged.';
  expect(preferences.unknown).toEqual([message]);
  expect(memory.settings().isReadOnly).toBe(true);
  await memory.saved();
  expect(JSON.parse(read(state))).toEqual({});
  expect((await aSession()).preferences.unknown).toEqual([]);
  expect(read(settings)).toBe(mine);
  await remember();
  expect(await remembered()).toEqual(['N1', ['tags']]);
});

const aCount = { systems: 5, stale: 2, days: 90, unknown: 0, at: 7, isIncomplete: false };
const aList = { filter: 'web', sort: { by: 'name', reversed: false }, days: null, isWide: false, systemId: null };

/** A file with everything that is remembered, and a place for each thing that is not understood. */
const whole = {
  later: 1,
  profiles: {
    default: {
      lastOrganisations: { [baseUrl]: 'N1' },
      counts: { [baseUrl]: { N1: { ...aCount, visits: [{ at: 1, stale: 2 }] } } },
      columns: { [`${baseUrl} N1`]: ['tags'] },
      lists: { [`${baseUrl} N1`]: aList },
    },
    work: { lastOrganisations: { [baseUrl]: 'N2' } },
  },
};

const counted = ['profiles', 'default', 'counts', baseUrl];

test.each<[string, (string | number)[], unknown]>([
  ['profiles', ['profiles', 'odd'], 7],
  ['fields of a profile', ['profiles', 'work', 'columns'], 'tags'],
  ['organisations', ['profiles', 'default', 'lastOrganisations', 'https://b.example'], 7],
  ['columns', ['profiles', 'default', 'columns', 'odd'], 'tags'],
  ['services', ['profiles', 'default', 'counts', 'odd'], []],
  ['counts', [...counted, 'N2'], { ...aCount, days: -1 }],
  ['visits', [...counted, 'N1', 'visits', 1], { at: 'x', stale: 1 }],
  ['lists', ['profiles', 'default', 'lists', 'odd'], 7],
  ['orders', ['profiles', 'default', 'lists', 'odd'], { ...aList, sort: { by: 'constructor', reversed: false } }],
  ['thresholds', ['profiles', 'default', 'lists', 'odd'], { ...aList, days: 0 }],
])('one of the %s that is not understood costs itself alone, which is said once', async (_, path, odd) => {
  const file = structuredClone(whole);
  const parent = path.slice(0, -1).reduce<object>((at, key) => Reflect.get(at, key) as object, file);
  Reflect.set(parent, path.at(-1) ?? '', odd);
  write(state, JSON.stringify(file));
  const { preferences, memory } = await aSession();
  expect(preferences.unknown).toEqual(['A part of state.json was damaged: it is forgotten, and the rest stays.']);
  expect(memory.listView(baseUrl, 'N1')).toEqual(aList);
  expect([...memory.counts(baseUrl)]).toEqual(Object.entries(whole.profiles.default.counts[baseUrl]));
  expect(await remembered()).toEqual(['N1', ['tags']]);
  await memory.saved();
  expect(JSON.parse(read(state))).toMatchObject(whole);
  expect(read(state)).not.toContain('odd');
  expect((await aSession()).preferences.unknown).toEqual([]);
});

const theirs = '{"profiles":{"default":{"lastOrganisations":{"https://a.example":"N9"}}}}';
test.each([
  ['writable by others', 'chmod 666 state.json'],
  ['a link', 'mv state.json there; ln -s there state.json'],
  ['in a folder of others', 'chmod 777 .'],
])('a file that another user could have written is neither used nor changed: %s', async (name, spoil) => {
  write(state, theirs);
  inShell(dirname(state), spoil);
  const preferences = await remember('N1');
  expect(read(state)).toBe(theirs);
  expect(preferences.remembered.lastOrganisations).toEqual({ [baseUrl]: 'N1' });
  expect(preferences.unknown).toHaveLength(name === 'in a folder of others' ? 0 : 1);
  expect((await remembered())[0]).toBeNull();
});

test('nor one that they could write since this session has begun', async () => {
  const { memory } = await aSession();
  write(state, theirs);
  inShell(dirname(state), 'chmod 666 state.json');
  memory.rememberOrganisation(baseUrl, 'N1');
  await memory.saved();
  expect(read(state)).toBe(theirs);
});

test('two sessions lose nothing of one another', async () => {
  const [first, second] = [await aSession(), await aSession()];
  first.memory.rememberOrganisation(baseUrl, 'N1');
  second.memory.rememberOrganisation('https://b.example', 'N2');
  second.memory.rememberView(baseUrl, 'N1', columns, {});
  await Promise.all([first.memory.saved(), second.memory.saved()]);
  expect(await remembered()).toEqual(['N1', ['tags']]);
  expect((await aSession()).memory.lastOrganisation('https://b.example')).toBe('N2');
});

describe.runIf(canMount)('a disk', () => {
  test.each([0, 4, 8])('with %i kB left loses no setting, whatever becomes of the rest', async (left) => {
    write(settings, mine);
    const folder = dirname(state);
    aSmallDisk(folder, 128);
    const many = Object.fromEntries(
      Array.from({ length: 100 }, (_, at) => [`p${at}`, { lastOrganisations: { x: 'y'.repeat(150) } }]),
    );
    write(state, JSON.stringify({ profiles: many }));
    fillBut(folder, left);
    const { preferences, memory } = await aSession();
    memory.rememberOrganisation(baseUrl, 'N1');
    memory.rememberProtected(baseUrl, 'N1', 'S1', true);
    await memory.saved();
    expect(memory.lastOrganisation(baseUrl)).toBe('N1');
    expect(preferences.problem).toBeNull();
    const next = await aSession();
    expect(next.memory.settings().isReadOnly).toBe(true);
    expect(next.memory.guards(baseUrl, 'N1')).toEqual({ ...defaultGuards, systems: new Set(['S1']) });
    expect(read(settings)).toContain('// mine');
  });

  test('that only can be read: everything is remembered for the session', async () => {
    write(settings, mine);
    aReadOnlyDisk(dirname(state));
    const preferences = await remember();
    expect(preferences.remembered.lastOrganisations).toEqual({ [baseUrl]: 'N1' });
    expect(preferences).toMatchObject({ problem: null, unknown: [] });
  });
});
