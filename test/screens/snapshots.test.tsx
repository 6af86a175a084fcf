/** Every screen, and each prompt and overlay, looks as its picture; charts and tables do so at every size. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileOf, fitAndNeedNoColours, lookAsTheyDid, oneOfEach } from './looks.tsx';
import { atEverySize, atUsualSize } from './pictures.ts';

lookAsTheyDid(atEverySize);
lookAsTheyDid(atUsualSize, [{ columns: 80, rows: 24 }], false);
fitAndNeedNoColours(oneOfEach().first);

test('no picture is left over', () => {
  const expected = [...atEverySize, ...atUsualSize].map(fileOf);
  expect(readdirSync(join(import.meta.dirname, 'snapshots')).toSorted()).toEqual(expected.toSorted());
});
