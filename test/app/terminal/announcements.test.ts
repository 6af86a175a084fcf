import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createAnnouncer, terminalAbilities } from '../../../src/app/terminal/screen-reader.ts';
import type { Run } from '../../../src/state/change/run.ts';
import type { RunKind } from '../../../src/state/change/run-kinds.ts';
import type { Action, State } from '../../../src/state/root/state.ts';
import { aRun, deleted, deleting, listed } from '../../state/removal/deletion/story.ts';
import { play } from '../../state/root/play.ts';
import { aPage, aState, aStateOf, aSystem, now } from '../../support/make.ts';
import { property } from '../../support/property.ts';

const all = { hasTitle: true };
const whole: readonly Action[] = [...deleting('S0'), deleted('S0'), ...deleting('S1'), deleted('S1'), listed()];

const disabled = ['S0', 'S1'].map((systemId) => aSystem({ systemId, isEnabled: false }));
const listedDisabled: Action = { kind: 'checkPageArrived', run: 2, page: aPage(disabled), now };

/** The run of this state, where it does something else. */
function runThat(kind: RunKind, { deletion: run }: State): Run | null {
  return run && { ...run, kind };
}

/** Output while this happens to a run of two, a second after the other. */
function written(start: State, actions: readonly Action[], abilities = all, stepMs = 1000): readonly string[] {
  const texts: string[] = [];
  let at = 0;
  const announcer = createAnnouncer(
    (text) => texts.push(text),
    abilities,
    () => (at += stepMs),
  );
  let before = aState();
  for (const state of [start, ...actions.map((_, end) => play(start, ...actions.slice(0, end + 1)).state)]) {
    announcer.changed(state, before);
    before = state;
  }
  announcer.end();
  return texts;
}

describe('a deletion', () => {
  test('carries its progress in the title, which is restored at its end, and rings once', () => {
    const texts = written(aRun(2), whole);
    expect(texts[0]).toBe('\u{1B}[22;0t\u{1B}]2;rollcall: deleting 0 of 2 in Northwind\u{7}');
    expect(texts).toContain('\u{1B}]2;rollcall: deleting 1 of 2 in Northwind\u{7}');
    expect(texts.slice(-2)).toEqual(['\u{1B}]2;\u{7}\u{1B}[23;0t', '\u{7}']);
  });

  test('of systems that are disabled says so in the title', () => {
    const disabling = { ...aRun(2), deletion: runThat('disable', aRun(2)) };
    const texts = written(disabling, [...whole.slice(0, -1), listedDisabled]);
    expect(texts[0]).toContain(']2;rollcall: disabling 0 of 2 in Northwind');
    expect(written(disabling, [{ kind: 'wentBack' }], all, 1).at(-2)).toContain('disabling paused at 0 of 2');
    expect(texts.join('')).not.toMatch(/delet/);
  });

  test('says that it is paused at once', () => {
    const texts = written(aRun(2), [{ kind: 'wentBack' }], all, 1);
    expect(texts.at(-2)).toContain('paused at 0 of 2');
  });

  test('changes the title no more than once a second', () => {
    expect(written(aRun(2), whole, all, 1).filter((text) => text.includes(']2;rollcall'))).toHaveLength(1);
  });

  test('rings only where the profile wants it, and has no title where the terminal is not known to take one', () => {
    const start = aRun(2);
    const profileSettings = { ...start.session.profileSettings, bell: false };
    const quiet = { ...start, session: { ...start.session, profileSettings } };
    expect(written(quiet, whole).at(-1)).toBe('\u{1B}]2;\u{7}\u{1B}[23;0t');
    expect(written(start, whole, { hasTitle: false })).toEqual(['\u{7}']);
  });

  test('that was cut off, and is settled at the next start, has no title and does not ring', () => {
    const start = aRun(2);
    const cutOff: State = { ...start, deletion: start.deletion && { ...start.deletion, stop: 'cutOff' } };
    expect(written(cutOff, [...whole, { kind: 'wentBack' }])).toEqual([]);
  });

  property('writes no control character of a name', [fc.string({ unit: 'binary' })], (orgName) => {
    const start = aRun(2);
    const run = start.deletion;
    if (run === null) throw new Error('There is no run.');
    const named = { ...start, deletion: { ...run, organisation: { ...run.organisation, orgName } } };
    const texts = written(named, []).join('').split('\u{1B}').join('').split('\u{7}').join('');
    expect(texts).not.toMatch(/\p{Cc}/u);
  });
});

describe('a watched system that connects', () => {
  const start = play(aStateOf([aSystem({ systemId: 'S1', hostname: 'web-1' })]), { kind: 'watchToggled' }).state;
  const connects: Action = {
    ...{ kind: 'systemChecked', systemId: 'S1', now },
    system: aSystem({ systemId: 'S1', hostname: 'web-1', state: 'Connected' }),
  };
  const key: Action = { kind: 'keyPressed', action: { kind: 'moved', motion: 'down' } };

  test('rings and is in the title, until a key is pressed', () => {
    const title = '\u{1B}[22;0t\u{1B}]2;rollcall: web-1 connected\u{7}';
    expect(written(start, [connects])).toEqual([title, '\u{7}', '\u{1B}]2;\u{7}\u{1B}[23;0t']);
    expect(written(start, [connects, key, key])).toEqual([title, '\u{7}', '\u{1B}]2;\u{7}\u{1B}[23;0t']);
  });

  test('does not ring where the profile does not want it', () => {
    const profileSettings = { ...start.session.profileSettings, bell: false };
    const quiet = { ...start, session: { ...start.session, profileSettings } };
    expect(written(quiet, [connects], { hasTitle: false })).toEqual([]);
  });
});

test.each<[NodeJS.ProcessEnv, boolean]>([
  [{ TERM: 'xterm-256color' }, true],
  [{ TERM: 'xterm-kitty' }, true],
  [{ TERM: 'tmux-256color', TMUX: '/tmp/tmux' }, true],
  [{ TERM: 'dumb', TERM_PROGRAM: 'iTerm.app' }, false],
  [{ TERM: 'linux' }, false],
  [{}, false],
])('%j: title %j', (env, hasTitle) => {
  expect(terminalAbilities(env, false)).toMatchObject({ hasTitle });
  expect(terminalAbilities(env, true)).toEqual({ hasTitle: false, hasLinks: false });
});

test.each<[NodeJS.ProcessEnv, boolean]>([
  [{ TERM: 'xterm-256color' }, false],
  [{ TERM: 'xterm-256color', VTE_VERSION: '7802' }, true],
  [{ TERM: 'xterm-256color', VTE_VERSION: '4999' }, false],
  [{ TERM: 'xterm-256color', WT_SESSION: 'a' }, true],
  [{ TERM: 'xterm-256color', LC_TERMINAL: 'iTerm2' }, true],
  [{ TERM: 'xterm-256color', TERM_PROGRAM: 'vscode' }, true],
  [{ TERM: 'xterm-kitty' }, true],
  [{ TERM: 'tmux-256color', TERM_PROGRAM: 'tmux', TERM_PROGRAM_VERSION: '3.3a', VTE_VERSION: '7802' }, false],
  [{ TERM: 'tmux-256color', TERM_PROGRAM: 'tmux', TERM_PROGRAM_VERSION: '3.5a' }, true],
  [{ TERM: 'screen-256color', VTE_VERSION: '7802' }, false],
  [{ TERM: 'linux', VTE_VERSION: '7802' }, false],
  [{}, false],
])('%j: links %j', (env, hasLinks) => {
  expect(terminalAbilities(env, false)).toMatchObject({ hasLinks });
});
