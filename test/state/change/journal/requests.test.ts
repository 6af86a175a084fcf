/** Requests that change something are kept for their owner alone, and on the disk before they are sent. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { ExactNumber } from '../../../../src/api/exact-json.ts';
import { SavedIntent } from '../../../../src/api/http/saved-intent.ts';
import { lineIn } from '../../../../src/state/change/journal/format.ts';
import { unreadWords } from '../../../../src/state/change/journal/records-file.ts';
import {
  isAtWork,
  markSeen,
  openRequests,
  readRequest,
  type RequestRecord,
} from '../../../../src/state/change/journal/requests.ts';
import { lookAt } from '../../../../src/state/change/journal/records-file.ts';
import { findLeft, isLeft, listChanges, requestsIn } from '../../../../src/state/change/runs/files.ts';
import { holdsHidden } from '../../../../src/state/kernel/spelling.ts';
import { aRunHeader, refused } from '../../../support/make.ts';
import { aFolder } from '../../../support/folder.ts';
import { aRecord, anEnd, recordsIn, withoutSessions } from '../../../support/request-records.ts';
import { aSmallDisk, canMount, fillBut } from '../../../support/small-disk.ts';

const now = Date.now();
const at = new Date(now).toISOString();
const record = aRecord({ at }, { was: { hostname: 'pos-0412', quota: new ExactNumber('9223372036854775807') } });
const done = anEnd({ at: new Date(now + 84).toISOString(), traceId: '00-abc-01' });

let folder: string;

beforeEach(() => {
  folder = join(aFolder(), 'rollcall', 'changes');
});

async function begun(of: RequestRecord = record, records = recordsIn(folder)): Promise<string> {
  const saved = await records.begin(of);
  if (!saved.ok) throw new Error(saved.code);
  return saved.path;
}

function linesOf(path: string): readonly string[] {
  return fs.readFileSync(path, 'utf8').trimEnd().split('\n');
}

async function pathsLeft(time = now): Promise<readonly string[]> {
  return (await requestsIn(folder, time)).filter(isLeft).map(({ path }) => path);
}

test('a request is its header and its intent before it is sent, and two lines when it has ended, for its owner alone', async () => {
  const records = recordsIn(folder);
  const path = await begun(record, records);
  expect(path).toMatch(/rollcall\/changes\/[\d-]{10}T[\d-]{8}\.\d{3}-[\da-f]{8}\.jsonl$/);
  expect([fs.statSync(path).mode & 0o777, fs.statSync(folder).mode & 0o777]).toEqual([0o600, 0o700]);
  expect(linesOf(path).map((line) => lineIn(line)?.kind)).toEqual(['change', 'intent']);
  expect(records.intentOf(path)).toBeInstanceOf(SavedIntent);
  expect(await records.end(path, done)).toBeNull();
  const [header = '', intent = '', result = '', end = ''] = linesOf(path);
  expect(lineIn(header)).toMatchObject({ format: 1, version: '1.0.0', pid: process.pid, ...record.header });
  expect(intent).toContain('9223372036854775807');
  expect(lineIn(intent)).toMatchObject({ id: 'request', was: record.was, sent: null });
  expect(lineIn(result)).toEqual({ kind: 'result', id: 'request', ...done });
  expect(lineIn(end)).toMatchObject({ kind: 'end', stop: null, counts: { done: 1, unknown: 0 } });
  expect(await readRequest(path)).toMatchObject({ path, was: record.was, sent: null, cut: {}, result: done });
});

test('a request is sent by the proof of its own record alone', async () => {
  const records = recordsIn(folder);
  const path = await begun(record, records);
  expect(() => records.intentOf(`${path}x`)).toThrow('without a record');
  records.intentOf(path).spend();
  expect(() => {
    records.intentOf(path).spend();
  }).toThrow('a second time');
});

test('requests are listed with the runs, the newest first, and are none of them', async () => {
  const records = recordsIn(folder);
  await records.end(await begun(record, records), done);
  await begun(aRecord({ at: new Date(now + 1000).toISOString(), method: 'DELETE' }), records);
  fs.writeFileSync(join(folder, '2020-01-01.jsonl'), `${JSON.stringify(aRunHeader())}\n`);
  const rows = await listChanges(
    folder,
    () => null,
    () => Promise.resolve(true),
    now,
  );
  expect(rows).toMatchObject([
    { header: { method: 'DELETE' }, stage: 'going', result: null },
    { header: { method: 'PUT' }, stage: 'ended', counts: { done: 1 }, result: done },
    { header: { does: 'delete' } },
  ]);
  const { open } = await findLeft(folder, aRunHeader().baseUrl ?? '', 'N1');
  expect(open?.header.does).toBe('delete');
});

test('where there is no folder, none are kept, and none is made', async () => {
  expect([await recordsIn(folder).list(), await pathsLeft()]).toEqual([[], []]);
  expect(fs.existsSync(folder)).toBe(false);
});

test('whatever a terminal acts on or does not show is an escape in each line, and is read back', async () => {
  const name = 'x\u009D0;TITLE\u009Cy\u202Ez\u{E0041}\u007F';
  const records = recordsIn(folder);
  const sent = { [name]: [name, new ExactNumber('9007199254740993')] };
  const path = await begun(aRecord({ orgName: name, address: name }, { sent }), records);
  await records.end(
    path,
    anEnd({ traceId: name, outcome: { kind: 'refused', problem: { ...refused(409), title: name } } }),
  );
  expect(linesOf(path).filter(holdsHidden)).toEqual([]);
  expect(await readRequest(path)).toMatchObject({
    ...{ header: { orgName: name }, sent },
    result: { traceId: name, outcome: { problem: { title: name } } },
  });
});

test('a secret that a service repeats in its refusal is not in the record', async () => {
  const records = recordsIn(folder);
  const path = await begun(aRecord({}, { secrets: ['open sesame'] }), records);
  const problem = { ...refused(400), detail: 'no such password: open sesame' };
  await records.end(path, anEnd({ outcome: { kind: 'refused', problem } }));
  expect(fs.readFileSync(path, 'utf8')).not.toContain('sesame');
});

test('a large value is kept cut, with its size and its SHA-256, and its request is found all the same', async () => {
  const value = { text: 'ü'.repeat(600_000) };
  const text = JSON.stringify(value);
  const path = await begun(aRecord({ at }, { sent: value, was: value }));
  const size = { bytes: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') };
  expect(await readRequest(path)).toMatchObject({ cut: { sent: size, was: size }, sent: text.slice(0, 65_536) });
  withoutSessions(folder);
  expect(await pathsLeft()).toEqual([path]);
  const whole = { text: 'x'.repeat(1024 * 1024 - 11) };
  const other = await begun(aRecord({ at }, { sent: whole, was: null }));
  expect(await readRequest(other)).toMatchObject({ cut: {}, sent: whole, was: null });
});

test('a result is found however long the errors of the service are', async () => {
  const errors = { name: Array.from({ length: 40 }, () => 'x'.repeat(2000)) };
  const outcome = { kind: 'refused', problem: { ...refused(400), errors } } as const;
  const records = recordsIn(folder);
  const path = await begun(record, records);
  await records.end(path, anEnd({ outcome, status: 400 }));
  expect(await lookAt(path)).toMatchObject({ result: { status: 400, outcome: { kind: 'refused' } } });
});

test('a request is listed from its complete intent on, however long a torn line is', async () => {
  const sent = { text: 'x'.repeat(100_000) };
  const path = await begun(aRecord({ at }, { sent }));
  const text = fs.readFileSync(path, 'utf8');
  fs.writeFileSync(path, `${text}{"kind":"result","id":"${'y'.repeat(100_000)}`);
  expect(await lookAt(path)).toMatchObject({ header: { does: 'request' }, result: null });
  for (const length of [text.indexOf('\n') + 1, 65_537, text.length - 1]) {
    fs.writeFileSync(path, text.slice(0, length));
    expect(await lookAt(path)).toBeNull();
  }
});

describe('a request without an end', () => {
  test('is told once its session is gone, until somebody has looked at it', async () => {
    const path = await begun();
    expect(await pathsLeft()).toEqual([]);
    withoutSessions(folder);
    expect(await pathsLeft()).toEqual([path]);
    expect(await markSeen(path, at)).toBeNull();
    expect(await pathsLeft()).toEqual([]);
    expect(await recordsIn(folder).list()).toMatchObject([{ stage: 'cutOff', isSeen: true }]);
  });

  test('is not told where its result is saved', async () => {
    const records = recordsIn(folder);
    const path = await begun(record, records);
    await records.end(path, done);
    fs.writeFileSync(path, `${linesOf(path).slice(0, 3).join('\n')}\n`);
    withoutSessions(folder);
    expect(await records.list()).toMatchObject([{ stage: 'cutOff', isSeen: false, result: done }]);
    expect(await pathsLeft()).toEqual([]);
  });

  test.each([
    ['is under way for an hour while its session is alive', 24 * 3_600_000, 59 * 60_000, 61 * 60_000],
    ['from before this computer was started is not under way, whatever process has that number', 10_000, 9000, 11_000],
  ])('%s', (_, upMs, isUnderWay, isNot) => {
    const own = { pid: process.pid, computer: hostname() };
    const begunAt = (ms: number) => ({ ...own, at: new Date(now - ms).toISOString() });
    expect([isUnderWay, isNot].map((ms) => isAtWork(begunAt(ms), now, upMs))).toEqual([true, false]);
  });

  test('in a preview is not told: nothing was sent', async () => {
    await begun(aRecord({ at, mode: 'preview' }));
    withoutSessions(folder);
    expect(await pathsLeft()).toEqual([]);
  });

  test.each([0, 1, 20])(
    'whose intent is torn %i bytes after its header was not sent, and is not listed',
    async (bytes) => {
      const path = await begun();
      const [header = '', intent = ''] = linesOf(path);
      fs.writeFileSync(path, `${header}\n${intent.slice(0, bytes)}`);
      expect([await recordsIn(folder).list(), await readRequest(path)]).toEqual([[], null]);
    },
  );
});

test('a file that was begun and holds nothing is not listed; others that are none are told with their reason', async () => {
  const path = await begun();
  fs.writeFileSync(join(folder, '2020-00.jsonl'), '{"kind":"chan');
  fs.symlinkSync(path, join(folder, '2020-01.jsonl'));
  execFileSync('mkfifo', [join(folder, '2020-02.jsonl')]);
  fs.mkdirSync(join(folder, '2020-03.jsonl'));
  const rows = await listChanges(
    folder,
    () => null,
    () => Promise.resolve(false),
    now,
  );
  expect(rows.map((row) => ('why' in row ? unreadWords(row) : row.path))).toEqual([
    ...[path, 'a folder, not a file', 'a pipe, not a file', 'a symbolic link, not followed'],
  ]);
});

test('beyond 2,000 files the oldest requests that have ended go; runs and open requests stay', async () => {
  const records = recordsIn(folder);
  const first = await begun(aRecord({ at: '2020-01-01T00:00:00.000Z' }), records);
  const ended = await begun(aRecord({ at: '2020-01-02T00:00:00.000Z' }), records);
  await records.end(ended, done);
  const run = join(folder, '2020-01-01T12-00-00.000-a.jsonl');
  fs.writeFileSync(run, `${JSON.stringify(aRunHeader())}\n`);
  for (let count = 3; count < 2000; count++) fs.writeFileSync(join(folder, `2021-${count}.jsonl`), '');
  await begun(record, records);
  await expect.poll(() => fs.existsSync(ended)).toBe(false);
  expect([fs.existsSync(first), fs.existsSync(run)]).toEqual([true, true]);
});

describe('nothing is saved, and its code is told, where there is', () => {
  test.each<[string, string, () => void]>([
    [
      'a file in the place of the folder',
      'EEXIST',
      () => {
        fs.writeFileSync(folder, '');
      },
    ],
    [
      'a folder that cannot be made',
      'ENOTDIR',
      () => {
        folder = join(folder, '..', 'file', 'deeper');
        fs.writeFileSync(join(folder, '..'), '');
      },
    ],
  ])('%s', async (_, code, put) => {
    fs.mkdirSync(join(folder, '..'), { recursive: true });
    put();
    expect(await recordsIn(folder).begin(record)).toEqual({ ok: false, code });
  });

  test('no home', async () => {
    const none = Object.assign(new Error('none'), { code: 'no home folder' });
    const records = openRequests(() => Promise.reject(none), '1.0.0');
    expect(await records.begin(record)).toEqual({ ok: false, code: 'no home folder' });
  });

  test.runIf(canMount)('a full disk, and no file of it stays', async () => {
    aSmallDisk(folder, 64);
    await begun();
    fillBut(folder, 4);
    expect(await recordsIn(folder).begin({ ...record, sent: { text: 'x'.repeat(20_000) } })).toEqual({
      ok: false,
      code: 'ENOSPC',
    });
    fs.rmSync(join(folder, 'filling'));
    await begun(aRecord({ method: 'POST' }));
    expect((await recordsIn(folder).list()).map(({ header }) => header.method).sort()).toEqual(['POST', 'PUT']);
    expect(fs.readdirSync(folder)).toHaveLength(2);
  });

  test.runIf(canMount)('a disk that can only be read', async () => {
    aSmallDisk(folder, 64);
    const records = recordsIn(folder);
    await records.end(await begun(record, records), done);
    execFileSync('mount', ['-o', 'remount,ro', folder]);
    expect(await recordsIn(folder).begin(record)).toEqual({ ok: false, code: 'EROFS' });
    expect(await recordsIn(folder).list()).toHaveLength(1);
  });

  test('a file that is removed meanwhile: its end is not saved', async () => {
    const records = recordsIn(folder);
    const path = await begun(record, records);
    fs.rmSync(path);
    expect(await records.end(path, done)).toBe('ENOENT');
  });
});
