/** A megabyte of any sign is no work that a person would notice, for any function that is given a text from outside. */
import { expect, test } from 'vitest';
import { functions, signs } from '../support/text-functions.ts';

// A pattern that begins again at each sign would take days.
test.each(Object.entries(functions))('a megabyte is taken by %s, whatever sign it is of', (_, run) => {
  for (const sign of signs) expect(() => run(sign.repeat(Math.ceil(1_000_000 / sign.length)))).not.toThrow();
});
