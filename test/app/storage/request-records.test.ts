/** Requests that change something are kept for their owner alone, and on the disk before it is sent. */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { ExactNumber } from '../../../src/api/exact-json.ts';
import { openRequestRecords } from '../../../src/app/storage/request-records.ts';
import { reasonWords } from '../../../src/state/change/journal/records-file.ts';
import type { RequestRecord } from '../../../src/state/change/journal/request-record.ts';
import { aRecord, anEnd } from '../../support/request-records.ts';
import { aSmallDisk, canMount, fillBut } from '../../support/small-disk.ts';
import { aFolder } from '../../support/folder.ts';

const now = Date.now();

const record = aRecord({
  at: new Date(now).toISOString(),
  before: { hostname: 'pos-0412', quota: new ExactNumber('9223372036854775807') },
});

const done = anEnd({ at: new Date(now + 84).toISOString(), traceId: '00-abc-01' });

const month = record.at.slice(0, 7);

let folder: string;

beforeEach(() => {
  folder = join(aFolder(), 'rollcall', 'requests');
});

function recordsAt(time = now) {
  return openRequestRecords({ folder: () => Promise.resolve(folder), version: '1.0.0', now: () => time });
}

/** Saves it, and answers its id. */
async function begun(changed: Partial<RequestRecord> = {}, records = recordsAt()): Promise<string> {
  const saved = await records.begin({ ...record, ...changed });
  if (!saved.ok) throw new Error(saved.code);
  return saved.id;
}

function fileNames(): readonly string[] {
  return fs.readdirSync(folder).sort();
}

function pathOf(name = `${month}.jsonl`): string {
  return join(folder, name);
}

/** As if the session that saved it were gone. */
function withoutSession(): void {
  // More than any system has.
  fs.writeFileSync(pathOf(), fs.readFileSync(pathOf(), 'utf8').replaceAll(/"pid":\d+/g, '"pid":99999999'));
}

test('a request is its header and its intent before it is sent, and one line when it has ended, for its owner alone', async () => {
  const records = recordsAt();
  const id = await begun({}, records);
  expect(fileNames()).toEqual([`${month}.jsonl`]);
  expect(fs.statSync(pathOf()).mode & 0o777).toBe(0o600);
  expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
  expect(fs.readFileSync(pathOf(), 'utf8')).toMatch(
    /^\{"kind":"run","format":1,"id":"[\da-f-]{36}",.*"does":"request",.*\}\n\{"kind":"intent","id":"[\da-f-]{36}",.*\}\n$/,
  );

  expect(await records.end(id, done)).toBeNull();
  const lines = fs.readFileSync(pathOf(), 'utf8').trimEnd().split('\n');
  expect(lines).toHaveLength(3);
  expect(JSON.parse(lines[2] ?? '')).toEqual({ kind: 'end', id, ...done });
});

test('they are listed, the newest first, and one is read as a whole, with every digit', async () => {
  const records = recordsAt();
  const id = await begun({}, records);
  await records.end(id, done);
  const later = new Date(now + 1000).toISOString();
  await begun({ at: later, method: 'DELETE', body: [1] }, records);

  const { requests, damaged, unread } = await records.list();
  expect({ damaged, unread }).toEqual({ damaged: 0, unread: [] });
  expect(requests.map(({ method, end, isUnderWay }) => ({ method, end, isUnderWay }))).toEqual([
    { method: 'DELETE', end: null, isUnderWay: true },
    { method: 'PUT', end: done, isUnderWay: false },
  ]);
  const [, first] = requests;
  const kept = first === undefined ? null : await records.read(first);
  expect(kept).toMatchObject({ id, record, end: done, cut: {}, path: pathOf() });
  expect(kept?.lines).toContain('9223372036854775807');
  expect(await records.read({ id: 'none', path: pathOf() })).toBeNull();
  expect(await records.read({ id, path: pathOf('2020-01.jsonl') })).toBeNull();
});

test('where there is no folder, none are kept, and none is made', async () => {
  expect(await recordsAt().list()).toEqual({ requests: [], damaged: 0, unread: [] });
  expect(await recordsAt().withoutEnd()).toEqual([]);
  expect(fs.existsSync(folder)).toBe(false);
});

describe('a request without an end', () => {
  test('is told once its session is gone, until somebody has looked at it', async () => {
    const id = await begun();
    expect(await recordsAt().withoutEnd()).toEqual([]);
    withoutSession();
    const [left, ...others] = await recordsAt().withoutEnd();
    expect(others).toEqual([]);
    expect(left).toMatchObject({ id, method: 'PUT', template: record.template, isSeen: false });

    expect(await recordsAt().markSeen({ id, path: pathOf() })).toBeNull();
    expect(await recordsAt().withoutEnd()).toEqual([]);
    const { requests } = await recordsAt().list();
    expect(requests).toMatchObject([{ id, end: null, isSeen: true, isUnderWay: false }]);
  });

  test('of a session that is alive is told an hour later', async () => {
    await begun();
    expect(await recordsAt(now + 59 * 60_000).withoutEnd()).toEqual([]);
    expect(await recordsAt(now + 61 * 60_000).withoutEnd()).toHaveLength(1);
  });

  test('from before this computer was started is told, whatever process has that number now', async () => {
    const start = Date.now() - uptime() * 1000;
    const before = await begun({ at: new Date(start - 10_000).toISOString() });
    await begun({ at: new Date(start + 10_000).toISOString() });
    expect(await recordsAt(start + 20_000).withoutEnd()).toMatchObject([{ id: before }]);
  });

  test('in a preview is not told: nothing was sent', async () => {
    await begun({ mode: 'preview' });
    withoutSession();
    expect(await recordsAt().withoutEnd()).toEqual([]);
  });

  test('is found at the end of a full file, and in the file before a small one', async () => {
    const records = recordsAt();
    const long = { note: 'x'.repeat(900_000) };
    for (let count = 0; count < 12; count++) await records.end(await begun({ body: long }, records), done);
    const id = await begun({}, records);
    expect(fileNames()).toEqual([`${month}-2.jsonl`, `${month}.jsonl`]);
    fs.renameSync(pathOf(`${month}-2.jsonl`), pathOf('small'));
    withoutSession();
    fs.appendFileSync(pathOf(), fs.readFileSync(pathOf('small'), 'utf8').replaceAll(/"pid":\d+/g, '"pid":99999999'));
    expect(await recordsAt().withoutEnd()).toMatchObject([{ id }]);
    fs.writeFileSync(pathOf(`${month}-2.jsonl`), '');
    expect(await recordsAt().withoutEnd()).toMatchObject([{ id }]);
    fs.rmSync(pathOf(`${month}-2.jsonl`));
    fs.mkdirSync(pathOf(`${month}-2.jsonl`));
    expect(await recordsAt().withoutEnd()).toMatchObject([{ id }]);
  });
});

describe('files', () => {
  test('a line that was cut off does not spoil the next one, and is counted', async () => {
    await begun();
    fs.appendFileSync(pathOf(), '{"kind":"run","format":1,"id":"torn');
    await begun({ method: 'POST' });
    fs.appendFileSync(pathOf(), '\n\n[]\n{"kind":"request","format":2}\n');
    const { requests, damaged } = await recordsAt().list();
    expect(requests.map(({ method }) => method).sort()).toEqual(['POST', 'PUT']);
    expect(damaged).toBe(3);
  });

  test('of 10 MB begin the next one, and the five newest stay', async () => {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of ['2025-01', '2025-01-9', '2025-01-10', '2025-02']) {
      fs.writeFileSync(pathOf(`${name}.jsonl`), '', { mode: 0o600 });
    }
    fs.writeFileSync(pathOf('notes.txt'), 'mine');
    fs.writeFileSync(pathOf(), 'x'.repeat(10 * 1024 * 1024), { mode: 0o600 });
    await begun();
    expect(fileNames()).toEqual(
      [
        `${month}-2.jsonl`,
        `${month}.jsonl`,
        '2025-01-10.jsonl',
        '2025-01-9.jsonl',
        '2025-02.jsonl',
        'notes.txt',
      ].sort(),
    );
  });

  test('of a clock that was years ahead do not push out the one that is written', async () => {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const at of [1, 2, 3, 4, 5]) fs.writeFileSync(pathOf(`2999-0${at}.jsonl`), '', { mode: 0o600 });
    await begun();
    expect(fileNames()).toEqual([
      ...[`${month}.jsonl`, '2999-02.jsonl', '2999-03.jsonl', '2999-04.jsonl', '2999-05.jsonl'],
    ]);
  });

  test('that are none, or cannot be read, are told with their reason', async () => {
    await begun();
    fs.symlinkSync(pathOf(), pathOf('2020-01.jsonl'));
    execFileSync('mkfifo', [pathOf('2020-02.jsonl')]);
    fs.mkdirSync(pathOf('2020-03.jsonl'));
    const { requests, unread } = await recordsAt().list();
    expect(requests).toHaveLength(1);
    expect(unread.map(({ path, why }) => [path.slice(-13), reasonWords(why)])).toEqual([
      ['2020-03.jsonl', 'a folder, not a file'],
      ['2020-02.jsonl', 'a pipe, not a file'],
      ['2020-01.jsonl', 'a symbolic link, not followed'],
    ]);
  });

  test('of many sessions at once: every line is whole, and every id its own', async () => {
    const code = `
      import { openRequestRecords } from ${JSON.stringify(join(process.cwd(), 'src/app/storage/request-records.ts'))};
      const records = openRequestRecords({ folder: () => Promise.resolve(process.argv[1]), version: '1', now: Date.now });
      const record = JSON.parse(process.argv[2]);
      await Promise.all(Array.from({ length: 25 }, async () => {
        const saved = await records.begin(record);
        if (saved.ok) await records.end(saved.id, JSON.parse(process.argv[3]));
      }));`;
    const others = { ...record, before: { text: 'y'.repeat(5000) } };
    const run = () =>
      once(
        spawn(
          process.execPath,
          ['--input-type=module', '-e', code, folder, JSON.stringify(others), JSON.stringify(done)],
          {
            stdio: 'ignore',
          },
        ),
        'close',
      );
    await Promise.all([run(), run(), run(), run()]);
    const { requests, damaged } = await recordsAt().list();
    expect(damaged).toBe(0);
    expect(requests.filter(({ end }) => end !== null)).toHaveLength(100);
    expect(new Set(requests.map(({ id }) => id)).size).toBe(100);
  });
});

test('a large value is kept cut, with its size and its SHA-256', async () => {
  const body = { text: 'ü'.repeat(600_000) };
  const text = JSON.stringify(body);
  const id = await begun({ body, before: body });
  const kept = await recordsAt().read({ id, path: pathOf() });
  const size = { bytes: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') };
  expect(kept?.cut).toEqual({ body: size, before: size });
  expect(kept?.record.body).toBe(text.slice(0, 65_536));
  expect(fs.statSync(pathOf()).size).toBeLessThan(300_000);
});

/** An obstacle to a record, and the code that names it. */
const inTheWay: Readonly<Record<string, { readonly code: string; readonly put: () => void }>> = {
  'a folder that others can write': {
    code: 'writable by others',
    put: () => {
      fs.mkdirSync(folder, { recursive: true });
      fs.chmodSync(folder, 0o777);
    },
  },
  'a file in the place of the folder': {
    code: 'EEXIST',
    put: () => {
      fs.mkdirSync(join(folder, '..'), { recursive: true, mode: 0o700 });
      fs.writeFileSync(folder, '');
    },
  },
  'a link in the place of the file': {
    code: 'ELOOP',
    put: () => {
      madeFolder();
      fs.writeFileSync(pathOf('elsewhere'), '');
      fs.symlinkSync(pathOf('elsewhere'), pathOf());
    },
  },
  'a folder in the place of the file': {
    code: 'EISDIR',
    put: () => {
      fs.mkdirSync(pathOf(), { recursive: true, mode: 0o700 });
    },
  },
  'a pipe in the place of the file': {
    code: 'not a file',
    put: () => {
      madeFolder();
      execFileSync('mkfifo', ['-m', '600', pathOf()]);
    },
  },
  'a file that others can write': {
    code: 'writable by others',
    put: () => {
      madeFolder();
      fs.writeFileSync(pathOf(), '');
      fs.chmodSync(pathOf(), 0o622);
    },
  },
};

function madeFolder(): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
}

describe('nothing is saved, and its code is told, where there is', () => {
  test.each(Object.keys(inTheWay))('%s', async (name) => {
    inTheWay[name]?.put();
    expect(await recordsAt().begin(record)).toEqual({ ok: false, code: inTheWay[name]?.code });
    expect(await recordsAt().withoutEnd()).toEqual([]);
  });

  test.runIf(process.getuid?.() === 0)("another person's folder or file", async () => {
    madeFolder();
    fs.writeFileSync(pathOf(), '', { mode: 0o600 });
    fs.chownSync(pathOf(), 12_345, 12_345);
    expect(await recordsAt().begin(record)).toEqual({ ok: false, code: 'not yours' });
    fs.chownSync(folder, 12_345, 12_345);
    expect(await recordsAt().begin(record)).toEqual({ ok: false, code: 'not yours' });
    await expect(recordsAt().list()).rejects.toMatchObject({ code: 'not yours' });
  });

  test('no home', async () => {
    const records = openRequestRecords({
      folder: () => Promise.reject(Object.assign(new Error('none'), { code: 'no home folder' })),
      version: '1.0.0',
      now: () => now,
    });
    expect(await records.begin(record)).toEqual({ ok: false, code: 'no home folder' });
    expect(await records.withoutEnd()).toEqual([]);
    await expect(records.list()).rejects.toMatchObject({ code: 'no home folder' });
  });

  test.runIf(canMount)('a full disk, and the line that was begun spoils no other', async () => {
    aSmallDisk(folder, 64);
    await begun();
    fillBut(folder, 4);
    const body = { text: 'x'.repeat(20_000) };
    expect(await recordsAt().begin({ ...record, body })).toEqual({ ok: false, code: 'ENOSPC' });
    fs.rmSync(pathOf('filling'));
    await begun({ method: 'POST' });
    const { requests, damaged } = await recordsAt().list();
    expect(requests.map(({ method }) => method).sort()).toEqual(['POST', 'PUT']);
    expect(damaged).toBe(1);
  });

  test.runIf(canMount)(
    'a disk that is full from the beginning, and the file that was begun takes the next record',
    async () => {
      aSmallDisk(folder, 64);
      fillBut(folder, 0);
      expect(await recordsAt().begin(record)).toEqual({ ok: false, code: 'ENOSPC' });
      fs.rmSync(pathOf('filling'));
      await begun();
      expect(fs.readdirSync(folder)).toEqual(['2026-11.jsonl']);
      expect(await recordsAt().list()).toMatchObject({ requests: [{ method: 'PUT' }], damaged: 0, unread: [] });
    },
  );

  test.runIf(canMount)('a disk that can only be read', async () => {
    aSmallDisk(folder, 64);
    await begun();
    execFileSync('mount', ['-o', 'remount,ro', folder]);
    expect(await recordsAt().begin(record)).toEqual({ ok: false, code: 'EROFS' });
    expect((await recordsAt().list()).requests).toHaveLength(1);
  });

  test('a file that is removed meanwhile: its end is not saved', async () => {
    const records = recordsAt();
    const id = await begun({}, records);
    fs.rmSync(pathOf());
    expect(await records.end(id, done)).toBe('ENOENT');
    expect(await records.end('of another session', done)).toBe('ENOENT');
  });
});
