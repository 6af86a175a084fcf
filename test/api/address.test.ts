import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLoopbackAddress, isPathId, readBaseUrl } from '../../src/api/access.ts';
import { anyText } from './any-text.ts';
import { holds } from '../support/property.ts';

test.each([
  ['https://api.example.com', 'https://api.example.com'],
  ['  https://api.example.com\n', 'https://api.example.com'],
  ['https://api.example.com/', 'https://api.example.com'],
  ['https://api.example.com//', 'https://api.example.com'],
  ['https://api.example.com/v2/', 'https://api.example.com/v2'],
  ['https://api.example.com/a/../b', 'https://api.example.com/b'],
  ['https://api.example.com?', 'https://api.example.com'],
  ['https://api.example.com:8443', 'https://api.example.com:8443'],
  ['https://api.example.com:443', 'https://api.example.com'],
  ['HTTPS://API.Example.COM', 'https://api.example.com'],
  ['https:/api.example.com', 'https://api.example.com'],
  ['https:\\\\api.example.com', 'https://api.example.com'],
  ['api.example.com', 'https://api.example.com'],
  ['api.example.com:8443/v2', 'https://api.example.com:8443/v2'],
  ['localhost:8080', 'https://localhost:8080'],
  ['192.0.2.7', 'https://192.0.2.7'],
  ['[2001:db8::1]:8443', 'https://[2001:db8::1]:8443'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ['http://localhost:5000/', 'http://localhost:5000'],
  ['http://127.0.0.1:5000', 'http://127.0.0.1:5000'],
  ['http://127.9.9.9', 'http://127.9.9.9'],
  ['http://0x7f.1', 'http://127.0.0.1'],
  ['http://[::1]:5000', 'http://[::1]:5000'],
])('%j is %s', (typed, baseUrl) => {
  expect(readBaseUrl(typed)).toEqual({ ok: true, baseUrl });
});

test.each([
  [true, ['127.0.0.1', '127.9.9.9', '::1', '[::1]', '::ffff:127.0.0.1']],
  [false, ['localhost', '192.0.2.7', '::2', '1127.0.0.1', '127.0.0.1.example', '::ffff:192.0.2.7', '0.0.0.0', '']],
])('this computer itself, by an address of IP: %s for %j', (isOne, addresses) => {
  expect(addresses.map(isLoopbackAddress)).toEqual(addresses.map(() => isOne));
});

describe('an address is refused', () => {
  test.each([
    ['', /^Type the address/],
    [' \n', /^Type the address/],
    ['https://', /^That is not a valid address/],
    ['https://exa mple.com', /^That is not a valid address/],
    ['https://api.example.com:99999', /^That is not a valid address/],
    ['https://[::1', /^That is not a valid address/],
    ['https://api..%zz', /^That is not a valid address/],
    ['::1', /^That is not a valid address/],
    ['ftp://api.example.com', /must begin with https/],
    ['file:///etc/passwd', /must begin with https/],
    ['javascript:alert()', /must begin with https/],
    ['mailto:a@example.com', /user name or password/],
    ['https://user@api.example.com', /user name or password/],
    ['https://:secret@api.example.com', /user name or password/],
    ['user:1234@api.example.com', /user name or password/],
    ['user:pw@api.example.com', /user name or password/],
    ['https://api.example.com?orgId=1', /contains .*Leave out what begins/],
    ['https://api.example.com/#/systems', /contains .*Leave out what begins/],
    ['http://api.example.com', /^Use https: over http/],
    ['http://192.168.0.1', /^Use https: over http/],
    ['http://0.0.0.0', /^Use https: over http/],
    ['http://localhost.example.com', /^Use https: over http/],
    ['http://127.0.0.1.example.com', /^Use https: over http/],
    ['http://[::2]', /^Use https: over http/],
    ['aB3'.repeat(21), /access token/],
    [`Bearer ${'aB3'.repeat(21)}`, /access token/],
  ])('%j', (typed, reason) => {
    expect(readBaseUrl(typed)).toEqual({ ok: false, reason: expect.stringMatching(reason) as string });
  });

  test('without showing the password in it', () => {
    expect(JSON.stringify(readBaseUrl('https://admin:hunter2@api.example.com'))).not.toContain('hunter2');
  });
});

test('any text is refused, or read as an address that reads as itself and may carry a token', () => {
  const parts = String.raw`https: http: // / \ api.example localhost 127.0.0.1 :80 @ .. %2e ? #`.split(' ');
  const joined = fc.array(fc.constantFrom(...parts)).map((all) => all.join(''));
  holds([fc.oneof(anyText(), joined)], { numRuns: 1000 }, (typed) => {
    const read = readBaseUrl(typed);
    if (!read.ok) return;
    expect(readBaseUrl(read.baseUrl)).toEqual(read);
    expect(read.baseUrl).toMatch(/^https:|^http:\/\/(localhost|127\.\d+\.\d+\.\d+)(:\d+)?(\/|$)/);
    expect(read.baseUrl).not.toMatch(/[?#]|\/$/);
  });
});

test.each([
  'S1',
  'a',
  '0',
  'n7Kq2wTd',
  'a.b',
  '...',
  '.a',
  '-',
  '_',
  '~',
  'a:b',
  'a@b',
  'a;b',
  'a+b',
  'a&b=c',
  'ü',
  '東京',
  '😀',
  'x'.repeat(200),
])('%j can stand in a path', (id) => {
  expect(isPathId(id)).toBe(true);
});

test.each([
  ['empty', ''],
  ['this folder', '.'],
  ['the folder above', '..'],
  ['a slash', 'a/b'],
  ['a slash in front', '/a'],
  ['a backslash', 'a\\b'],
  ['a question mark', 'a?b'],
  ['a number sign', 'a#b'],
  ['a percent sign', 'a%2Fb'],
  ['an encoded dot', '%2e'],
  ['a space', 'a b'],
  ['only a space', ' '],
  ['a tab', 'a\tb'],
  ['a line break', 'a\n'],
  ['a no-break space', 'a\u00A0b'],
  ['a line separator', 'a\u2028b'],
  ['an escape character', 'a\u001Bb'],
  ['NUL', '\u0000'],
  ['DEL', 'a\u007F'],
  ['a C1 control', 'a\u009Bb'],
  ['a zero-width space', 'a\u200Bb'],
  ['a direction mark', 'a\u202Eb'],
  ['a byte order mark', '\uFEFFa'],
  ['a tag character', 'a\u{E0041}'],
  ['half a surrogate pair', 'a\uD800'],
  ['201 characters', 'x'.repeat(201)],
])('an id with %s cannot', (_, id) => {
  expect(isPathId(id)).toBe(false);
});

test('any id that can stand in a path is one segment of its address, and comes back from it unchanged', () => {
  const id = fc.oneof(anyText(), fc.string({ unit: fc.constantFrom('.', '%', '2', 'e', '/', '\\', 'a', '?') }));
  holds([id.filter(isPathId)], { numRuns: 1000 }, (given) => {
    const segments = new URL(`https://api.example/org/N1/systems/${encodeURIComponent(given)}`).pathname.split('/');
    expect(segments.map(decodeURIComponent)).toEqual(['', 'org', 'N1', 'systems', given]);
  });
});
