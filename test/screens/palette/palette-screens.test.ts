/** The actions that the palette offers. */
import { expect, test } from 'vitest';
import { keyGroups } from '../../../src/screens/active-keys.ts';
import { paletteEntries } from '../../../src/screens/palette/palette-screens.tsx';
import { aStateOf, aSystem } from '../../support/make.ts';

function entriesFor(typed: string) {
  const state = aStateOf([aSystem()]);
  return paletteEntries(typed, state, keyGroups(state));
}

test('every action but motions, with the reason where it cannot be used', () => {
  const all = entriesFor('');
  expect(all.map(({ binding }) => binding.does)).toContain('sign out');
  expect(all.some(({ binding }) => binding.action.kind === 'moved')).toBe(false);
  // None was saved.
  expect(all.filter(({ binding }) => binding.action.kind === 'viewShown')).toHaveLength(1);
  expect(all.find(({ binding }) => binding.does === 'clear all marks')?.refusal).toBe('nothing is marked');
});

test('those whose words hold every word typed', () => {
  expect(entriesFor('ALL mark').map(({ binding }) => binding.does)).toEqual([
    'mark all stale, all pages',
    'mark all that match',
    'clear all marks',
  ]);
  expect(entriesFor('fly')).toEqual([]);
});
