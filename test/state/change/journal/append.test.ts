import { execFile } from 'node:child_process';
import { appendFile, chmod, chown, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hostname } from 'node:os';
import process from 'node:process';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, test } from 'vitest';
import { SavedIntent } from '../../../../src/api/http/saved-intent.ts';
import { safeJson } from '../../../../src/state/kernel/spelling.ts';
import { type Journal, openJournal, removeBegun, reopenJournal } from '../../../../src/state/change/journal/append.ts';
import { type ChangeLine, type IntentLine, planEntries } from '../../../../src/state/change/journal/format.ts';
import { aRunHeader, systemsOf } from '../../../support/make.ts';
import { aSmallDisk, canMount, fillBut } from '../../../support/small-disk.ts';
import { aFolder, canSeeOpenFiles, openFilesIn } from '../../../support/folder.ts';

/** The session that writes is this one. */
const own = { pid: process.pid, computer: hostname() };
const header = aRunHeader({ at: '2026-11-20T16:02:11.123Z', items: 2, ...own });

function intent(systemId: string): IntentLine {
  return { kind: 'intent', at: header.at, id: systemId, was: { systemId, hostname: 'a\nb\u2028c\u001B[2J' } };
}

let folder = '';
beforeEach(() => {
  folder = aFolder();
});

async function opened(under = 'changes'): Promise<Journal> {
  const result = await openJournal(join(folder, under), header, []);
  if (!result.ok) throw new Error(result.code);
  return result.journal;
}

async function entriesIn(path: string): Promise<unknown[]> {
  const lines = (await readFile(path, 'utf8')).split('\n');
  expect(lines.pop()).toBe('');
  return lines.map((line) => JSON.parse(line) as unknown);
}

describe('the journal of a run', () => {
  test('can be read by its owner alone', async () => {
    const journal = await opened();
    await journal.close();
    const modes = [await stat(journal.path), await stat(join(folder, 'changes'))].map(({ mode }) => mode & 0o777);
    expect(modes).toEqual([0o600, 0o700]);
  });

  test('is named after the time to the millisecond, and never takes the file of another one', async () => {
    const journals = await Promise.all([opened(), opened(), opened()]);
    await Promise.all(journals.map((journal) => journal.close()));
    expect(new Set(journals.map(({ path }) => path)).size).toBe(3);
    for (const { path } of journals) expect(path).toMatch(/changes\/2026-11-20T16-02-11\.123-[\da-f]{8}\.jsonl$/);
  });

  test('gives the proof of an intent that is on the disk, and the code of one that is not', async () => {
    const journal = await opened();
    expect(await journal.intend(intent('S0'))).toBeInstanceOf(SavedIntent);
    expect(await entriesIn(journal.path)).toEqual([header, intent('S0')]);
    await journal.close();
    expect(await journal.intend(intent('S1'))).toBe('EBADF');
  });

  test('is gone where nothing was sent by it', async () => {
    const journal = await opened();
    await removeBegun(journal);
    expect(await readdir(join(folder, 'changes'))).toEqual([]);
  });

  test('keeps lines whole and in order, however many are appended at once, and is closed after the last', async () => {
    const journal = await opened();
    const entries = Array.from({ length: 50 }, (_, at) => intent(`S${at}`));
    const codes = Promise.all(entries.map((entry) => journal.append(entry)));
    await journal.close();
    expect(new Set(await codes)).toEqual(new Set([null]));
    expect(await entriesIn(journal.path)).toEqual([header, ...entries]);
  });
});

describe('the journal of a run that was cut off', () => {
  test('continues after its last line, and on a line of its own where that was torn', async () => {
    const journal = await opened();
    await journal.close();
    await appendFile(journal.path, '{"kind":"intent","at":"2026-');
    const again = await reopenJournal(journal.path);
    if (!again.ok) throw new Error(again.code);
    expect(await again.journal.append(intent('S1'))).toBeNull();
    await again.journal.close();
    const lines = (await readFile(journal.path, 'utf8')).split('\n');
    expect(lines.slice(1)).toEqual(['{"kind":"intent","at":"2026-', safeJson(intent('S1'), 0), '']);
  });

  test('that is gone is not begun once more', async () => {
    const path = join(folder, 'none.jsonl');
    expect(await reopenJournal(path)).toEqual({ ok: false, code: 'ENOENT' });
    await expect(stat(path)).rejects.toThrow('ENOENT');
  });
});

describe('a file that is to be continued', () => {
  const path = (): string => join(folder, 'one.jsonl');

  test.each<[string, () => Promise<unknown>, string]>([
    ['is a folder', () => mkdir(path()), 'EISDIR'],
    ['is a link', () => symlink('elsewhere', path()), 'ELOOP'],
    ['is a pipe', () => promisify(execFile)('mkfifo', [path()]), 'not a file'],
    ['may be written by others', () => writeFile(path(), '').then(() => chmod(path(), 0o622)), 'writable by others'],
    ['may be written by its group', () => writeFile(path(), '').then(() => chmod(path(), 0o620)), 'writable by others'],
  ])('and %s takes no line, and stays as it is', async (_, put, code) => {
    await put();
    expect(await reopenJournal(path())).toEqual({ ok: false, code });
    expect(await readdir(folder)).toEqual(['one.jsonl']);
    if (canSeeOpenFiles) expect(openFilesIn(folder)).toEqual([]);
  });

  test.runIf(process.getuid?.() === 0)('and is not of this user takes no line', async () => {
    await writeFile(path(), '', { mode: 0o600 });
    await chown(path(), 12_345, 12_345);
    expect(await reopenJournal(path())).toEqual({ ok: false, code: 'not yours' });
  });
});

describe('where records cannot be saved, the operating system says why:', () => {
  test('a file stands in the place of the folder', async () => {
    await writeFile(join(folder, 'changes'), '');
    expect(await openJournal(join(folder, 'changes', 'deeper'), header, [])).toEqual({ ok: false, code: 'ENOTDIR' });
  });

  test('the file was removed', async () => {
    const journal = await opened();
    await rm(join(folder, 'changes'), { recursive: true });
    expect(await journal.append(intent('S0'))).toBe('ENOENT');
    await journal.close();
  });

  test('the file is closed', async () => {
    const journal = await opened();
    await journal.close();
    expect(await journal.append(intent('S0'))).toBe('EBADF');
  });

  test.runIf(canMount).each([0, 4])(
    'with %i kB left no run begins whose plan does not fit, and no file stays',
    async (left) => {
      const disk = aFolder();
      aSmallDisk(disk, 64);
      fillBut(disk, left);
      const plan = planEntries('N1', systemsOf(200));
      expect(await openJournal(disk, header, plan)).toEqual({ ok: false, code: 'ENOSPC' });
      expect(openFilesIn(disk)).toEqual([]);
      expect(await readdir(disk)).toEqual(['filling']);
    },
  );

  test.runIf(canMount)('the disk is full for a line: what was written of it spoils no other line', async () => {
    const disk = aFolder();
    aSmallDisk(disk, 64);
    const begun = await openJournal(disk, header, []);
    if (!begun.ok) throw new Error(begun.code);
    fillBut(disk, 4);
    const long: ChangeLine = { kind: 'intent', at: header.at, id: 'S0', was: 'x'.repeat(20_000) };
    expect(await begun.journal.append(long)).toBe('ENOSPC');
    await rm(join(disk, 'filling'));
    expect([await begun.journal.append(intent('S1')), await begun.journal.append(intent('S2'))]).toEqual([null, null]);
    await begun.journal.close();
    const [first, torn, ...others] = (await readFile(begun.journal.path, 'utf8')).split('\n');
    expect(JSON.parse(first ?? '')).toEqual(header);
    expect(others).toEqual([intent('S1'), intent('S2')].map((one) => safeJson(one, 0)).concat(''));
    expect(JSON.stringify(long).startsWith(torn ?? '?')).toBe(true);
  });
});
