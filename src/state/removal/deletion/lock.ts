/** Reacts to a lock of another session, to an organisation that cannot be locked, and to an interrupted run. */
import type { LockHolder } from '../../change/runs/feature.ts';
import { type Feature, type Of, onScreen, type Step } from '../../root/feature.ts';
import type { Action, State } from '../../root/state.ts';
import { interruptedNotice } from '../../change/interrupted.ts';
import { cutOffRun } from '../../change/runs/open-journals.ts';
import { finishIfDone, isGoing, type Run } from '../../change/run.ts';
import { capitalise, type RunKind, runRows } from '../../change/run-kinds.ts';
import { withNews } from '../../session/news.ts';
import { isSameService, withProfileSettings } from '../../session/session.ts';
import { clearPhrase } from '../review/opening.ts';
import { advanceRun, giveUpBegin } from './public.ts';

function offerCutOff(state: State, { run: id, record, path, now }: Of<Action, 'cutOffFound'>): Step {
  const { orgId: found, baseUrl } = record.header;
  const isOpen = state.organisation?.orgId === found && isSameService(state.session.baseUrl, baseUrl);
  if (!isOpen || isGoing(state.deletion)) return [state, { kind: 'closeJournal', run: id, end: null }];
  // The run may have started under another address of the same service; use the present one.
  const run: Run = { ...cutOffRun(id, record, path, now), baseUrl: state.session.baseUrl };
  const interrupted = { what: runRows[run.kind].words.a, at: record.header.at, name: null, settledAt: null };
  // On another screen a notice reports it, and the screen stays.
  const isFree = state.screen.kind === 'systems' && state.prompt === null && state.overlay === null;
  const shown = isFree
    ? onScreen(state, { kind: 'deletion' })
    : withNews(state, interruptedNotice([interrupted], state, 'J shows it.'), 'deletion');
  return advanceRun({ ...shown, now }, finishIfDone(run, now));
}

/** Warns if this organisation is open and no run is in progress. */
function warnIn(state: State, orgId: string, text: string): Step {
  const isHere = state.organisation?.orgId === orgId && !isGoing(state.deletion);
  return [isHere ? withNews(state, { kind: 'warning', text }) : state];
}

/** Says which session holds the lock, and what to do then. */
function elsewhere(holder: LockHolder | null, does: RunKind | null, wanted: RunKind): string {
  if (holder === null) return 'Another session holds this organisation and does not answer. End it first.';
  const time = new Date(holder.since);
  const since = Number.isNaN(time.getTime()) ? 'an unknown time' : `${time.toISOString().slice(11, 16)} UTC`;
  const what = does === null ? 'at work' : runRows[does].words.doing;
  const whose = holder.user === null ? '' : ` of ${holder.user}`;
  return `Process ${holder.pid}${whose} (since ${since}) is ${what} here: you can browse, and ${runRows[wanted].words.verb} after it.`;
}

function warn(state: State, text: string): State {
  return { ...state, notice: { kind: 'warning', text } };
}

export const lockUpdates = {
  runRefused(state, { run: id, does, holder }) {
    const { deletion: run } = state;
    return [run?.id === id ? warn(giveUpBegin(state), elsewhere(holder, does, run.kind)) : state];
  },
  // The settings feature reacts too, and applies what the other session has set.
  runForbidden(state, { run: id, settings, label }) {
    const { deletion: run } = state;
    if (!isGoing(run) || run.id !== id) return [state];
    const { done } = runRows[run.kind].words;
    const isReadOnly = settings.isReadOnly || label.isReadOnly;
    const text = isReadOnly
      ? `Read-only, as another session has set it: nothing is ${done} here.`
      : `A second person confirms this, as another session has set it: nothing was ${done}.`;
    const next = clearPhrase(giveUpBegin(state));
    return [warn({ ...next, session: withProfileSettings(next.session, settings) }, text)];
  },
  lockFailed(state, { run, orgId, does, code }) {
    const { a, done } = runRows[does].words;
    if (state.deletion?.id !== run)
      return warnIn(state, orgId, `${capitalise(a)} that was cut off stays open here: no lock (${code}).`);
    return [warn(giveUpBegin(state), `Nothing was ${done}: this organisation cannot be locked (${code}).`)];
  },
  otherSessionFound: (state, { orgId, does, holder }) => warnIn(state, orgId, elsewhere(holder, does, 'delete')),
  cutOffFound: offerCutOff,
} satisfies Partial<Feature<'deletion'>['update']>;
