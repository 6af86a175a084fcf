/** The screen of a run of deletions: in progress, ended, or in another session. */
import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { isLeftOpen } from '../../state/deletion/outcome.ts';
import { doneIn, failedIn, isChecking, isGoing, type Run, type Settled, troublesIn } from '../../state/deletion/run.ts';
import type { State } from '../../state/state.ts';
import { runLayout } from '../../state/kernel/layout.ts';
import { useTones } from '../parts/root-context.ts';
import { count, plural, progressBar, duration } from '../text/quantities.ts';
import { CursorRows, type Part, plain } from '../parts/table.tsx';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import { nameOf } from '../text/field-text.ts';
import { type Clean, clean } from '../text/clean.ts';
import { clip, fit, width } from '../text/fit.ts';
import { checkedSentence, checkWords, countsLine, outcomeWord, reasonFor } from './outcome-wording.ts';
import { bind, type BindingGroup, listKeysWithoutPages } from '../keys/binding.ts';
import type { ScreenDefinitions } from '../screen-definition.ts';
import { isSameService } from '../../state/sign-in/session.ts';

const deletionKeys: BindingGroup = {
  title: 'Deletion',
  bindings: [
    bind(['esc', 'h', 'left'], 'stop after those in flight, or back', 'wentBack', {
      hint: (state) => (isGoing(state.deletion) ? stopHint(state) : 'back'),
    }),
    bind(['b'], 'browse; the run goes on, and J shows it', 'runLeft', {
      hint: (state) => (isGoing(state.deletion) ? 'browse' : null),
      refusal: ({ organisation }) => (organisation === null ? 'no organisation is open' : null),
    }),
    bind(['r'], 'review the failed ones again', 'retryRequested', { hint: 'try again', refusal: retryRefusal }),
    bind(['e'], 'write the outcomes to files', 'exportRequested', { hint: 'export', refusal: notOver }),
    bind(['p'], 'the records, in the pager', 'recordsShown', { refusal: notOver }),
    bind(['y'], 'copy the outcomes', 'outcomesCopied', { refusal: notOver }),
  ],
};

/** Another session is at work on the run. */
const elsewhereKeys: BindingGroup = {
  title: 'Run elsewhere',
  bindings: [
    bind(['esc', 'h', 'left'], 'back to the runs', 'wentBack', { hint: 'back' }),
    bind(['r'], 'read its records again', 'runOpened', { hint: 'read again' }),
    bind(['p'], 'its records, in the pager', 'recordsShown', { hint: 'records' }),
  ],
};

/** Null once it was stopped: a run is stopped once. */
function stopHint({ deletion: run }: State): string | null {
  if (isChecking(run)) return 'stop the check';
  return run?.stop == null || run.toSettle.length > 0 ? 'stop after those in flight' : null;
}

function retryRefusal(state: State): string | null {
  const { deletion: run, organisation, session } = state;
  if (run === null || isGoing(state.deletion)) return 'the run is not over';
  if (!isSameService(session.baseUrl, run.baseUrl)) return 'its service is not the one in use';
  if (organisation?.orgId !== run.organisation.orgId) return 'its organisation is not the one that is open';
  return failedIn(run).length === 0 ? 'no system is left to try again' : null;
}

function notOver(state: State): string | null {
  return isGoing(state.deletion) ? 'the run is not over' : null;
}

export const deletionScreens: ScreenDefinitions<'deletion'> = {
  deletion: {
    View: ({ state }) => (state.deletion === null ? null : <DeletionScreen state={state} run={state.deletion} />),
    keys: [deletionKeys, elsewhereKeys],
    inForce: ({ deletion: run }) => [run?.isElsewhere === true ? elsewhereKeys : deletionKeys, listKeysWithoutPages],
  },
};

function DeletionScreen({ state, run }: { readonly state: State; readonly run: Run }): ReactNode {
  const tones = useTones();
  const { columns } = state;
  const troubles = troublesIn(run);
  const { summary, list, reason } = runLayout(state.rows, troubles.length);
  const progress = clean(`  ${count(doneIn(run))} of ${count(run.planned.length)}`);
  const [end, checked] = [endSentence(run), checkedSentence(run)];
  const isWholeCheck = run.checked !== null && 'at' in run.checked;
  // The whole reason: beside the name it may be cut.
  const underCursor = troubles[run.list.row];
  return (
    <ScreenFrame state={state} title={titleOf(run)} facts={factsOf(state, run)}>
      <Box height={summary} flexDirection="column" flexShrink={0} overflow="hidden">
        {/* Never shrinks: where room is short the last lines are cut, and none is drawn over another. */}
        <Box flexDirection="column" flexShrink={0}>
          <Text>
            <Text {...tones.accent}>
              {progressBar(doneIn(run), run.planned.length, Math.max(4, columns - width(progress)))}
            </Text>
            {progress}
          </Text>
          <Text bold={!isGoing(run)}>{countsLine(run)}</Text>
          {end !== null && <Text {...tones.warning}>{end}</Text>}
          {checked !== null && <Text {...(isWholeCheck ? tones.dim : tones.warning)}>{checked}</Text>}
          {run.journalPath !== null && <Text {...tones.dim}>{recordsSentence(run, run.journalPath)}</Text>}
        </Box>
      </Box>
      <Box height={list} flexDirection="column" flexShrink={0} overflow="hidden">
        <CursorRows
          items={troubles}
          at={run.list}
          height={list}
          width={columns}
          partsOf={(settled) => troubleParts(settled, columns)}
        />
      </Box>
      <Box height={reason} flexDirection="column" flexShrink={0} overflow="hidden">
        <Text {...tones.dim}>{underCursor === undefined ? ' ' : reasonFor(underCursor.outcome)}</Text>
      </Box>
    </ScreenFrame>
  );
}

function recordsSentence({ damagedLines, isPreview }: Run, path: string): Clean {
  const damaged = damagedLines === 0 ? '' : `; ${plural(damagedLines, 'damaged line')} kept there`;
  const what = isPreview ? 'What would be sent is written in' : 'Their records are kept in';
  return clean(`${what} ${path}${damaged}`);
}

function titleOf(run: Run): Clean {
  if (run.isElsewhere) return clean('Going on elsewhere');
  if (run.stop === 'cutOff') return clean('Interrupted deletion');
  if (run.isPreview) return clean(run.finishedAt === null ? 'Preview' : 'Preview finished');
  return clean(run.finishedAt === null ? 'Deleting' : 'Deletion finished');
}

function factsOf(state: State, run: Run): Clean {
  if (run.isElsewhere) return clean(aRunOf(run));
  if (run.stop === 'cutOff') return cutOffWords(run);
  if (run.finishedAt === null) {
    const words = run.stop === null ? paceWords(state, run) : [`stopping after the ${run.inFlight.size} in flight`];
    return clean(words.join(' · '));
  }
  if (run.check !== null) return clean(`${count(run.counts.deleted)} deleted · ${checkWords(run.check)}`);
  const took = duration(run.finishedAt - (run.startedAt ?? run.finishedAt));
  const done = run.isPreview ? 'Nothing was deleted' : `${plural(run.counts.deleted, 'system')} deleted`;
  return clean(`${done} · ${took} · esc back to the ${run.isEarlier ? 'history' : 'list'}`);
}

function cutOffWords(run: Run): Clean {
  const what = aRunOf(run);
  if (run.check !== null) return clean(`${what} · ${checkWords(run.check)}`);
  const inDoubt = run.inFlight.size + run.toSettle.length;
  return clean(inDoubt === 0 ? what : `${what} · asking the service about ${count(inDoubt)}`);
}

function aRunOf({ planned, organisation }: Run): string {
  return `a deletion of ${plural(planned.length, 'system')} in ${organisation.orgName}`;
}

function paceWords({ now }: State, run: Run): readonly string[] {
  const inFlight = `${run.concurrency} at a time`;
  const elapsed = now - (run.startedAt ?? now);
  const done = doneIn(run);
  if (done === 0 || elapsed <= 0) return [inFlight];
  const perMinute = Math.round((done / elapsed) * 60_000);
  const left = ((run.planned.length - run.settled.length) * elapsed) / done;
  return [inFlight, `${count(perMinute)} a minute`, `${duration(left)} left`];
}

/** Why the run ended early, or is in another session; null where it did neither. */
function endSentence(run: Run): Clean | null {
  const { stop, journalFault, unrecorded, isElsewhere, settled } = run;
  if (isElsewhere) return clean('Another session is at work on this run: r reads it again; esc goes back to the runs.');
  if (stop === null || (stop === 'cutOff' && isGoing(run))) return null;
  if (stop === 'cutOff') {
    const open = settled.filter(({ outcome }) => isLeftOpen(outcome)).length;
    if (open > 0) return clean(`${plural(open, 'system')} still in doubt: the next start asks the service again.`);
    return clean('The last session ended in the middle of this run. r reviews what is left; esc leaves it.');
  }
  if (stop !== 'journal') return clean(`Stopped: ${stopWords[stop]}`);
  const lost = unrecorded.size > 0 ? ` ${count(unrecorded.size)} outcomes could not be written: y copies them.` : '';
  const fault = journalFault ?? 'unknown';
  return clean(`Stopped: records cannot be saved (${fault}), and without them nothing is deleted.${lost}`);
}

const stopWords = {
  asked: 'no further system was taken.',
  token: 'the token is no longer accepted. Sign in again, then try the rest again.',
  forbidden: 'three refusals (403) in a row. This token may not delete systems here.',
  unreachable: 'three systems in a row without an answer of the service. r reviews the rest again.',
  noAccess: 'the organisation is no longer among those of this account.',
};

function troubleParts({ system, outcome }: Settled, columns: number): readonly Part[] {
  const name = Math.min(24, Math.floor(columns * 0.3));
  const tone = ['refused', 'failed', 'unknown'].includes(outcome.kind) ? 'warning' : 'plain';
  return [
    { text: fit(outcomeWord(outcome.kind), 13), tone },
    plain(` ${fit(nameOf(system), name)}`),
    { text: clean(` ${clip(reasonFor(outcome), Math.max(0, columns - name - 17))}`), tone: 'dim' },
  ];
}
