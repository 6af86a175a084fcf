/** The words of the program: none makes a reader stumble, no sentence is long, and the subject of comments and tests comes first. */
import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { manPage } from '../packaging/texts/man-page.ts';
import { usage } from '../src/app/cli/flags.ts';
import { readDocument } from './support/markdown.ts';

/** Each file of the source and of the tests with its text, read once. */
const files = globSync('{src,test,bench,docs,packaging,tools}/**/*.{ts,tsx}').map(
  (path) => [path, readFileSync(path, 'utf8')] as const,
);
const sources = files.filter(([path]) => path.startsWith('src/') && !path.startsWith('src/demo/'));

/** Each text for a reader by its name, in paragraphs. */
const pages = [
  ...globSync(['*.md', 'docs/**/*.md']).map((path) => [path, readFileSync(path, 'utf8')] as const),
  ...([['man page', manPage('0')] as const, ['--help', usage()] as const] as const),
].map(([name, text]) => [name, text.split(/\n\n/)] as const);

const avoided = [
  ...['for ever', 'anew', 'take back', 'take out', 'put back', 'read again', 'going on', 'whoever', 'somebody'],
  ...['of which', 'turned round', 'those here', 'the marked', 'amiss'],
];

/** Features that rollcall leaves out, as a page, a key or a help line would name them. */
const absent = [
  ...['--prefix', 'requests of this session', 'drafts? (?:is|are|stays?)', 'restores? (?:the|your) marks'],
  ...['marks are restored', 'start without marks', 'earlier outcomes', 'desktop notification', 'earlier version'],
  ...['switch (?:the )?keys?', "the service's keys", 'copy (?:as|the) .*rollcall api', 'changed in the definition'],
  ...['next match', 'describes? the field beside', 'slashes? (?:is|are) asked', 'in words, as dates'],
];

const stumbling = new RegExp(
  String.raw`\b(?:${avoided.map((words) => words.replaceAll(' ', String.raw`\s+`)).join('|')})\b`,
  'i',
);
const missing = new RegExp(absent.join('|'), 'i');

function complaints(pattern: RegExp, texts: readonly (readonly [name: string, texts: readonly string[]])[]) {
  return texts.flatMap(([name, all]) =>
    all.filter((text) => pattern.test(text)).map((text) => `${name}: ${text.trim().slice(0, 120)}`),
  );
}

/** Every text that the source may show: string literals, templates and the text of elements. */
function textsIn(path: string, written: string): readonly string[] {
  // Parsing is slow, and comments are few that have such a word.
  if (!stumbling.test(written)) return [];
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isJsxText(node);
    if (isText || ts.isTemplateMiddleOrTemplateTail(node)) texts.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, written, ts.ScriptTarget.Latest, true));
  return texts;
}

test('no word that a reader stumbles over is in the source, the pages or the help', () => {
  expect(avoided.filter((words) => complaints(stumbling, [['it', [`it is ${words} now`]]]).length !== 1)).toEqual([]);
  expect(complaints(stumbling, pages)).toEqual([]);
  expect(
    complaints(
      stumbling,
      sources.map(([path, text]) => [path, textsIn(path, text)]),
    ),
  ).toEqual([]);
});

test('no page, key or help line names a feature that rollcall does not have', () => {
  const lines = pages.map(([name, texts]) => [name, texts.flatMap((text) => text.split('\n'))] as const);
  expect(lines.length).toBeGreaterThan(20);
  expect(complaints(missing, lines)).toEqual([]);
  expect(absent.filter((words) => !missing.test(words.replaceAll(/\(\?:([^|)]*)[^)]*\)\??|\.\*|\?/g, '$1')))).toEqual(
    [],
  );
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

/** Beginnings that hide the subject of a comment or of a test's name. */
const hidden = /^(?:What|Who|Whether|Those|Of|So many|Where it)\b/;

/** The number of a list that is not part of the project, as in `F9: …`, `F8–F11 …`, `A6` and `48. …`. */
const numbered = /^(?:[A-Z]{1,2}\d+(?:(?:, |–)[A-Z]{1,2}\d+)*(?:[:.]? |['"`]?$)|\d+\. )/;

/** The first line of each comment. */
function commentsIn(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.flatMap((line, at) => {
    const [, opened] = /^\/\*\*?(?: (.*))?$/.exec(line) ?? [];
    if (opened !== undefined) return [opened];
    if (line === '/**') return [lines[at + 1]?.replace(/^\* /, '') ?? ''];
    return line.startsWith('// ') && lines[at - 1]?.startsWith('//') !== true ? [line.slice(3)] : [];
  });
}

const naming = new Set(['test', 'describe', 'property', 'asyncProperty']);

/** The name from which a call begins, as in `test.each(rows)('…')`. */
function calledBy(call: ts.CallExpression): string {
  let at: ts.Expression = call.expression;
  while (ts.isCallExpression(at) || ts.isPropertyAccessExpression(at)) at = at.expression;
  return ts.isIdentifier(at) ? at.text : '';
}

/** Rows of a table of tests that begin with such a number: they may be the names of tests. */
function rowsIn(call: ts.CallExpression): readonly string[] {
  if (!ts.isCallExpression(call.expression)) return [];
  const [table] = call.expression.arguments;
  if (table === undefined || !ts.isArrayLiteralExpression(table)) return [];
  return table.elements.flatMap((row) => {
    const first = ts.isArrayLiteralExpression(row) ? row.elements[0] : row;
    const text = first !== undefined && ts.isStringLiteralLike(first) ? first.text : '';
    // F1 to F12 are keys.
    return /^[A-EG-Z]{1,2}\d+ /.test(text) ? [text] : [];
  });
}

/** The names of tests; within a group they go on with its name, which alone counts as their beginning. */
function namesIn(path: string, text: string): readonly { readonly name: string; readonly isOuter: boolean }[] {
  const names: { name: string; isOuter: boolean }[] = [];
  const visit = (node: ts.Node, isOuter: boolean): void => {
    let isWithin = false;
    if (ts.isCallExpression(node) && naming.has(calledBy(node))) {
      const [name] = node.arguments;
      if (name !== undefined && (ts.isStringLiteralLike(name) || ts.isTemplateExpression(name))) {
        names.push({ name: name.getText().slice(1), isOuter });
        names.push(...rowsIn(node).map((row) => ({ name: row, isOuter: false })));
        // A test has no other test in it.
        if (calledBy(node) !== 'describe') return;
        isWithin = true;
      }
    }
    ts.forEachChild(node, (child) => {
      visit(child, isOuter && !isWithin);
    });
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true), true);
  return names;
}

describe('the subject comes first', () => {
  test('in comments', () => {
    const comments = files.map(([path, text]) => [path, commentsIn(text)] as const);
    expect(complaints(hidden, comments)).toEqual([]);
  });

  test('in the names of tests, and none is named by a number that nothing explains', () => {
    const beginning = new RegExp(hidden, 'i');
    const names = files.flatMap(([path, text]) =>
      path.startsWith('test/')
        ? namesIn(path, text)
            .filter(({ name, isOuter }) => numbered.test(name) || (isOuter && beginning.test(name)))
            .map(({ name }) => `${path}: ${name}`)
        : [],
    );
    expect(names).toEqual([]);
  });

  test('such beginnings are found', () => {
    expect(commentsIn('/** What it is. */\n/**\n * Of it.\n */\n// Those\n// of it\nconst a = 1; // What')).toEqual([
      ...['What it is. */', 'Of it.', 'Those'],
    ]);
    const tests = `describe('what', () => { test('of it', f); test.each([['A1 says', 1]])('F9: it', f); }); property(\`who\`, [a], f);`;
    expect(namesIn('a.ts', tests).map(({ name, isOuter }) => [name.replace(/['`]$/, ''), isOuter])).toEqual([
      ...[
        ['what', true],
        ['of it', false],
        ['F9: it', false],
        ['A1 says', false],
        ['who', true],
      ],
    ]);
  });
});

describe('the names that the source exports', () => {
  const exported = sources.flatMap(([path, text]) =>
    Array.from(
      text.matchAll(/^export (?:async )?(function|const|interface|type) (\w+)(?:[^{;]*?\): (State|Step) \{)?/gm),
      ([, kind = '', name = '', returned]) => ({ path, kind, name, returned }),
    ),
  );

  test('a limit is max or min', () => {
    // The groups with the most stale systems, the longest list of a body, and an order are no limits.
    const others = ['mostStale', 'longestListIn', 'largestFirst'];
    const limits = exported.filter(({ name }) => /^(most|longest|fewest|shortest|largest)[A-Z]/.test(name));
    expect(limits.map(({ name }) => name).filter((name) => !others.includes(name))).toEqual([]);
  });

  test('no two types have one name', () => {
    const types = exported.filter(({ kind }) => kind === 'interface' || kind === 'type').map(({ name }) => name);
    expect(types.filter((name, at) => types.indexOf(name) !== at)).toEqual([]);
  });

  test('a function is no participle', () => {
    const functions = sources.flatMap(([path, text]) =>
      Array.from(text.matchAll(/^(?:export )?(?:async )?function\*? (\w+)/gm), ([, name = '']) => `${path}: ${name}`),
    );
    expect(functions.length).toBeGreaterThan(3000);
    const participle =
      /: (?!need|embed)(?:un)?(?:[a-z]+ed|begun|built|chosen|drawn|found|given|gone|heard|kept|known|left|lost|made|meant|said|seen|sent|shown|taken|told|written)(?:Again|As|At|Before|Beside|Between|By|For|From|In|Instead|Of|On|Once|To|With|Within)?$/;
    expect(functions.filter((name) => participle.test(name))).toEqual([]);
    // At the end of a name, too, where a function returns the next state.
    const states = exported.filter(({ returned }) => returned !== undefined);
    expect(states.length).toBeGreaterThan(100);
    const atEnd = /^(?!mark|invert|with)(?:.*[a-z])?(?:Opened|Shown|Changed|Marked|Stopped|Started|Chosen|Left|Begun)$/;
    expect(states.filter(({ name }) => atEnd.test(name)).map(({ name }) => name)).toEqual([]);
  });
});
