import { expect, test } from 'vitest';
import { staleTags } from '../../../src/state/staleness/stale-tags.ts';
import { aSystem, daysAgo, now } from '../../support/make.ts';

test('tags of stale systems are counted, each once a system, the most frequent first', () => {
  const old = { lastSeen: daysAgo(200) };
  const systems = [
    aSystem({ ...old, tags: ['till', 'site-1'] }),
    aSystem({ ...old, tags: ['site-1', 'site-1'] }),
    aSystem({ ...old }),
    aSystem({ tags: ['till', 'till'] }),
  ];
  expect(staleTags(systems, 90, now)).toEqual([
    { tag: 'site-1', stale: 2 },
    { tag: 'till', stale: 1 },
  ]);
});
