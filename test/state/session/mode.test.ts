import { expect, test } from 'vitest';
import { noLabel } from '../../../src/state/session/organisations.ts';
import { defaultGuards } from '../../../src/state/fleet/protection/guards.ts';
import { readOnlyRefusal } from '../../../src/state/session/mode.ts';
import { aSession } from '../../support/make.ts';

test.each([
  ['normal', false, null],
  ['preview', false, 'preview: nothing is changed'],
  ['read-only', false, 'read-only: nothing is changed'],
  ['normal', true, 'this organisation is read-only in its settings (:)'],
  ['preview', true, 'preview: nothing is changed'],
] as const)('a %s session says why it changes nothing (organisation read-only: %s)', (mode, isReadOnly, why) => {
  const settings = { label: { ...noLabel, isReadOnly }, guards: defaultGuards };
  expect(readOnlyRefusal({ session: aSession({ mode }), settings })).toBe(why);
});
