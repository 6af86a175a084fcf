/** The line of tabs. */
import { renderToString } from 'ink';
import { expect, test } from 'vitest';
import { Tabs } from '../../../src/screens/parts/text-lines.tsx';

const tabs = [
  { name: 'disable', count: 1657, isShown: true },
  { name: 'reconnected', count: 0, isShown: false },
  { name: 'protected', count: 3, isShown: false },
];

test('tabs have their digit, name and count, and the one shown is in brackets; a narrow line is cut at its end', () => {
  const at = (columns: number): string => renderToString(<Tabs tabs={tabs} />, { columns }).trimEnd();
  expect(at(80)).toBe('[1 disable 1,657]  2 reconnected 0   3 protected 3');
  expect(at(40)).toBe('[1 disable 1,657]  2 reconnected 0   3 …');
});
