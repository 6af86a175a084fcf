/** Line editing: keys at the caret, the caret itself, and what may stand in a field. */
import { expect, test } from 'vitest';
import {
  createCaret,
  type EditedLine,
  lineAfter,
  sanitizeInput,
  withTyped,
} from '../../../src/app/keyboard/line-editor.ts';

/** `|` is the caret. */
function line(drawn: string): EditedLine {
  return { text: drawn.replace('|', ''), caret: drawn.indexOf('|') };
}

test.each([
  ['ctrl-w', '|', '|'],
  ['ctrl-w', 'one|', '|'],
  ['ctrl-w', 'one two|', 'one |'],
  ['ctrl-w', 'one two  |', 'one |'],
  ['ctrl-w', 'one two| three', 'one | three'],
  ['ctrl-u', 'one two| three', '| three'],
  ['ctrl-k', 'one| two', 'one|'],
  ['ctrl-a', 'one| two', '|one two'],
  ['home', 'one| two', '|one two'],
  ['ctrl-e', 'one| two', 'one two|'],
  ['end', 'one| two', 'one two|'],
  ['left', 'ab|c', 'a|bc'],
  ['left', '|abc', '|abc'],
  ['right', 'a|bc', 'ab|c'],
  ['right', 'abc|', 'abc|'],
  ['backspace', 'ab|c', 'a|c'],
  ['backspace', '|abc', '|abc'],
  ['delete', 'a|bc', 'a|c'],
  ['delete', 'abc|', 'abc|'],
  ['left', 'a💻|b', 'a|💻b'],
  ['right', 'a|💻b', 'a💻|b'],
  ['backspace', 'a💻|b', 'a|b'],
  ['delete', 'a|💻b', 'a|b'],
])('%s in %j gives %j', (key, before, after) => {
  expect(lineAfter(line(before), key)).toEqual(line(after));
});

test('any other key leaves the line alone', () => {
  expect(lineAfter(line('a|b'), 'ctrl-z')).toBeNull();
  expect(lineAfter(line('a|b'), 'enter')).toBeNull();
});

test('typed and pasted text goes to the caret', () => {
  expect(withTyped(line('|world'), 'hello-')).toEqual(line('hello-|world'));
  expect(withTyped(line('old-|world'), 'small-')).toEqual(line('old-small-|world'));
});

test.each([
  ['web-01 東京 Łódź', 'web-01 東京 Łódź'],
  ['a\nb\r\nc', 'a b c'],
  ['a\u001b[2Jb', 'a [2Jb'],
  ['a\u202eb\u200bc', 'a b c'],
  ['a\ud800b', 'a b'],
  ['a\u2028b', 'a b'],
])('%j stands in a field as %j', (text, shown) => {
  expect(sanitizeInput(text)).toBe(shown);
});

test('the caret stays where it was put while the text is the same, and is at the end of any other', () => {
  const caret = createCaret();
  expect(caret.at('web')).toBe(3);
  caret.place('web', 1);
  expect(caret.at('web')).toBe(1);
  expect(caret.at('web-prod')).toBe(8);
});

test('the caret is at the end of the same text in another field', () => {
  const caret = createCaret();
  caret.place('web', 1);
  caret.forget();
  expect(caret.at('web')).toBe(3);
});

test('the caret notifies its listener when it moves, until it unsubscribes', () => {
  const caret = createCaret();
  const heard: number[] = [];
  const end = caret.subscribe(() => heard.push(caret.at('web')));
  caret.place('web', 2);
  end();
  caret.place('web', 1);
  expect(heard).toEqual([2]);
});
