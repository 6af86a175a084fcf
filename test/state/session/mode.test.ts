import { expect, test } from 'vitest';
import { noLabel } from '../../../src/state/session/organisations.ts';
import { defaultGuards } from '../../../src/state/fleet/protection/guards.ts';
import { readOnlyRefusal } from '../../../src/state/session/mode.ts';
import { aSession } from '../../support/make.ts';

test.each([
  ['normal', null],
  ['preview', 'preview: nothing is changed'],
  ['read-only', 'read-only: nothing is changed'],
] as const)('a %s session says why it changes nothing', (mode, refusal) => {
  expect(readOnlyRefusal({ session: aSession({ mode }), settings: { label: noLabel, guards: defaultGuards } })).toBe(
    refusal,
  );
});

test('an organisation that is read-only by its settings says so', () => {
  const label = { ...noLabel, isReadOnly: true };
  expect(readOnlyRefusal({ session: aSession(), settings: { label, guards: defaultGuards } })).toBe(
    'this organisation is read-only in its settings (:)',
  );
  expect(readOnlyRefusal({ session: aSession({ mode: 'preview' }), settings: { label, guards: defaultGuards } })).toBe(
    'preview: nothing is changed',
  );
});
