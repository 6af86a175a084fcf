/** Words about a run as a whole: its progress, its pace, why it ended, and what happened to the kept systems. */
import { isLeftOpen } from '../../state/change/outcome.ts';
import { groupsIn } from '../../state/change/outcome-groups.ts';
import { doneIn, isAwaited, isDeleting, isGoing, isSent, type Run, type Work } from '../../state/change/run.ts';
import { capitalise, type RunKind, runRows } from '../../state/change/run-kinds.ts';
import { type Clean, clean } from '../text/clean.ts';
import { fit, statusLine, width } from '../text/fit.ts';
import { count, counts, duration, percent, plural } from '../text/quantities.ts';
import { barParts, checkWords, countsLine, looks, outcomeWord } from '../change/outcome-wording.ts';
import { Text } from 'ink';
import { type ReactNode, useContext } from 'react';
import { PlainContext, type Tone } from '../parts/root-context.ts';
import { type Part, PartsLine, plain } from '../parts/table.tsx';

export function runTitle(run: Run): Clean {
  const { noun, doing } = runRows[run.kind].words;
  if (run.isElsewhere) return clean(`${capitalise(noun)} in another session`);
  if (run.stop === 'cutOff') return clean(`Interrupted ${noun}`);
  const what = run.isPreview ? 'Preview' : capitalise(noun);
  if (run.finishedAt === null) {
    if (run.stop !== null) return clean(run.isPreview ? 'Preview: stopping' : 'Stopping');
    if (run.isPaused) return clean(`${what} paused`);
    return clean(run.isPreview ? 'Preview' : capitalise(doing));
  }
  if (run.check !== null) return clean('Checking the results');
  return clean(`${what} ${run.stop === null ? 'finished' : 'stopped'}`);
}

/** `1,204 of 3,807` */
export function runProgress(run: Run): Clean {
  return clean(`${count(doneIn(run))} of ${count(run.planned.length)}`);
}

/** Facts beside the counts: the run's speed, its reason to wait, or its duration. The last facts need the most room. */
export function runFacts(run: Run, columns: number): Clean {
  const [first = '', ...others] = factsOf(run);
  return statusLine([{ text: first }, ...others.map((text, at) => ({ text, weight: -at }))], columns);
}

function factsOf(run: Run): readonly string[] {
  const { of, done: word } = runRows[run.kind].words;
  const planned = plural(run.planned.length, 'system');
  const what = `${of} ${planned} in ${run.organisation.orgName}`;
  const changed = plural(run.counts.done, 'system');
  if (run.isElsewhere) return [what];
  if (run.stop === 'cutOff') return [what, ...cutOffFacts(run)];
  if (run.finishedAt === null) return goingFacts(run);
  if (run.check !== null) return [`${changed} ${word}`, checkWords(run.check)];
  const done = run.isPreview ? `Nothing was ${word}` : `${changed} ${word}`;
  const where = run.isEarlier ? [run.organisation.orgName] : [];
  return [done, took(run.finishedAt - (run.startedAt ?? run.finishedAt)), ...where];
}

/** `40 s`, `3 min`, `2 h` */
function took(ms: number): string {
  return duration(ms).replace(/^about /, '');
}

function cutOffFacts(run: Run): readonly string[] {
  if (run.check !== null) return [checkWords(run.check)];
  const inDoubt = run.inFlight.size + run.toSettle.length;
  return inDoubt === 0 ? [] : [`asking the service about ${count(inDoubt)}`];
}

function goingFacts(run: Run): readonly string[] {
  if (run.stop !== null) return [awaitedWords(run)];
  if (run.isPaused) {
    const sent = changesSent(run);
    const answers = sent === 0 ? awaitedWords(run) : `${plural(sent, 'request')} already sent will still be answered`;
    return ['nothing further is taken', ...(countSent(run) === 0 ? [] : [answers])];
  }
  const ms = msEach(run);
  const rate = `${ms === null ? '–' : count(Math.round(60_000 / ms))} a minute`;
  return [`${run.concurrency} at a time`, fit(clean(rate), rateCells), ...slowedWords(run)];
}

/** `waiting for 4 answers` */
function awaitedWords(run: Run): string {
  const sent = countSent(run);
  return sent === 0 ? 'nothing is in flight' : `waiting for ${plural(sent, 'answer')}`;
}

/** Systems with a request that has no answer yet. */
function countSent({ inFlight }: Run): number {
  return [...inFlight.values()].filter(isAwaited).length;
}

/** Changes that were sent and have no known outcome yet. */
export function changesSent({ inFlight }: Run): number {
  return [...inFlight.values()].filter(isSent).length;
}

function slowedWords({ slowed: { times, status } }: Run): readonly string[] {
  if (times === 0) return [];
  const often = times === 1 ? 'once' : times === 2 ? 'twice' : `${count(times)} times`;
  return [`slowed by the service ${often}${status === null ? '' : ` (${status})`}`];
}

/** Working time of one system in milliseconds, for the rate and the time left; null before it is known. */
function msEach(run: Run): number | null {
  const [done, { ms }] = [doneIn(run), run.atWork];
  return done === 0 || ms < 1000 ? null : ms / done;
}

/** Cells of `12,431 a minute`, taken before the rate is known. */
const rateCells = 15;

/** Cells of `>99 % · 59 min left`, taken before the time is known: neither the bar nor its words move. */
const [shareCells, leftCells] = [5, 11];

/** `32 % · 2 min left`, beside the bar. */
function barWords(run: Run): Clean {
  const share = fit(clean(percent(doneIn(run), run.planned.length)), shareCells, 'right');
  const ms = msEach(run);
  const isTimed = isDeleting(run) && !run.isPaused && ms !== null;
  const left = isTimed ? `${took((run.planned.length - run.settled.length) * ms)} left` : run.isPaused ? 'paused' : '';
  return clean(`${share}${left === '' ? '   ' : ' · '}${fit(clean(left), leftCells)}`);
}

const stageWords: Readonly<Record<Exclude<Work['stage'], 'sending'>, string>> = {
  reading: 'checking',
  saving: 'saving',
  held: 'waiting',
  settling: 'verifying',
  unseen: 'verifying',
};

export function stageWord({ stage }: Work, does: RunKind): Clean {
  return clean(stage === 'sending' ? runRows[does].words.doing : stageWords[stage]);
}

/** Why the run ended early or is in another session; null if neither applies. */
export function endSentence(run: Run): Clean | null {
  const { kind, stop, journalFault, unrecorded, isElsewhere, settled } = run;
  const { verb, doing, the } = runRows[kind].words;
  if (isElsewhere) return clean(`Another session is ${doing} here. r refreshes; esc goes to the history.`);
  if (stop === null || (stop === 'cutOff' && isGoing(run))) return null;
  if (stop === 'cutOff') {
    const open = settled.filter(({ outcome }) => isLeftOpen(outcome)).length;
    if (open > 0) return clean(`${plural(open, 'system')} still in doubt: the next start asks the service again.`);
    return clean(`Your last session ended in the middle of ${the}. r reviews the rest.`);
  }
  if (stop !== 'journal') return clean(`Stopped: ${stopWords[stop](verb)}`);
  const fault = journalFault ?? 'unknown';
  if (unrecorded.size === 0) return clean(`Stopped: rollcall cannot save records (${fault}) and ${verb}s nothing.`);
  return clean(`Stopped: rollcall could not save ${plural(unrecorded.size, 'result')} (${fault}). y copies them.`);
}

const stopWords = {
  asked: () => 'no further system was taken. r reviews the rest.',
  token: () => 'the token is no longer accepted. Sign in again; r reviews the rest.',
  forbidden: (verb: string) => `three refusals (403) in a row. This token may not ${verb} here.`,
  unsupported: (verb: string) => `the service cannot ${verb} systems. Nothing further was sent.`,
  unreachable: () => 'three systems in a row without an answer. r reviews the rest.',
  noAccess: () => 'this account can no longer see the organisation.',
};

/** A sentence on the kept systems. `isListed`: their organisation is open, so the list shows them. */
export function keptSentence(run: Run, isListed: boolean): Clean | null {
  const { kept } = groupsIn(run);
  if (kept.length === 0) return null;
  const by = { connected: 0, seenSince: 0, changed: 0, protected: 0 };
  for (const { outcome } of kept) if (outcome.kind === 'kept') by[outcome.why]++;
  const what = `The ${kept.length === 1 ? 'kept system' : `${count(kept.length)} kept systems`}`;
  const shown = isListed ? { one: '; the list shows it', many: '; the list shows them' } : { one: '', many: '' };
  const list = kept.length === 1 ? shown.one : shown.many;
  if (by.connected === kept.length) return clean(`${what} reconnected${list && `${list} as connected, unmarked`}.`);
  const reasons = counts(
    [by.connected, 'reconnected'],
    [by.seenSince, 'seen since the review'],
    [by.changed, 'changed since the review'],
    [by.protected, 'protected'],
  );
  const unmarked = isListed && by.connected + by.seenSince > 0 ? ' Systems that came back are unmarked.' : '';
  return clean(`${count(kept.length)} kept: ${reasons.join(', ')}.${unmarked}`);
}

interface BarProps {
  readonly run: Run;
  readonly columns: number;
}

export function RunBar({ run, columns }: BarProps): ReactNode {
  const words = clean(`  ${barWords(run)}`);
  // A screen reader gets the counts without the bar.
  if (useContext(PlainContext) !== null) return <Text>{words.trim()}</Text>;
  const bar = barParts(run.counts, run.planned.length, Math.max(4, columns - width(words)));
  return <PartsLine parts={[...bar, plain(words)]} />;
}

/** The places of the counts: results above, with the waiting systems; failures and the like below. */
const countPlaces = [
  ['done', 'already', 'kept', 'waiting'],
  ['failed', 'refused', 'unknown', 'notAttempted'],
] as const;

const countGap = 2;

/** In fewer columns, `already gone` is only `gone`. */
const columnsForFullWords = 60;

type CountPlace = (typeof countPlaces)[number][number];

/** A count, and the cells that its largest number needs. Counts of 0 are dim. */
function placedCount(run: Run, place: CountPlace, columns: number): Part & { readonly cells: number } {
  const { kind, isPreview, planned, settled, counts } = run;
  const { already, alreadyBriefly } = runRows[kind].words;
  const makeCount = (sign: string, tone: Tone, n: number, word: string): ReturnType<typeof placedCount> => ({
    ...{ text: clean(`${sign} ${count(n)} ${word}`), tone: n === 0 ? 'dim' : tone },
    cells: `${sign} ${count(planned.length)} ${word}`.length,
  });
  if (place === 'waiting') return makeCount(' ', 'dim', planned.length - settled.length, place);
  const outcome = place === 'done' && isPreview ? 'would' : place;
  const briefly = columns < columnsForFullWords ? alreadyBriefly : already;
  const word = place === 'already' ? briefly : outcomeWord({ kind: outcome }, kind);
  return makeCount(looks[outcome].sign, looks[outcome].tone, counts[outcome], word);
}

/**
 * The counts of a run in progress, in one line or two. Each has its place from the start, so that none moves another.
 * Counts that do not fit are left out.
 */
export function RunCounts({ run, columns, lines }: BarProps & { readonly lines: number }): ReactNode {
  // A screen reader gets only the outcomes that occurred.
  if (useContext(PlainContext) !== null) return <Text>{countsLine(run)}</Text>;
  const all = countPlaces.map((line) => line.map((place) => placedCount(run, place, columns)));
  const cells = countPlaces[0].map((_, at) => Math.max(...all.map((line) => line[at]?.cells ?? 0)) + countGap);
  const roomAt = (at: number): number => cells.slice(0, at).reduce((room, each) => room - each, columns);
  return all.slice(0, lines).map((line, row) => {
    const whole = line.filter((one, at) => one.cells <= roomAt(at));
    const parts = whole.map(({ text, tone }, at) => ({ text: fit(text, Math.min(cells[at] ?? 0, roomAt(at))), tone }));
    return <PartsLine key={row} parts={parts} />;
  });
}
