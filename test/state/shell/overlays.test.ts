/** Requests, keys and own commands over the screen: what each key does in them, and what is refused. */
import { describe, expect, test } from 'vitest';
import type { RequestEntry } from '../../../src/api/http/request-log.ts';
import { listOf, textField } from '../../../src/state/root/navigation.ts';
import type { OwnCommand } from '../../../src/state/shell/own-commands/commands.ts';
import type { Action, State } from '../../../src/state/root/state.ts';
import { aSession, aStateOf, aSystem, now } from '../../support/make.ts';
import { aRun } from '../removal/deletion/story.ts';
import { play } from '../root/play.ts';

const start = aStateOf([aSystem({ systemId: 'S1', hostname: 'web-1' })]);
const back: Action = { kind: 'wentBack' };
const down: Action = { kind: 'moved', motion: 'down' };
const type = (text: string): Action => ({ kind: 'textEdited', text });

describe('the requests', () => {
  const entry = (about: object): RequestEntry => {
    const own = { at: now, method: 'GET', path: '/a', status: 200, failure: null, ms: 5, bytes: 9, traceId: null };
    return { ...own, ...about } as RequestEntry;
  };
  const entries = [entry({ path: '/one' }), entry({ path: '/two', status: 404 }), entry({ path: '/three' })];
  const opened = play({ ...start, notice: { kind: 'said', text: 'x' } }, { kind: 'requestLogOpened' });
  const open = play(opened.state, { kind: 'requestLogRead', entries }).state;
  const filtering: Action = { kind: 'requestLogFiltered' };
  const details: Action = { kind: 'requestDetailsToggled' };
  const copied = (state: State, all: boolean) => play(state, { kind: 'requestsCopied', all });

  test('are read when their list is opened, and by r', () => {
    const blank = {
      kind: 'requestLog',
      entries: [],
      filter: '',
      isTyping: false,
      isOpened: false,
      list: { row: 0, top: 0 },
    };
    expect([opened.state.overlay, opened.state.notice, opened.effects]).toEqual([
      blank,
      null,
      [{ kind: 'readRequestLog' }],
    ]);
    expect(play(open, { kind: 'requestLogRefreshed' }).effects).toEqual([{ kind: 'readRequestLog' }]);
    expect(play(open, down, details, { kind: 'requestLogRead', entries }).state.overlay).toEqual({ ...blank, entries });
  });

  test('are filtered, opened and copied', () => {
    const typing = play(open, down, filtering, type('status:200')).state;
    expect([textField(typing), typing.overlay]).toMatchObject([
      'requestFilter',
      { filter: 'status:200', list: { row: 0 } },
    ]);
    expect([listOf(open)?.extent, listOf(typing)?.extent]).toEqual([
      { length: 3, height: 18 },
      { length: 2, height: 17 },
    ]);
    const kept = play(typing, { kind: 'requestLogFilterKept' }, down).state;
    expect([textField(kept), kept.overlay]).toMatchObject([null, { list: { row: 1 } }]);
    const all = copied(kept, true);
    expect([all.state.notice, all.effects]).toMatchObject([
      { text: '2 requests copied through your terminal (it does not confirm).' },
      [{ kind: 'copyLines', lines: [expect.stringContaining('/one'), expect.stringContaining('/three')] as unknown[] }],
    ]);
    expect(copied(kept, false).effects).toMatchObject([{ lines: [expect.stringContaining('/three') as unknown] }]);
    expect(copied(kept, false).state.notice).toMatchObject({ text: expect.stringMatching(/^1 request c/) as unknown });
    expect([copied(opened.state, true).effects, copied(start, true).effects]).toEqual([[], []]);
  });

  test('are left step by step: their details, the filter, the list', () => {
    const deep = play(open, filtering, type('one'), { kind: 'requestLogFilterKept' }, details).state;
    expect(deep.overlay).toMatchObject({ isOpened: true, filter: 'one' });
    expect(play(deep, details).state.overlay).toMatchObject({ isOpened: false });
    const [first, second, third] = [[back], [back, back], [back, back, back]].map(
      (all) => play(deep, ...all).state.overlay,
    );
    expect([first, second, third]).toMatchObject([
      { isOpened: false, filter: 'one' },
      { filter: '', isTyping: false },
      null,
    ]);
    expect(play(open, filtering, back).state.overlay).toMatchObject({ isTyping: false });
    expect(play(opened.state, details).state.overlay).toMatchObject({ isOpened: false });
  });
});

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
    expect(play(start, { kind: 'ownCommandEnded', says: 'Ping ended' }).state.notice).toEqual({
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
