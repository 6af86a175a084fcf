import { expect, test } from 'vitest';
import { isProfileName, namesake, unknownProfile } from '../../../src/state/session/profile-settings.ts';

test.each([
  ['prdo', 'There is no profile "prdo". Did you mean prod?'],
  ['Prod', 'There is no profile "Prod". Did you mean prod?'],
  ['pro', 'There is no profile "pro". Did you mean prod?'],
  ['tills', 'There is no profile "tills". Profiles: default, prod, staging. rollcall --new-profile tills creates it.'],
  [
    'a-name-of-some-more-letters',
    'There is no profile of this name. Profiles: default, prod, staging. rollcall --new-profile NAME creates it.',
  ],
])('a start with the profile %s, which is none, is refused with the one that was meant', (name, sentence) => {
  expect(isProfileName(name)).toBe(true);
  expect(unknownProfile(name, ['default', 'prod', 'staging'])).toBe(sentence);
});

test('a new profile has no name that differs from another one by its capitals alone', () => {
  expect(namesake('PROD', ['default', 'prod'])).toBe('prod');
  expect(namesake('prod-2', ['default', 'prod'])).toBeUndefined();
});
