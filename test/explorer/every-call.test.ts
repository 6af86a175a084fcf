/** Requests that are built for every operation of a document with everything that definitions describe. */
import { expect, test } from 'vitest';
import { describedDocument } from '../support/documents/described.ts';
import { definitionFrom } from '../support/definition.ts';
import { walked } from './every-call.ts';

test('each operation is sent as it is described, with what is required and with everything', () => {
  const { operations, bodies, wrong } = walked(JSON.stringify(describedDocument()));
  expect(wrong).toEqual([]);
  expect(operations).toBeGreaterThan(15);
  expect(bodies).toBeGreaterThan(20);
});

test('an operation that cannot be sent is listed with its reason', () => {
  const { operations } = definitionFrom(describedDocument());
  const unusable = operations.flatMap(({ id, unusable: why }) => (why === null ? [] : [[id, why]]));
  expect(Object.fromEntries(unusable)).toEqual({
    'GET /pages/{page}#{part}': 'Its path contains "#": no service gets what follows it.',
    'GET /search?of={word}': 'Its path contains "?" and a query. rollcall api sends a path with its query.',
    'HEAD /found': 'It needs a body, and rollcall sends none with HEAD.',
    'PUT /pictures': 'Its body is image/*, which is no single media type.',
  });
});
