/** The file of records, wherever the program was killed while it wrote, and however the file was damaged. */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { decodeRecord } from '../../../../src/state/change/runs/effects.ts';
import { type BegunRun, planEntries } from '../../../../src/state/change/journal/format.ts';
import { writtenEdit } from '../../../../src/state/change/journal/written-edit.ts';
import { runKinds } from '../../../../src/state/change/run-kinds.ts';
import { noCounts } from '../../../../src/state/change/outcome.ts';
import { findLeft, listChanges } from '../../../../src/state/change/runs/files.ts';
import { runJournals } from '../../../../src/state/change/runs/open-journals.ts';
import {
  lookAt,
  maxBytes,
  type UnreadReason,
  unreadNotice,
  type UnreadRecords,
  unreadWords,
  unusedFolder,
} from '../../../../src/state/change/journal/records-file.ts';
import { aRunHeader, daysAgo, now, systemsOf } from '../../../support/make.ts';
import { asyncProperty } from '../../../support/property.ts';
import { anEdit } from '../../../support/edits.ts';
import { aFolder } from '../../../support/folder.ts';

const systems = systemsOf(3, () => ({ lastSeen: daysAgo(200) }));
const at = new Date(now).toISOString();
const header = aRunHeader({ at, baseUrl: 'https://x', items: 3 });
const ids = systems.map(({ systemId }) => systemId);
const afterHeader = [
  ...planEntries('N1', systems),
  ...ids.map((id) => ({ kind: 'intent', at, id, was: {} })),
  ...ids.map((id) => ({ kind: 'result', at, id, outcome: { kind: 'done' } })),
];
const fileOf = (first: BegunRun): string => [first, ...afterHeader].map((line) => `${JSON.stringify(line)}\n`).join('');
const file = fileOf(header);

let folder = '';
let path = '';
beforeEach(() => {
  folder = aFolder();
  path = join(folder, '2026-11-20T10-00-00.jsonl');
});

test('wherever a run of any kind was killed, its file tells every intent and outcome, and gets its last line once settled', async () => {
  const asked = { kind: 'findCutOff', run: 9, baseUrl: 'https://x', orgId: 'N1' } as const;
  const lockOrganisation = () => Promise.resolve({ kind: 'held', release: () => undefined } as const);
  const findLock = () => Promise.resolve({ kind: 'free' } as const);
  const changesFolder = () => Promise.resolve(folder);
  const ports = { version: '1.0.0', changesFolder, now: () => now, lockOrganisation, findLock };
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...runKinds), fc.double({ min: 0, max: 1, noNaN: true }), async (does, share) => {
      const edit = does.endsWith('hange') ? { edit: writtenEdit(anEdit()) } : {};
      const whole = fileOf({ ...header, does, ...edit });
      const text = whole.slice(0, Math.round(share * whole.length));
      writeFileSync(path, text);
      const journals = runJournals(ports, decodeRecord);
      const [found, ...others] = await journals.findLeft(asked);
      expect(others).toEqual([]);
      const lines = text.split('\n').length - 1;
      if (lines === 0) {
        expect(found).toBeUndefined();
        // A header that lacks only its line break can be read, and nothing was planned by it yet.
        if (text.length < whole.indexOf('\n')) expect(await lookAt(path)).toBeNull();
        return;
      }
      // As much as its whole lines say, and no more: a system with an intent and no result is in doubt.
      const planned = lines > 1 ? systems.map(({ systemId }) => expect.objectContaining({ systemId }) as unknown) : [];
      const intents = new Set(ids.slice(0, Math.max(0, lines - 2)));
      const outcomes = new Map(ids.slice(0, Math.max(0, lines - 5)).map((id) => [id, { kind: 'done' }]));
      expect(found).toMatchObject({
        ...{ kind: 'cutOffFound', path, record: { header: { does }, planned, intents, outcomes, damaged: 0 } },
      });
      journals.close({ run: 9, end: { stop: 'cutOff', counts: noCounts, checked: null } });
      await journals.closed();
      expect(readFileSync(path, 'utf8').match(/^\{"kind":"end".*\}\n/gm)).toHaveLength(1);
      expect(await findLeft(folder, 'https://x', 'N1')).toEqual({ open: null, unread: [] });
    }),
    { numRuns: 100 },
  );
});

asyncProperty(
  'whatever is written over its lines, the file is a run or is named, and is not touched',
  [fc.nat({ max: file.length }), fc.string({ unit: 'binary', maxLength: 300 })],
  { numRuns: 60 },
  async (from, text) => {
    writeFileSync(path, file.slice(0, from) + text + file.slice(from + text.length));
    const before = readFileSync(path);
    const found = await lookAt(path);
    expect(found !== null && ('header' in found || unreadWords(found) !== '')).toBe(true);
    expect(readFileSync(path).equals(before)).toBe(true);
  },
);

test('a file that is gone since the folder was read is nothing, and one without its end of a whole run is open', async () => {
  expect(await lookAt(path)).toBeNull();
  writeFileSync(path, file);
  expect(await lookAt(path)).toMatchObject({ header, end: null });
  appendFileSync(path, `${JSON.stringify({ kind: 'end', at, stop: null, counts: { ...noCounts, done: 3 } })}\n`);
  expect(await lookAt(path)).toMatchObject({ header, end: { kind: 'end' } });
});

const torn = 'its first line is damaged';

test('two runs in one file are reported also where the last line is the end of the second', async () => {
  const end = `${JSON.stringify({ kind: 'end', at, stop: null, counts: { ...noCounts, done: 1 } })}\n`;
  writeFileSync(path, `${file.slice(0, file.indexOf('{"kind":"result"'))}${file}${end}`);
  expect(await lookAt(path)).toMatchObject({
    ...{ why: { kind: 'damaged', message: 'two changes in one file' }, orgId: 'N1', orgName: 'Northwind' },
  });
});

test('in a file whose first line is damaged, a system is in doubt until its result', async () => {
  const results = file.slice(file.indexOf('{"kind":"result"')).split('\n');
  writeFileSync(path, `torn${file.slice(0, file.indexOf('{"kind":"result"'))}${results.slice(0, 2).join('\n')}\n`);
  expect(await lookAt(path)).toMatchObject({ why: { kind: 'inDoubt', message: torn, count: 1 }, orgId: 'N1' });
});

test('a file whose first line is lost is told by its organisation, which its other lines name', async () => {
  writeFileSync(path, `torn\n${file.slice(file.indexOf('\n') + 1)}`);
  expect(await lookAt(path)).toMatchObject({ why: { kind: 'damaged', message: torn }, orgId: 'N1' });
});

test('a file larger than is read is told by its ends alone', async () => {
  const first = `${JSON.stringify(header)}\n`;
  const last = `\n${JSON.stringify({ kind: 'end', at, stop: null, counts: noCounts })}\n`;
  // Holes take no room on the disk.
  const write = (text: string, after = ''): void => {
    writeFileSync(path, text);
    truncateSync(path, maxBytes);
    appendFileSync(path, `\0${after}`);
  };
  write(first);
  expect(await lookAt(path)).toMatchObject({
    ...{ why: { kind: 'damaged', message: 'too large to read' }, orgId: 'N1', bytes: maxBytes + 1 },
  });
  // Its counts say nothing of a second run in it.
  write(first, last);
  expect(await lookAt(path)).toMatchObject({ header, end: { kind: 'end' } });
  write(`torn${first}`, last);
  expect(await lookAt(path)).toMatchObject({
    ...{ why: { kind: 'damaged', message: torn }, orgId: 'N1', orgName: 'Northwind' },
  });
});

test.each<[string, string, UnreadReason]>([
  ['a first line that is none', 'x\n', { kind: 'damaged', message: torn }],
  [
    'a newer format',
    '{"kind":"change","format":2,"version":"2.0.0"}\n',
    { kind: 'newer', format: 2, version: '2.0.0' },
  ],
  [
    'a newer format with another version',
    '{"kind":"change","format":9,"version":2}\n',
    { kind: 'newer', format: 9, version: '' },
  ],
  [
    'a damaged line of a known format',
    '{"kind":"change","format":1,"version":"1.0.0"}\n',
    { kind: 'damaged', message: torn },
  ],
  ['a format that is no number', '{"kind":"change","format":"9"}\n', { kind: 'damaged', message: torn }],
  ['another kind of file', '{"kind":"log","format":9}\n', { kind: 'damaged', message: torn }],
])('a file with %s says why it is not understood', async (_, text, why) => {
  writeFileSync(path, text);
  expect(await lookAt(path)).toMatchObject({ why });
});

const reasons: readonly [UnreadReason, words: string, brief: string][] = [
  [{ kind: 'newer', version: '', format: 2 }, 'by a newer rollcall; this reads format 1', 'newer format'],
  [
    { kind: 'newer', version: '1.4.0', format: 2 },
    'by a newer rollcall (version 1.4.0); this reads format 1',
    'newer format',
  ],
  [{ kind: 'damaged', message: torn }, torn, 'damaged'],
  [{ kind: 'notYours', message: 'a pipe, not a file', isPlain: false }, 'a pipe, not a file', 'not readable'],
  [{ kind: 'inDoubt', message: torn, count: 12_000 }, `12,000 in doubt; ${torn}`, '12,000 in doubt'],
];

function unreadBy(why: UnreadReason, path = '/changes/a.jsonl'): UnreadRecords {
  return { path, why, bytes: 1, changedMs: now, orgId: 'N1', orgName: null };
}

test.each(reasons)(
  'why a file is not understood is said in words, and has room in 76 columns: %j',
  (why, words, brief) => {
    expect(unreadWords(unreadBy(why))).toBe(words);
    expect(unreadNotice([unreadBy(why)])).toBe(`Records not read: a.jsonl, ${brief}. E shows it.`);
    const other = unreadBy(why, String.raw`C:\changes\b.jsonl`);
    expect(unreadNotice([other])).toBe(`Records not read: b.jsonl, ${brief}. E shows it.`);
    const both = unreadNotice([other, unreadBy(why)]);
    const doubt = why.kind === 'inDoubt' ? ', 24,000 in doubt' : '';
    expect(both).toBe(`Records not read: 2 files here${doubt}. E shows them.`);
    expect(both.length).toBeLessThanOrEqual(76);
  },
);

test('in the place of a file may stand something else, which is not opened', async () => {
  const put: Readonly<Record<string, () => void>> = {
    link: () => {
      symlinkSync('elsewhere', path);
    },
    pipe: () => execFileSync('mkfifo', [path]),
    folder: () => {
      mkdirSync(path);
    },
  };
  for (const [what, puts] of Object.entries(put)) {
    puts();
    const why = { kind: 'notYours', message: expect.stringContaining(what) as string, isPlain: false };
    expect(await lookAt(path)).toMatchObject({ path, why, orgId: null });
    rmSync(path, { recursive: true });
  }
  expect(await lookAt('/dev/null')).toMatchObject({ why: { kind: 'notYours', message: 'not a file' } });
});

test('the folder of records, where it is not used, is told with the reason', () => {
  const folder = unusedFolder('/changes', 'not used: not yours');
  expect([folder.path, unreadWords(folder)]).toEqual(['/changes', 'not used: not yours']);
});

/** Root may read everything: permissions are tested as another user. */
async function asAnyone<T>(does: () => Promise<T>): Promise<T> {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    return await does();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

const isNotLocked = (): Promise<boolean> => Promise.resolve(false);

test('a file that may not be read, and a folder that may not be, are among the runs with the reason', async () => {
  writeFileSync(path, file, { mode: 0o000 });
  chmodSync(folder, 0o755);
  const why = { kind: 'notYours', message: 'cannot be read (EACCES)' };
  expect(await asAnyone(() => listChanges(folder, decodeRecord, isNotLocked, now))).toMatchObject([{ path, why }]);
  chmodSync(folder, 0o000);
  expect(await asAnyone(() => listChanges(folder, decodeRecord, isNotLocked, now))).toMatchObject([
    { path: folder, why },
  ]);
  chmodSync(folder, 0o700);
});

test('where the folder may not be read, nobody says that no run was cut off', async () => {
  writeFileSync(path, file);
  chmodSync(folder, 0o000);
  const unread = { path: folder, why: { kind: 'notYours', message: 'cannot be read (EACCES)' } };
  expect(await asAnyone(() => findLeft(folder, 'https://x', 'N1'))).toMatchObject({ open: null, unread: [unread] });
  chmodSync(folder, 0o700);
  expect(await findLeft(join(folder, 'none'), 'https://x', 'N1')).toEqual({ open: null, unread: [] });
  expect(await findLeft(path, 'https://x', 'N1')).toMatchObject({
    open: null,
    unread: [{ why: { message: 'cannot be read (ENOTDIR)' } }],
  });
  expect(await findLeft(folder, 'https://x', 'N1')).toMatchObject({ open: { path }, unread: [] });
});
