/** A phrase counts once the keyboard is quiet, whatever screen asks for it: keys typed ahead of it count for nothing. */
import { describe, expect, test } from 'vitest';
import { phraseOn, newPhrase, type PhrasePrompt } from '../../../src/state/change/phrase.ts';
import { quietMs } from '../../../src/state/kernel/form.ts';
import type { Action, State } from '../../../src/state/root/state.ts';
import { aStateOf } from '../../support/make.ts';

const idle = aStateOf([]);
const review: State = { ...idle, screen: { kind: 'review' } };
const starts = { kind: 'startTimer', timer: 'arm', ms: quietMs };
const key: Action = { kind: 'keyUnknown', name: 'z' };
const early = 'Typed too early: ignored. Pause for a moment, then type the phrase.';

/** A screen that asks for this phrase; what became of it, of the state and of the timer. */
function asking(prompt: Partial<PhrasePrompt> | null) {
  let now: PhrasePrompt | null = prompt && { ...newPhrase, ...prompt };
  const phrase = phraseOn({
    ...{ screen: 'review', timer: 'arm', promptOf: () => now },
    changed(state, change) {
      now = now && { ...now, ...change };
      return state;
    },
  });
  return { ...phrase, isArmed: () => now?.isArmed };
}

describe('a key that means nothing', () => {
  test.each<[string, Partial<PhrasePrompt>, Partial<State>, boolean, boolean]>([
    ['takes the arming of a phrase that is not begun', { isArmed: true }, {}, false, true],
    ['takes none of one that is being typed', { isArmed: true, isInField: true }, {}, true, false],
    ['takes none behind a prompt', { isArmed: true }, { prompt: { kind: 'organisation', typed: '' } }, true, false],
    ['takes none on another screen', { isArmed: true }, { screen: { kind: 'systems' } }, true, false],
  ])('%s', (_, prompt, about, isArmed, isWaited) => {
    const asked = asking(prompt);
    const state = { ...review, ...about };
    const [next, ...effects] = asked.reacts.keyUnknown(state, key, state);
    expect([next.notice, effects]).toEqual([null, isWaited ? [starts] : []]);
    expect(asked.isArmed()).toBe(isArmed);
  });

  test('before the keyboard was quiet is said to be too early, unless something was refused or lies over it', () => {
    const asked = asking({});
    const after = (before: State): unknown => asked.reacts.keyRefused(review, key, before)[0].notice;
    expect(asked.reacts.keyRefused(review, key, review)).toEqual([
      { ...review, notice: { kind: 'refused', text: early } },
      starts,
    ]);
    const refused = { kind: 'refused', text: 'No.' } as const;
    expect(after({ ...review, notice: refused })).toEqual(refused);
    expect(after({ ...review, notice: { kind: 'said', text: 'Yes.' } })).toEqual({ kind: 'refused', text: early });
    expect(after({ ...review, overlay: { kind: 'help', list: { row: 0, top: 0 }, typed: null } })).toBeNull();
    expect(after(idle)).toBeNull();
  });
});

test('a key that does something begins another moment, and one that looks through the list does not', () => {
  const { reacts } = asking({});
  expect(reacts.keyPressed(review, { action: { kind: 'wentBack' } })).toEqual([review, starts]);
  expect(reacts.keyPressed(review, { action: { kind: 'moved', motion: 'down' } })).toEqual([review]);
  expect(asking({ isArmed: true }).reacts.keyPressed(review, { action: { kind: 'wentBack' } })).toEqual([review]);
});

test('after the moment the phrase counts, where it is asked for', () => {
  const armedOn = (state: State, prompt: Partial<PhrasePrompt> | null = {}): unknown => {
    const asked = asking(prompt);
    expect(asked.armed(state)).toEqual([state]);
    return asked.isArmed();
  };
  expect([armedOn(review), armedOn(idle), armedOn(review, null)]).toEqual([true, false, undefined]);
});
