import { expect, test } from 'vitest';
import { known, type Loadable, readAgain } from '../../../src/state/kernel/loadable.ts';
import { refused } from '../../support/make.ts';

test.each<[string, Loadable<string>, string | null]>([
  ['what is ready', { kind: 'ready', value: 'now' }, 'now'],
  ['what was there before, while it is read again', { kind: 'loading', last: 'before' }, 'before'],
  ['what was there before it failed', { kind: 'failed', problem: refused(500), last: 'before' }, 'before'],
  ['nothing at first', { kind: 'loading', last: null }, null],
])('known is %s, and it stays known while it is read again', (_, loadable, value) => {
  expect(known(loadable)).toBe(value);
  expect(readAgain(loadable)).toEqual({ kind: 'loading', last: value });
});
