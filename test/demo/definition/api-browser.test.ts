/** The page at the root shows every operation. */

import { expect, test } from 'vitest';

import { apiBrowser } from '../../../src/demo/definition/api-browser.ts';
import { definitionOf } from '../../../src/demo/definition/definition.ts';
import { OPERATIONS } from '../../../src/demo/routes.ts';

test('it lists every operation of the definition, and nothing else', () => {
  const rows = apiBrowser(definitionOf('http://service', OPERATIONS)).match(/<tr>.*/g);
  expect(rows).toHaveLength(OPERATIONS.length);
  expect(rows).toContain(
    '<tr><td>POST<td><code>/org/{orgId}/enrolment-keys</code><td>Creates an enrolment key, and answers its secret.',
  );
});

test('texts cannot become markup', () => {
  const definition = definitionOf('http://service', []);
  const page = apiBrowser({ ...definition, info: { ...definition.info, title: '<b>&' } });
  expect(page).toContain('<h1>&lt;b>&amp;</h1>');
});
