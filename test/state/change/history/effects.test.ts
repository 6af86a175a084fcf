/** The effects of the history: what they ask of the records, and what they tell. */
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { historyEffects } from '../../../../src/state/change/history/effects.ts';
import type { Services } from '../../../../src/state/root/feature.ts';
import type { Action, Effect } from '../../../../src/state/root/state.ts';
import { aFolderOf } from '../../../support/folder.ts';
import { aRunHeader } from '../../../support/make.ts';
import { aRecord } from '../../../support/request-records.ts';

const path = '/requests/2026-11.jsonl';
const request = { id: 'A', record: aRecord(), cut: {}, end: null, path, lines: '{"kind":"run"}' };
const about = { id: 'A', path };

async function answerTo(effect: Effect, ports: object): Promise<Action | null> {
  const handlers = historyEffects as unknown as Readonly<
    Record<string, (effect: Effect, services: Services) => Promise<Action | null>>
  >;
  return (await handlers[effect.kind]?.(effect, { ports } as unknown as Services)) ?? null;
}

test('runs and requests are in one list, also where the folder of one of them is not used', async () => {
  const fault = (where: string) =>
    Promise.reject(Object.assign(new Error('not yours'), { code: 'EACCES', path: where }));
  const summary = { ...aRecord(), id: 'A', end: null, path, isUnderWay: false, isSeen: false };
  const list = () => Promise.resolve({ requests: [summary], damaged: 1, unread: [] });
  const runsFolder = () => Promise.resolve(aFolderOf({ 'a.jsonl': [aRunHeader()] }));
  const isOrganisationLocked = () => Promise.resolve(false);
  const listed = async (ports: object): Promise<unknown> => {
    const told = await answerTo(
      { kind: 'listHistory' },
      { runsFolder, isOrganisationLocked, requestRecords: { list }, ...ports },
    );
    return told?.kind === 'historyListed' && [told.list.rows, told.list.damaged];
  };
  const run = expect.objectContaining({ header: aRunHeader() }) as unknown;
  const unused = (where: string): unknown =>
    expect.objectContaining({ path: where, why: { kind: 'unusedFolder', code: 'EACCES' } });
  expect(await listed({})).toEqual([expect.arrayContaining([summary, run]), 1]);
  expect(await listed({ runsFolder: () => fault('/runs') })).toEqual([
    expect.arrayContaining([summary, unused('/runs')]),
    1,
  ]);
  const requestRecords = { list: () => fault('/requests') };
  expect(await listed({ requestRecords })).toEqual([expect.arrayContaining([run, unused('/requests')]), 0]);
});

test('a request is read as a whole, and is paged with the line break that its lines end with', async () => {
  const asked: unknown[] = [];
  const read = (of: unknown) => Promise.resolve((asked.push(of), request));
  const shown: string[] = [];
  const ports = (says: string | null) => ({
    requestRecords: { read },
    showText: (text: string) => Promise.resolve((shown.push(text), says)),
  });
  const told = await answerTo({ kind: 'readRequestRecord', ...about, isLeft: false }, ports(null));
  expect(told).toEqual({ kind: 'historyRequestRead', request });
  expect(await answerTo({ kind: 'pageRequestRecord', ...about }, ports(null))).toBeNull();
  expect(await answerTo({ kind: 'pageRequestRecord', ...about }, ports('no pager'))).toEqual({
    ...{ kind: 'showingFailed', says: 'no pager' },
  });
  expect([asked, shown]).toEqual([
    [about, about, about],
    ['{"kind":"run"}\n', '{"kind":"run"}\n'],
  ]);
});

test.each<Effect>([
  { kind: 'readRequestRecord', ...about, isLeft: true },
  { kind: 'pageRequestRecord', ...about },
])('a request that can no longer be read is told, and nothing is shown or marked as seen: $kind', async (effect) => {
  // Nothing else is there to be asked.
  const requestRecords = { read: () => Promise.resolve(null) };
  expect(await answerTo(effect, { requestRecords })).toEqual({ kind: 'historyRequestLost', path });
});

test('only what was left without an outcome is marked as seen, and is shown once that is saved', async () => {
  const seen: unknown[] = [];
  const told: unknown[] = [];
  const saved = Promise.withResolvers<string | null>();
  const requestRecords = {
    read: () => Promise.resolve(request),
    markSeen: (of: unknown) => (seen.push(of), saved.promise),
  };
  const read = (isLeft: boolean): Promise<unknown> =>
    answerTo({ kind: 'readRequestRecord', ...about, isLeft }, { requestRecords }).then((one) => told.push(one));
  await read(false);
  expect([seen, told.length]).toEqual([[], 1]);
  const marked = read(true);
  await setImmediate();
  expect([seen, told.length]).toEqual([[about], 1]);
  saved.resolve('ENOSPC');
  await marked;
  expect(told.at(-1)).toEqual({ kind: 'historyRequestRead', request });
});
