/** Files stay whole on a full disk (hazards, G10). */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { beforeEach, describe, expect, test } from 'vitest';
import { changePreferences } from '../../../src/app/storage/preferences/preferences.ts';
import { replaceFile } from '../../../src/app/storage/atomic-write.ts';
import { removeFromFile, storeInFile } from '../../../src/app/tokens/token-store.ts';
import { aSmallDisk, canMount, fillBut } from '../../support/small-disk.ts';
import { aFolder } from '../../support/folder.ts';

const token = 'aB3'.repeat(21);

let folder: string;

beforeEach(() => {
  folder = aFolder();
});

test('a file is replaced as a whole, for its owner alone, and nothing else is left beside it', () => {
  const path = join(folder, 'new', 'file.json');
  replaceFile(path, 'one');
  replaceFile(path, 'ü'.repeat(100_000));
  expect(readFileSync(path, 'utf8')).toBe('ü'.repeat(100_000));
  expect(readdirSync(join(folder, 'new'))).toEqual(['file.json']);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

describe.runIf(canMount).each([0, 4, 8, 12, 16, 20, 24])('with %i kB left, the old file stays as it is:', (left) => {
  let path: string;

  /** A file of 18 kB, with so much room beside it. */
  function aFile(text: string): void {
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    aSmallDisk(disk, 128);
    path = join(disk, 'file.json');
    writeFileSync(path, text, { mode: 0o600 });
    fillBut(disk, left);
  }

  /** It changed as it was to, or failed and left everything as it was. */
  function expectAllOrNothing(before: string, isDone: boolean, done: (text: string) => boolean): void {
    const text = readFileSync(path, 'utf8');
    expect(isDone ? done(text) : text === before).toBe(true);
    const names = readdirSync(join(folder, 'disk')).filter(
      (name) => name !== 'locks' && name !== 'config.last-good.json',
    );
    expect(names.sort()).toEqual(['file.json', 'filling']);
    if (left < 16) expect(isDone).toBe(false);
  }

  test('preferences', async () => {
    const views = Object.fromEntries(Array.from({ length: 18 }, (_, at) => [String(at), { filter: 'x'.repeat(1000) }]));
    const before = JSON.stringify({
      profiles: { default: { organisations: { 'https://a.example N1': { readOnly: true, views } } } },
    });
    aFile(before);
    const isDone = await changePreferences(path, (file) => ({ ...file, later: 1 })).then(
      () => true,
      () => false,
    );
    expectAllOrNothing(before, isDone, (text) => {
      const { later, ...others } = JSON.parse(text) as Record<string, unknown>;
      return later === 1 && isDeepStrictEqual(others, JSON.parse(before));
    });
  });

  test('tokens', () => {
    const tokens = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`https://h${at}.example`, token]));
    const before = JSON.stringify(tokens);
    aFile(before);
    const kept = storeInFile(path, 'https://a.example', token);
    expectAllOrNothing(before, kept.ok, (text) => text === JSON.stringify({ ...tokens, 'https://a.example': token }));
    if (!kept.ok) expect(kept).toMatchObject({ reason: 'failed', sentence: `${path} cannot be written (ENOSPC).` });
    expect(removeFromFile(path, 'https://h0.example').ok).toBe(kept.ok);
  });
});
