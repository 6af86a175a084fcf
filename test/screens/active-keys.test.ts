/** The keys in force on every screen: each is known once, and said in words that fit. */
import { describe, expect, test } from 'vitest';
import { canSuspend } from '../../src/app/terminal/subprocess.ts';
import { activeGroups, keyGroups } from '../../src/screens/screens.ts';
import { bindingOf, keyLabel, refusalFor } from '../../src/screens/screen-definition.ts';
import { atTop } from '../../src/state/kernel/list-view.ts';
import type { Overlay, Screen, State } from '../../src/state/root/state.ts';
import { aKey, aSession, aState, aStateOf, aSystem } from '../support/make.ts';
import { aRun } from '../state/removal/deletion/story.ts';
import { gallery } from './gallery.ts';

const system = aSystem();
const flags = { isRevealed: false, wasRevealed: false, isCopied: false, isWarned: false };
const created = { kind: 'created', key: aKey({ id: 1, key: 'abc-def' }), typed: 'laptops', ...flags } as const;
const states = Object.entries(gallery).map(([name, make]): [string, State] => [name, make()]);

test.each<Overlay>([
  { kind: 'help', list: atTop, typed: null },
  { kind: 'copy', list: atTop, texts: [] },
  { kind: 'columns', list: atTop },
  { kind: 'exportSystems' },
  { kind: 'saveView' },
  { kind: 'markAll' },
])('q closes what lies over the screen, and never leaves the program from there: $kind', (overlay) => {
  const binding = bindingOf(activeGroups(aStateOf([system], { overlay })), 'q');
  expect(binding?.action).toEqual({ kind: 'overlayClosed' });
});

test.each([
  [true, null],
  [false, 'Windows cannot suspend a program'],
])('ctrl-z suspends where the system can (%s), else it says why not', (isSupported, message) => {
  const state = aStateOf([system], { session: aSession({ canSuspend: isSupported }) });
  const binding = bindingOf(activeGroups(state), 'ctrl-z');
  expect(binding && refusalFor(binding, state)).toBe(message);
  expect([canSuspend('win32'), canSuspend('linux'), canSuspend('darwin')]).toEqual([false, true, true]);
});

test('the digit of a saved view that cannot be read says so, and how it is saved again', () => {
  const state = aStateOf([system]);
  const shown: State = { ...state, tableColumns: { ...state.tableColumns, savedViews: { 3: 'unreadable' } } };
  const binding = bindingOf(activeGroups(shown), '3');
  expect(binding && refusalFor(binding, shown)).toBe('the saved view is unreadable; : saves this one');
});

describe.each(states)('%s', (_, state) => {
  const groups = activeGroups(state);

  test('names no key twice within a group, and says every key in a few words', () => {
    for (const { bindings } of groups) {
      const keys = bindings.flatMap((binding) => binding.keys);
      expect(new Set(keys).size).toBe(keys.length);
      for (const { does } of bindings) expect(does.length).toBeLessThanOrEqual(42);
    }
  });

  test.each([
    ['ctrl-c', 'interrupted'],
    ['ctrl-z', 'suspendRequested'],
    ['ctrl-l', 'repaintRequested'],
  ] as const)('hears %s', (key, action) => {
    expect(bindingOf(groups, key)?.action.kind).toBe(action);
  });
});

test('only one key begins a deletion, and no key confirms one', () => {
  const begins = states
    .flatMap(([, state]) => keyGroups(state))
    .flatMap(({ bindings }) => bindings)
    .filter(({ action }) => action.kind === 'reviewOpened');
  expect(new Set(begins.flatMap(({ keys }) => keys))).toEqual(new Set(['d']));
});

test('a key that cannot be used says why', () => {
  const empty = aState();
  const refusals = keyGroups(empty)
    .flatMap(({ bindings }) => bindings)
    .flatMap(({ keys, refusal }) => (refusal?.(empty) == null || keys[0] === undefined ? [] : [keys[0]]));
  expect(refusals.join(' ')).toBe(
    'space s S v t a i u ctrl-r U m d D enter W p y e ! K / f H o O shift-left shift-right c w [ ] 0 1 2 3 4 5 6 7 8 9 z > R x',
  );
  const preview = aState({ session: aSession({ mode: 'preview' }) });
  expect(bindingOf(keyGroups(preview), 'n')?.refusal?.(preview)).toBe('preview: nothing is changed');
});

test('no key leads away from an answer that is shown only once', () => {
  const { deletion: run } = aRun(1);
  const creation = { kind: 'creating', typed: 'laptops', attempt: 1, askedAt: 0 } as const;
  for (const shown of [creation, created]) {
    const screen: Screen = { kind: 'newKey', creation: shown };
    const state = aState({ screen, run: run === null ? null : { ...run, finishedAt: 0 } });
    for (const key of ['q', 'J']) expect(bindingOf(activeGroups(state), key)?.refusal?.(state)).toMatch(/key|secret/);
  }
});

test('keys are shown by their signs', () => {
  const names = ['up', 'shift-left', 'pageDown', 'j', 'ctrl-p', 'esc'];
  expect(names.map(keyLabel).join(' ')).toBe('↑ ⇧← PgDn j ctrl-p esc');
});

test.each([
  ['enabling, finished', 'no system was enabled', { done: 0 }],
  ['disabling, finished', 'no system was disabled', { done: 0 }],
  ['disabling, finished', null, {}],
])('u after "%s" undoes, or says why not: %s', (name, why, counts) => {
  const state = gallery[name]?.() ?? expect.fail(name);
  const run = state.deletion ?? expect.fail('There is no run.');
  const settled = 'done' in counts ? [] : run.settled;
  const results: State = { ...state, deletion: { ...run, settled, counts: { ...run.counts, ...counts } } };
  const binding = bindingOf(activeGroups(results), 'u');
  expect(binding && refusalFor(binding, results)).toBe(why);
});

test('a settings file that rollcall cannot open is neither edited nor replaced by its backup', () => {
  const state = gallery['settings not understood']?.() ?? expect.fail('There is no such state.');
  const fault = state.session.settingsFault ?? expect.fail('There is no fault.');
  const closed: State = { ...state, session: { ...state.session, settingsFault: { ...fault, isEditable: false } } };
  const reasons = (of: State): readonly unknown[] =>
    ['e', 'b'].map((key) => {
      const binding = bindingOf(activeGroups(of), key);
      return binding && refusalFor(binding, of);
    });
  expect(reasons(state)).toEqual([null, null]);
  const why = 'rollcall cannot open this file; change its rights, then press r';
  expect(reasons(closed)).toEqual([why, why]);
});
