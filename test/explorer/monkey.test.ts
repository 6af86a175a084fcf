/** The share of the random keys that is quick enough for every run; the soak presses 200,000. */
import { test } from 'vitest';
import { monkey } from './monkey.ts';

test('500 random keys and 8 pastes on the hostile document send nothing but reads', async () => {
  await monkey({ document: 'hostile', keys: 500, pastes: 8, seed: 20_261_123, requests: 0.5 });
});

test('300 random keys and 6 pastes on the usual document send nothing but reads', async () => {
  await monkey({ document: 'usual', keys: 300, pastes: 6, seed: 20_261_124, requests: 0.7 });
});

test('800 random keys and pastes in the form for marked systems, and in its review, send nothing but reads', async () => {
  await monkey({
    document: 'usual',
    place: 'marked',
    keys: 780,
    pastes: 20,
    seed: 20_261_127,
    reads: 5,
    requests: 0.7,
  });
});
