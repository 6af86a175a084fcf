import { expect, test } from 'vitest';
import { bannerSentence } from '../../../src/screens/text/banner-wording.ts';
import { aSession, aState } from '../../support/make.ts';

const hour = 3_600_000;

test('says by how much a clock differs, until it is put away', () => {
  const ahead = aState({ clock: { kind: 'ahead', ms: 3 * hour } });
  expect(bannerSentence(ahead)).toContain('3 h ahead');
  expect(bannerSentence(aState({ clock: { kind: 'behind', ms: 3 * hour } }))).toContain('3 h behind');
  expect(bannerSentence(aState({ clock: { kind: 'unverified' } }))).toContain('Ages are unverified');
  expect(
    bannerSentence({ ...ahead, program: { ...ahead.program, dismissed: new Set(['clock'] as const) } }),
  ).toBeNull();
  expect(bannerSentence(aState())).toBeNull();
});

test('warns of unchecked certificates before anything else, as long as the program runs', () => {
  const session = { ...aSession(), isTlsUnchecked: true };
  const state = aState({ session, clock: { kind: 'ahead', ms: hour }, dismissed: new Set(['clock'] as const) });
  expect(bannerSentence(state)).toContain('NODE_TLS_REJECT_UNAUTHORIZED=0');
});
