import { expect, test } from 'vitest';
import { keyRows } from '../../../../src/state/account/enrolment-keys/feature.ts';
import { textField } from '../../../../src/state/root/navigation.ts';
import { aKey, aState, aStateOf, aSystem, refused } from '../../../support/make.ts';
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
    { kind: 'createEnrolmentKey', attempt: 1, orgId: 'N1', description: 'laptops, Warsaw', about: { mode: 'run' } },
  ]);
  expect(state.screen).toMatchObject({
    kind: 'newKey',
    creation: { kind: 'created', typed: 'laptops, Warsaw', key, isRevealed: false, isCopied: false },
  });
});

test('a key without a description is not requested', () => {
  const { state, effects } = play(start, ...describe('   '));
  expect(effects).toEqual([]);
  expect(state.screen).toMatchObject({ creation: { kind: 'describing', message: expect.any(String) as string } });
});

test('a key that is not sent says why, and its description need not be typed again', () => {
  const message = 'Nothing was sent: its record cannot be saved (ENOSPC).';
  expect(creation(...describe('laptops'), { kind: 'keyNotSent', attempt: 1, message })).toMatchObject({
    creation: { kind: 'describing', typed: 'laptops', message },
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
const toggled: Action = { kind: 'secretToggled' };
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
  expect(play(waiting.state, created(1)).effects.at(-1)).toEqual(leave);
  const failed: Action = { kind: 'keyCreationFailed', attempt: 1, problem: refused(401) };
  expect(play(waiting.state, failed)).toMatchObject({ effects: [leave], state: { overlay: null } });
  expect(play(waiting.state, { kind: 'interrupted' }).effects.at(-1)).toEqual(leave);
});

test('a signal waits for the answer four seconds', () => {
  const { state, effects } = play(start, ...describe('laptops'), { kind: 'endingAsked', isAgain: false });
  expect(effects.at(-1)).toEqual({ kind: 'startTimer', timer: 'ending', ms: 4_000 });
  expect(play(state, { kind: 'timerEnded', timer: 'ending' }).effects.at(-1)).toEqual(leave);
});

test('a run and a key are both waited for, whichever ends first', () => {
  const going = aRun(1, { screen: { kind: 'systems' } });
  const opening = play(going, { kind: 'newKeyOpened' }, { kind: 'textEdited', text: 'laptops' }, described);
  const attempt = opening.state.nextId - 1;
  const waiting = play(opening.state, { kind: 'endingAsked', isAgain: false }).state;
  const runFirst = play(waiting, deleted('S0'));
  expect(runFirst.effects).not.toContainEqual(leave);
  expect(play(runFirst.state, created(attempt)).effects.at(-1)).toEqual(leave);
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

test('esc on a key that was opened from the list of keys leads back there, also once it is created', () => {
  const fromKeys = play(start, { kind: 'keysSeenOpened' }, ...describe('laptops'), created(1)).state;
  for (const state of [play(fromKeys, toggled).state, play(start, { kind: 'keysSeenOpened' }, opened).state])
    expect(play(state, wentBack).state.screen).toEqual({ kind: 'keysSeen', list: { row: 0, top: 0 } });
});

test('a description that is filled in says that enter creates the key, and is typed over like others', () => {
  const filled = play(start, { kind: 'newKeyFilled', description: 'laptops' }).state;
  const text = 'A key with a description alone is created here: enter creates it.';
  expect([filled.notice, textField(filled)]).toEqual([{ kind: 'said', text }, 'keyDescription']);
  const none = play(filled, { kind: 'textEdited', text: '' }, described).state;
  expect(none.screen).toMatchObject({ creation: { message: 'Type a description: it identifies the key.', typed: '' } });
  expect(play(none, { kind: 'textEdited', text: 'l' }).state.screen).toMatchObject({ creation: { message: null } });
});

test('a refused token is asked for again over the description, and after no other refusal', () => {
  const after = (status: number) =>
    play(start, ...describe('laptops'), { kind: 'keyCreationFailed', attempt: 1, problem: refused(status) }).state;
  expect(after(401)).toMatchObject({ overlay: { kind: 'token' }, requests: { backoff: { until: { kind: 'token' } } } });
  expect(after(403)).toMatchObject({ overlay: null, requests: { backoff: null } });
});

test('to show or copy the secret ends the warning, and one that was seen is left without one', () => {
  const asked = play(start, ...describe('laptops'), created(1), wentBack).state;
  const after = (...actions: Action[]) => play(asked, ...actions).state.screen;
  expect(after(toggled)).toMatchObject({ creation: { isRevealed: true, wasRevealed: true, isWarned: false } });
  expect(after({ kind: 'secretCopied' })).toMatchObject({
    creation: { isRevealed: false, wasRevealed: false, isCopied: true, isWarned: false },
  });
  expect(after(toggled, toggled, wentBack).kind).toBe('systems');
});

test('a secret with signs that a terminal obeys is not copied, and that is said', () => {
  const answer: Action = { kind: 'keyCreated', attempt: 1, key: aKey({ id: 107, key: 'abc\u200B' }) };
  const { state, effects } = play(start, ...describe('laptops'), answer, { kind: 'secretCopied' });
  expect(effects.map(({ kind }) => kind)).toEqual(['createEnrolmentKey']);
  expect(state).toMatchObject({
    notice: { kind: 'warning', text: expect.stringMatching(/^Not copied: .* v shows it\.$/) as string },
    screen: { creation: { isCopied: false } },
  });
});

test('keys of the secret do nothing where there is none, and an answer to an earlier attempt changes nothing', () => {
  const late: readonly Action[] = [
    ...[toggled, { kind: 'secretCopied' } as const, { kind: 'keySystemsShown' } as const, created(9)],
    { kind: 'keyNotSent', attempt: 9, message: 'Nothing was sent.' },
    { kind: 'keyCreationFailed', attempt: 9, problem: refused(500) },
  ];
  for (const state of [start, play(start, opened).state, play(start, ...describe('laptops')).state])
    for (const action of late) expect(play(state, action)).toEqual({ state, effects: [] });
});

test.each<[Readonly<Record<string, unknown>>, readonly unknown[]]>([
  [{ id: 9 }, [9, 7]],
  [{ enrolmentKeyId: 9, key: 'a' }, [9, 7]],
  [{ id: 7 }, [7]],
  [{ id: 'x', name: 12 }, [null, 7]],
])('a key that was created as %j is the first of the list, and there once', (fields, ids) => {
  const systems = [aSystem({ systemId: 'A', enrolmentKeyId: 7, enrolmentKeyDescription: 'lab' })];
  const answer: Action = { kind: 'keyCreated', attempt: 1, key: aKey(fields) };
  const rows = keyRows(play(aStateOf(systems), ...describe(' tills '), answer).state);
  expect(rows.map(({ id }) => id)).toEqual(ids);
  expect(rows[0]).toMatchObject(ids.length === 1 ? { description: 'lab', systems: 1 } : { description: 'tills' });
});
