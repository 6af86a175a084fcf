import { expect, test } from 'vitest';
import { knownOrNull, type Loadable, readAgain } from '../../../src/state/kernel/declare.ts';
import { refused } from '../../support/make.ts';

test.each<[string, Loadable<string>, string | null]>([
  ['what is ready', { kind: 'ready', value: 'now' }, 'now'],
  ['the earlier value, while it is refreshed', { kind: 'loading', last: 'before' }, 'before'],
  ['what was there before it failed', { kind: 'failed', problem: refused(500), last: 'before' }, 'before'],
  ['nothing at first', { kind: 'loading', last: null }, null],
])('known is %s, and it stays known during a refresh', (_, loadable, value) => {
  expect(knownOrNull(loadable)).toBe(value);
  expect(readAgain(loadable)).toEqual({ kind: 'loading', last: value });
});
