/** The share of the random keys that is quick enough for every run; the soak presses 200,000. */
import { test } from 'vitest';
import { monkey } from './monkey.ts';

test('1,000 random keys and 15 pastes on the hostile document send nothing but reads', async () => {
  await monkey({ document: 'hostile', keys: 1000, pastes: 15, seed: 20_261_123, requests: 0.5 });
});

test('500 random keys and 10 pastes on the usual document send nothing but reads', async () => {
  await monkey({ document: 'usual', keys: 500, pastes: 10, seed: 20_261_124, requests: 0.7 });
});

test('2,000 random keys and pastes in the form for marked systems, and in its review, send nothing but reads', async () => {
  await monkey({
    document: 'usual',
    place: 'marked',
    keys: 1960,
    pastes: 40,
    seed: 20_261_127,
    reads: 5,
    requests: 0.7,
  });
});
