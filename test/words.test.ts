/** The words of the program: none on a screen, in a message or in a document makes a reader stumble, and no sentence is long. */
import { globSync, readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { manPage } from '../src/app/commands/man-page.ts';
import { usage } from '../src/app/cli/flags.ts';
import { readDocument } from './support/markdown.ts';

const avoided = [
  ...['for ever', 'anew', 'take back', 'take out', 'put back', 'read again', 'going on', 'whoever', 'somebody'],
  ...['of which', 'turned round', 'those here', 'the marked', 'amiss'],
];

const pattern = new RegExp(
  String.raw`\b(?:${avoided.map((words) => words.replaceAll(' ', String.raw`\s+`)).join('|')})\b`,
  'i',
);

/** Every text that the source may show: string literals, templates and the text of elements. */
function textsIn(path: string): readonly string[] {
  const written = readFileSync(path, 'utf8');
  // Parsing is slow, and comments are few that have such a word.
  if (!pattern.test(written)) return [];
  const source = ts.createSourceFile(path, written, ts.ScriptTarget.Latest, true);
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      texts.push(node.text);
    }
    if (ts.isJsxText(node)) texts.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

function complaintsIn(name: string, texts: readonly string[]): readonly string[] {
  return texts.filter((text) => pattern.test(text)).map((text) => `${name}: ${text.trim().slice(0, 120)}`);
}

describe('no word that a reader stumbles over', () => {
  test('in the source', async () => {
    const complaints: string[] = [];
    for await (const path of glob('src/**/*.{ts,tsx}', { exclude: ['src/demo/**'] })) {
      complaints.push(...complaintsIn(path, textsIn(path)));
    }
    expect(complaints).toEqual([]);
  });

  test('in the documents', async () => {
    const complaints: string[] = [];
    for await (const path of glob(['*.md', 'docs/**/*.md'])) {
      complaints.push(...complaintsIn(path, readFileSync(path, 'utf8').split(/\n\n/)));
    }
    expect(complaints).toEqual([]);
  });

  test('in the man page and the help of the command line', () => {
    expect(complaintsIn('man page', manPage('0').split('\n'))).toEqual([]);
    expect(complaintsIn('--help', usage().split('\n'))).toEqual([]);
  });

  test.each(avoided)('%s is found', (words) => {
    expect(complaintsIn('a sentence', [`it is ${words} now`])).toHaveLength(1);
  });
});

/** For those who work on rollcall: they follow arguments, and numbers in tables. */
const forMakers = ['docs/architecture.md', 'docs/faults.md', 'docs/performance.md'];

test.each(['README.md', ...globSync('docs/*.md').filter((path) => !forMakers.includes(path))])(
  'every sentence of %s has at most 25 words',
  (path) => {
    const { sentences } = readDocument(path);
    expect(sentences.length).toBeGreaterThan(1);
    expect(sentences.filter((sentence) => sentence.split(' ').length > 25)).toEqual([]);
  },
);
