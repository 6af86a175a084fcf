/** Every list that can be filtered and sorted, under any keys: its cursor, its filter, and the way back. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyList } from '../../../../src/state/account/enrolment-keys/feature.ts';
import { allStaleList } from '../../../../src/state/account/organisations/public.ts';
import { organisationList } from '../../../../src/state/account/organisations/counting.ts';
import { historyList } from '../../../../src/state/change/history/feature.ts';
import { answerShown, rowUnderCursor } from '../../../../src/state/explorer/answer/feature.ts';
import { rowsShown } from '../../../../src/state/explorer/answer/model.ts';
import { operationList } from '../../../../src/state/explorer/list/feature.ts';
import { narrowedList } from '../../../../src/state/fleet/lists.ts';
import { reviewList } from '../../../../src/state/removal/review/opening.ts';
import { isCommandInField, listOf } from '../../../../src/state/root/navigation.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import { drawnListExtent } from '../../../../src/screens/screen.tsx';
import { gallery } from '../../../screens/gallery.ts';
import { holds } from '../../../support/property.ts';
import { play } from '../../root/play.ts';

interface Rows {
  readonly shown: (state: State) => readonly unknown[];
  readonly current: (state: State) => unknown;
}

const ofScreens: Readonly<Partial<Record<State['screen']['kind'], Rows>>> = {
  history: historyList,
  operations: { shown: operationList.shown, current: operationList.current },
  organisations: organisationList,
  allStale: allStaleList,
  keysSeen: keyList,
  review: reviewList,
  answer: {
    shown(state) {
      const content = answerShown(state)?.content;
      return content?.kind === 'table' ? rowsShown(content.shown) : [];
    },
    current: (state) => rowUnderCursor(answerShown(state)) ?? undefined,
  },
};

test('? opens the language of filters at the start of a word, in the filter of any list', () => {
  const lists = Object.entries(ofScreens).map(([kind]) => kind);
  const states = Object.values(gallery).map((make) => make());
  for (const kind of lists) {
    const state = states.find(
      (one) => one.screen.kind === kind && one.prompt === null && one.overlay === null && narrowedList(one) !== null,
    );
    if (state === undefined) throw new Error(`The gallery has no list of ${kind}.`);
    const opened = play(state, { kind: 'listFilterOpened' }).state;
    const opens = (before: string): boolean => isCommandInField(opened, '?', before);
    expect([kind, opens(''), opens('web '), opens('web-')]).toEqual([kind, true, true, false]);
  }
});

/** The cursor is on a row, not on a line below, and returns to no other. */
function settled(state: State): State {
  const list = listOf(state);
  if (list === null || !('withPosition' in list)) return state;
  const { row, top } = list.at;
  return list.withPosition(row < (list.narrowed?.shown ?? 0) ? { row, top } : { row: 0, top: 0 });
}

const all = Object.entries(gallery)
  .map(([name, make]): [string, State] => [name, settled({ ...make(), prompt: null, overlay: null })])
  .filter(([, state]) => (narrowedList(state)?.shown ?? 0) > 2 && ofScreens[state.screen.kind] !== undefined);

const kinds = new Set(all.map(([, state]) => state.screen.kind));

test('every list with a filter is among those that are tested', () => {
  expect([...kinds].sort()).toEqual(Object.keys(ofScreens).sort());
});

const typed = (text: string): readonly Action[] => [{ kind: 'listFilterOpened' }, { kind: 'textEdited', text }];

const keys: fc.Arbitrary<readonly Action[]> = fc.oneof(
  fc.constantFrom<readonly Action[]>(
    [{ kind: 'listSorted' }],
    [{ kind: 'listReversed' }],
    [{ kind: 'moved', motion: 'down' }],
    [{ kind: 'moved', motion: 'last' }],
    [...typed(''), { kind: 'promptAccepted' }],
    [...typed('zzz no row has this'), { kind: 'wentBack' }],
    [...typed('zzz no row has this'), { kind: 'promptAccepted' }],
    [...typed('e'), { kind: 'promptAccepted' }, { kind: 'moved', motion: 'down' }],
  ),
  fc.constantFrom('a', 'e', 'o', '-a', 'e or i', 'n -s', 'id:1', '(a', 'name:', '"').map(typed),
);

test.each(all)('%s: the cursor is on the row that you moved it to wherever that is shown, else stays', (_, start) => {
  const rows = ofScreens[start.screen.kind];
  if (rows === undefined) throw new Error('no list');
  // For each of some fifty states.
  holds([fc.array(keys, { maxLength: 12 })], { numRuns: 30 }, (all) => {
    let state = start;
    let home = rows.current(start);
    for (const actions of all) {
      for (const action of actions) {
        const before = state;
        const extent = drawnListExtent(state);
        state = play(state, action.kind === 'moved' && extent !== null ? { ...action, extent } : action).state;
        const was = rows.current(before);
        // Enter chooses the row that the filter has found.
        if (action.kind === 'promptAccepted' && state.prompt === null) home = was ?? home;
        if (action.kind !== 'moved') {
          // A line below the rows is none to come back to.
          home ??= was;
          const kept = [home, was].find((row) => row !== undefined && rows.shown(state).includes(row));
          if (kept !== undefined) expect(rows.current(state)).toBe(kept);
        } else if (rows.current(state) !== was) home = rows.current(state);
        const { at, extent: known } = listOf(state) ?? {};
        expect(at?.row).toBeLessThan(Math.max(1, (known ?? drawnListExtent(state))?.length ?? 0));
      }
      // The letters of a field are its own: a key of the list comes once it is closed.
      if (state.prompt !== null) state = play({ ...state, prompt: null }).state;
    }
  });
});

test.each(all)('%s: esc restores the filter of before, and a text with a mistake changes nothing', (_, start) => {
  const rows = ofScreens[start.screen.kind];
  const open = play(start, ...typed('a')).state;
  const wrong = play(open, { kind: 'textEdited', text: 'a (b' }).state;
  expect(rows?.shown(wrong)).toEqual(rows?.shown(open));
  const refused = play(wrong, { kind: 'promptAccepted' }).state;
  expect(refused.prompt).toMatchObject({ kind: 'listFilter', isRefused: true });
  const back = play(refused, { kind: 'wentBack' }).state;
  expect([back.prompt, rows?.shown(back)]).toEqual([null, rows?.shown(start)]);
  const kept = play(start, ...typed('a'), { kind: 'promptAccepted' }).state;
  const whole = play(kept, { kind: 'wentBack' }).state;
  expect([whole.screen.kind, rows?.shown(whole).length]).toEqual([start.screen.kind, narrowedList(start)?.all]);
});

test.each(all)(
  '%s: a filter that matches nothing gives the cursor back by esc, and when it is typed over',
  (_, start) => {
    const rows = ofScreens[start.screen.kind];
    const nothing = play(start, ...typed('zzz no row has this'), { kind: 'promptAccepted' }).state;
    expect(rows?.shown(nothing)).toEqual([]);
    let back = nothing;
    // A count that runs and a typed phrase end first.
    for (let at = 0; at < 3 && narrowedList(back)?.filter !== ''; at++) back = play(back, { kind: 'wentBack' }).state;
    for (const state of [back, play(nothing, { kind: 'moved', motion: 'down' }, ...typed('')).state]) {
      expect(rows?.current(state)).toEqual(rows?.current(start));
    }
  },
);
