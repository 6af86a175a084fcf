import { expect, test } from 'vitest';
import { isSystemNotFound } from '../../../src/state/systems/not-found.ts';
import { refused, systemNotFound } from '../../support/make.ts';

test('a system is not found where the status and the type say so', () => {
  expect(isSystemNotFound(systemNotFound)).toBe(true);
});

test.each([
  ['404 without a type', refused(404)],
  ['404 of another type', refused(404, { slug: 'resource-not-found' })],
  ['another status of that type', refused(410, { slug: 'system-not-found' })],
  ['another kind of problem', { operation: 'read system', kind: 'oddId' }],
] as const)('%s says something else', (_, problem) => {
  expect(isSystemNotFound(problem)).toBe(false);
});
