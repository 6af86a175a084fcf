/** Lists all changes, opens a run, and shows the page of a request. */
import { type Feature, screenList } from '../../root/feature.ts';
import { atTop } from '../../kernel/list-view.ts';
import { onScreenAbove, onScreenBeneath } from '../../root/navigation.ts';
import { onScreen, withNotice, type Step } from '../../root/step.ts';
import type { State } from '../../root/state.ts';
import { isUnread, unreadWords } from '../journal/records-file.ts';
import type { KeptRequest } from '../journal/requests.ts';
import { type ChangeRow, isLeft } from '../runs/files.ts';
import type { RecordMeant } from './feature.ts';
import { historyEffects } from './effects.ts';
import {
  fromTop,
  historyList,
  showHistory,
  home,
  isRequest,
  requestLine,
  requestMeant,
  withHistory,
} from './public.ts';

/** Null: the filter hides the row of this file. */
function withCursorOn(state: State, path: string | null): State | null {
  const row = historyList.shown(state).findIndex((one) => one.path === path);
  return row === -1 ? null : historyList.cursorAt(state, row);
}

function withFind(state: State, find: string): State {
  return withHistory(state, { find });
}

function isOpen({ screen }: State): boolean {
  return screen.kind === 'history' || screen.kind === 'record';
}

function back(state: State): State {
  const whole = historyList.unfiltered(state);
  if (whole !== null) return whole;
  const left = withHistory(state, { kept: null, chosen: null });
  return left.trail.length === 0 ? home(left) : onScreenBeneath(left);
}

function withWarning(state: State, text: string): State {
  return { ...state, notice: { kind: 'warning', text } };
}

function withChosen(state: State, { path }: ChangeRow): State {
  return withHistory(state, { chosen: path });
}

/** The record that a key acts on: of the page, the row under the cursor, or the shown results. */
function meantBy(state: State): RecordMeant | KeptRequest | null {
  const {
    screen,
    history: { page },
    deletion: run,
  } = state;
  if (screen.kind === 'record') return page === null ? null : 'header' in page.of ? page.of : { run: page.of };
  const row = historyList.current(state);
  if (screen.kind === 'history') return row === undefined || isUnread(row) ? null : { path: row.path };
  return run === null ? null : { run };
}

function openPage(state: State): Step {
  const row = historyList.current(state);
  if (row !== undefined && isUnread(row)) return [state, { kind: 'showFile', path: row.path }];
  const of = meantBy(state);
  if (of === null || 'header' in of) return [state];
  if (row === undefined) return [state, { kind: 'readRecord', of }];
  return [withChosen(state, row), { kind: 'readRecord', of, isLeft: isRequest(row) && isLeft(row) }];
}

export const history: Feature<'history'> = {
  update: {
    historyOpened: showHistory,
    historyReturned(state) {
      const next = withHistory(onScreen(state, fromTop), { isLoading: true });
      return [withCursorOn(next, state.history.chosen) ?? next, { kind: 'listHistory' }];
    },
    historyListed(state, { rows: kept }) {
      if (!isOpen(state)) return [state];
      const next = withHistory(state, { kept, isLoading: false });
      const isFirst = historyList.current(state) === undefined;
      return [(isFirst ? withCursorOn(next, state.history.chosen) : null) ?? historyList.cursorKept(next, state)];
    },
    historyRowChosen(state) {
      const row = historyList.current(state);
      if (row === undefined) return [state];
      if (isUnread(row)) return [withWarning(withChosen(state, row), unreadWords(row))];
      if (isRequest(row)) return openPage(state);
      return [withChosen(state, row), { kind: 'openRun', path: row.path }];
    },
    recordsShown: openPage,
    recordRead(state, { page }) {
      const isMeant = ['history', 'deletion', 'outcome'].includes(state.screen.kind) && state.overlay === null;
      if (!isMeant || state.prompt !== null) return [state];
      return [onScreenAbove(withHistory(state, { page, find: '' }), { kind: 'record', list: atTop })];
    },
    recordLost(state, { path }) {
      return [isOpen(state) ? withWarning(state, `Not shown: ${path} cannot be read any more. r refreshes.`) : state];
    },
    exportRequested(state, { isPage = false }) {
      const of = meantBy(state);
      return of === null ? [state] : [state, { kind: 'exportRecord', of, isPage }];
    },
    historyRequestCopied(state) {
      const request = requestMeant(state);
      if (request === null) return [state];
      const lines = [requestLine(request)];
      return [withNotice(state, 'Copied through your terminal (it does not confirm).'), { kind: 'copyLines', lines }];
    },
  },
  effects: historyEffects,
  screens: {
    history: {
      isOverlay: true,
      back: (state) => [back(state)],
      list: historyList.list,
    },
    record: {
      isOverlay: true,
      back(state) {
        const next = withHistory(onScreenBeneath(state), { page: null });
        // Viewing a request marked it as seen: refresh the list.
        return next.screen.kind === 'history' ? [next, { kind: 'listHistory' }] : [next];
      },
      list(state, screen) {
        const { page, find } = state.history;
        const text = { lines: page?.lines ?? [], find, withFind };
        return { ...screenList(state, screen, null), isText: true, text };
      },
    },
  },
};
