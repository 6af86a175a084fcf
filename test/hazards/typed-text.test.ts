/** Text that a person types, pastes or loads from a file is read with one look at each character. */
import process from 'node:process';
import { describe, expect, test } from 'vitest';
import { readBaseUrl, readToken } from '../../src/api/access.ts';
import { plainSegments } from '../../src/api/deletion/segments.ts';
import { jsonIn, readExactly, readJsonText } from '../../src/api/exact-json.ts';
import { readWords } from '../../src/app/commands/api/words.ts';
import { createTypingPace } from '../../src/app/keyboard/input-stream.ts';
import { parseInput } from '../../src/app/keyboard/input-parser.ts';
import { lineAfter, sanitizeInput } from '../../src/app/keyboard/line-editor.ts';
import { commandWords } from '../../src/app/process/child.ts';
import { commandIn } from '../../src/screens/shell/commands.ts';
import { completionsOf, isFilterCommand, toggleMarked, readFilter } from '../../src/state/fleet/filter/filter.ts';
import { fold, groupDigits } from '../../src/state/kernel/spelling.ts';
import { systemsListed } from '../../src/state/fleet/marks/marks.ts';
import { readOperationsFilter } from '../../src/state/explorer/list/feature.ts';

import { compareNumbers, isNumberText, isStrict, itemsIn } from '../../src/state/explorer/form/typed-value.ts';
import { protectionTable } from '../../src/state/fleet/protection/protection-table.ts';
import { holdsToken } from '../../src/state/kernel/form.ts';
import { aState } from '../support/make.ts';

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'a filter': (text) => [readFilter(text), readOperationsFilter(text), toggleMarked(text), completionsOf(text, [])],
  'a key in a filter': (text) => isFilterCommand('?', text),
  'a command': (text) => commandIn(text, aState()),
  'the keys of a line': (text) =>
    (['ctrl-w', 'ctrl-k', 'backspace', 'left'] as const).map((key) => lineAfter({ text, caret: text.length }, key)),
  'raw input': (text) => [parseInput(text), sanitizeInput(text), createTypingPace().textRead(text, 0)],
  'a list of names': (text) => systemsListed(text, []),
  'a name': fold,
  'an address': readBaseUrl,
  'a token': (text) => [readToken(text).ok, holdsToken(text)],
  'a setting': ({ length }) => length > 0 && protectionTable.tags.read('"'.repeat(length)),
  'names in a setting': protectionTable.tags.read,
  'the words of a command': (text) => commandWords(text, {}, '/home/a'),
  'a list in a line': itemsIn,
  'a time': (text) => isStrict(text, 'date-time'),
  'a number': (text) => [isNumberText(text), compareNumbers(text, '1'), groupDigits(text)],
  'JSON in an editor': readJsonText,
  JSON: (text) => [readExactly(text), jsonIn(text)],
  'words of the command line': (text) => readWords([`/${text}`, `a=${text}`, `b:=${text}`], 'https://api.example'),
  'segments of a path': plainSegments,
};

const size = 200_000;
const repeated = (part: string): string => part.repeat(Math.ceil(size / part.length));

const texts: Readonly<Record<string, string>> = {
  'one word': repeated('a'),
  words: repeated('a '),
  alternatives: repeated('a or '),
  blanks: `${repeated(' ')}x`,
  'blanks behind a word': `x ${repeated(' ')}x`,
  values: `name:${repeated('a,')}`,
  quotes: repeated('"'),
  'one open quote': `"${repeated('a\\"')}`,
  stars: `name:${repeated('*a')}`,
  zeros: `1${repeated('0')}1`,
  slashes: `https://a/${repeated('/')}x`,
  dots: `${repeated('. ')}x`,
  percents: repeated('%25'),
  lines: repeated('\n'),
  lists: repeated('['),
  objects: repeated('{"a":'),
  'closed lists': `${'['.repeat(size / 2)}${']'.repeat(size / 2)}`,
  'long numbers on each level': repeated('[1e999,'),
  'combining marks': `e${repeated('\u0301')}`,
  escapes: repeated('\u001B['),
};

describe.each(Object.entries(readers))('%s', (_, read) => {
  test.each(Object.entries(texts))('%s', (_, text) => {
    const before = process.cpuUsage();
    read(text);
    const { user, system } = process.cpuUsage(before);
    // Milliseconds with one look at each character; minutes with a look for each pair.
    expect(user + system).toBeLessThan(3_000_000);
  });
});
