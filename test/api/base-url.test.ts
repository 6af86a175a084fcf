import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readBaseUrl } from '../../src/api/base-url.ts';
import { anyText } from './any-text.ts';

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

describe('an address is refused', () => {
  test.each([
    ['', /missing/],
    [' \n', /missing/],
    ['https://', /not an address/],
    ['https://exa mple.com', /not an address/],
    ['https://api.example.com:99999', /not an address/],
    ['https://[::1', /not an address/],
    ['https://api..%zz', /not an address/],
    ['::1', /not an address/],
    ['ftp://api.example.com', /begins with https/],
    ['file:///etc/passwd', /begins with https/],
    ['javascript:alert()', /begins with https/],
    ['mailto:a@example.com', /begins with https/],
    ['https://user@api.example.com', /user name or password/],
    ['https://:secret@api.example.com', /user name or password/],
    ['user:1234@api.example.com', /user name or password/],
    ['https://api.example.com?orgId=1', /ends before/],
    ['https://api.example.com/#/systems', /ends before/],
    ['http://api.example.com', /not encrypted/],
    ['http://192.168.0.1', /not encrypted/],
    ['http://0.0.0.0', /not encrypted/],
    ['http://localhost.example.com', /not encrypted/],
    ['http://127.0.0.1.example.com', /not encrypted/],
    ['http://[::2]', /not encrypted/],
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
  fc.assert(
    fc.property(fc.oneof(anyText(), joined), (typed) => {
      const read = readBaseUrl(typed);
      if (!read.ok) return;
      expect(readBaseUrl(read.baseUrl)).toEqual(read);
      expect(read.baseUrl).toMatch(/^https:|^http:\/\/(localhost|127\.\d+\.\d+\.\d+)(:\d+)?(\/|$)/);
      expect(read.baseUrl).not.toMatch(/[?#]|\/$/);
    }),
    { numRuns: 1000 },
  );
});
