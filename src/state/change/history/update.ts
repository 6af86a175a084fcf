/** Lists all changes, opens a run, and shows the page of a request or exports it. */
import { wholeView, atTop } from '../../kernel/list-view.ts';
import { codeOf } from '../../kernel/files.ts';
import { exportFiles } from '../../fleet/export.ts';
import { type Effects, type Feature, screenList, onScreen, withNotice, type Step } from '../../root/feature.ts';
import type { Ports } from '../../root/services.ts';
import { unusedFolder, isUnread, unreadWords } from '../journal/records-file.ts';
import { type KeptRequest, markSeen, readRequest } from '../journal/requests.ts';
import type { Run } from '../run.ts';
import { decodeRecord } from '../runs/effects.ts';
import { listChanges, readRunNow, type ChangeRow, isLeft } from '../runs/files.ts';
import { pastRun } from '../runs/open-journals.ts';
import {
  type RecordMeant,
  newestFirst,
  fromTop,
  historyList,
  showHistory,
  showHome,
  isRequest,
  requestLine,
  requestMeant,
  withHistory,
} from './feature.ts';
import { onScreenAbove, onScreenBeneath } from '../../root/navigation.ts';
import type { State } from '../../root/state.ts';

export const historyEffects: Effects<'history'> = {
  async listHistory(_, { ports }) {
    const rows = await ports.changesFolder().then(
      (folder) => listChanges(folder, decodeRecord, ports.isOrganisationLocked, ports.now()),
      (error: unknown) => [notUsed(error)],
    );
    return { kind: 'historyListed', rows: newestFirst(rows) };
  },
  async readRecord({ of: meant, isLeft = false }, { ports }) {
    const of = await recordOf(meant, ports);
    if (of === null) return { kind: 'recordLost', path: 'path' in meant ? meant.path : '' };
    // The record is shown even if this cannot be saved; then the next start reports it again.
    if (isLeft && 'path' in meant) await markSeen(meant.path, new Date(ports.now()).toISOString());
    const text = await ports.recordText(of);
    return { kind: 'recordRead', page: { of, lines: text.replace(/\n$/, '').split('\n') } };
  },
  async exportRecord({ of: meant, isPage }, { ports }) {
    const of = 'header' in meant ? meant : await recordOf(meant, ports);
    if (of === null) return { kind: 'exportFailed', file: null, code: 'ENOENT', isPartLeft: false };
    return exportFiles(() => ports.exportRecord(of, isPage));
  },
};

/** Null: the file is gone or cannot be read. */
async function recordOf(
  meant: RecordMeant,
  { isOrganisationLocked }: Pick<Ports, 'isOrganisationLocked'>,
): Promise<Run | KeptRequest | null> {
  if ('run' in meant) return meant.run;
  const { path } = meant;
  const run = await readRunNow(path, decodeRecord, isOrganisationLocked);
  return run === null ? readRequest(path) : pastRun(0, run.record, path, run.stage);
}

function notUsed(error: unknown) {
  const path = error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : '';
  return unusedFolder(path, `not used: ${codeOf(error)}`);
}

// Handlers of the list, of runs and of the page of a request.

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
  return left.trail.length === 0 ? showHome(left) : onScreenBeneath(left);
}

function withWarning(state: State, text: string): State {
  return { ...state, notice: { kind: 'warning', text } };
}

function withChosen(state: State, { path }: ChangeRow): State {
  return withHistory(state, { chosen: path });
}

/** The record that a key acts on: of the page, the row under the cursor, or the shown results. */
function findMeant(state: State): RecordMeant | KeptRequest | null {
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
  const of = findMeant(state);
  if (of === null || 'header' in of) return [state];
  if (row === undefined) return [state, { kind: 'readRecord', of }];
  return [withChosen(state, row), { kind: 'readRecord', of, isLeft: isRequest(row) && isLeft(row) }];
}

export const history: Feature<'history'> = {
  slice: {
    initial: { kept: null, isLoading: false, view: wholeView, chosen: null, page: null, find: '' },
    lasts: 'session',
  },
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
      const of = findMeant(state);
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
