import { expect, test } from 'vitest';
import { ProblemLine } from '../../../src/screens/parts/problem-line.tsx';
import { clean } from '../../../src/screens/text/clean.ts';
import { drawn } from './drawn.ts';

const sentence = clean('rollcall stopped waiting after 30 s: no answer (GET systems).');
const next = clean('r tries again.');

test('the sign, the sentence, and what can be done', () => {
  expect(drawn(<ProblemLine columns={80} sentence={sentence} />, 80)).toEqual([`! ${sentence}`]);
  expect(drawn(<ProblemLine columns={80} sentence={sentence} next={next} />, 80)).toEqual([`! ${sentence} ${next}`]);
});

test('where room is short the sentence is cut, and what can be done stays', () => {
  expect(drawn(<ProblemLine columns={30} sentence={sentence} next={next} />, 30)).toEqual([
    '! rollcall sto… r tries again.',
  ]);
});
