import { expect, test } from 'vitest';
import { noLabel } from '../../../src/state/organisations/label.ts';
import { refusalOf } from '../../../src/state/sign-in/session.ts';
import { aSession } from '../../support/make.ts';

test.each([
  ['normal', null],
  ['preview', 'preview: nothing is changed'],
  ['read-only', 'read-only: nothing is changed'],
] as const)('a %s session says why it changes nothing', (mode, refusal) => {
  expect(refusalOf({ session: aSession({ mode }), settings: { label: noLabel } })).toBe(refusal);
});

test('an organisation that is read-only by its settings says so', () => {
  const label = { ...noLabel, isReadOnly: true };
  expect(refusalOf({ session: aSession(), settings: { label } })).toBe(
    'read-only: so its settings say; : changes them',
  );
  expect(refusalOf({ session: aSession({ mode: 'preview' }), settings: { label } })).toBe(
    'preview: nothing is changed',
  );
});
