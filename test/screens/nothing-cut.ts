/** Registers the tests that the width of a screen is shared out by what is worth reading. */
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { painterOf, type States } from './looks.tsx';
import { withLongTexts } from './long-texts.ts';
import { brokenIn, cutInsideWords, cutsIn, cutWords, wordsIn } from './widths.ts';

/** Sentences are written for 80 columns: from there on the facts, the notice and the hints are whole. */
const sizes = [
  [80, 24],
  [100, 30],
  [120, 40],
  [160, 45],
  [200, 50],
] as const;

/** Here a sentence is cut, after a whole word. */
const narrow = [
  [40, 12],
  [60, 20],
] as const;

/** So wide that nothing is cut. */
const widest = [500, 60] as const;

type Reasons = readonly (readonly [states: RegExp, why: string])[];

/** Where something is cut beside free cells. */
const keptFree: Reasons = [
  [/^organisations, (?:counting|one not counted)$/, 'while a count goes on, the figures to come have their room'],
  [/^deletion, starting$/, 'while a run is in progress, what may need attention has its room'],
];

/** Where a word is cut, at any width. */
const cutInside: Reasons = [
  [/^organisations, /, 'both ends of a name tell organisations apart'],
  [/^(?:review to enable|systems, thousands)$/, '`online, dis…` says more than `online…`'],
];

/** Where words are broken. */
const broken: Reasons = [[/^request, /, 'a request is shown character by character, as it is sent']];

/** At five widths, in their own words or with long texts in them. */
export function nothingIsCutBesideFreeCells(states: States, texts: 'own' | 'long'): void {
  test.each(states)(`"%s" with ${texts === 'own' ? 'its own' : 'long'} texts`, (name, make) => {
    const paint = painterOf(texts === 'own' ? make : () => withLongTexts(make()));
    const linesOf = (columns: number, rows: number): readonly string[] =>
      stripVTControlCharacters(paint({ columns, rows })).split('\n');
    let words: ReadonlySet<string> | undefined;
    const whole = (): ReadonlySet<string> => (words ??= wordsIn(linesOf(...widest)));
    const isOneOf = (reasons: Reasons): boolean => reasons.some(([of]) => of.test(name));
    const complaints = sizes.flatMap(([columns, rows]) => {
      const lines = linesOf(columns, rows);
      const frame = texts === 'long' ? [] : [...lines.slice(1, 2), ...lines.slice(-2)];
      return [
        ...(isOneOf(keptFree) ? [] : cutsIn(lines, columns, whole)),
        ...(isOneOf(broken) ? [] : brokenIn(lines, columns, whole)),
        ...frame.flatMap((line) => cutWords(line, whole)).map((word) => `${columns}: the frame cuts ${word}`),
      ];
    });
    const cut = [...narrow, ...sizes].flatMap(([columns, rows]) =>
      texts === 'long' || isOneOf(cutInside)
        ? []
        : linesOf(columns, rows).flatMap((line) =>
            cutInsideWords(line, whole).map((word) => `${columns}: cut ${word}`),
          ),
    );
    expect([...complaints, ...cut]).toEqual([]);
  });
}
