/**
 * Lists, opens and exports runs of earlier and other sessions, leaves and shows the run in progress, and follows its
 * end.
 */
import { withGone, withSwitched } from '../../fleet/list/scan.ts';
import { readRows } from '../../fleet/list/feature.ts';
import { type MarkedWhy, withMarked, withoutMarks } from '../../fleet/marks/marks.ts';
import { withMarks } from '../../fleet/marks/feature.ts';
import type { State } from '../../root/state.ts';
import { isAchieved, isGone, type Outcome } from '../outcome.ts';
import { runRows, type Why, capitalise, inProgress } from '../run-kinds.ts';
import { runsEffects } from './effects.ts';
import { type Feature, onScreen, withNotice } from '../../root/feature.ts';
import { pastRun } from './open-journals.ts';
import { isGoing, type Run } from '../run.ts';
import { unreadNotice } from '../journal/records-file.ts';
import { showHistory } from '../history/feature.ts';
import { withNews } from '../../session/news.ts';

/**
 * Shows outcomes of the current run in the list, as gone, disabled or enabled, and unmarks those systems and the kept
 * ones. A system whose success turns out to be wrong is marked again.
 */
export function syncOutcomes(state: State, before: State): State {
  const { deletion: run, organisation } = state;
  const was = before.deletion;
  if (run === null || run.id !== was?.id || run.isPreview || run.organisation.orgId !== organisation?.orgId)
    return state;
  if (run.settled === was.settled) return state;
  const ended = run.settled.slice(was.settled.length);
  const idsOf = (wanted: (outcome: Outcome) => boolean): string[] =>
    ended.filter(({ outcome }) => wanted(outcome)).map(({ system }) => system.systemId);
  const gone = idsOf((outcome) => isGone(run.kind, outcome));
  const { enables } = runRows[run.kind];
  const switched = new Set(idsOf((outcome) => isAchieved(outcome) && !isGone(run.kind, outcome)));
  const left = ended.filter(({ outcome }) => isAchieved(outcome) || outcome.kind === 'kept');
  const found = was.settled.flatMap(({ system, outcome }, at) => {
    const now = run.settled[at]?.outcome;
    return isAchieved(outcome) && now !== undefined && !isAchieved(now) ? [system] : [];
  });
  const kept = withoutMarks(state.marks.marked, new Set(left.map(({ system }) => system.systemId)));
  const byOrigin = Map.groupBy(found, ({ systemId }) => run.why?.get(systemId));
  const marked = [...byOrigin].reduce((marks, [why, systems]) => withMarked(marks, systems, readMarked(why)), kept);
  return readRows(marked === state.marks.marked ? state : withMarks(state, marked), (scan) =>
    enables === null ? withGone(scan, gone) : withSwitched(withGone(scan, gone), switched, enables),
  );
}

/** The origin of the mark before the run; by hand if it had none, or none is known. */
function readMarked(why: Why | undefined): MarkedWhy {
  if (why === undefined || why.by === 'row' || why.by === 'run') return { by: 'hand' };
  return { ...why, by: why.by };
}

// Handlers, and the words for files that were written.

/** Names first, so that a short line clips the folder: `Written: run.csv and .json in /home/anna`. */
function writtenWords(paths: readonly string[]): string {
  const [first = '', ...others] = paths;
  const at = Math.max(first.lastIndexOf('/'), first.lastIndexOf('\\'));
  const stem = first.slice(0, first.lastIndexOf('.'));
  const names = others.map((path) => (path.startsWith(`${stem}.`) ? path.slice(stem.length) : path));
  const all = [first.slice(at + 1), ...names];
  const last = all.length > 2 ? `${all.slice(0, -1).join(', ')} and ${all.at(-1) ?? ''}` : all.join(' and ');
  return `Written: ${last} in ${first.slice(0, Math.max(1, at))}`;
}

function warn(state: State, text: string): State {
  return { ...state, notice: { kind: 'warning', text } };
}

/** Null unless another session is working on the shown run. */
function runElsewhere({ screen, deletion: run }: State): Run | null {
  return screen.kind === 'deletion' && run?.isElsewhere === true ? run : null;
}

export const runs: Feature<'runs'> = {
  slice: {
    initial: { lockFault: null },
    lasts: 'organisation',
  },
  update: {
    lockFaultFound(state, { orgId, code }) {
      if (state.organisation?.orgId !== orgId) return [state];
      const next: State = { ...state, runs: { ...state.runs, lockFault: code } };
      // In preview and read-only sessions the lock does not matter.
      if (state.session.mode !== 'normal') return [next];
      const text = `Deletions blocked: no lock possible (${code}).`;
      return [withNews(next, { kind: 'warning', text, next: 'See rollcall doctor.' })];
    },
    // The feature of interrupted changes reports it.
    cutOffElsewhere: (state) => [state],
    unreadRecordsFound(state, action) {
      const isHere = state.organisation?.orgId === action.orgId;
      const notice = { kind: 'warning', text: unreadNotice(action.files) } as const;
      return [isHere ? withNews(state, notice, 'history') : state];
    },
    // Without a run in this session, shows those of other sessions in the history.
    runShown: (state) => (state.deletion === null ? showHistory(state) : [onScreen(state, { kind: 'deletion' })]),
    runOpened(state) {
      const path = runElsewhere(state)?.journalPath;
      return path == null ? [state] : [state, { kind: 'openRun', path }];
    },
    pastRunRead(state, { path, read }) {
      if (state.screen.kind !== 'history' && runElsewhere(state)?.journalPath !== path) return [state];
      if (read === null) return [warn(state, `${path} cannot be read.`)];
      if (isGoing(state.deletion)) {
        const what = capitalise(inProgress(state.deletion));
        return [warn(state, `${what}: J shows it. Open earlier results after it.`)];
      }
      const deletion = pastRun(state.nextId, read.record, path, read.stage);
      return [{ ...onScreen(state, { kind: 'deletion' }), nextId: state.nextId + 1, deletion }];
    },
    runExported: (state, action) => [withNotice(state, writtenWords(action.paths))],
    exportFailed(state, { file, code, isPartLeft }) {
      if (file === null) return [warn(state, `Nothing was exported: no file can be written (${code}).`)];
      const left = isPartLeft ? 'A part is left: remove it.' : 'No part is left.';
      return [warn(state, `Not exported: writing ${file} failed (${code}). ${left}`)];
    },
    showingFailed: (state, action) => [warn(state, `Records not shown: ${action.message}.`)],
    outcomesCopied(state) {
      const { deletion: run } = state;
      if (run === null) return [state];
      return [withNotice(state, 'Sent to your terminal: how each system ended.'), { kind: 'copyOutcomes', run }];
    },
  },
  after: (state, before) => [syncOutcomes(state, before)],
  effects: runsEffects,
};
