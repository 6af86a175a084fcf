/** Lists the requests that changed something, and shows one as a whole. */
import { type Feature, type Of, screenList } from '../../root/feature.ts';
import { tableRows } from '../../kernel/layout.ts';
import { atTop, placed } from '../../kernel/list-cursor.ts';
import { onScreenAbove, onScreenBeneath } from '../../root/navigation.ts';
import { said } from '../../root/step.ts';
import type { Screen, State } from '../../root/state.ts';
import { requestRecordsEffects } from './effects.ts';
import { recordsFromTop, type RequestRecordsState } from './feature.ts';
import { flat, requestAtCursor, requestLine, requestMeant, requestsShown, standingOf } from './listing.ts';

function withRecords(state: State, about: Partial<RequestRecordsState>): State {
  return { ...state, requestRecords: { ...state.requestRecords, ...about } };
}

/** The cursor stays on its request; where that is gone, on this row. */
function withCursorOn(state: State, id: string | undefined, row: number): State {
  const { screen } = state;
  if (screen.kind !== 'requestRecords') return state;
  const shown = requestsShown(state);
  const found = shown.findIndex((request) => request.id === id);
  const list = placed(screen.list, found === -1 ? row : found, shown.length, tableRows(state.rows));
  return { ...state, screen: { ...screen, list } };
}

function rowOf(state: State): number {
  return state.screen.kind === 'requestRecords' ? state.screen.list.row : 0;
}

/** After another filter the first row is shown, unless the request under the cursor still is. */
function filtered(state: State, filter: string): State {
  return withCursorOn(withRecords(state, { filter }), requestAtCursor(state)?.id, 0);
}

function isOpen(state: State): boolean {
  return state.screen.kind === 'requestRecords' || state.screen.kind === 'requestRecord';
}

function back(state: State, screen: Of<Screen, 'requestRecords'>): State {
  if (state.requestRecords.filter !== '') return filtered({ ...state, screen }, '');
  return onScreenBeneath(withRecords(state, { kept: null, opened: null }));
}

export const requestRecords: Feature<'requestRecords'> = {
  update: {
    requestRecordsOpened(state) {
      const isHere = state.screen.kind === 'requestRecords';
      const next = isHere
        ? { ...state, notice: null }
        : withRecords(onScreenAbove(state, recordsFromTop), { filter: '' });
      return [next, { kind: 'listRequestRecords' }];
    },
    requestRecordsListed(state, { kept }) {
      if (!isOpen(state)) return [state];
      const id = requestAtCursor(state)?.id;
      return [withCursorOn(withRecords(state, { kept, fault: null }), id, rowOf(state))];
    },
    requestRecordsFailed: (state, { code }) => [isOpen(state) ? withRecords(state, { fault: code }) : state],
    requestRecordsFilterOpened(state) {
      const { filter: typed } = state.requestRecords;
      const before = state.list.listing;
      const prompt = { kind: 'requestRecordsFilter', typed, filterBefore: typed, before } as const;
      return [{ ...state, prompt, notice: null }];
    },
    requestRecordChosen(state) {
      const request = requestAtCursor(state);
      if (request === undefined) return [state];
      const { id, path, isSeen } = request;
      const isLeft = standingOf(request) === 'noOutcome' && !isSeen;
      return [state, { kind: 'readRequestRecord', id, path, isLeft }];
    },
    requestRecordRead(state, { request }) {
      if (state.screen.kind !== 'requestRecords') return [state];
      return [onScreenAbove(withRecords(state, { opened: request }), { kind: 'requestRecord', list: atTop })];
    },
    requestRecordLost(state, { path }) {
      const text = `Not shown: ${path} cannot be read any more. r refreshes.`;
      return [isOpen(state) ? { ...state, notice: { kind: 'warning', text } } : state];
    },
    requestRecordCopied(state) {
      const { opened } = state.requestRecords;
      const request = state.screen.kind === 'requestRecord' && opened !== null ? flat(opened) : requestAtCursor(state);
      if (request === undefined) return [state];
      const lines = [requestLine(request)];
      return [said(state, 'Copied through your terminal (it does not confirm).'), { kind: 'copyLines', lines }];
    },
    requestRecordPaged(state) {
      const request = requestMeant(state);
      return request === undefined
        ? [state]
        : [state, { kind: 'pageRequestRecord', id: request.id, path: request.path }];
    },
  },
  effects: requestRecordsEffects,
  screens: {
    requestRecords: {
      isOver: true,
      back: (state, screen) => [back(state, screen)],
      list: (state, screen) =>
        screenList(state, screen, { length: requestsShown(state).length, height: tableRows(state.rows) }),
    },
    requestRecord: {
      isOver: true,
      // What was just looked at is marked as such: the list says so.
      back: (state) => [withRecords(onScreenBeneath(state), { opened: null }), { kind: 'listRequestRecords' }],
      list: (state, screen) => ({ ...screenList(state, screen, null), isText: true }),
    },
    requestRecordsFilter: {
      field: (state, prompt) => ({
        name: 'requestRecordsFilter',
        text: prompt.typed,
        edited: (typed) => [filtered({ ...state, prompt: { ...prompt, typed } }, typed.trim())],
      }),
      accepted: (state) => [{ ...state, prompt: null }],
      back: (state, { filterBefore }) => [filtered({ ...state, prompt: null }, filterBefore)],
    },
  },
};
