/** What do the keys of a text field do to its line? */
import { expect, test } from 'vitest';
import { type Line, lineAfter, withTyped } from '../../../src/app/keyboard/line-editor.ts';

/** `|` is the caret. */
function line(drawn: string): Line {
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

test('what is typed or pasted goes to the caret', () => {
  expect(withTyped(line('|world'), 'hello-')).toEqual(line('hello-|world'));
  expect(withTyped(line('old-|world'), 'small-')).toEqual(line('old-small-|world'));
});
