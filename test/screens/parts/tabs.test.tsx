/** The line of tabs, at any width. */
import { render } from 'ink-testing-library';
import { expect, test } from 'vitest';
import { Tabs } from '../../../src/screens/parts/tabs.tsx';

const tabs = [
  { forms: ['disable', 'disable', '✗'], count: 1657, isShown: true },
  { forms: ['reconnected', '↩', '↩'], count: 0, isShown: false },
  { forms: ['protected', '◆', '◆'], count: 3, isShown: false },
];

test('tabs have all their words, or signs in the place of some, and never a part of a word', () => {
  const { lastFrame, rerender, unmount } = render(<Tabs tabs={tabs} columns={80} />);
  const seen = new Set<string>();
  for (let columns = 80; columns >= 24; columns--) {
    rerender(<Tabs tabs={tabs} columns={columns} />);
    const line = lastFrame() ?? '';
    expect(line.length).toBeLessThanOrEqual(columns);
    seen.add(line.trimEnd());
  }
  expect([...seen]).toEqual([
    '[1 disable 1,657]  2 reconnected 0   3 protected 3',
    '[1 disable 1,657]  2 ↩ 0   3 ◆ 3',
    '[1 ✗ 1,657]  2 ↩ 0   3 ◆ 3',
    '[1 ✗ 1,657] 2 ↩ 0 3 ◆ 3',
  ]);
  unmount();
});
