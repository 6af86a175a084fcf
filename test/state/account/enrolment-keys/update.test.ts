import { expect, test } from 'vitest';
import { aKey, aState, refused } from '../../../support/make.ts';
import { aRun, deleted } from '../../removal/deletion/story.ts';
import { play } from '../../root/play.ts';
import type { Action } from '../../../../src/state/root/state.ts';

const start = aState();
const opened: Action = { kind: 'newKeyOpened' };
const described: Action = { kind: 'keyDescribed' };
const describe = (text: string): Action[] => [opened, { kind: 'textEdited', text }, described];
const key = aKey({ id: 107, key: 'abc-def', description: 'laptops' });
const created = (attempt: number): Action => ({ kind: 'keyCreated', attempt, key });
const creation = (...actions: Action[]) => play(start, ...actions).state.screen;

test('a key is created with its description, and the answer is shown with its secret hidden', () => {
  const { state, effects } = play(start, ...describe('  laptops, Warsaw '), created(1));
  expect(effects).toMatchObject([
    { kind: 'createEnrolmentKey', attempt: 1, orgId: 'N1', description: 'laptops, Warsaw', about: { mode: 'sent' } },
  ]);
  expect(state.screen).toMatchObject({
    kind: 'newKey',
    creation: { kind: 'created', typed: 'laptops, Warsaw', key, isRevealed: false, isCopied: false },
  });
});

test('a key without a description is not requested', () => {
  const { state, effects } = play(start, ...describe('   '));
  expect(effects).toEqual([]);
  expect(state.screen).toMatchObject({ creation: { kind: 'describing', says: expect.any(String) as string } });
});

test('a key that is not sent says why, and its description need not be typed again', () => {
  const says = 'Nothing was sent: its record cannot be saved (ENOSPC).';
  expect(creation(...describe('laptops'), { kind: 'keyNotSent', attempt: 1, says })).toMatchObject({
    creation: { kind: 'describing', typed: 'laptops', says },
  });
});

test('enter pressed twice creates one key', () => {
  expect(play(start, ...describe('laptops'), described).effects).toHaveLength(1);
});

test('a failure is shown with the description, which need not be typed again', () => {
  const failed: Action = { kind: 'keyCreationFailed', attempt: 1, problem: refused(500) };
  const { state, effects } = play(start, ...describe('laptops'), failed, described);
  expect(creation(...describe('laptops'), failed)).toMatchObject({
    creation: { typed: 'laptops', problem: refused(500) },
  });
  expect(effects.at(-1)).toMatchObject({ attempt: 2 });
  expect(play(state, created(1)).state).toBe(state);
});

test('the secret is shown, hidden and copied by its keys, and is in no notice', () => {
  const shown = play(start, ...describe('laptops'), created(1), { kind: 'secretToggled' });
  expect(shown.state.screen).toMatchObject({ creation: { isRevealed: true } });
  const copied = play(shown.state, { kind: 'secretToggled' }, { kind: 'secretCopied' });
  expect(copied.effects).toEqual([{ kind: 'copyText', text: 'abc-def' }]);
  expect(copied.state).toMatchObject({ notice: null, screen: { creation: { isRevealed: false, isCopied: true } } });
});

test('the moment of an attempt that failed stays what it was', () => {
  const failed: Action = { kind: 'keyCreationFailed', attempt: 1, problem: refused(500) };
  const later: Action = { kind: 'minutePassed', now: start.now + 60 * 60_000 };
  const { state } = play(start, ...describe('laptops'), failed, later);
  expect(state.screen).toMatchObject({ creation: { askedAt: start.now } });
});

const wentBack: Action = { kind: 'wentBack' };
const leave = { kind: 'leave' };

test('leaving a secret that was neither shown nor copied is confirmed once', () => {
  const asked = play(start, ...describe('laptops'), created(1), wentBack).state;
  expect(asked.screen).toMatchObject({ kind: 'newKey', creation: { kind: 'created', isWarned: true } });
  expect(play(asked, wentBack).state.screen).toEqual({ kind: 'systems' });
  for (const kind of ['secretToggled', 'secretCopied'] as const)
    expect(play(start, ...describe('laptops'), created(1), { kind }, wentBack).state.screen).toEqual({
      kind: 'systems',
    });
});

test('quitting while a key is created waits for its answer', () => {
  const waiting = play(start, ...describe('laptops'), { kind: 'interrupted' }, { kind: 'interrupted' });
  expect(waiting.effects).not.toContainEqual(leave);
  expect(play(waiting.state, created(1)).effects).toEqual([leave]);
  const failed: Action = { kind: 'keyCreationFailed', attempt: 1, problem: refused(401) };
  expect(play(waiting.state, failed)).toMatchObject({ effects: [leave], state: { overlay: null } });
  expect(play(waiting.state, { kind: 'interrupted' }).effects).toEqual([leave]);
});

test('a signal waits for the answer four seconds', () => {
  const { state, effects } = play(start, ...describe('laptops'), { kind: 'endingAsked', isAgain: false });
  expect(effects.at(-1)).toEqual({ kind: 'startTimer', timer: 'ending', ms: 4_000 });
  expect(play(state, { kind: 'timerEnded', timer: 'ending' }).effects).toEqual([leave]);
});

test('a run and a key are both waited for, whichever ends first', () => {
  const going = aRun(1, { screen: { kind: 'systems' } });
  const opening = play(going, { kind: 'newKeyOpened' }, { kind: 'textEdited', text: 'laptops' }, described);
  const attempt = opening.state.nextId - 1;
  const waiting = play(opening.state, { kind: 'endingAsked', isAgain: false }).state;
  const runFirst = play(waiting, deleted('S0'));
  expect(runFirst.effects).not.toContainEqual(leave);
  expect(play(runFirst.state, created(attempt)).effects).toEqual([leave]);
  const keyFirst = play(waiting, created(attempt));
  expect(keyFirst.effects).toEqual([]);
  expect(play(keyFirst.state, deleted('S0')).effects).toContainEqual(leave);
});

test('the secret is nowhere once its screen is left', () => {
  const { state } = play(start, ...describe('laptops'), created(1), wentBack, wentBack);
  expect(JSON.stringify(state)).not.toContain('abc-def');
  expect(state.screen).toEqual({ kind: 'systems' });
});

test('nothing is copied where the answer has no secret', () => {
  const answer: Action = { kind: 'keyCreated', attempt: 1, key: aKey({ id: 107 }) };
  expect(play(start, ...describe('laptops'), answer, { kind: 'secretCopied' }).effects).toHaveLength(1);
});

test('the keys that were seen are a screen of their own', () => {
  expect(creation({ kind: 'keysSeenOpened' })).toEqual({ kind: 'keysSeen', list: { row: 0, top: 0 } });
});
