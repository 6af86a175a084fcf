/** The form, the pipe, the description and the columns of an answer have the same secrets. */
import { expect, test } from 'vitest';
import { knownOperation } from '../../../../src/app/commands/api/known-operation.ts';
import { operationText } from '../../../../src/app/commands/api/api.ts';
import { planOf } from '../../../../src/app/commands/api/plan.ts';
import { readWords } from '../../../../src/app/commands/api/words.ts';
import { secretFieldsOf } from '../../../../src/state/explorer/answer/answer-lines.ts';
import { secretsIn } from '../../../../src/state/explorer/form/secrets.ts';
import { nothingSet } from '../../../../src/state/explorer/form/shapes.ts';
import { aDefinition, operationIn } from '../../../support/definition.ts';

const text = { type: 'string' };
const secret = ['apiKey', 'client_secret', 'newPassword', 'recoveryCode', 'code', 'note'];
const plain = ['promoCode', 'hotkey', 'sortKey', 'countryCode', 'pageToken', 'publicKey', 'keyId', 'projectKey'];
const properties = {
  ...Object.fromEntries([...secret, ...plain].map((name) => [name, text])),
  // Only the shapes tell of these two.
  ...{ code: { ...text, format: 'password' }, note: { ...text, writeOnly: true } },
};
const schema = {
  type: 'object',
  properties: { ...properties, pair: { type: 'object', properties: { key: text, value: text } } },
};
const content = { 'application/json': { schema } };
const id = 'PUT /variables/{key}';
const definition = aDefinition({
  [id]: {
    parameters: [
      { name: 'key', in: 'path', required: true, schema: text },
      { name: 'key', in: 'query', schema: text },
    ],
    requestBody: { content },
    responses: { 200: { description: 'ok', content } },
  },
});
const operation = operationIn(definition, id);
const valueOf = (name: string): string => `value-of-${name}`;
const body = {
  ...Object.fromEntries([...secret, ...plain].map((name) => [name, valueOf(name)])),
  pair: { key: valueOf('pair'), value: 'blue' },
};
const parameters = new Map([
  ['path key', valueOf('path')],
  ['query key', valueOf('query')],
]);
const meant = [...secret, 'query'].map(valueOf).sort();

test('in the form', () => {
  const values = { ...nothingSet, parameters, body };
  expect(secretsIn({ definition, operation, values, marks: null }).toSorted()).toEqual(meant);
});

test('in the pipe', () => {
  const fields = Object.entries(body).map(([name, value]) => `${name}:=${JSON.stringify(value)}`);
  const read = readWords(
    ['PUT', `/variables/${valueOf('path')}?key=${valueOf('query')}`, ...fields],
    'https://api.example',
  );
  if (!read.ok) throw new Error(read.message);
  const known = knownOperation(definition, read.words);
  const made = planOf({ baseUrl: 'https://api.example', words: read.words, known, input: undefined });
  if (!made.ok) throw new Error(made.message);
  expect([...new Set(made.plan.secrets)].sort()).toEqual(meant);
});

test('in a description, and in the columns of an answer', () => {
  const described = operationText(definition, operation).match(/^ {2}[* ] \S+ +secret text/gm) ?? [];
  expect(described.map((line) => line.split(/\s+/)[1]).sort()).toEqual([...secret, 'key'].sort());
  const columns = secretFieldsOf(definition, operation);
  // A field that is only written is no column.
  expect([...columns].sort()).toEqual(secret.filter((name) => name !== 'note').sort());
});
