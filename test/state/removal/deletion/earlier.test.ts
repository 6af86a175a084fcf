/** How earlier deletions left the systems that they did not delete, from their files. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findEarlier } from '../../../../src/state/change/runs/earlier.ts';
import { aFolderOf } from '../../../support/folder.ts';
import { aRunHeader as header, baseUrl } from '../../../support/make.ts';

function result(systemId: string, outcome: object, at = '2026-11-02T10:00:01.000Z'): object {
  return { kind: 'result', at, systemId, outcome };
}

const kept = { kind: 'kept', why: 'connected' };

test('the newest comes first; deleted systems and those of others are left out', async () => {
  const folder = aFolderOf({
    '2026-11-02T10-00-00.jsonl': [header(), result('S1', kept), result('S2', { kind: 'done' })],
    '2026-11-03T10-00-00.jsonl': [
      header(),
      result('S1', { kind: 'failed', problem: null }, '2026-11-03T10:00:01.000Z'),
      result('S3', { kind: 'unknown', problem: null }),
      result('S3', { kind: 'done' }),
    ],
    '2026-11-04T10-00-00.jsonl': [header({ orgId: 'T1' }), result('S1', kept)],
    '2026-11-05T10-00-00.jsonl': [header({ mode: 'preview' }), result('S1', kept)],
    '2026-11-06T10-00-00.jsonl': [header({ baseUrl: 'https://elsewhere.example' }), result('S1', kept)],
  });
  const earlier = await findEarlier(folder, baseUrl, 'N1');
  expect([...earlier.keys()]).toEqual(['S1']);
  expect(earlier.get('S1')?.map(({ outcome }) => outcome.kind)).toEqual(['failed', 'kept']);
});

test('a damaged line takes no other with it, and no folder has none', async () => {
  const folder = aFolderOf({ '2026-11-02T10-00-00.jsonl': [header(), result('S1', kept)] });
  writeFileSync(join(folder, '2026-11-02T10-00-00.jsonl'), '{"kind":"result"torn\n', { flag: 'a' });
  expect((await findEarlier(folder, baseUrl, 'N1')).size).toBe(1);
  expect((await findEarlier(join(folder, 'none'), baseUrl, 'N1')).size).toBe(0);
});

test('a run of disabling is told without its successes, and its kept and undone systems as its own', async () => {
  const folder = aFolderOf({
    '2026-11-02T10-00-00.jsonl': [
      header({ does: 'disable' }),
      ...[result('S1', { kind: 'done' }), result('S2', { kind: 'already' }), result('S3', kept)],
      result('S4', { kind: 'refused', problem: null }),
    ],
  });
  const earlier = await findEarlier(folder, baseUrl, 'N1');
  expect([...earlier].map(([id, [one]]) => [id, one?.does, one?.outcome.kind])).toEqual([
    ['S3', 'disable', 'kept'],
    ['S4', 'disable', 'refused'],
  ]);
});
