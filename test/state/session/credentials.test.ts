import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { createCredentials } from '../../../src/state/session/credentials.ts';

const token = 'T0ken'.repeat(12);
const baseUrl = 'https://api.example';

function inUse() {
  const credentials = createCredentials();
  credentials.use(token, baseUrl);
  return credentials;
}

test('a typed token is only offered until it is used', () => {
  const credentials = createCredentials();
  credentials.offer(token);
  expect([credentials.offered(), credentials.tokenFor(baseUrl)]).toEqual([token, null]);
  credentials.use(token, baseUrl);
  expect([credentials.offered(), credentials.tokenFor(baseUrl)]).toEqual(['', token]);
});

test('a token is for the one service that it was used at, whatever other address is requested', () => {
  const credentials = inUse();
  expect(credentials.tokenFor('https://elsewhere.example')).toBeNull();
  expect([credentials.tokenFor(baseUrl), credentials.secret()]).toEqual([token, token]);
});

test('one that was given before there was an address is for the first one', () => {
  const credentials = createCredentials();
  credentials.use(token, null);
  const asked = [baseUrl, 'https://elsewhere.example', baseUrl];
  expect(asked.map((address) => credentials.tokenFor(address))).toEqual([token, null, token]);
});

test('nothing is left once they are forgotten', () => {
  const credentials = inUse();
  credentials.offer('more');
  credentials.forget();
  expect([credentials.offered(), credentials.tokenFor(baseUrl)]).toEqual(['', null]);
});

test('the field hears of each change, until it no longer listens', () => {
  const credentials = createCredentials();
  const heard: string[] = [];
  const end = credentials.subscribe(() => heard.push(credentials.offered()));
  credentials.offer('a');
  credentials.use('ab', baseUrl);
  end();
  credentials.offer('abc');
  expect(heard).toEqual(['a', '']);
});

test('the token is in no dump of them', () => {
  const credentials = inUse();
  credentials.offer(token);
  const dumps = [JSON.stringify(credentials), inspect(credentials, { depth: Infinity, showHidden: true })];
  for (const dump of dumps) expect(dump).not.toContain('T0ken');
});
