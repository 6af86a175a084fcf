import { expect, test } from 'vitest';
import { systemsDeletionIn } from '../../src/api/systems-deletion.ts';

const base = 'https://api.example.com';

test.each([
  '/org/N1/systems',
  '/org/N1/systems/',
  '/v2/org/N1/systems',
  '/ORG/N1/Systems?all=true',
  '/org/N1//systems',
  '/%6frg/N1/%73ystems',
  '/%256frg/N1/s%2579stems',
  '/org%2FN1%2Fsystems',
  '/org/N1/./systems',
  '/org/N1/x/../systems',
  '/org/N1/systems;v=1',
  '/org/N1/\u{FF53}ystems',
])('48. %s names systems', (path) => {
  expect(systemsDeletionIn('DELETE', base + path)).toEqual({ orgId: 'N1', systemId: null });
});

test.each(['/org/N1/systems/K3F9Q', '/org/N1/SYSTEMS/K3F9Q/', '/org/N1/systems/K3F%39Q', '/org/N1%2fsystems%2fK3F9Q'])(
  '48. %s names one system',
  (path) => {
    expect(systemsDeletionIn('DELETE', base + path)).toEqual({ orgId: 'N1', systemId: 'K3F9Q' });
  },
);

test('48. everything else deletes no systems', () => {
  const paths = ['/org/N1/systems/K3F9Q/tags/a', '/org/N1/systemsx', '/org/systems', '/account/systems/1', '/', '/%'];
  for (const path of paths) expect(systemsDeletionIn('DELETE', base + path)).toBeNull();
  expect(systemsDeletionIn('PUT', `${base}/org/N1/systems/K3F9Q`)).toBeNull();
});
