/** The operations for a row of a list: their path has one parameter more, and the row gives its value. */
import { describe, expect, test } from 'vitest';
import { parseExactly, type JsonObject } from '../../../../src/api/exact-json.ts';
import { isOfRow, readKnown, readNamed, rowName } from '../../../../src/state/explorer/list/feature.ts';
import { operation } from '../../../api/calls/plans.ts';

function rowOf(fields: JsonObject, path = '/org/{orgId}/enrolment-keys') {
  return { path, fields };
}

test.each([
  ['/org/{orgId}/enrolment-keys/{keyId}', true],
  ['/org/{id}/enrolment-keys/{key}/disable', true],
  ['/org/{orgId}/enrolment-keys/{keyId}/log/lines', true],
  ['/org/{orgId}/enrolment-keys', false],
  ['/org/{orgId}/enrolment-keys/search', false],
  ['/org/{orgId}/enrolment-keys/{keyId}/systems/{systemId}', false],
  ['/org/{orgId}/enrolment-keys/{keyId}/', false],
  ['/org/{orgId}/systems/{systemId}', false],
  ['/orgs/{orgId}/enrolment-keys/{keyId}', false],
])('%s is about a key: %s', (path, isAbout) => {
  expect(isOfRow(operation('GET', path), rowOf({}))).toBe(isAbout);
});

describe('the parameter is taken from the row:', () => {
  const path = '/org/{orgId}/enrolment-keys/{keyId}/disable';

  test.each<[string, JsonObject, Record<string, string>]>([
    ['the field of its name', { keyId: 'k1', id: 7 }, { keyId: 'k1' }],
    ['this name before its other spellings', { KEYID: 'x', keyId: 'k1' }, { keyId: 'k1' }],
    ['in any case', { KeyID: 'k1' }, { keyId: 'k1' }],
    ['else the id', { id: 7, name: 'x' }, { keyId: '7' }],
    ['with all its digits', parseExactly('{"id":9223372036854775807}') as JsonObject, { keyId: '9223372036854775807' }],
    ['else it is asked for', { name: 'x' }, {}],
    ['no list, and no empty text', { id: [1], keyId: '' }, {}],
    ['no prototype', { name: 'x' }, {}],
  ])('%s', (_, fields, known) => {
    expect(readKnown(operation('GET', path), rowOf(fields))).toEqual(known);
  });

  test('of accounts, systems and names that a prototype has', () => {
    expect(readKnown(operation('GET', '/users/{accountId}/role'), rowOf({ accountId: 'a1' }, '/users'))).toEqual({
      accountId: 'a1',
    });
    expect(readKnown(operation('GET', '/users/{constructor}'), rowOf({}, '/users'))).toEqual({});
    expect(readKnown(operation('GET', path), null)).toEqual({});
  });
});

test('where all operations are shown after those of a row, its values are filled in by their very names', () => {
  const row = rowOf({ systemId: 'S1', id: 7 }, '/org/{orgId}/systems');
  expect(readNamed(operation('GET', '/org/{orgId}/tags/{id}/systems/{SystemId}'), row)).toEqual({ SystemId: 'S1' });
  expect(readNamed(operation('GET', '/org/{orgId}/tags/{tag}'), row)).toEqual({});
  expect(readNamed(operation('GET', '/org/{orgId}/systems/{systemId}'), null)).toEqual({});
});

test('a row is called by its name', () => {
  expect(rowName(rowOf({ id: 7, description: 'build agents' }))).toBe('build agents');
  expect(rowName(rowOf({ id: 7 }))).toBe('7');
  expect(rowName(rowOf({ other: 'x' }))).toBe('this row');
});
