/** Only the review on the screen can be confirmed: without it nothing starts, and nothing is drawn. */
import { describe, expect, test } from 'vitest';
import { refusalFor, bindingOf } from '../../../../src/screens/keys/binding.ts';
import { activeGroups } from '../../../../src/screens/active-keys.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import { smallest } from '../../../../src/state/kernel/layout.ts';
import { aReview, typed } from '../deletion/story.ts';
import { play } from '../../root/play.ts';

function readOnlyRefusal(state: State, key: string): string | null | undefined {
  const binding = bindingOf(activeGroups(state), key);
  return binding && refusalFor(binding, state);
}

describe.each([
  { columns: smallest.columns - 1, rows: 24 },
  { columns: 80, rows: smallest.rows - 1 },
])('where a terminal of %j shows no review', (size) => {
  const small: Action = { kind: 'resized', ...size };

  test.each(['d', 'enter', 'tab', 'space'])('%s begins and changes nothing', (key) => {
    expect(readOnlyRefusal(aReview(2), key)).toBeNull();
    expect(readOnlyRefusal(play(aReview(2), small).state, key)).toBe('the review does not fit into this terminal');
  });

  test('a phrase that was typed does not count until the review is seen again', () => {
    const { state } = play(aReview(2), ...typed('delete 2').slice(0, -1), small);
    expect(readOnlyRefusal(state, 'enter')).toBe('the review does not fit into this terminal');
    expect(readOnlyRefusal(play(state, { kind: 'resized', ...smallest }).state, 'enter')).toBeNull();
  });
});

const refused: Action = { kind: 'runRefused', run: 2, does: null, holder: null };

test('a run that another session blocks leads back to its review, but not from another screen', () => {
  const begun = play(aReview(2), ...typed('delete 2')).state;
  expect(play(begun, refused).state.screen).toEqual({ kind: 'review' });
  const browsing = play(begun, { kind: 'runLeft' }, refused).state;
  expect(browsing).toMatchObject({ deletion: null, screen: { kind: 'systems' }, notice: { kind: 'warning' } });
});
