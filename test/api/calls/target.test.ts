import { expect, test } from 'vitest';
import { targetCall, targetOf } from '../../../src/api/calls/operations-at.ts';
import { aDefinition, definitionFrom, operationIn } from '../../support/definition.ts';
import { usualDocument } from '../../support/documents/usual.ts';
import { baseUrl, built, orgId } from './plans.ts';

/** The id of the read, `above` where the last segment of the change is left out. */
function read(change: string, ...others: readonly (string | readonly [string, object])[]): string | null {
  const all = [change, ...others].map((one) => (typeof one === 'string' ? ([one, {}] as const) : one));
  const definition = aDefinition(Object.fromEntries(all));
  const target = targetOf(definition, operationIn(definition, change));
  return target && `${target.isAbove ? 'above ' : ''}${target.operation.id}`;
}

test('the target of a change is the GET of its address, or of that without its last literal', () => {
  expect(read('PATCH /a/{id}', 'GET /a/{id}')).toBe('GET /a/{id}');
  expect(read('PUT /a/{id}', 'GET /a/{other}')).toBe('GET /a/{other}');
  expect(read('DELETE /a/{id}', 'GET /a/{other}', 'GET /a/{id}')).toBe('GET /a/{id}');
  expect(read('PUT /a/{id}/disable', 'GET /a/{id}')).toBe('above GET /a/{id}');
  expect(read('PUT /a/{id}/disable', 'GET /a/{id}', 'GET /a/{id}/disable')).toBe('above GET /a/{id}');
  expect(read('PUT /a/{id}/role', 'GET /a/{id}', 'GET /a/{id}/role')).toBe('GET /a/{id}/role');
  // The thing above a parameter is another one.
  expect(read('DELETE /a/{id}', 'GET /a')).toBeNull();
  expect(read('PUT /a', 'GET /{x}')).toBeNull();
  expect(read('POST /a/{id}', 'GET /a/{id}')).toBeNull();
  expect(read('PUT /a/{id}', 'HEAD /a/{id}')).toBeNull();
  // A read changes nothing.
  expect(read('GET /a/{id}')).toBeNull();
  expect(read('HEAD /a/{id}', 'GET /a/{id}')).toBeNull();
});

test('a read that needs more than its path, or says that it does more than read, is not the target', () => {
  const query = { parameters: [{ name: 'since', in: 'query', required: true }] };
  const body = { requestBody: { required: true, content: { 'application/json': {} } } };
  expect(read('PUT /a/{id}', ['GET /a/{id}', query])).toBeNull();
  expect(read('PUT /a/{id}', ['GET /a/{id}', body])).toBeNull();
  expect(read('PUT /a/{id}', ['GET /a/{id}', { summary: 'Resets the counter.' }])).toBeNull();
  expect(read('PUT /a/{id}/b', ['GET /a/{id}', query])).toBeNull();
});

test('the target is read at the address of the change alone', () => {
  const definition = definitionFrom(usualDocument());
  const change = operationIn(definition, 'PUT /org/{orgId}/systems/{systemId}/disable');
  const target = targetOf(definition, change);
  if (target === null) throw new Error('no target');
  expect(targetCall(target, built(change.id, { systemId: 'a?b c' }))).toEqual({
    ...{ method: 'GET', url: `${baseUrl}/org/${orgId}/systems/a%3Fb%20c`, headers: {}, body: null, orgId },
    ...{ operation: 'GET /org/{orgId}/systems/{systemId}', secrets: [] },
  });
  const url = `${baseUrl}/org/${orgId}/systems/K3/disable?force=true&notify=`;
  const forced = { ...built(change.id, { systemId: 'K3' }), url };
  expect(targetCall(target, forced).url).toBe(`${baseUrl}/org/${orgId}/systems/K3`);
});
