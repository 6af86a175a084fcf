/** The name in the phrase of a request: the last value of its path. */
import { expect, test } from 'vitest';
import { subjectOf } from '../../../../src/state/change/request/request-class.ts';

const at = 'https://api.example';

test.each([
  ['/org/{orgId}/systems/{systemId}', `${at}/org/N1/systems/K3F9Q`, 'K3F9Q'],
  ['/org/{orgId}/systems/{systemId}/disable', `${at}/org/N1/systems/K3F9Q/disable`, 'K3F9Q'],
  ['/org/{orgId}/keys', `${at}/org/N1/keys`, 'keys'],
  ['/org/{orgId}', `${at}/org/N1`, 'org'],
  // Typed, without a template.
  ['/org/N1/policies/strict', `${at}/org/N1/policies/strict`, 'strict'],
  ['/org/N1', `${at}/org/N1`, 'N1'],
  ['/org/N1/policies/', `${at}/org/N1/policies/`, 'policies'],
  ['/users/{user}', `${at}/users/%41nna`, 'Anna'],
  ['/users/{user}', `${at}/users/${'x'.repeat(40)}`, 'x'.repeat(8)],
  ['/users/{user}', `${at}/users/a%20b`, 'a'],
  ['/users/{user}', `${at}/users/%20b`, null],
  // No text at all when decoded: as it is sent.
  ['/users/{user}', `${at}/users/an%E0%A4na`, 'an%E0%A4na'],
])('the name in the phrase for %s at %s is %j', (path, url, subject) => {
  expect(subjectOf({ path }, { url })).toBe(subject);
});
