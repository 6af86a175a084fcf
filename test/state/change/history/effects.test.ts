/** The effects of the history: what they read of the records, and what they tell. */
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { historyEffects } from '../../../../src/state/change/history/update.ts';
import type { Services } from '../../../../src/state/root/feature.ts';
import type { Action, Effect } from '../../../../src/state/root/state.ts';
import { aFolder, aFolderOf } from '../../../support/folder.ts';
import { aNewRun, aReviewOf, aRunHeader, now, systemsOf } from '../../../support/make.ts';
import { aRecord, anEnd, recordsIn } from '../../../support/request-records.ts';

async function answerTo(effect: Effect, ports: object = {}): Promise<Action | null> {
  const handlers = historyEffects as unknown as Readonly<
    Record<string, (effect: Effect, services: Services) => Promise<Action | null>>
  >;
  return (
    (await handlers[effect.kind]?.(effect, { ports: { now: () => now, ...ports } } as unknown as Services)) ?? null
  );
}

/** A request that is begun, and its path. */
async function begun(folder: string): Promise<string> {
  const saved = await recordsIn(folder).begin(aRecord());
  if (!saved.ok) throw new Error(saved.code);
  return saved.path;
}

test('runs and requests are in one list; of a folder that is not used it has the reason', async () => {
  const folder = aFolderOf({ 'a.jsonl': [aRunHeader()] });
  const path = await begun(folder);
  const isOrganisationLocked = () => Promise.resolve(false);
  const listed = async (changesFolder: () => Promise<string>): Promise<unknown> => {
    const told = await answerTo({ kind: 'listHistory' }, { changesFolder, isOrganisationLocked });
    return told?.kind === 'historyListed' && told.rows;
  };
  expect(await listed(() => Promise.resolve(folder))).toMatchObject([
    { path, header: { does: 'request' } },
    { header: aRunHeader() },
  ]);
  const fault = Object.assign(new Error('not yours'), { code: 'not yours', path: '/changes' });
  expect(await listed(() => Promise.reject(fault))).toMatchObject([
    { path: '/changes', why: { kind: 'notYours', message: 'not used: not yours' } },
  ]);
});

const text = (of: object): Promise<string> => Promise.resolve('header' in of ? '# Request\n\nbody\n' : '# Run\n');
const ports = { recordText: text, isOrganisationLocked: () => Promise.resolve(false) };
const lines = ['# Request', '', 'body'];

test('a request is read as a page; only what was left without an outcome is marked as seen', async () => {
  const path = await begun(aFolder());
  const before = readFileSync(path, 'utf8');
  const told = { kind: 'recordRead', page: { of: { path, was: aRecord().was, result: null }, lines } };
  expect(await answerTo({ kind: 'readRecord', of: { path }, isLeft: false }, ports)).toMatchObject(told);
  expect(readFileSync(path, 'utf8')).toBe(before);
  expect(await answerTo({ kind: 'readRecord', of: { path }, isLeft: true }, ports)).toMatchObject(told);
  expect(readFileSync(path, 'utf8')).toBe(`${before}{"kind":"seen","at":"${new Date(now).toISOString()}"}\n`);
});

test('a request is shown also where it cannot be marked as seen', async () => {
  const path = await begun(aFolder());
  chmodSync(path, 0o622);
  const told = await answerTo({ kind: 'readRecord', of: { path }, isLeft: true }, ports);
  expect(told).toMatchObject({ page: { of: { path } } });
});

test('a run is read from its file, or is the one of this session', async () => {
  const path = join(aFolderOf({ 'a.jsonl': [aRunHeader()] }), 'a.jsonl');
  const page = { of: { isEarlier: true, journalPath: path, stop: 'cutOff' }, lines: ['# Run'] };
  expect(await answerTo({ kind: 'readRecord', of: { path } }, ports)).toMatchObject({ kind: 'recordRead', page });
  const run = aNewRun(aReviewOf(systemsOf(1)));
  expect(await answerTo({ kind: 'readRecord', of: { run } }, ports)).toMatchObject({ page: { of: run } });
});

test('a record that can no longer be read is told, and nothing is exported', async () => {
  const path = join(aFolder(), 'none.jsonl');
  expect(await answerTo({ kind: 'readRecord', of: { path } }, ports)).toEqual({ kind: 'recordLost', path });
  const failed = { kind: 'exportFailed', file: null, code: 'ENOENT', isPartLeft: false };
  expect(await answerTo({ kind: 'exportRecord', of: { path }, isPage: false }, ports)).toEqual(failed);
});

test('a record is exported once, whole or as its page', async () => {
  const exported: unknown[] = [];
  const exportRecord = (...of: readonly unknown[]) => Promise.resolve((exported.push(of), { ok: true, paths: ['/a'] }));
  const records = recordsIn(aFolder());
  const saved = await records.begin(aRecord());
  if (!saved.ok) throw new Error(saved.code);
  const end = anEnd({ outcome: { kind: 'refused', problem: null }, status: 409, traceId: 't' });
  await records.end(saved.path, end);
  const effect = { kind: 'exportRecord', of: { path: saved.path }, isPage: true } as const;
  expect(await answerTo(effect, { ...ports, exportRecord })).toEqual({ kind: 'runExported', paths: ['/a'] });
  expect(exported).toMatchObject([[{ path: saved.path, result: end }, true]]);
});
