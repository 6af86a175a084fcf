import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { createCredentials } from '../../src/state/credentials.ts';

const token = 'T0ken'.repeat(12);

test('what is typed is only offered until it is used', () => {
  const credentials = createCredentials();
  credentials.offer(token);
  expect([credentials.offered(), credentials.token()]).toEqual([token, null]);
  credentials.use(token);
  expect([credentials.offered(), credentials.token()]).toEqual(['', token]);
});

test('nothing is left once they are forgotten', () => {
  const credentials = createCredentials(token);
  credentials.offer('more');
  credentials.forget();
  expect([credentials.offered(), credentials.token()]).toEqual(['', null]);
});

test('the field hears of each change, until it no longer listens', () => {
  const credentials = createCredentials();
  const heard: string[] = [];
  const end = credentials.subscribe(() => heard.push(credentials.offered()));
  credentials.offer('a');
  credentials.use('ab');
  end();
  credentials.offer('abc');
  expect(heard).toEqual(['a', '']);
});

test('the token is in no dump of them', () => {
  const credentials = createCredentials(token);
  credentials.offer(token);
  const dumps = [JSON.stringify(credentials), inspect(credentials, { depth: Infinity, showHidden: true })];
  for (const dump of dumps) expect(dump).not.toContain('T0ken');
});
