import { expect, test } from 'vitest';
import { htmlTitle } from '../../../src/api/http/html-title.ts';

test.each([
  ['<html><head><title>Proxy login</title>', 'Proxy login'],
  ['<TITLE lang="en">\n Sign in \n</TITLE>', 'Sign in'],
  ['<title>unfinished', 'unfinished'],
  ['<title></title>', null],
  ['<title> </title>', null],
  ['<h1>Sign in</h1>', null],
  ['', null],
])('%j', (html, title) => {
  expect(htmlTitle(html)).toBe(title);
});

test('a long one is cut, and a page of unfinished tags takes no time worth telling', () => {
  expect(htmlTitle(`<title>${'x'.repeat(1000)}</title>`)).toHaveLength(120);
  expect(htmlTitle('<title '.repeat(500_000))).toBeNull();
});
