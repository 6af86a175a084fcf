/** Shows the requests of this session, filters and copies them. */
import { type Feature, type Field, overlayList } from '../../root/feature.ts';
import { grouped } from '../../kernel/spelling.ts';
import { tableRows } from '../../kernel/layout.ts';
import { atTop } from '../../kernel/list-cursor.ts';
import { said, type Step } from '../../root/step.ts';
import type { State } from '../../root/state.ts';
import { requestLine, type RequestLogOverlay, requestsShown } from './entries.ts';

function changed(state: State, change: (overlay: RequestLogOverlay) => Partial<RequestLogOverlay>): State {
  const { overlay } = state;
  return overlay?.kind === 'requestLog' ? { ...state, overlay: { ...overlay, ...change(overlay) } } : state;
}

function filterField(state: State, { filter: text, isTyping }: RequestLogOverlay): Field | null {
  if (!isTyping) return null;
  const edited = (filter: string): Step => [changed(state, () => ({ filter, list: atTop }))];
  return { name: 'requestFilter', text, edited };
}

function copied(state: State, isAll: boolean): Step {
  const { overlay } = state;
  if (overlay?.kind !== 'requestLog') return [state];
  const shown = requestsShown(overlay);
  const lines = (isAll ? shown : shown.slice(overlay.list.row, overlay.list.row + 1)).map(requestLine);
  if (lines.length === 0) return [state];
  const what = lines.length === 1 ? '1 request' : `${grouped(lines.length)} requests`;
  return [said(state, `${what} copied through your terminal (it does not confirm).`), { kind: 'copyLines', lines }];
}

/** Details close first, then the filter, then the log. */
function back(state: State, { isOpened, isTyping, filter }: RequestLogOverlay): Step {
  if (isOpened) return [changed(state, () => ({ isOpened: false }))];
  if (isTyping || filter !== '') return [changed(state, () => ({ isTyping: false, filter: '', list: atTop }))];
  return [{ ...state, overlay: null, notice: null }];
}

export const requestLog: Feature<'requestLog'> = {
  update: {
    requestLogOpened(state) {
      const overlay = { kind: 'requestLog', entries: [], filter: '', isTyping: false, isOpened: false } as const;
      return [{ ...state, overlay: { ...overlay, list: atTop }, notice: null }, { kind: 'readRequestLog' }];
    },
    requestLogRefreshed: (state) => [state, { kind: 'readRequestLog' }],
    requestLogRead: (state, { entries }) => [changed(state, () => ({ entries, list: atTop, isOpened: false }))],
    requestLogFiltered: (state) => [changed(state, () => ({ isTyping: true }))],
    requestLogFilterKept: (state) => [changed(state, () => ({ isTyping: false }))],
    requestDetailsToggled: (state) => [
      changed(state, (overlay) => ({ isOpened: !overlay.isOpened && requestsShown(overlay).length > 0 })),
    ],
    requestsCopied: (state, { all }) => copied(state, all),
  },
  effects: {
    readRequestLog: (_, { requests }) => ({ kind: 'requestLogRead', entries: requests() }),
  },
  screens: {
    requestLog: {
      back,
      field: filterField,
      list: (state, overlay) =>
        overlayList(state, overlay, {
          length: requestsShown(overlay).length,
          height: tableRows(state.rows) - (overlay.isTyping ? 1 : 0),
        }),
    },
  },
};
