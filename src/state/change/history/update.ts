/** Lists all that changed something, opens a run of it, and shows a request as a whole. */
import { type Feature, type Of, screenList } from '../../root/feature.ts';
import { tableRows } from '../../kernel/layout.ts';
import { atTop, placed } from '../../kernel/list-cursor.ts';
import { onScreenAbove, onScreenBeneath } from '../../root/navigation.ts';
import { onScreen, said } from '../../root/step.ts';
import type { Screen, State } from '../../root/state.ts';
import { isUnread, unreadWords } from '../journal/records-file.ts';
import { historyEffects } from './effects.ts';
import { fromTop, historyShown, home, withHistory } from './public.ts';
import { isRequest, keyOf, requestLine, requestMeant, rowAtCursor, rowsShown, standingOf } from './rows.ts';

/** The cursor stays on its row; where that is gone, on this place. */
function withCursorOn(state: State, key: string | null, row: number): State {
  const { screen } = state;
  if (screen.kind !== 'history') return state;
  const shown = rowsShown(state);
  const found = shown.findIndex((one) => keyOf(one) === key);
  const list = placed(screen.list, found === -1 ? row : found, shown.length, tableRows(state.rows));
  return { ...state, screen: { ...screen, list } };
}

function keyAtCursor(state: State): string | null {
  const row = rowAtCursor(state);
  return row === undefined ? null : keyOf(row);
}

/** After another filter the first row is shown, unless the row under the cursor still is. */
function filtered(state: State, filter: string): State {
  return withCursorOn(withHistory(state, { filter }), keyAtCursor(state), 0);
}

function isOpen({ screen }: State): boolean {
  return screen.kind === 'history' || screen.kind === 'requestRecord';
}

function back(state: State, screen: Of<Screen, 'history'>): State {
  if (state.history.filter !== '') return filtered({ ...state, screen }, '');
  const left = withHistory(state, { kept: null, chosen: null, opened: null });
  return left.trail.length === 0 ? home(left) : onScreenBeneath(left);
}

export const history: Feature<'history'> = {
  update: {
    historyOpened: historyShown,
    historyReturned(state) {
      const next = withHistory(onScreen(state, fromTop), { isLoading: true });
      return [withCursorOn(next, state.history.chosen, 0), { kind: 'listHistory' }];
    },
    historyListed(state, { list: kept }) {
      if (!isOpen(state)) return [state];
      const row = state.screen.kind === 'history' ? state.screen.list.row : 0;
      const key = keyAtCursor(state) ?? state.history.chosen;
      return [withCursorOn(withHistory(state, { kept, isLoading: false }), key, row)];
    },
    historyFilterOpened(state) {
      const { filter: typed } = state.history;
      const before = state.list.listing;
      return [{ ...state, prompt: { kind: 'historyFilter', typed, filterBefore: typed, before }, notice: null }];
    },
    historyRowChosen(state) {
      const row = rowAtCursor(state);
      if (row === undefined) return [state];
      const next = withHistory(state, { chosen: keyOf(row) });
      if (!isRequest(row)) {
        if (!isUnread(row)) return [next, { kind: 'openRun', path: row.path }];
        return [{ ...state, notice: { kind: 'warning', text: unreadWords(row) } }];
      }
      const { id, path, isSeen } = row;
      const isLeft = standingOf(row) === 'noOutcome' && !isSeen;
      return [next, { kind: 'readRequestRecord', id, path, isLeft }];
    },
    historyRequestRead(state, { request }) {
      if (state.screen.kind !== 'history') return [state];
      return [onScreenAbove(withHistory(state, { opened: request }), { kind: 'requestRecord', list: atTop })];
    },
    historyRequestLost(state, { path }) {
      const text = `Not shown: ${path} cannot be read any more. r refreshes.`;
      return [isOpen(state) ? { ...state, notice: { kind: 'warning', text } } : state];
    },
    historyRequestCopied(state) {
      const request = requestMeant(state);
      if (request === undefined) return [state];
      const lines = [requestLine(request)];
      return [said(state, 'Copied through your terminal (it does not confirm).'), { kind: 'copyLines', lines }];
    },
  },
  effects: historyEffects,
  screens: {
    history: {
      isOver: true,
      back: (state, screen) => [back(state, screen)],
      list: (state, screen) =>
        screenList(state, screen, { length: rowsShown(state).length, height: tableRows(state.rows) }),
    },
    requestRecord: {
      isOver: true,
      // Viewing marked the request as seen: the list says so.
      back: (state) => [withHistory(onScreenBeneath(state), { opened: null }), { kind: 'listHistory' }],
      list: (state, screen) => ({ ...screenList(state, screen, null), isText: true }),
    },
    historyFilter: {
      field: (state, prompt) => ({
        name: 'historyFilter',
        text: prompt.typed,
        edited: (typed) => [filtered({ ...state, prompt: { ...prompt, typed } }, typed.trim())],
      }),
      accepted: (state) => [{ ...state, prompt: null }],
      back: (state, { filterBefore }) => [filtered({ ...state, prompt: null }, filterBefore)],
    },
  },
};
