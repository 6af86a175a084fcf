/** The actions that the palette offers. */
import { expect, test } from 'vitest';
import { protectionTable } from '../../../../src/state/fleet/protection/protection-table.ts';
import type { SettingsKind } from '../../../../src/state/account/settings/feature.ts';
import { settingsIn, type SettingsTable } from '../../../../src/state/kernel/setting.ts';
import { labelTable } from '../../../../src/state/session/organisations.ts';
import { profileTable } from '../../../../src/state/session/profile-settings.ts';
import { keyGroups } from '../../../../src/screens/screens.ts';
import { paletteEntries } from '../../../../src/screens/shell/palette-screens.tsx';
import { columnFields, filteredFields, sortFields } from '../../../../src/state/fleet/systems/fields.ts';
import type { Action } from '../../../../src/state/root/state.ts';
import { anOrganisation, aStateOf, aSystem, withParts } from '../../../support/make.ts';
import { gallery } from '../../gallery.ts';

function entriesFor(typed: string) {
  const state = aStateOf([aSystem()]);
  return paletteEntries(typed, state, keyGroups(state));
}

test('every action but motions, with the reason where it cannot be used', () => {
  const all = entriesFor('');
  expect(all.map(({ binding }) => binding.does)).toContain('sign out');
  expect(all.some(({ binding }) => binding.action.kind === 'moved')).toBe(false);
  // None was saved: those that are there from the start.
  expect(all.filter(({ binding }) => binding.action.kind === 'viewShown')).toHaveLength(5);
  expect(all.find(({ binding }) => binding.does === 'clear all marks')?.refusal).toBe('nothing is marked');
});

test('the best match first', () => {
  const [first] = entriesFor('clear marks');
  expect(first?.binding.does).toBe('clear all marks');
  expect(entriesFor('xyzzy')).toEqual([]);
});

test('an action that can be used comes before one that cannot, even with the word further back', () => {
  const usable = entriesFor('list').map(({ refusal }) => refusal === null);
  expect(usable.slice(0, 2)).toEqual([true, false]);
});

test.each([
  ['without an earlier visit', null, 'no last visit is known'],
  ['with no change', {}, 'nothing changed since your last visit'],
  ['with none gone', { fresh: new Set(['S1']) }, 'no system is gone or disabled'],
  ['with one gone', { gone: new Map([['S2', 'db']]) }, null],
])('%s, the list of gone systems says: %j %s', (_, changed, refusal) => {
  const none = {
    since: 1,
    fresh: new Set<string>(),
    again: 0,
    gone: new Map<string, string>(),
    silent: new Set<string>(),
  };
  const state = { ...aStateOf([aSystem()]), changes: changed && { ...none, line: 'shown' as const, ...changed } };
  const found = paletteEntries('gone', state, keyGroups(state)).find(
    ({ binding }) => binding.action.kind === 'goneShown',
  );
  expect(found?.refusal).toBe(refusal);
});

/** Words of people who know other programs, and the action that they mean. */
const meant: readonly (readonly [Action['kind'], string])[] = [
  ['sortChosen', 'sort order arrange'],
  ['sortReversed', 'reverse descending ascending'],
  ['quitRequested', 'quit exit close bye'],
  ['refreshRequested', 'refresh reload update sync'],
  ['markingUndone', 'undo revert'],
  ['markingRedone', 'redo'],
  ['helpOpened', 'help shortcuts keybindings manual'],
  ['markToggled', 'select tag check'],
  ['matchingMarked', 'everything'],
  ['marksCleared', 'unselect deselect unmark none'],
  ['marksInverted', 'invert'],
  ['reviewOpened', 'delete remove destroy purge kill drop decommission clean'],
  ['detailsOpened', 'describe inspect info properties open'],
  ['copyOpened', 'clipboard yank copy'],
  ['exportOpened', 'export download csv json'],
  ['searchOpened', 'search lookup query'],
  ['filterOpened', 'filter narrow grep'],
  ['disabledToggled', 'disabled hidden'],
  ['columnsOpened', 'columns layout'],
  ['wideToggled', 'wide expand'],
  ['viewsOpened', 'bookmark preset'],
  ['autoRefreshToggled', 'watch follow poll'],
  ['switchRequested', 'switch context tenant namespace'],
  ['newKeyOpened', 'create add enroll'],
  ['keysSeenOpened', 'keys'],
  ['historyOpened', 'history log audit'],
  ['settingsOpened', 'preferences options configure protect'],
  ['profilesOpened', 'profile'],
  ['tokenStorageOpened', 'secret keychain'],
  ['staleOpened', 'threshold age histogram'],
  ['staleMarkRequested', 'stale unused'],
  ['suspendRequested', 'suspend background'],
  ['repaintRequested', 'redraw repaint'],
  ['interrupted', 'abort'],
  ['signOutRequested', 'logout'],
  ['runShown', 'progress job'],
  ['rangeToggled', 'range visual'],
  ['wentBack', 'back'],
];

const words = meant.flatMap(([kind, all]) => all.split(' ').map((word) => [word, kind] as const));

test('more than seventy words are looked for', () => {
  expect(new Set(words.map(([word]) => word)).size).toBeGreaterThan(73);
});

test.each(words)('"%s" finds %s among the first three', (word, kind) => {
  const first = entriesFor(word).slice(0, 3);
  expect(first.map(({ binding }) => binding.action.kind)).toContain(kind);
});

/** First results of other rankings, and those that each must find first. */
const firstChoices: readonly (readonly [string, Action['kind']])[] = [
  ['mark stale', 'staleMarkRequested'],
  ['retry', 'refreshRequested'],
  ['resume', 'runShown'],
  ['pause', 'runShown'],
  ['filter', 'filterOpened'],
  ['protect', 'protectionToggled'],
  ['lock', 'protectionToggled'],
  ['bulk', 'reviewOpened'],
  ['bulk delete', 'reviewOpened'],
  ['approve', 'reviewFileAsked'],
  ['second', 'reviewFileAsked'],
  ['report', 'exportOpened'],
  ['delete stale', 'staleMarkRequested'],
  ['remove old', 'staleMarkRequested'],
  ['tag', 'operationsOpened'],
  ['sort tags', 'sortChosen'],
  ['key', 'keysSeenOpened'],
  ['pin', 'protectionToggled'],
  ['q', 'quitRequested'],
  ['q!', 'quitRequested'],
  ['wq', 'quitRequested'],
];

test.each(firstChoices)('"%s" finds %s first', (typed, kind) => {
  expect(entriesFor(typed)[0]?.binding.action.kind).toBe(kind);
});

test.each([
  ['config', 'profile', undefined],
  ['theme', 'profile', 'theme'],
  ['change theme', 'profile', 'theme'],
  ['dark', 'profile', 'theme'],
  ['portal', 'profile', 'portal'],
  ['page size', 'profile', 'pageSize'],
  ['safety', 'guards', undefined],
  ['limit', 'guards', 'share'],
  ['second person', 'guards', 'secondPersonAbove'],
  ['colour', 'label', 'colour'],
])('"%s" finds the form of settings that has it, and its field', (typed, about, at) => {
  const actions = entriesFor(typed).map(({ binding }) => binding.action);
  expect(actions.find(({ kind }) => kind === 'settingsOpened')).toEqual({ kind: 'settingsOpened', about, at });
});

test('an entry that leads to a setting says which one', () => {
  const [entry] = entriesFor('theme');
  expect(entry?.binding.does).toBe('change the settings of this profile: use the colours of the theme');
});

test('on every screen each label finds itself first: whole, and with its words in another order', () => {
  const wordsIn = (label: string): readonly string[] => label.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const [judged, turnedRound] = [new Set<string>(), new Set<string>()];
  for (const make of Object.values(gallery)) {
    const state = make();
    const groups = keyGroups(state);
    const first = (typed: string) => paletteEntries(typed, state, groups)[0]?.binding.does ?? '';
    const all = paletteEntries('', state, groups);
    const labels = new Set(all.map(({ binding }) => binding.does));
    // Many screens offer the same, with the same reasons: each offer is judged once.
    const offer = JSON.stringify(all.map(({ binding, refusal }) => [binding.does, refusal]));
    if (judged.has(offer)) continue;
    judged.add(offer);
    for (const { binding } of all) {
      expect(first(binding.does)).toBe(binding.does);
      if (judged.size === 1) expect(first(binding.does.toUpperCase())).toBe(binding.does);
      if (turnedRound.has(binding.does)) continue;
      turnedRound.add(binding.does);
      const turned = wordsIn(binding.does).toReversed().join(' ');
      // Turned round, some begin like a command with its argument.
      const found = paletteEntries(turned, state, groups).find((entry) => labels.has(entry.binding.does));
      expect(wordsIn(found?.binding.does ?? '').toSorted()).toEqual(wordsIn(binding.does).toSorted());
    }
  }
});

test('letters that stand in no word find only what opens or shows something', () => {
  for (const typed of ['pn', 'mkal', 'qut', 'clearmrk', 'delte', 'sgnout', 'mrkal', 'invrt']) {
    const [entry] = entriesFor(typed);
    expect(entry?.binding.action.kind ?? 'helpOpened').toMatch(/(?:Opened|Shown)$/);
  }
});

test('a command takes what follows it', () => {
  const action = (typed: string) => entriesFor(typed)[0]?.binding.action;
  expect(action('threshold 45')).toEqual({ kind: 'thresholdSet', days: 45 });
  expect(action('threshold 999999')).toEqual({ kind: 'thresholdSet', days: 999_999 });
  expect(action('filter key:retail is:stale')).toEqual({ kind: 'filterSet', text: 'key:retail is:stale' });
  expect(action('sort age')).toEqual({ kind: 'sortChosen', by: 'age' });
  expect(action('sort seen')).toEqual({ kind: 'sortChosen', by: 'age' });
  expect(action('sort by name')).toEqual({ kind: 'sortChosen', by: 'name' });
  expect(action('sort last')).toEqual({ kind: 'sortChosen', by: 'age' });
  expect(action('view 2')).toEqual({ kind: 'viewShown', digit: '2' });
  expect(action('view never')).toEqual({ kind: 'viewShown', digit: '2' });
});

test('every setting but a list of names is set by its name in the settings file and a value', () => {
  const state = withParts(aStateOf([aSystem()]), { organisation: anOrganisation() });
  const set = (typed: string) => paletteEntries(typed, state, keyGroups(state))[0]?.binding.action;
  const rowsOf = <Values extends object>(about: SettingsKind, table: SettingsTable<Values>) =>
    settingsIn(table).map(([name, { inFile, initial, text }]) => ({
      about,
      name,
      inFile,
      initial,
      text: text(initial),
    }));
  const rows = [
    ...rowsOf('profile', profileTable),
    ...rowsOf('label', labelTable),
    ...rowsOf('guards', protectionTable),
  ];
  for (const { about, name, inFile, initial, text } of rows) {
    // `days` is the threshold of this session.
    if (Array.isArray(initial) || name === 'days') continue;
    const command = about === 'label' && inFile === 'readOnly' ? 'org-read-only' : inFile;
    expect(set(`${command} ${text}`)).toEqual({ kind: 'settingSet', about, name, text });
    expect(set(`${command} `)).toEqual({ kind: 'settingsOpened', about, at: name });
  }
  expect(set('PAGE-SIZE 50')).toEqual({ kind: 'settingSet', about: 'profile', name: 'pageSize', text: '50' });
});

test('a setting without a value says its value and its choices', () => {
  expect(entriesFor('theme ')[0]?.binding.does).toBe('theme is auto (auto, dark, light, none)');
  expect(entriesFor('portal ')[0]?.binding.does).toBe('portal is none');
});

test('every column is sorted by the word of its heading, and by its field in a filter', () => {
  const sorted = (word: string) => {
    const action = entriesFor(`sort ${word}`)[0]?.binding.action;
    return action?.kind === 'sortChosen' ? sortFields.find(({ id }) => id === action.by)?.field : undefined;
  };
  for (const { field, title } of columnFields) expect([title, sorted(title.toLowerCase())]).toEqual([title, field]);
  for (const { field, id } of filteredFields) if (id !== 'os') expect([id, sorted(id)]).toEqual([id, field]);
});

test.each([
  ['threshold soon', 'type whole days, such as threshold 45'],
  ['threshold 0', 'type whole days, such as threshold 45'],
  ['threshold 1000000', 'at most 999,999 days'],
  ['threshold ', 'set the threshold, in days'],
  ['sort by colour', 'type one of name, age, enrolled, state, key, platform, version, tags, id, os, from, description'],
  ['view x', 'type the digit or name of a view, such as view 2'],
  ['theme pink', 'choose one of auto, dark, light, none'],
  ['pageSize 0', 'type a number from 1 to 1000'],
  ['portal http://portal.example', 'type an address such as https://portal.example/{orgId}/systems/{systemId}'],
  ['portal https://portal.example/{org}', '{org} is unknown. Did you mean {orgId}?'],
  ['share 101', 'type a number from 1 to 100'],
  ['org nobody', 'no organisation has the name or id "nobody"'],
])('"%s" says why it does nothing', (typed, refusal) => {
  expect(entriesFor(typed)[0]?.refusal).toBe(refusal);
});

test('an organisation is found by a part of its name', () => {
  const organisations = ['Tailspin Toys', 'Tailspin Labs', 'Contoso'].map((orgName, at) =>
    anOrganisation({ orgId: `org${at}`, orgName }),
  );
  const state = withParts(aStateOf([aSystem()]), { organisations: { kind: 'ready', value: organisations } });
  const found = (typed: string) => paletteEntries(typed, state, keyGroups(state))[0];
  expect(found('org contoso')?.binding.action).toEqual({ kind: 'organisationChosen', orgId: 'org2' });
  expect(found('org toys')?.binding.action).toEqual({ kind: 'organisationChosen', orgId: 'org0' });
  expect(found('org org1')?.binding.action).toEqual({ kind: 'organisationChosen', orgId: 'org1' });
  expect(found('org tailspin')?.refusal).toBe('2 organisations match "tailspin": Tailspin Toys, Tailspin Labs');
});
