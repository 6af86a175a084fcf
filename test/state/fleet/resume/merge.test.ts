/** One organisation after two sessions, field by field. */
import { describe, expect, test } from 'vitest';
import { mergedVisit, type MarkField, mostMarks, type Visit } from '../../../../src/state/fleet/resume/model.ts';

const base: Visit = {
  at: 1,
  orgId: 'N1',
  orgName: 'Northwind',
  search: '',
  includeDisabled: false,
  filter: '',
  sort: { by: 'listed', reversed: false },
  days: null,
  isWide: false,
  systemId: null,
  marks: [],
  filterMarks: [],
  staleMarks: [],
};

const changed: Omit<Visit, MarkField> = {
  ...{ at: 2, orgId: 'N2', orgName: 'Northwind 2', search: 'lap', includeDisabled: true, filter: 'name:s' },
  ...{ sort: { by: 'listed', reversed: true }, days: 45, isWide: true, systemId: 'S7' },
};

describe.each(Object.entries(changed))('%s', (field, value) => {
  const other: Visit = { ...base, [field]: value };

  test('is kept that this session has set, and that another one has set meanwhile', () => {
    expect(mergedVisit(base, other, { ...base })).toEqual(other);
    expect(mergedVisit(base, { ...base }, other)).toEqual(other);
    expect(mergedVisit(null, other, { ...base })).toEqual(other);
  });

  test('that this session has put back is put back', () => {
    expect(mergedVisit(other, base, { ...other })).toEqual(base);
  });
});

test('where another session has removed the file, what this one has is kept', () => {
  const ours = { ...base, filter: 'name:s', marks: ['S1'] };
  expect(mergedVisit(base, ours, null)).toEqual(ours);
});

test('a mark by hand is no mark of the rule any more, whichever session set it', () => {
  const theirs = { ...base, staleMarks: ['S1', 'S2'] };
  expect(mergedVisit(base, { ...base, marks: ['S1'] }, theirs)).toMatchObject({ marks: ['S1'], staleMarks: ['S2'] });
});

test('together they keep no more marks than one may', () => {
  const theirs = Array.from({ length: mostMarks }, (_, at) => `T${at}`);
  const { marks } = mergedVisit(base, { ...base, marks: ['O0'] }, { ...base, marks: theirs });
  expect([marks.length, marks[0], marks.at(-1)]).toEqual([mostMarks, 'T0', theirs.at(-1)]);
});
