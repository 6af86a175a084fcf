import { expect, test } from 'vitest';
import fc from 'fast-check';
import {
  deletesSystems,
  isSystemsDeletion,
  plainSegments,
} from '../../../../src/state/operations/call/systems-deletion.ts';
import { built, orgId } from './plans.ts';

const nothing = { headers: {}, body: null };

test('48. deleting systems is known by its path, in any spelling of it', () => {
  for (const path of [
    ...['/org/N1/systems', '/org/N1/systems/', '/org/N1/systems/S1', '/org/N1/systems/S1/', '/v1/org/N1/systems/S1'],
    ...[
      '/ORG/n1/Systems/S1',
      '/org/N1/%73ystems/S1',
      '/org/N1/%2573ystems/S1',
      '/%6frg/N1/systems',
      '/org/N1//systems',
    ],
    ...['/org/N1/systems;a=1/S1', '/org/N1/systems./S1', '/org/N1/systems%20/S1', '/org/N1/systems%2FS1'],
    ...['/org/N1/ｓystems/S1', '/org/N1/sys\u200btems/S1', '/org/{orgId}/systems/{systemId}', '/org/%zz/%73ystems/S1'],
    ...['/org/N1/systems/delete', '/org/N1/systems/S1/delete', '/org/N1/systems/bulk-delete'],
  ]) {
    expect(isSystemsDeletion('DELETE', path), path).toBe(true);
    expect(deletesSystems({ method: 'DELETE', url: `https://api.example.com${path}`, ...nothing }), path).toBe(true);
    expect(isSystemsDeletion('GET', path), path).toBe(false);
  }
  for (const path of ['/org/N1/systems/delete', '/org/N1/systems/S1/Remove', '/org/N1/systems/bulk-delete']) {
    for (const method of ['POST', 'PUT', 'PATCH']) expect(isSystemsDeletion(method, path), path).toBe(true);
  }
  for (const path of [
    ...[
      '/org/N1/systems/S1/tags/web',
      '/org/N1/unapproved-systems/U1',
      '/org/N1/tags/systems',
      '/org/N1',
      '/systems/S1',
    ],
    ...['/org/N1/systems/S1/delete/log', '/org/systems/N1'],
  ]) {
    expect(isSystemsDeletion('DELETE', path), path).toBe(false);
  }
  expect(isSystemsDeletion('PUT', '/org/N1/systems/S1/disable')).toBe(false);
});

test('48. a value in the place of a name makes it one, too', () => {
  expect(deletesSystems(built('DELETE /org/{orgId}/{what}/{id}', { what: 'Systems', id: 'S1' }))).toBe(true);
  expect(deletesSystems(built('DELETE /org/{orgId}/{what}/{id}', { what: 'keys', id: '7' }))).toBe(false);
});

test('48. another method that is to be taken for DELETE deletes systems, too', () => {
  const url = `https://api.example.com/org/${orgId}/systems/S1`;
  const call = { method: 'POST', url, headers: {}, body: null } as const;
  expect(deletesSystems(call)).toBe(false);
  expect(deletesSystems({ ...call, headers: { 'X-HTTP-Method-Override': 'delete' } })).toBe(true);
  expect(deletesSystems({ ...call, headers: { 'X-Method-Override': ' DELETE' } })).toBe(true);
  expect(deletesSystems({ ...call, headers: { 'X-HTTP-Method-Override': 'PATCH' } })).toBe(false);
  expect(deletesSystems({ ...call, url: `${url}?_method=DELETE` })).toBe(true);
  expect(deletesSystems({ ...call, method: 'GET', url: `${url}?_METHOD=delete` })).toBe(true);
  expect(deletesSystems({ ...call, body: '{"a":1,"_method":"DELETE"}' })).toBe(true);
  expect(deletesSystems({ ...call, body: '{"method":"DELETE"}' })).toBe(false);
  expect(deletesSystems({ ...call, url: `${url}/tags/web?_method=DELETE` })).toBe(false);
});

test('48. however often its letters are encoded', () => {
  const spelled = (text: string): fc.Arbitrary<string> =>
    fc
      .tuple(...text.split('').map((letter) => fc.nat(3).map((times) => encodedTimes(letter, times))))
      .map((letters) => letters.join(''));
  fc.assert(
    fc.property(spelled('org'), spelled('Systems'), (org, systems) => {
      expect(plainSegments(`/${org}/N1/${systems}/S1`)).toEqual(['org', 'n1', 'systems', 's1']);
    }),
  );
});

function encodedTimes(letter: string, times: number): string {
  let text = letter;
  for (let time = 0; time < times; time++) {
    text = time === 0 ? `%${letter.charCodeAt(0).toString(16)}` : text.replaceAll('%', '%25');
  }
  return text;
}
