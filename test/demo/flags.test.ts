/** Flags: parsing, and complaints about invalid ones. */
import { expect, test } from 'vitest';
import { readFlags } from '../../src/demo/flags.ts';

test('without flags, the usual values are meant', () => {
  expect(readFlags([])).toEqual({ port: 0, systems: 12_431, seed: 1, latency: 40, embedded: false, faults: false });
});

test('every flag is read', () => {
  const args = ['--port', '8080', '--systems=1000000', '--seed', '7', '--latency', '0', '--embedded'];
  expect(readFlags(args)).toEqual({
    port: 8080,
    systems: 1_000_000,
    seed: 7,
    latency: 0,
    embedded: true,
    faults: false,
  });
});

test.each([
  [['--port', '65536'], '--port takes a whole number from 0 to 65535.'],
  [['--systems', '1000001'], '--systems takes a whole number from 0 to 1000000.'],
  [['--systems=-1'], '--systems takes a whole number from 0 to 1000000.'],
  [['--seed', '1.5'], '--seed takes a whole number from 0 to 1000000000.'],
  [['--latency', ''], '--latency takes a whole number from 0 to 60000.'],
])('%j is complained about', (args, complaint) => {
  expect(readFlags(args)).toEqual({ complaint });
});

test.each([['--colour'], ['8080'], ['--port'], ['--port', '-1'], ['--embedded=yes'], ['-p', '1']])(
  '%s %s is answered with the flags there are',
  (...args) => {
    expect(readFlags(args)).toEqual({
      complaint:
        'The flags are --port N, --systems N, --seed N, --latency MS, --fault NAME@PLACE, --faults and --embedded, and no others.',
    });
  },
);

test.each([
  ['a fault is injected into the requests of its place', '503@deletion', '/org/a/systems/b', 'DELETE', 'GET'],
  ['a fault without a place happens at the first page, where it can', '503', '/org/a/systems', 'GET', 'GET'],
])('%s, and into no others', (_, fault, path, method, other) => {
  const flags = readFlags(['--fault', fault]);
  const intercept = 'complaint' in flags ? undefined : flags.intercept;
  const request = { url: path, path, headers: {}, body: '', at: 0 };
  expect(intercept?.({ ...request, method, query: new URLSearchParams() })).toMatchObject({ status: 503 });
  expect(intercept?.({ ...request, method: other, query: new URLSearchParams('page=1') })).toBeUndefined();
});

test.each([['503@nowhere'], ['504@'], ['nothing'], ['a-total-that-changes@deletion']])('no fault %s', (fault) => {
  expect(readFlags(['--fault', fault])).toEqual({
    complaint: '--fault takes a fault and its place; --faults lists them.',
  });
});
