/** Runs of earlier and of other sessions: listed, opened, exported; and the run at work, left and shown again. */
import { runsEffects } from './effects.ts';
import type { Feature, Of } from '../../root/feature.ts';
import { cutOffRun, pastRun } from './recover.ts';
import type { LockHolder } from './feature.ts';
import { finishedIfDone, isGoing, type Run } from '../run.ts';
import { unreadNotice } from '../journal/records-file.ts';
import { historyShown } from '../history/public.ts';
import { requestMeant, rowAtCursor, runAtCursor } from '../history/rows.ts';
import { interruptedNotice } from '../interrupted/sentence.ts';
import { isSameService, withProfileSettings } from '../../session/session.ts';
import { advanced, runNotBegun, runResumed } from '../../removal/deletion/public.ts';
import { phraseCleared, reviewLeft } from '../../removal/review/public.ts';
import { capitalised, inProgress, type RunKind, runRows } from '../run-kinds.ts';
import { withNews } from '../../session/news/public.ts';
import { withSettings } from '../../account/settings/public.ts';
import { withSession } from '../../account/sign-in/public.ts';
import type { State } from '../../root/state.ts';
import { andThen, onScreen, said, type Step } from '../../root/step.ts';
import type { RunsAction } from './feature.ts';
import { earlierRequested, outcomesSynced } from './sync.ts';

function cutOffFound(state: State, { run: id, record, path, now }: Of<RunsAction, 'cutOffFound'>): Step {
  const { orgId: found, baseUrl } = record.header;
  const isOpen = state.organisation?.orgId === found && isSameService(state.session.baseUrl, baseUrl);
  if (!isOpen || isGoing(state.deletion)) return [state, { kind: 'closeJournal', run: id, end: null }];
  // By whatever name of its service it was begun: from here on it is the one in use.
  const run: Run = { ...cutOffRun(id, record, path, now), baseUrl: state.session.baseUrl };
  const interrupted = { what: runRows[run.kind].words.a, at: record.header.at, name: null, settledAt: null };
  // On another screen a notice says so, and that screen stays.
  const isFree = state.screen.kind === 'systems' && state.prompt === null && state.overlay === null;
  const shown = isFree
    ? onScreen(state, { kind: 'deletion' })
    : withNews(state, interruptedNotice([interrupted], state, 'J shows it.'), 'deletion');
  return advanced({ ...shown, now }, finishedIfDone(run, now));
}

/** The names first: where the line is short, it is the folder that is cut. `Written: run.csv and .json in /home/anna` */
function writtenWords(paths: readonly string[]): string {
  const [first = '', ...others] = paths;
  const at = Math.max(first.lastIndexOf('/'), first.lastIndexOf('\\'));
  const stem = first.slice(0, first.lastIndexOf('.'));
  const names = others.map((path) => (path.startsWith(`${stem}.`) ? path.slice(stem.length) : path));
  return `Written: ${[first.slice(at + 1), ...names].join(' and ')} in ${first.slice(0, Math.max(1, at))}`;
}

function warned(state: State, text: string): State {
  return { ...state, notice: { kind: 'warning', text } };
}

/** Said where this organisation is open, and nothing is being deleted. */
function warnedIn(state: State, orgId: string, text: string): Step {
  const isHere = state.organisation?.orgId === orgId && !isGoing(state.deletion);
  return [isHere ? withNews(state, { kind: 'warning', text }) : state];
}

/** The other session's work, and the work possible here after it. */
function elsewhere(holder: LockHolder | null, does: RunKind | null, wanted: RunKind): string {
  if (holder === null) return 'Another session holds this organisation and does not answer. End it first.';
  const time = new Date(holder.since);
  const since = Number.isNaN(time.getTime()) ? 'an unknown time' : `${time.toISOString().slice(11, 16)} UTC`;
  const what = does === null ? 'at work' : runRows[does].words.doing;
  const whose = holder.user === null ? '' : ` of ${holder.user}`;
  return `Process ${holder.pid}${whose} (since ${since}) is ${what} here: you can browse, and ${runRows[wanted].words.verb} after it.`;
}

/** The run that is shown, where another session is at work on it. */
function runElsewhere({ screen, deletion: run }: State): Run | null {
  return screen.kind === 'deletion' && run?.isElsewhere === true ? run : null;
}

export const runs: Feature<'runs'> = {
  update: {
    runRefused(state, { run: id, does, holder }) {
      const { deletion: run } = state;
      return [run?.id === id ? warned(runNotBegun(state), elsewhere(holder, does, run.kind)) : state];
    },
    // From here on this session is read-only as well.
    runForbidden(state, { run: id, settings, label }) {
      const { deletion: run, organisation } = state;
      if (!isGoing(run) || run.id !== id) return [state];
      const next = withSession(phraseCleared(runNotBegun(state)), withProfileSettings(state.session, settings));
      const isHere = organisation?.orgId === run.organisation.orgId;
      const text = `Read-only, as another session has set it: nothing is ${runRows[run.kind].words.done} here.`;
      return [warned(isHere ? withSettings(next, { label }) : next, text)];
    },
    lockFailed(state, { run, orgId, does, code }) {
      const { a, done } = runRows[does].words;
      if (state.deletion?.id !== run)
        return warnedIn(state, orgId, `${capitalised(a)} that was cut off stays open here: no lock (${code}).`);
      return [warned(runNotBegun(state), `Nothing was ${done}: this organisation cannot be locked (${code}).`)];
    },
    otherSessionFound: (state, { orgId, does, holder }) => warnedIn(state, orgId, elsewhere(holder, does, 'delete')),
    lockFaultFound(state, { orgId, code }) {
      if (state.organisation?.orgId !== orgId) return [state];
      const next: State = { ...state, runs: { ...state.runs, lockFault: code } };
      // Where nothing may be changed anyway, nobody waits for it.
      if (state.session.mode !== 'normal') return [next];
      const text = `Deletions blocked: no lock possible (${code}).`;
      return [withNews(next, { kind: 'warning', text, next: 'See rollcall doctor.' })];
    },
    cutOffFound,
    // Told with all that was interrupted.
    cutOffElsewhere: (state) => [state],
    unreadRecordsFound(state, action) {
      const isHere = state.organisation?.orgId === action.orgId;
      const notice = { kind: 'warning', text: unreadNotice(action.files) } as const;
      return [isHere ? withNews(state, notice, 'history') : state];
    },
    // Where this session has none, the history has those of others.
    runShown: (state) => (state.deletion === null ? historyShown(state) : [onScreen(state, { kind: 'deletion' })]),
    // A paused run goes on meanwhile.
    runLeft: (state) => andThen(runResumed(state), (next) => [onScreen(reviewLeft(next), { kind: 'systems' })]),
    runOpened(state) {
      const path = runElsewhere(state)?.journalPath;
      return path == null ? [state] : [state, { kind: 'openRun', path }];
    },
    pastRunRead(state, { path, read }) {
      if (state.screen.kind !== 'history' && runElsewhere(state)?.journalPath !== path) return [state];
      if (read === null) return [warned(state, `${path} cannot be read.`)];
      if (isGoing(state.deletion)) {
        const what = capitalised(inProgress(state.deletion));
        return [warned(state, `${what}: J shows it. Open earlier results after it.`)];
      }
      const deletion = pastRun(state.nextId, read.record, path, read.stage);
      return [{ ...onScreen(state, { kind: 'deletion' }), nextId: state.nextId + 1, deletion }];
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
      const request = requestMeant(state);
      if (request !== undefined) return [state, { kind: 'pageRequestRecord', id: request.id, path: request.path }];
      const path = rowAtCursor(state)?.path ?? state.deletion?.journalPath;
      return path == null ? [state] : [state, { kind: 'showFile', path }];
    },
    showingFailed: (state, action) => [warned(state, `Records not shown: ${action.says}.`)],
    outcomesCopied(state) {
      const { deletion: run } = state;
      if (run === null) return [state];
      return [said(state, 'Sent to your terminal: how each system ended.'), { kind: 'copyOutcomes', run }];
    },
    earlierFound: (state, { orgId, earlier }) => [
      state.organisation?.orgId === orgId ? { ...state, runs: { ...state.runs, earlier } } : state,
    ],
  },
  after: (state, before) => earlierRequested(outcomesSynced(state, before)),
  effects: runsEffects,
};
