/** The pane of a system while the cursor moves, the window is drawn wider, and time passes. */
import { render } from 'ink-testing-library';
import { expect, test } from 'vitest';
import { SystemPane } from '../../../../src/screens/fleet/details-screen.tsx';
import { wordsIn } from '../../widths.ts';
import { aStateOf, aSystem, daysAgo, now } from '../../../support/make.ts';

const systems = [
  aSystem({ systemId: 'S1', hostname: 'edge-gw-01', lastSeen: daysAgo(120), description: 'gateway of the lab' }),
  aSystem({ systemId: 'S2', hostname: 'db', lastSeen: daysAgo(2) }),
] as const;
const state = aStateOf(systems);
const [first, second] = systems;

test('the next system leaves no word of the one before, in as many rows', () => {
  const { lastFrame, rerender, unmount } = render(<SystemPane state={state} system={first} width={40} rows={12} />);
  const lines = (): readonly string[] => (lastFrame() ?? '').split('\n');
  expect(lines()[0]).toMatch(/^│ edge-gw-01 +S1$/);
  expect(lines()).toHaveLength(12);
  rerender(<SystemPane state={state} system={second} width={40} rows={12} />);
  expect(lines()[0]).toMatch(/^│ db +S2$/);
  expect(lines()).toHaveLength(12);
  for (const word of ['edge-gw-01', 'S1', '120']) expect([...wordsIn(lines())]).not.toContain(word);
  unmount();
});

test('at any width it stays inside its cells, with its line at the left', () => {
  const { lastFrame, rerender, unmount } = render(<SystemPane state={state} system={first} width={80} rows={20} />);
  for (let width = 80; width >= 34; width--) {
    rerender(<SystemPane state={state} system={first} width={width} rows={20} />);
    for (const line of (lastFrame() ?? '').split('\n')) {
      expect(line).toMatch(/^│/);
      expect(line.length).toBeLessThanOrEqual(width);
    }
  }
  unmount();
});

test('a value is whole at any width, beside a long name or below it', () => {
  const others = { names: ['name of the switch'], values: '["port-0012345678"]' };
  const system = aSystem({ others });
  const { lastFrame, rerender, unmount } = render(<SystemPane state={state} system={system} width={80} rows={40} />);
  const rowsOfField: number[] = [];
  for (let width = 80; width >= 34; width--) {
    rerender(<SystemPane state={state} system={system} width={width} rows={40} />);
    const lines = (lastFrame() ?? '').split('\n');
    const places = ['name of the switch', 'port-0012345678'].map((text) =>
      lines.findIndex((line) => line.includes(text)),
    );
    expect(Math.min(...places)).toBeGreaterThan(0);
    rowsOfField.push(Math.max(...places) - Math.min(...places) + 1);
  }
  expect(new Set(rowsOfField)).toEqual(new Set([1, 2]));
  unmount();
});

test('a minute later only the ages are others', () => {
  const { lastFrame, rerender, unmount } = render(<SystemPane state={state} system={second} width={50} rows={20} />);
  const before = (lastFrame() ?? '').split('\n');
  const later = { ...state, now: now + 86_400_000 };
  rerender(<SystemPane state={later} system={second} width={50} rows={20} />);
  const after = (lastFrame() ?? '').split('\n');
  expect(after.map((line) => line.replaceAll('3 d', '2 d').replace(/\d+ d ago/, ''))).toEqual(
    before.map((line) => line.replace(/\d+ d ago/, '')),
  );
  expect(after).not.toEqual(before);
  unmount();
});
