import { expect, test } from 'vitest';
import { refusalOf } from '../../src/state/session.ts';
import { aSession } from '../support/make.ts';

test.each([
  ['normal', null],
  ['preview', 'preview: nothing is changed'],
  ['read-only', 'read-only: nothing is changed'],
] as const)('a %s session says why it changes nothing', (mode, refusal) => {
  expect(refusalOf(aSession({ mode }))).toBe(refusal);
});
