/** Where in the line of the open field does typing go? */
import { expect, test } from 'vitest';
import { createCaret } from '../../../src/app/keyboard/caret.ts';

test('stays where it was put while the text is the same, and is at the end of any other', () => {
  const caret = createCaret();
  expect(caret.link.at('web')).toBe(3);
  caret.place('web', 1);
  expect(caret.link.at('web')).toBe(1);
  expect(caret.link.at('web-prod')).toBe(8);
});

test('is at the end of the same text in another field', () => {
  const caret = createCaret();
  caret.place('web', 1);
  caret.forget();
  expect(caret.link.at('web')).toBe(3);
});

test('says when it has moved, until nobody listens', () => {
  const caret = createCaret();
  const heard: number[] = [];
  const end = caret.link.subscribe(() => heard.push(caret.link.at('web')));
  caret.place('web', 2);
  end();
  caret.place('web', 1);
  expect(heard).toEqual([2]);
});
