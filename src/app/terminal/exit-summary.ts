/** The summary printed at exit: the results of each run, its record, an unread enrolment key, and the path of the log. */
import { certaintyOf } from '../../api/problem.ts';
import { checkedSentence, countsLine, outcomeWord, reasonFor } from '../../screens/change/outcome-wording.ts';
import { clean, nameOf } from '../../screens/text/clean.ts';
import { problemSentence } from '../../screens/text/problem-wording.ts';
import { exact, plural } from '../../screens/text/quantities.ts';
import { isSecretUnseen } from '../../state/account/enrolment-keys/feature.ts';
import { troublesIn } from '../../state/change/outcome-groups.ts';
import { type Run, type Settled } from '../../state/change/run.ts';
import { capitalise, type RunKind, runRows } from '../../state/change/run-kinds.ts';
import { fromHome } from '../../state/kernel/spelling.ts';
import type { MarksSaved } from '../../state/fleet/marks/feature.ts';
import type { State } from '../../state/root/state.ts';

/** Limit for one screen; the record lists them all. */
const maxFailures = 20;

/** Empty if this session changed no system, left no key unread, and kept no log. `earlier`: of runs before the last. */
export function exitSummary(state: State, earlier = ''): string {
  const { log, home } = state.session;
  const logged =
    log === null ? '' : `Log: ${clean(fromHome(log, home))} (ids of systems and organisations, no token)\n`;
  return earlier + runSummary(state) + keySummary(state) + logged;
}

/** The summary of the run that this change of the state has left or replaced; empty without one. */
export function leftRunSummary({ deletion: before, session }: State, { deletion: run }: State): string {
  // A run that never began has nothing to tell.
  if (before?.finishedAt == null || before.isEarlier || before.id === run?.id) return '';
  return resultOf(before) + recordsOf(before, session.home) + describeUnrecorded(before);
}

/** Says where the marks are saved; empty for a list that ends with the session. */
export function marksSummary(orgName: string, count: number, saved: MarksSaved): string {
  const marks = `${plural(count, 'mark')} of ${clean(orgName)}`;
  if (saved.kind === 'failed') return `rollcall could not save ${marks} (${clean(saved.code)}).\n`;
  return saved.kind === 'saved' ? `Saved ${marks}: "mark systems from a list" (:) opens them.\n` : '';
}

function resultOf(run: Run): string {
  const { noun, done } = runRows[run.kind].words;
  const what = run.isPreview ? `Preview, nothing was ${done}` : capitalise(noun);
  return `${what}, ${clean(run.organisation.orgName)}: ${countsLine(run)}\n`;
}

function recordsOf({ journalPath }: Run, home: string): string {
  return journalPath === null ? '' : `Records: ${clean(fromHome(journalPath, home))}\n`;
}

function runSummary({ deletion: run, session }: State): string {
  if (run === null || run.isEarlier) return '';
  const open = run.finishedAt === null ? 'The next start asks the service what became of those in flight.\n' : '';
  const checked = checkedSentence(run);
  const told = checked === null ? '' : `${checked}\n`;
  return resultOf(run) + open + told + failures(run) + recordsOf(run, session.home) + describeUnrecorded(run);
}

/** The state of a key whose screen has closed. Its secret is never printed. */
function keySummary({ screen, program: { isLeaving } }: State): string {
  if (screen.kind !== 'newKey') return '';
  const { creation } = screen;
  const key = `key "${clean(creation.typed.trim())}"`;
  switch (creation.kind) {
    case 'creating':
      return inDoubt(key, creation.askedAt);
    case 'created':
      if (isSecretUnseen(creation))
        return `The ${key} was created: look in the portal.\nIts secret was neither shown nor copied.\n`;
      return isLeaving ? `The ${key} was created.\n` : '';
    case 'describing': {
      const { problem, askedAt } = creation;
      if (problem === null || askedAt === null) return '';
      if (certaintyOf(problem) === 'unknown') return inDoubt(key, askedAt);
      return isLeaving ? `The ${key} was not created. ${problemSentence(problem)}\n` : '';
    }
  }
}

function inDoubt(key: string, askedAt: number): string {
  return `A ${key} may have been created at ${exact(askedAt)}: look in the portal.\n`;
}

function failures(run: Run): string {
  // A system that was never attempted has no reason of its own.
  const failed = troublesIn(run).filter(({ outcome }) => outcome.kind !== 'notAttempted');
  const rest = failed.length - maxFailures;
  return outcomeLines(failed.slice(0, maxFailures), run.kind) + (rest > 0 ? `… and ${rest} more in the records\n` : '');
}

/** Outcomes that could not be recorded, which only this summary lists. */
function describeUnrecorded({ kind, settled, unrecorded, journalFault }: Run): string {
  if (unrecorded.size === 0) return '';
  const lines = outcomeLines(
    settled.filter(({ system }) => unrecorded.has(system.systemId)),
    kind,
  );
  return `These outcomes could not be written to the records (${journalFault ?? 'unknown'}). Keep them:\n${lines}`;
}

/** The outcomes of a deletion, one line per system, safe for a terminal: `refused  kiosk-12  K3F9Q  409 …`. */
export function outcomeLines(settled: readonly Settled[], kind: RunKind): string {
  return settled
    .map(({ system, outcome }) => {
      const reason = reasonFor(outcome, kind);
      const parts = [
        outcomeWord(outcome, kind),
        nameOf(system),
        clean(system.systemId),
        ...(reason === '' ? [] : [reason]),
      ];
      return `${parts.join('  ')}\n`;
    })
    .join('');
}
