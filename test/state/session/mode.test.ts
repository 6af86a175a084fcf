import { expect, test } from 'vitest';
import { noLabel } from '../../../src/state/session/organisations.ts';
import { defaultGuards } from '../../../src/state/fleet/protection/guards.ts';
import { readOnlyRefusal, withheldBy } from '../../../src/state/session/session.ts';
import { defaultProfileSettings } from '../../../src/state/session/profile-settings.ts';
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

const none = { isReadOnly: false, isPreview: false, profile: false, label: false };
const preview = { mode: 'preview', by: 'flag' };
const readOnly = (by: string): object => ({ mode: 'read-only', by });

test.each<[string, Partial<typeof none>, string | null, object | null]>([
  ['nothing that forbids them', {}, 'N1', null],
  ['--read-only', { isReadOnly: true, isPreview: true }, null, readOnly('flag')],
  ['--preview', { isPreview: true, profile: true }, null, preview],
  ['a read-only profile', { profile: true }, null, readOnly('profile')],
  ['a read-only organisation', { label: true }, 'N1', readOnly('organisation')],
  ['a read-only organisation that a request does not name', { label: true }, null, null],
])('changes are withheld with %s', (_, about, orgId, expected) => {
  const { isReadOnly, isPreview, profile, label } = { ...none, ...about };
  const memory = {
    settings: () => ({ ...defaultProfileSettings, isReadOnly: profile }),
    label: () => ({ ...noLabel, isReadOnly: label }),
  };
  const ports = { isReadOnly, isPreview, memory } as unknown as Parameters<typeof withheldBy>[0];
  expect(withheldBy(ports, 'https://api.example', orgId)).toEqual(expected);
});
