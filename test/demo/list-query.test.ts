/** Parsing of list queries. */
import { expect, test } from 'vitest';
import { readListQuery } from '../../src/demo/list-query.ts';
import { aClient } from './client.ts';

const read = (text: string) => readListQuery(new URLSearchParams(text));

test('without parameters, the first page of fifty enabled systems is meant', () => {
  expect(read('')).toEqual({ search: '', includeDisabled: false, perPage: 50, page: 0 });
});

test.each([
  ...['true', 'True', 'TRUE'].map((text) => [text, true] as const),
  ...['false', 'False'].map((text) => [text, false] as const),
])('include_disabled=%s includes them: %s', (text, includeDisabled) => {
  expect(read(`include_disabled=${text}`)).toMatchObject({ includeDisabled });
});

test.each([
  ['per_page', ['0', '-1', '1.5', 'many', '', '1e2', ' 5']],
  ['page', ['-1', '0.5', 'last', '']],
  ['include_disabled', ['yes', '1', '']],
])('%s that cannot be read is a 400 that names it', async (parameter, values) => {
  const { ask, problem } = await aClient();
  for (const value of values) {
    const address = `/org/acme/systems?${parameter}=${encodeURIComponent(value)}`;
    expect((await ask(address)).status).toBe(400);
    const { errors } = await problem(address);
    expect(errors).toEqual({ [parameter]: [expect.stringContaining(parameter)] });
  }
});

test('everything that is wrong is named at once', () => {
  const query = read('per_page=0&page=x&include_disabled=maybe');
  expect('errors' in query && Object.keys(query.errors)).toEqual(['per_page', 'page', 'include_disabled']);
});
