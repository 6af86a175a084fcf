/** Sentences that are put together: no word stands twice in a row in one, whatever the document and the values are. */
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { operationText } from '../../../src/app/commands/api/api.ts';
import { buildCall } from '../../../src/api/calls/build-call.ts';
import { parameterKey } from '../../../src/api/calls/call.ts';
import type { Json } from '../../../src/api/exact-json.ts';
import { fieldWords } from '../../../src/screens/explorer/field-words.ts';
import { fieldsIn } from '../../../src/state/explorer/form/form-lines.ts';
import { entriesShown, planOf } from '../../../src/state/explorer/form/forms.ts';
import { shapeIn } from '../../../src/state/explorer/form/shapes.ts';
import { validate } from '../../../src/state/explorer/form/typed-value.ts';
import type { State } from '../../../src/state/root/state.ts';
import { definitionFrom } from '../../support/definition.ts';
import { describedDocument } from '../../support/documents/described.ts';
import { hostileDocument } from '../../support/documents/hostile.ts';
import { usualDocument } from '../../support/documents/usual.ts';
import { painterOf } from '../looks.tsx';
import { aForm } from '../../state/explorer/form/filling.ts';

const odd: readonly Json[] = [
  null,
  true,
  -1,
  0.5,
  '',
  'x',
  ' a/b ',
  '..',
  [],
  [null, 1],
  {},
  { a: [{}] },
  'x'.repeat(5000),
];

const drawnBy = (state: State) => stripVTControlCharacters(painterOf(() => state)({ columns: 120, rows: 40 }));

/** Types that rollcall does not know, and others beside them. */
const unreadDocument = {
  openapi: '3.1.0',
  paths: Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => {
      const schema = { type: at % 2 === 0 ? ['odd', 'null'] : 'odd', readOnly: at % 3 === 0 };
      const parameters = [{ name: 'a', in: 'query', schema }];
      const content = {
        'application/json': { schema: { type: 'object', properties: { a: schema }, required: ['a'] } },
      };
      return [`/a${String(at)}`, { get: { parameters }, post: { parameters, requestBody: { content } } }];
    }),
  ),
};

/** A word, a blank, and the word again; a full stop before a comma. */
const doubled = /(?<![\w-])([a-z]+) \1(?![\w-])|\.,/i;

test.each<[string, object | string]>([
  ['usual', usualDocument()],
  ['hostile', hostileDocument()],
  ['described', describedDocument()],
  ['unread', unreadDocument],
])('no sentence about the %s document says a word twice in a row', (_, document) => {
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  const definition = definitionFrom(document);
  // Operations of one kind stand together: some of each are enough for every run.
  const some = definition.operations.filter((__, at) => at % 97 === 0 || at < 150);
  const said = some.flatMap((operation, at) => {
    const described = operationText(definition, operation).split('\n');
    if (operation.unusable !== null) return described;
    const form = aForm(operation.id, { definition });
    const state = form.shown();
    const shown = at < 30 ? [form, form.does({ kind: 'operationAnswersOpened' })] : [];
    const screens = shown.flatMap((one) => drawnBy(one.state).split('\n'));
    const words = fieldsIn(entriesShown(state)).flatMap((field) => {
      const { value, note, wrong } = fieldWords(state, field);
      return [value, note, wrong ?? ''];
    });
    const plan = planOf(state);
    const wrong = odd.flatMap((value) => {
      const parameters = new Map(plan.parameters.map((one) => [parameterKey(one), value]));
      const built = buildCall({ ...plan, values: { parameters, body: value } });
      const misfits = plan.parameters.map(
        ({ name, schema }) => validate(shapeIn(definition, schema, name), value) ?? 'it is odd',
      );
      return [
        ...misfits.map((one) => `it does not fit: ${one}.`),
        ...(built.ok ? [] : built.faults.map(({ message }) => message)),
      ];
    });
    return [...described, ...words, ...wrong, ...screens];
  });
  const found = said.filter((one) => {
    const [words] = doubled.exec(one) ?? [];
    return words !== undefined && !text.includes(words);
  });
  expect([said.length > 100, [...new Set(found)]]).toEqual([true, []]);
});
