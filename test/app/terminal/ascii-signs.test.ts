/** Signs of `--ascii`: none is a letter, and those of one column differ. */
import { expect, test } from 'vitest';
import { inAscii, replacedSigns } from '../../../src/app/terminal/output.ts';
import { looks } from '../../../src/screens/change/outcome-wording.ts';
import { signOfGroup } from '../../../src/screens/removal/review-table.ts';
import { runKinds } from '../../../src/state/change/run-kinds.ts';

test.each(replacedSigns)('%s is one sign, and no letter or digit', (sign) => {
  expect(inAscii(sign)).toMatch(/^[\x21-\x7E]$/);
  expect(inAscii(sign)).not.toMatch(/[a-z\d]/i);
});

const outcomes = Object.values(looks);
const columns: readonly (readonly [string, readonly string[]])[] = [
  ['the marks of a list', ['✓', '+']],
  ['the states of systems', ['✗', '◆', '●', '○']],
  ...runKinds.map((kind): [string, string[]] => [
    `a review, ${kind}`,
    [...(['reconnected', 'protected', 'excluded', 'taken'] as const).map((group) => signOfGroup(group, kind).text)],
  ]),
  ['outcomes', outcomes.map(({ sign }) => sign)],
  ['the bar of a deletion', [...outcomes.map(({ fill }) => fill), '░']],
  ['history', ['●', '▸', '✗', '✓']],
  ['the ends of a line', ['▌', '▐', '…']],
  ['sort and movement', ['↑', '↓', '←', '→']],
];

test.each(columns)('in %s, signs that differ are drawn differently', (_, drawn) => {
  const signs = [...new Set(drawn)];
  expect(new Set(signs.map(inAscii)).size).toBe(signs.length);
});

test('a minus stays a minus, and one cell one cell', () => {
  expect(inAscii('−120 ±1 80×24 ✓ marked ✗ gone')).toBe('-120 ~1 80*24 * marked # gone');
});
