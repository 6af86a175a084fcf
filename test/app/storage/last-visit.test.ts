/** Snapshots of the last visit: for their owner alone, and never in the way. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { nameFor } from '../../../src/app/storage/own-file.ts';
import { compareWithLastVisit, lastVisitSeen, leaveOutOfLastVisit } from '../../../src/app/storage/remembered.ts';
import type { Changes } from '../../../src/state/fleet/changes.ts';
import { aFolder } from '../../support/folder.ts';

const baseUrl = 'https://api.example';

let folder: string;
let path: string;

beforeEach(() => {
  folder = aFolder();
  mkdirSync(join(folder, 'seen'));
  path = join(folder, 'seen', `${nameFor(`${baseUrl}\nN1`)}.json`);
});

function visit(...systems: string[]): Changes | null {
  return compareWithLastVisit(folder, baseUrl, 'N1', { at: 1, systems, connected: [], names: systems }).changes;
}

test('each visit is compared with the one before', () => {
  expect(visit('S1')).toBeNull();
  expect(visit('S1', 'S2')).not.toBeNull();
  expect(readdirSync(join(folder, 'seen'))).toHaveLength(1);
});

test('a system that the same person has deleted since is left out of it, and is no news then', () => {
  visit('S1', 'S2', 'S3');
  leaveOutOfLastVisit(folder, baseUrl, 'N1', new Set(['S2']));
  expect(visit('S1')).toMatchObject({ since: 1, gone: new Map([['S3', 'S3']]), fresh: new Set() });
});

test('changes are told by every visit until they are seen, also after systems were left out', () => {
  visit('S1', 'S2', 'S3');
  const told = { fresh: new Set(['S4']), gone: { size: 2 } };
  expect([visit('S1', 'S4'), visit('S1', 'S4')]).toMatchObject([told, told]);
  leaveOutOfLastVisit(folder, baseUrl, 'N1', new Set(['S2']));
  expect(visit('S1', 'S4')).toMatchObject({ fresh: new Set(['S4']), gone: new Map([['S3', 'S3']]) });
  lastVisitSeen(folder, baseUrl, 'N1');
  expect(visit('S1', 'S3', 'S4')).toMatchObject({ fresh: new Set(), gone: new Map(), again: 1 });
});

test('where there was no visit, nothing is removed from it', () => {
  leaveOutOfLastVisit(folder, baseUrl, 'N1', new Set(['S2']));
  expect(readdirSync(join(folder, 'seen'))).toHaveLength(0);
});

test('a pipe in its place does not block, and is replaced', () => {
  execFileSync('mkfifo', [path]);
  expect(visit('S1')).toBeNull();
  expect(visit('S1')).not.toBeNull();
});

test('a link in its place is not followed: what it leads to stays as it is', () => {
  const precious = join(folder, 'precious');
  writeFileSync(precious, 'precious');
  symlinkSync(precious, path);
  expect(visit('S1')).toBeNull();
  expect(readFileSync(precious, 'utf8')).toBe('precious');
  expect(visit('S1')).not.toBeNull();
});

test('a folder in its place, or an invalid file, is moved aside, and that is reported once', () => {
  const damaged = { changes: null, problem: expect.stringContaining('damaged, and kept aside.') as string };
  const compared = () => compareWithLastVisit(folder, baseUrl, 'N1', { at: 1, systems: [], connected: [], names: [] });
  mkdirSync(path);
  expect(compared()).toEqual(damaged);
  writeFileSync(path, '{"at":1,"systems":{},"connected":[]}');
  expect(compared()).toEqual(damaged);
  expect(compared()).toMatchObject({ changes: { since: 1 }, problem: null });
  expect(readdirSync(join(folder, 'seen'))).toHaveLength(3);
});
