/** Keys and own commands over the screen: what each key does in them, and what is refused. */
import { describe, expect, test } from 'vitest';
import { listOf, textField } from '../../../src/state/root/navigation.ts';
import type { OwnCommand } from '../../../src/state/shell/own-commands.ts';
import type { Action, State } from '../../../src/state/root/state.ts';
import { aSession, aStateOf, aSystem } from '../../support/make.ts';
import { aRun } from '../removal/deletion/story.ts';
import { play } from '../root/play.ts';

const start = aStateOf([aSystem({ systemId: 'S1', hostname: 'web-1' })]);
const type = (text: string): Action => ({ kind: 'textEdited', text });

test('the keys are searched from the first line on, and the language is shown by itself', () => {
  const open = play(start, { kind: 'helpOpened' }).state;
  expect([open.overlay, textField(open), listOf(open)?.isText]).toEqual([
    { kind: 'help', list: { row: 0, top: 0 }, typed: null },
    null,
    true,
  ]);
  const moved = { ...open, overlay: { ...open.overlay, list: { row: 5, top: 5 } } } as State;
  const search = play(moved, { kind: 'helpSearched' }, type('mark')).state;
  expect([search.overlay, textField(search)]).toMatchObject([{ typed: 'mark', list: { row: 0 } }, 'helpSearch']);
  expect(play(start, { kind: 'languageShown' }).state.overlay).toMatchObject({ typed: null, isLanguage: true });
  expect(play(start, { kind: 'helpSearched' }).state).toBe(start);
});

describe('an own command', () => {
  const command: OwnCommand = {
    key: '!p',
    name: 'Ping',
    argv: ['ping', '{hostname}'],
    on: 'system',
    isConfirmed: false,
    isSafe: false,
  };
  const runs = { kind: 'runOwnCommand', name: 'Ping', words: ['ping', 'web-1'] };
  const chosen = (about: Partial<OwnCommand> = {}, state = start) => {
    const known = play(
      state,
      { kind: 'ownCommandsKnown', commands: [{ ...command, ...about }] },
      { kind: 'ownCommandsOpened' },
    );
    expect(known.state.overlay).toEqual({ kind: 'ownCommands' });
    return play(known.state, { kind: 'ownCommandChosen', key: '!p' });
  };

  test('runs with the words of the system under the cursor, and tells how it ended', () => {
    expect([chosen().effects, chosen().state.overlay]).toEqual([[runs], null]);
    expect(play(start, { kind: 'ownCommandEnded', message: 'Ping ended' }).state.notice).toEqual({
      kind: 'said',
      text: 'Ping ended.',
    });
    expect(play(start, { kind: 'ownCommandChosen', key: '!p' })).toEqual({ state: start, effects: [] });
  });

  test('asks first where it says so', () => {
    const asked = chosen({ isConfirmed: true });
    expect([asked.effects, asked.state.overlay]).toEqual([[], { ...runs, kind: 'ownCommandAsked' }]);
    expect(play(asked.state, { kind: 'ownCommandConfirmed' })).toMatchObject({
      effects: [runs],
      state: { overlay: null },
    });
    expect(play(start, { kind: 'ownCommandConfirmed' }).effects).toEqual([]);
  });

  test('is refused without its value, in a run, and where nothing may be changed, unless it is safe', () => {
    const preview = { ...start, session: aSession({ mode: 'preview' }) };
    expect(chosen({}, preview)).toMatchObject({
      effects: [],
      state: {
        overlay: null,
        notice: {
          kind: 'refused',
          text: '!p: preview: nothing is changed ("safe": true in the settings file allows it).',
        },
      },
    });
    expect(chosen({ isSafe: true }, preview).effects).toEqual([runs]);
    expect(chosen({ isSafe: true }, aRun(2)).effects).toEqual([]);
    expect(chosen({}, aStateOf([])).state.notice).toMatchObject({ kind: 'refused' });
    const label = { ...start, settings: { ...start.settings, label: { ...start.settings.label, isReadOnly: true } } };
    expect(chosen({}, label).state.notice).toMatchObject({
      text: expect.stringMatching(/^!p: this organisation is read-only/) as unknown,
    });
  });
});
