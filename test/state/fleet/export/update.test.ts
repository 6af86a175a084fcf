/** Texts to copy from a system and from the marked ones, and the systems of an export. */
import { describe, expect, test } from 'vitest';
import { exportFiles, copyTexts } from '../../../../src/state/fleet/export.ts';
import { noMarks, withMarked } from '../../../../src/state/fleet/marks/marks.ts';
import { defaultProfileSettings } from '../../../../src/state/session/profile-settings.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import { aSession, aStateOf, aSystem, baseUrl, now, systemsOf } from '../../../support/make.ts';
import { filtered, play } from '../../root/play.ts';

const system = aSystem({ systemId: 'S9', hostname: 'web-9', connectedFrom: '192.0.2.9' });
const nameless = aSystem({ systemId: 'S8', hostname: null, connectedFrom: null });

function whats(state: State): unknown[] {
  return copyTexts(state).map(({ what, lines }) => [what, lines?.length === 1 ? lines[0] : lines?.length]);
}

const commandLine = ['command line that opens this list', 'rollcall --org=N1 --days=90'];

describe('the texts to copy', () => {
  test('are those that the system has', () => {
    expect(whats(aStateOf([system]))).toMatchObject([
      ['name', 'web-9'],
      ['id', 'S9'],
      ['address', '192.0.2.9'],
      ['all fields, as JSON', expect.any(Number)],
      commandLine,
    ]);
    expect(whats(aStateOf([nameless]))).toEqual([
      ['id', 'S8'],
      ['all fields, as JSON', expect.any(Number)],
      commandLine,
    ]);
    const profileSettings = { ...defaultProfileSettings, portal: 'https://portal.example/{systemId}' };
    expect(whats(aStateOf([system], { session: aSession({ profileSettings }) }))[3]).toEqual([
      ...['address in the portal', 'https://portal.example/S9'],
    ]);
  });

  test('are those of the marked systems, too', () => {
    const state = aStateOf([system], { marks: withMarked(noMarks, [system, nameless], { by: 'hand' }) });
    expect(copyTexts(state).slice(-3, -1)).toEqual([
      { what: 'names of the 2 marked', lines: ['web-9', 'S8'] },
      { what: 'ids of the 2 marked', lines: ['S9', 'S8'] },
    ]);
    expect(whats(aStateOf([], { marks: withMarked(noMarks, [system], { by: 'hand' }) }))).toEqual([
      ['names of the 1 marked', 'web-9'],
      ['ids of the 1 marked', 'S9'],
      commandLine,
    ]);
    expect(copyTexts({ ...aStateOf([]), organisation: null })).toEqual([]);
  });

  test('are the command line that opens the same list, with its filter and its threshold', () => {
    const { state } = play(aStateOf([system]), ...filtered("name:'web 9'"), { kind: 'thresholdSet', days: 30 });
    const line = whats(state).at(-1);
    expect(line).toEqual([commandLine[0], String.raw`rollcall --org=N1 --filter='name:'\''web 9'\''' --days=30`]);
  });

  test('name an address that no profile keeps, and the demo, so that the line works as it is', () => {
    const flagged = aStateOf([], { session: aSession({ flaggedBaseUrl: baseUrl }) });
    expect(whats(flagged).at(-1)).toEqual([commandLine[0], `rollcall --base-url=${baseUrl} --org=N1 --days=90`]);
    const demo = aStateOf([], { session: aSession({ isDemo: true }) });
    expect(whats(demo).at(-1)).toEqual([commandLine[0], 'rollcall --demo --org=N1 --days=90']);
  });
});

describe('a copy', () => {
  const open: Action = { kind: 'copyOpened' };
  const take: Action = { kind: 'textCopied' };
  const menu = (texts: readonly object[]): State => {
    return { ...aStateOf([system]), overlay: { kind: 'copy', list: { row: 0, top: 0 }, texts: texts as never } };
  };

  test('is of the text under the cursor, and closes the menu', () => {
    const { state, effects } = play(aStateOf([system]), open, { kind: 'moved', motion: 'down' }, take);
    expect(effects).toEqual([{ kind: 'copyLines', lines: ['S9'] }]);
    expect([state.overlay, state.notice]).toEqual([null, { kind: 'said', text: 'Copied through your terminal: S9' }]);
    const last = play(aStateOf([system]), open, { kind: 'moved', motion: 'last' }).state;
    expect(last.overlay).toMatchObject({ list: { row: 4 } });
  });

  test.each<[object, string]>([
    [{ what: 'x', lines: ['a', 'b'] }, 'Copied through your terminal: 2 lines'],
    [{ what: 'x', lines: [] }, 'Copied through your terminal: '],
    [{ what: 'x', lines: ['a'], leftOut: 'a password' }, 'Copied through your terminal without a password.'],
    [{ what: 'x', lines: null }, 'Not copied: it is hidden. v shows it, then y.'],
  ])('of %j says so', (text, message) => {
    const { state, effects } = play(menu([text]), take);
    expect(state.notice).toEqual({ kind: 'said', text: message });
    expect([state.overlay, effects.length]).toEqual([null, message.startsWith('Not') ? 0 : 1]);
  });

  test('without a menu, or from an empty one, does nothing', () => {
    const state = aStateOf([system]);
    expect(play(state, take)).toEqual({ state, effects: [] });
    const empty = menu([]);
    expect(play(empty, take).state).toBe(empty);
  });
});

describe('an export', () => {
  const systems = systemsOf(3, (at) => ({ hostname: at === 0 ? 'db-0' : `web-${at}` }));
  const start = play(
    aStateOf(systems, { marks: withMarked(noMarks, [nameless], { by: 'hand' }), days: 30 }),
    ...filtered('web'),
  ).state;

  test.each([
    ['marked', ['S8']],
    ['shown', ['S1', 'S2']],
    ['read', ['S0', 'S1', 'S2']],
  ] as const)('has the systems that are %s', (scope, ids) => {
    const { state, effects } = play(start, { kind: 'exportOpened' }, { kind: 'systemsExported', scope });
    const [effect] = effects;
    if (effect?.kind !== 'exportSystems') return expect.fail();
    expect(effect.systems.map(({ systemId }) => systemId)).toEqual(ids);
    expect([effect, state.overlay]).toMatchObject([{ days: 30, now, isVerified: true }, null]);
  });

  test('says that ages are unverified', () => {
    const unsure: State = { ...start, clock: { kind: 'unverified' } };
    expect(play(unsure, { kind: 'systemsExported', scope: 'read' }).effects).toMatchObject([{ isVerified: false }]);
    expect(play(start, { kind: 'exportOpened' }).state.overlay).toEqual({ kind: 'exportSystems' });
  });

  test('that is written, fails, or breaks off is told with what is left of it', async () => {
    const failure = { file: 'a.csv', code: 'ENOSPC', isPartLeft: true };
    expect([
      await exportFiles(() => Promise.resolve({ ok: true, paths: ['a.csv'] })),
      await exportFiles(() => Promise.resolve({ ok: false, ...failure })),
      await exportFiles(() => Promise.reject(Object.assign(new Error('no'), { code: 'EACCES' }))),
    ]).toEqual([
      { kind: 'runExported', paths: ['a.csv'] },
      { kind: 'exportFailed', ...failure },
      { kind: 'exportFailed', file: null, code: 'EACCES', isPartLeft: false },
    ]);
  });
});
