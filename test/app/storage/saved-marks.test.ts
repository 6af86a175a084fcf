/** Saved marks: one list for each organisation, for its owner alone, and read as the same systems. */
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { openSavedMarks } from '../../../src/app/storage/export-files.ts';
import { systemsListed } from '../../../src/state/fleet/marks/marks.ts';
import type { SavedMarks } from '../../../src/state/fleet/marks/feature.ts';
import { aFolder, inShell } from '../../support/folder.ts';
import { aSystem, systemsOf } from '../../support/make.ts';
import { property } from '../../support/property.ts';

const baseUrl = 'https://api.example';

let folder: string;

beforeEach(() => {
  folder = aFolder();
});

function textOf(saved: SavedMarks | null): string | null {
  return saved?.kind === 'read' ? saved.text : null;
}

test('the marks of each organisation are there in the next session, mode 0600', () => {
  const session = openSavedMarks(folder);
  expect(session.save(baseUrl, 'N1', systemsOf(2))).toEqual({ kind: 'saved' });
  expect(session.save(baseUrl, 'C1', systemsOf(1))).toEqual({ kind: 'saved' });
  const next = openSavedMarks(folder);
  expect(next.read(baseUrl, 'N1')).toMatchObject({ kind: 'read', count: 2 });
  expect(next.read(baseUrl, 'C1')).toMatchObject({ kind: 'read', count: 1 });
  expect(next.read('https://other.example', 'N1')).toBe(null);
  for (const name of readdirSync(join(folder, 'marks')))
    expect(statSync(join(folder, 'marks', name)).mode & 0o777).toBe(0o600);
});

const printable = fc.stringMatching(/^[!-&(-~](?:[ -~]{0,8}[!-~])?$/);

property(
  'a saved list names the same systems, whatever signs are in their ids and names',
  [fc.uniqueArray(printable, { minLength: 1, maxLength: 6 }), fc.option(fc.string({ unit: 'binary', maxLength: 8 }))],
  (ids, other) => {
    // Without another name, all are named as the id of the first.
    const hostname = other ?? ids[0] ?? '';
    const systems = ids.map((systemId) => aSystem({ systemId, hostname }));
    const saved = openSavedMarks(null);
    saved.save(baseUrl, 'N1', systems);
    expect(new Set(systemsListed(textOf(saved.read(baseUrl, 'N1')) ?? '', systems).systems)).toEqual(new Set(systems));
  },
);

test('a session that leaves no mark removes the list that it has read, and no other', () => {
  openSavedMarks(folder).save(baseUrl, 'N1', systemsOf(2));
  openSavedMarks(folder).save(baseUrl, 'N1', []);
  const session = openSavedMarks(folder);
  expect(session.read(baseUrl, 'N1')).not.toBe(null);
  session.save(baseUrl, 'N1', []);
  expect(openSavedMarks(folder).read(baseUrl, 'N1')).toBe(null);
});

test('without a folder, or where it cannot be written, a list lasts as long as the session', () => {
  const session = openSavedMarks(null);
  expect(session.save(baseUrl, 'N1', systemsOf(2))).toEqual({ kind: 'kept' });
  expect(session.read(baseUrl, 'N1')).toMatchObject({ count: 2 });
  writeFileSync(join(folder, 'marks'), '');
  const failing = openSavedMarks(folder);
  expect(failing.save(baseUrl, 'N1', systemsOf(3))).toMatchObject({ kind: 'failed' });
  expect(failing.read(baseUrl, 'N1')).toMatchObject({ count: 3 });
});

test('more marks than a list holds are not saved, and the list before stays', () => {
  openSavedMarks(folder).save(baseUrl, 'N1', systemsOf(1));
  const many = systemsOf(2, () => ({ hostname: 'a'.repeat(8_000_000) }));
  expect(openSavedMarks(folder).save(baseUrl, 'N1', many)).toEqual({ kind: 'failed', code: 'too many' });
  expect(openSavedMarks(folder).read(baseUrl, 'N1')).toMatchObject({ count: 1 });
});

test.each([
  ['writable by others', 'chmod 622 *'],
  ['no plain file', 'n=$(ls); rm "$n"; mkfifo "$n"'],
  ['too large', 'truncate -s 16000001 *'],
  ...(process.getuid?.() === 0 ? [['not yours', 'chown 12345:12345 *']] : []),
])('a list that is %s is not read, and the reason is told', (code, spoil = '') => {
  openSavedMarks(folder).save(baseUrl, 'N1', systemsOf(1));
  inShell(join(folder, 'marks'), spoil);
  expect(openSavedMarks(folder).read(baseUrl, 'N1')).toEqual({ kind: 'refused', code });
});

test('a folder that others can write holds no list', () => {
  mkdirSync(join(folder, 'marks'), { mode: 0o777 });
  inShell(folder, 'chmod 777 marks');
  expect(openSavedMarks(folder).read(baseUrl, 'N1')).toBe(null);
});
