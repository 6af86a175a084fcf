/** Runs of earlier and of other sessions: listed, opened, exported; and the run at work, left and shown again. */
import { runsEffects } from './effects.ts';
import { type Feature, screenList } from '../../root/feature.ts';
import { reportLayout } from '../../kernel/layout.ts';
import { atTop } from '../../kernel/list-cursor.ts';
import { onScreenAbove, onScreenBeneath } from '../../root/navigation.ts';
import { isRequest } from '../history/rows.ts';
import { isUnread } from '../journal/records-file.ts';
import { pastRun } from './recover.ts';
import { isGoing, type Run } from '../run.ts';
import { unreadNotice } from '../journal/records-file.ts';
import { historyShown } from '../history/public.ts';
import { requestMeant, rowAtCursor, runAtCursor } from '../history/rows.ts';
import { capitalised, inProgress } from '../run-kinds.ts';
import { withNews } from '../../session/news/public.ts';
import type { State } from '../../root/state.ts';
import { onScreen, said } from '../../root/step.ts';
import { outcomesSynced } from './sync.ts';

/** The names first: where the line is short, it is the folder that is cut. `Written: run.csv and .json in /home/anna` */
function writtenWords(paths: readonly string[]): string {
  const [first = '', ...others] = paths;
  const at = Math.max(first.lastIndexOf('/'), first.lastIndexOf('\\'));
  const stem = first.slice(0, first.lastIndexOf('.'));
  const names = others.map((path) => (path.startsWith(`${stem}.`) ? path.slice(stem.length) : path));
  const all = [first.slice(at + 1), ...names];
  const last = all.length > 2 ? `${all.slice(0, -1).join(', ')} and ${all.at(-1) ?? ''}` : all.join(' and ');
  return `Written: ${last} in ${first.slice(0, Math.max(1, at))}`;
}

function warned(state: State, text: string): State {
  return { ...state, notice: { kind: 'warning', text } };
}

/** The run that is shown, where another session is at work on it. */
function runElsewhere({ screen, deletion: run }: State): Run | null {
  return screen.kind === 'deletion' && run?.isElsewhere === true ? run : null;
}

function pageOf(isOfHistory: boolean) {
  return { kind: 'runRecords', list: atTop, isOfHistory } as const;
}

export const runs: Feature<'runs'> = {
  update: {
    lockFaultFound(state, { orgId, code }) {
      if (state.organisation?.orgId !== orgId) return [state];
      const next: State = { ...state, runs: { ...state.runs, lockFault: code } };
      // Where nothing may be changed anyway, nobody waits for it.
      if (state.session.mode !== 'normal') return [next];
      const text = `Deletions blocked: no lock possible (${code}).`;
      return [withNews(next, { kind: 'warning', text, next: 'See rollcall doctor.' })];
    },
    // Told with all that was interrupted.
    cutOffElsewhere: (state) => [state],
    unreadRecordsFound(state, action) {
      const isHere = state.organisation?.orgId === action.orgId;
      const notice = { kind: 'warning', text: unreadNotice(action.files) } as const;
      return [isHere ? withNews(state, notice, 'history') : state];
    },
    // Where this session has none, the history has those of others.
    runShown: (state) => (state.deletion === null ? historyShown(state) : [onScreen(state, { kind: 'deletion' })]),
    runOpened(state) {
      const path = runElsewhere(state)?.journalPath;
      return path == null ? [state] : [state, { kind: 'openRun', path }];
    },
    pastRunRead(state, { path, read, isPage }) {
      if (state.screen.kind !== 'history' && runElsewhere(state)?.journalPath !== path) return [state];
      if (read === null) return [warned(state, `${path} cannot be read.`)];
      if (isGoing(state.deletion)) {
        const what = capitalised(inProgress(state.deletion));
        return [warned(state, `${what}: J shows it. Open earlier results after it.`)];
      }
      const deletion = pastRun(state.nextId, read.record, path, read.stage);
      const screen = isPage === true ? pageOf(true) : ({ kind: 'deletion' } as const);
      return [{ ...onScreen(state, screen), nextId: state.nextId + 1, deletion }];
    },
    // Exports the run shown, or the one under the cursor.
    exportRequested(state) {
      const path = runAtCursor(state)?.path;
      if (path !== undefined) return [state, { kind: 'exportFile', path }];
      return state.deletion === null ? [state] : [state, { kind: 'exportRun', run: state.deletion }];
    },
    runExported: (state, action) => [said(state, writtenWords(action.paths))],
    exportFailed(state, { file, code, isPartLeft }) {
      if (file === null) return [warned(state, `Nothing was exported: no file can be written (${code}).`)];
      const left = isPartLeft ? 'A part is left: remove it.' : 'No part is left.';
      return [warned(state, `Not exported: writing ${file} failed (${code}). ${left}`)];
    },
    recordsShown(state) {
      const row = rowAtCursor(state);
      if (row === undefined) return [state.deletion === null ? state : onScreenAbove(state, pageOf(false))];
      if (isRequest(row)) return [state, { kind: 'readRequestRecord', id: row.id, path: row.path, isLeft: false }];
      return isUnread(row)
        ? [state, { kind: 'showFile', path: row.path }]
        : [state, { kind: 'openRun', path: row.path, isPage: true }];
    },
    recordsPaged(state) {
      const request = requestMeant(state);
      if (request !== undefined) return [state, { kind: 'pageRequestRecord', id: request.id, path: request.path }];
      const path = rowAtCursor(state)?.path ?? state.deletion?.journalPath;
      return path == null ? [state] : [state, { kind: 'showFile', path }];
    },
    reportRequested(state) {
      const of = state.screen.kind === 'requestRecord' ? state.history.opened : state.deletion;
      return of === null ? [state] : [state, { kind: 'exportReport', of }];
    },
    showingFailed: (state, action) => [warned(state, `Records not shown: ${action.says}.`)],
    outcomesCopied(state) {
      const { deletion: run } = state;
      if (run === null) return [state];
      return [said(state, 'Sent to your terminal: how each system ended.'), { kind: 'copyOutcomes', run }];
    },
  },
  after: (state, before) => [outcomesSynced(state, before)],
  effects: runsEffects,
  screens: {
    runRecords: {
      isOver: true,
      back: (state, { isOfHistory }) => (isOfHistory ? { kind: 'historyReturned' } : [onScreenBeneath(state)]),
      list: (state, screen) =>
        screenList(state, screen, { length: state.deletion?.settled.length ?? 0, height: reportLayout(state).rows }),
    },
  },
};
