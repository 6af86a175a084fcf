/** The line of tabs. */
import { renderToString } from 'ink';
import { expect, test } from 'vitest';
import { Tabs } from '../../../src/screens/parts/text-lines.tsx';

const tabs = [
  { name: 'disable', count: 1657, isShown: true },
  { name: 'reconnected', count: 0, isShown: false },
  { name: 'protected', count: 3, isShown: false },
];

function lineAt(columns: number, shown = tabs): string {
  return renderToString(<Tabs tabs={shown} columns={columns} />, { columns }).trimEnd();
}

test('tabs have their digit, name and count, and the one shown is in brackets', () => {
  expect(lineAt(80)).toBe('[1 disable 1,657]  2 reconnected 0   3 protected 3');
});

test('in a narrow line, empty groups give way, and an ellipsis stands for the others: no count is cut', () => {
  const filled = tabs.map((tab) => ({ ...tab, count: 3 }));
  expect(lineAt(50)).toBe('[1 disable 1,657]  2 reconnected 0   3 protected 3');
  expect(lineAt(49)).toBe('[1 disable 1,657]  3 protected 3');
  expect(lineAt(31)).toBe('[1 disable 1,657] …');
  expect(lineAt(40, filled)).toBe('[1 disable 3]  2 reconnected 3 …');
});
