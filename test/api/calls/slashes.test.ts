import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildCall } from '../../../src/api/calls/build-call.ts';
import { type Call, maskedUrl } from '../../../src/api/calls/call.ts';
import { organisationsNamed } from '../../../src/api/calls/call-address.ts';
import { systemsDeletionIn } from '../../../src/api/deletion/systems-deletion.ts';
import { holds } from '../../support/property.ts';
import { baseUrl, built, parameter, plan, refusals } from './plans.ts';

/** The call whose parameters allow reserved characters or do not. */
function asked(request: string, values: Readonly<Record<string, string>>, areKept: boolean) {
  const parameters = Object.keys(values).map((name) => parameter(name, 'path', { keepsSlashes: areKept }));
  return buildCall({ ...plan(request, values), parameters, secrets: ['hidden/part'] });
}

function sent(request: string, values: Readonly<Record<string, string>>, areKept: boolean): Call {
  const call = asked(request, values, areKept);
  if (!call.ok) throw new Error(call.faults.map(({ message }) => message).join(' '));
  return call.value;
}

const contents = 'GET /contents/{path}';

test('a value with a slash is encoded, and sent as it is where the definition allows it', () => {
  const path = 'src/main one.ts';
  expect(built(contents, { path }).url).toBe(`${baseUrl}/contents/src%2Fmain%20one.ts`);
  expect(sent(contents, { path }, false).url).toBe(`${baseUrl}/contents/src%2Fmain%20one.ts`);
  expect(sent(contents, { path }, true).url).toBe(`${baseUrl}/contents/src/main%20one.ts`);
  expect(sent('GET /a/{x}/raw', { x: 'b/c' }, true).url).toBe(`${baseUrl}/a/b/c/raw`);
});

test('no value with slashes leads elsewhere', () => {
  for (const path of [
    ...[
      '/a',
      'a/',
      'a//b',
      '/',
      '../a',
      'a/..',
      'a/../b',
      'a/./b',
      'a/ /b',
      'a/%2e%2e/b',
      'a/b;c',
      'a\\b/c',
      'a/b%2Fc',
    ],
    ...['a/\u202Eb', 'a/b\r\nc', `a/${'x'.repeat(200)}`, 'a/\uFF0E\uFF0E/b'],
  ]) {
    for (const areKept of [true, false]) {
      expect(asked(contents, { path }, areKept), JSON.stringify(path)).toMatchObject({
        ok: false,
        faults: [{ key: 'path path' }],
      });
    }
  }
  // The organisation is the open one, whatever is typed.
  expect(asked('GET /org/{orgId}/tags', { orgId: 'a/b' }, true)).toMatchObject({ ok: false });
});

test('values with slashes share a segment with others, and literals stay checked', () => {
  const compare = 'GET /compare/{base}...{head}';
  expect(built(compare, { base: 'v1', head: 'main' }).url).toBe(`${baseUrl}/compare/v1...main`);
  expect(sent(compare, { base: 'a/b', head: 'c/d' }, true).url).toBe(`${baseUrl}/compare/a/b...c/d`);
  expect(sent(compare, { base: 'a/b', head: 'c' }, false).url).toBe(`${baseUrl}/compare/a%2Fb...c`);
  expect(refusals(compare, { base: '..', head: 'x' })).toHaveProperty(['path base']);
  expect(asked('GET /a%2fb/{x}', { x: 'c/d' }, false)).toMatchObject({ faults: [{ key: 'address' }] });
  expect(asked('GET /a/{x}.', { x: 'c/.' }, true)).toMatchObject({ ok: false });
});

test('a value with slashes is judged by all that a service may read in it', () => {
  for (const areKept of [true, false]) {
    const call = sent('DELETE /things/{id}', { id: 'x/org/N1/systems/S1' }, areKept);
    expect(systemsDeletionIn(call), call.url).not.toBeNull();
    const other = { orgId: 'N2', orgName: 'Other', role: 'Owner' } as never;
    expect(organisationsNamed([other], sent('PUT /{x}', { x: 'org/N2/tags' }, areKept).url, baseUrl)).toHaveLength(1);
  }
  expect(sent('PUT /{x}', { x: 'org/N2/tags' }, true).orgId).toBe('N2');
  expect(sent('PUT /a/{x}', { x: 'b/disable' }, true).steps).toEqual(['b', 'disable']);
  expect(sent('PUT /a/{x}', { x: 'b/disable' }, false)).not.toHaveProperty('steps');
  expect(sent('PUT /a/{x}', { x: 'b' }, true)).not.toHaveProperty('steps');
});

test('an organisation is found in an address that is not below the one of the service', () => {
  const other = { orgId: 'N2', orgName: 'Other', role: 'Owner' } as never;
  expect(organisationsNamed([other], 'https://api.example.com/org/N2/tags', baseUrl)).toHaveLength(1);
});

test('a secret with a slash in it is masked in the address, however it is sent', () => {
  for (const areKept of [true, false]) {
    const call = sent(contents, { path: 'hidden/part' }, areKept);
    expect(maskedUrl(call, 'SECRET')).toBe(`${baseUrl}/contents/SECRET`);
  }
});

test('whatever a value with slashes is, the address is the one that was meant', () => {
  const piece = fc.string({
    unit: fc.constantFrom('.', '/', '%', '2', 'F', '\\', '?', '#', 'a', ' ', ';'),
    maxLength: 9,
  });
  holds([piece, fc.boolean()], { numRuns: 3000 }, (x, areKept) => {
    const call = asked('GET /a/{x}/b', { x }, areKept);
    if (!call.ok) return;
    const url = new URL(call.value.url);
    expect(url.search + url.hash).toBe('');
    const steps = url.pathname.slice('/v1/a/'.length, -'/b'.length).split('/').map(decodeURIComponent);
    expect(steps.join('/')).toBe(x);
    expect(steps.length).toBe(areKept ? x.split('/').length : 1);
    for (const step of x.split('/')) expect(step).not.toMatch(/^\.*$/);
  });
});
