/** A review whose values differ by system: how many there are, and which system gets which. */
import { expect, test } from 'vitest';
import type { Json } from '../../../../src/api/exact-json.ts';
import type { Edit } from '../../../../src/state/change/edit.ts';
import type { Review } from '../../../../src/state/removal/review/review.ts';
import { withToggled } from '../../../../src/state/removal/review/review.ts';
import { reviewTable } from '../../../../src/screens/removal/review-table.ts';
import { valueColumns, valuesSentence } from '../../../../src/screens/removal/review-values.ts';
import { fittingColumns, sampleWidths } from '../../../../src/screens/parts/columns.ts';
import { anEdit } from '../../../support/edits.ts';
import { aReviewOf, aState, daysAgo, systemsOf } from '../../../support/make.ts';

const systems = systemsOf(8, (at) => ({
  lastSeen: daysAgo(200),
  hostname: `srv-${at}`,
  osVersion: at < 5 ? '12' : '13',
}));

function reviewOf(edit: Edit): Review {
  return aReviewOf(systems, { kind: 'change', edit });
}

function withBodies(bodyOf: (at: number) => Json): Edit {
  return { ...anEdit(), bodies: new Map(systems.map(({ systemId }, at) => [systemId, bodyOf(at)])) };
}

test.each<[string, Edit, string | null]>([
  ['one value for all', anEdit(), null],
  ['the same value of its own for each', withBodies(() => ({ description: 'a' })), null],
  [
    'one that is another',
    withBodies((at) => ({ description: at === 5 ? 'EVIL' : 'hello' })),
    '2 different values: 7 get "hello", 1 gets "EVIL".',
  ],
  [
    'values of several fields',
    withBodies((at) => ({ description: 'a', options: { deep: at === 5 } })),
    '2 different values: 7 get "…false}", 1 gets "…true}".',
  ],
  [
    'a field of each system',
    anEdit({ body: { description: 'on {osVersion}' } }),
    '2 different values: 5 get "on 12", 3 get "on 13".',
  ],
  [
    'many values',
    anEdit({ body: { description: '{hostname}' } }),
    '8 different values: 1 gets "srv-0", 1 gets "srv-1", 1 gets "srv-2", 1 gets "srv-7", and 4 other values.',
  ],
  [
    'one that is rare among many values',
    withBodies((at) => ({ description: at === 3 ? 'EVIL' : `rack ${at % 4 === 3 ? 0 : at % 4} of the hall` })),
    '4 different values: 3 get "rack 0 of the hall", 2 get "rack 1 of the hall", 2 get "rack 2 of the hall", 1 gets "EVIL".',
  ],
  [
    'one that differs at its end',
    withBodies((at) => ({ description: `https://config.example.com/agents/${at === 5 ? 'evil' : 'usual'}` })),
    '2 different values: 7 get "…usual", 1 gets "…evil".',
  ],
  ['one request for all', anEdit({ id: 'POST /org/{orgId}/systems/tags', body: { tag: '{hostname}' } }), null],
])('it counts %s', (_, edit, sentence) => {
  expect(valuesSentence(reviewOf(edit))).toBe(sentence);
});

test('a system that does not count has no part in it', () => {
  const review = reviewOf(withBodies((at) => ({ description: at === 5 ? 'EVIL' : 'hello' })));
  const at = review.items.findIndex(({ system }) => system.systemId === 'S5');
  expect(valuesSentence(withToggled(review, at))).toBeNull();
});

test('a system whose field is empty has no value: neither an empty one, nor the name of the field', () => {
  const some = systems.map((system, at) => ({ ...system, description: at === 5 ? '' : at === 6 ? null : 'rack 4' }));
  const review = aReviewOf(some, { kind: 'change', edit: anEdit({ body: { description: 'in {description}' } }) });
  expect(valuesSentence(review)).toBe('2 different values: 6 get "in rack 4", 2 get no value.');
  const [column] = valueColumns(review, review.items);
  const cells = new Map(review.items.map((item) => [item.system.systemId, column?.cell(item)]));
  expect([cells.get('S5'), cells.get('S6')]).toEqual(['', '']);
});

test.each<[string, Json]>([
  ['an empty text', ''],
  ['null', null],
  ['an empty list', []],
])('%s is no value, unlike a text that is a word for it', (_, none) => {
  const sent: readonly Json[] = [none, none, none, none, none, 'empty', 'none', 'no value'];
  const described = systems.map((system) => ({ ...system, description: 'rack 4' }));
  const edit = withBodies((at) => ({ description: sent[at] ?? null }));
  const review = aReviewOf(described, { kind: 'change', edit });
  expect(valuesSentence(review)).toBe(
    '4 different values: 5 get no value, 1 gets "empty", 1 gets "none", 1 gets "no value".',
  );
  const cells = valueColumns(review, review.items).flatMap(({ cell }) => review.items.map((item) => cell(item)));
  expect(cells.toSorted()).toEqual(['', '', '', '', '', 'empty', 'no value', 'none']);
});

test('two secrets are two values, and neither is shown', () => {
  const review = reviewOf(withBodies((at) => ({ password: at === 5 ? 'correct horse' : 'battery staple' })));
  expect(valuesSentence(review)).toBe('2 different values: 7 get "•••", 1 gets "•••".');
});

test.each([40, 60, 80, 120, 200])('each row has its value at %d columns, behind the name', (columns) => {
  const review = reviewOf(withBodies((at) => ({ description: at === 5 ? 'EVIL' : 'hello' })));
  const table = reviewTable(aState({ columns, review }), review);
  const { usual } = sampleWidths(table.columns, review.items);
  const titles = fittingColumns(table.columns, usual, table.cells.list).map(({ title }) => title);
  expect(titles.slice(0, 2)).toEqual(['NAME', 'VALUE']);
  const cells = review.items.map((item) => table.columns.find(({ title }) => title === 'VALUE')?.cell(item));
  expect(cells.filter((cell) => cell === 'EVIL')).toHaveLength(1);
});
