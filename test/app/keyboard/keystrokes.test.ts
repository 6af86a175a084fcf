/** Which keys are in one input event? */
import type { Key } from 'ink';
import { expect, test } from 'vitest';
import { isText, keystrokes } from '../../../src/app/keyboard/keystrokes.ts';

const none: Key = {
  upArrow: false,
  downArrow: false,
  leftArrow: false,
  rightArrow: false,
  pageDown: false,
  pageUp: false,
  home: false,
  end: false,
  return: false,
  escape: false,
  ctrl: false,
  shift: false,
  tab: false,
  backspace: false,
  delete: false,
  meta: false,
  super: false,
  hyper: false,
  capsLock: false,
  numLock: false,
};

function key(about: Partial<Key> = {}): Key {
  return { ...none, ...about };
}

test.each<[string, Key, readonly string[]]>([
  ['jjjj', key(), ['j', 'j', 'j', 'j']],
  [' j D', key(), ['space', 'j', 'space', 'D']],
  ['abc\r', key(), ['a', 'b', 'c', 'enter']],
  ['東京', key(), ['東', '京']],
  ['', key({ upArrow: true }), ['up']],
  ['', key({ leftArrow: true, shift: true }), ['shift-left']],
  ['d', key({ ctrl: true }), ['ctrl-d']],
  ['x', key({ meta: true }), []],
  ['x', key({ eventType: 'release' }), []],
  ['\u0000', key(), []],
])('%j is %j', (input, named, names) => {
  expect(keystrokes(input, named)).toEqual(names);
});

test.each<[keyof Key, string]>([
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['leftArrow', 'left'],
  ['rightArrow', 'right'],
  ['pageUp', 'pageUp'],
  ['pageDown', 'pageDown'],
  ['home', 'home'],
  ['end', 'end'],
  ['return', 'enter'],
  ['escape', 'esc'],
  ['tab', 'tab'],
  ['backspace', 'backspace'],
  ['delete', 'delete'],
])('%s is the key %s, and no text', (named, name) => {
  expect(keystrokes('', key({ [named]: true }))).toEqual([name]);
  expect(isText('', key({ [named]: true }))).toBe(false);
});

test('text is for a field, and control keys are not', () => {
  expect(isText('delete 2', key())).toBe(true);
  expect(isText('a\rb', key())).toBe(false);
  expect(isText('u', key({ ctrl: true }))).toBe(false);
  expect(isText('', key({ leftArrow: true }))).toBe(false);
});
