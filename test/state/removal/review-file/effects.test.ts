/** The file of a review is written and read, or why not is said. */
import { expect, test } from 'vitest';
import { reviewFileEffects } from '../../../../src/state/removal/review-file/feature.ts';
import { maxReviewBytes, readReview, type ReviewContent } from '../../../../src/state/removal/review-file/format.ts';
import type { Services } from '../../../../src/state/root/feature.ts';
import { aFolder } from '../../../support/folder.ts';
import { aSystem, baseUrl, daysAgo } from '../../../support/make.ts';
import { aRecord, recordsIn } from '../../../support/request-records.ts';

const content: ReviewContent = {
  ...{ kind: 'delete', by: 'anna', at: daysAgo(1), baseUrl, orgId: 'N1', orgName: 'Northwind', days: 90 },
  systems: [{ system: aSystem({ systemId: 'S0' }), by: 'rule', isIncluded: false }],
};

type Exported = { ok: true; paths: readonly string[] } | { ok: false; code: string };

async function written(exported: () => Promise<Exported>, about: Partial<ReviewContent> = {}) {
  const texts: string[] = [];
  const exportReview = (text: string): Promise<Exported> => {
    texts.push(text);
    return exported();
  };
  const effect = { kind: 'writeReview', content: { ...content, ...about }, rules: { filter: 'key:lab' } } as const;
  const services = { ports: { version: '1.2.3', exportReview } } as unknown as Services;
  return { told: await reviewFileEffects.writeReview(effect, services), texts };
}

function refused(message: string) {
  return { kind: 'reviewFileRefused', message };
}

test('a review is written as it can be read, with the path and the number of its systems told', async () => {
  const { told, texts } = await written(() => Promise.resolve({ ok: true, paths: ['/home/a.json', '/home/b'] }));
  expect(told).toEqual({ kind: 'reviewWritten', path: '/home/a.json', systems: 1 });
  expect(readReview(Buffer.from(texts[0] ?? ''), 'a.json')).toMatchObject({ ok: true, file: { by: 'anna' } });
  expect(JSON.parse(texts[0] ?? '')).toMatchObject({ version: '1.2.3', rules: { filter: 'key:lab' } });
});

test('why a review could not be written is said, whichever way it failed', async () => {
  const lost = refused('The review could not be written (ENOSPC). Nothing was changed.');
  expect((await written(() => Promise.resolve({ ok: false, code: 'ENOSPC' }))).told).toEqual(lost);
  const fault = Object.assign(new Error('no room'), { code: 'ENOSPC' });
  expect((await written(() => Promise.reject(fault))).told).toEqual(lost);
});

test('a review that could not be read again is not written', async () => {
  const { told, texts } = await written(() => Promise.resolve({ ok: true, paths: [] }), {
    orgName: 'x'.repeat(maxReviewBytes),
  });
  const remedy = 'Exclude some systems, and write the rest later.';
  expect([told, texts]).toEqual([refused(`The review is too large for one file. ${remedy}`), []]);
});

test('a file is read, or why it is not one is said', async () => {
  const { texts } = await written(() => Promise.resolve({ ok: true, paths: [] }));
  const read = (found: object) =>
    reviewFileEffects.readReview({ kind: 'readReview', path: '/a.json' }, {
      ports: {
        readReview: (path: string) => Promise.resolve({ ...found, path }),
        changesFolder: () => Promise.reject(new Error('no home')),
      },
    } as unknown as Services);
  const bytes = Buffer.from(texts[0] ?? '');
  expect(await read({ ok: true, bytes, name: 'a.json' })).toMatchObject({
    ...{ kind: 'reviewFileRead', file: { orgId: 'N1', systems: [{ system: { systemId: 'S0' } }] } },
  });
  expect(await read({ ok: true, bytes: bytes.subarray(1), name: 'a.json' })).toMatchObject({
    ...{ kind: 'reviewFileRefused', message: expect.stringContaining('a.json') as string },
  });
  expect(await read({ ok: false, message: 'It is a folder.' })).toEqual(refused('It is a folder.'));
});

test.each([
  ['confirmed here before', 'run', 'ben'],
  ['only tried in a preview', 'preview', undefined],
] as const)('a file that was %s is read with whom it was confirmed by', async (_, mode, by) => {
  const { texts } = await written(() => Promise.resolve({ ok: true, paths: [] }));
  const bytes = Buffer.from(texts[0] ?? '');
  const file = readReview(bytes, 'a.json');
  if (!file.ok) throw new Error(file.message);
  const folder = aFolder();
  const confirmed = { by: 'ben', at: daysAgo(2) };
  const reviewed = { by: 'anna', at: daysAgo(3), file: file.file.checksum };
  const records = recordsIn(folder);
  for (const about of [
    { reviewed: { ...reviewed, file: 'another' }, confirmed },
    { reviewed, confirmed, mode },
  ])
    expect(await records.begin(aRecord(about))).toMatchObject({ ok: true });
  const read = await reviewFileEffects.readReview({ kind: 'readReview', path: '/a.json' }, {
    ports: {
      readReview: () => Promise.resolve({ ok: true, bytes, name: 'a.json' }),
      changesFolder: () => Promise.resolve(folder),
    },
  } as unknown as Services);
  expect(read).toMatchObject({ kind: 'reviewFileRead', file: by === undefined ? {} : { confirmed } });
  expect(Object.hasOwn((read as { file: object }).file, 'confirmed')).toBe(by !== undefined);
});
