/** Signs of `--ascii`: none is a letter, and those of one column differ. */
import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
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
  ['values, and the sign for none', ['·', '–']],
  ['the states of systems', ['✗', '◆', '●', '○']],
  ...runKinds.map((kind): [string, string[]] => [
    `a review, ${kind}`,
    [
      '○',
      ...(['reconnected', 'protected', 'excluded', 'taken'] as const).map((group) => signOfGroup(group, kind).text),
    ],
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

test('a sorted column has another arrow than a key', () => {
  expect(inAscii('SYSTEM  LAST SEEN ↓  KEY · by last seen ↓ · service order ↓')).toBe(
    'SYSTEM  LAST SEEN v  KEY | by last seen v | service order v',
  );
  expect(inAscii('SYSTEM  LAST SEEN ↑')).toBe('SYSTEM  LAST SEEN ^');
  expect(inAscii('tab ↓  next field')).toBe('tab _  next field');
  expect(inAscii('4 at a time · – a minute')).toBe('4 at a time | - a minute');
});

/** Punctuation and symbols outside ASCII, in the blocks that terminals draw as one cell. */
const drawnSign = /(?=[\p{P}\p{S}])[\u00A1-\u00FF\u2010-\u27FF\u2900-\u2BFF]/gu;

/** The signs in the string literals, templates and elements of a file. */
function charactersIn(path: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isJsxText(node);
    if (isText || ts.isTemplateMiddleOrTemplateTail(node)) found.push(...(node.text.match(drawnSign) ?? []));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true));
  return found;
}

test('every sign that the program draws has a plain one', () => {
  const paths = globSync('src/{screens,state,api}/**/*.{ts,tsx}');
  const without = paths.flatMap((path) =>
    charactersIn(path)
      .filter((sign) => !replacedSigns.includes(sign))
      .map((sign) => `${path}: ${sign}`),
  );
  expect(without).toEqual([]);
});
