/** Words for the outcomes of a run, their counts, and the check of a run against a fresh list. */
import { type Doubt, type Outcome, type OutcomeCounts, outcomeKinds } from '../../state/change/outcome.ts';
import type { Tone } from '../parts/root-context.ts';
import type { Part } from '../parts/table.tsx';
import { clean, type Clean } from '../text/clean.ts';
import { type Json, type JsonObject, writeExactly } from '../../api/exact-json.ts';
import type { Problem } from '../../api/problem.ts';
import { mask } from '../../api/secrets.ts';
import type { People, Run, RunCheck, UncheckedReason } from '../../state/change/run.ts';
import type { SignOfLife } from '../../state/fleet/protection/guards.ts';
import type { RunSummary } from '../../state/change/runs/files.ts';
import { type RunKind, runRows } from '../../state/change/run-kinds.ts';
import { count, counts } from '../text/quantities.ts';
import {
  answeredWords,
  answerWords,
  briefProblem,
  cachedWords,
  failureSentence,
  problemSentence,
} from '../text/problem-wording.ts';
import { brief, quoteText, width } from '../text/fit.ts';

// How each outcome looks: its sign, its tone, and its segment of the bar.

interface Look {
  readonly sign: string;
  readonly tone: Tone;
  readonly fill: string;
}

export const looks: Readonly<Record<Outcome['kind'], Look>> = {
  done: { sign: '✓', tone: 'good', fill: '█' },
  would: { sign: '✓', tone: 'good', fill: '█' },
  already: { sign: '○', tone: 'dim', fill: '▒' },
  kept: { sign: '↩', tone: 'plain', fill: '▓' },
  refused: { sign: '✗', tone: 'danger', fill: '✗' },
  failed: { sign: '✗', tone: 'danger', fill: '✗' },
  unknown: { sign: '●', tone: 'warning', fill: '●' },
  notAttempted: { sign: '–', tone: 'warning', fill: '–' },
};

/**
 * The segments of the bar in counting order, proportional, with at least one cell for each outcome that occurred; the
 * rest is for waiting systems.
 */
export function barParts(counts: OutcomeCounts, total: number, cells: number): readonly Part[] {
  const waiting = Math.max(0, total - outcomeKinds.reduce((sum, kind) => sum + counts[kind], 0));
  const parts = [
    ...outcomeKinds.map((kind) => ({ n: counts[kind], tone: looks[kind].tone, fill: looks[kind].fill })),
    { n: waiting, tone: 'dim' as const, fill: '░' },
  ];
  const sizes = shares(
    parts.map(({ n }) => n),
    cells,
  );
  return parts.map(({ tone, fill }, at) => ({ text: clean(fill.repeat(sizes[at] ?? 0)), tone }));
}

/** Divides the cells in proportion; each count above 0 gets at least one while there are enough. */
function shares(parts: readonly number[], cells: number): readonly number[] {
  const total = parts.reduce((sum, n) => sum + n, 0);
  if (total === 0) return parts.map(() => 0);
  const exact = parts.map((n) => (n * cells) / total);
  const sizes = exact.map((share) => (share === 0 ? 0 : Math.max(1, Math.floor(share))));
  let left = cells - sizes.reduce((sum, n) => sum + n, 0);
  // The largest remainder gets the next cell; if too many were given, the largest part loses some.
  const byRemainder = parts.map((_, at) => at).sort((a, b) => remainder(exact, sizes, b) - remainder(exact, sizes, a));
  for (const at of byRemainder) {
    if (left <= 0) break;
    if (parts[at] === 0) continue;
    sizes[at] = (sizes[at] ?? 0) + 1;
    left--;
  }
  while (left < 0) {
    const largest = sizes.indexOf(Math.max(...sizes));
    sizes[largest] = (sizes[largest] ?? 0) - 1;
    left++;
  }
  return sizes;
}

function remainder(exact: readonly number[], sizes: readonly number[], at: number): number {
  return (exact[at] ?? 0) - (sizes[at] ?? 0);
}

/** The kinds of outcomes, split by whether the system is gone. */
type Told = Pick<Outcome, 'kind'> & { readonly isGone?: boolean; readonly unshown?: boolean };

/** One or two words, the same on every screen. */
export function outcomeWord({ kind, isGone, unshown }: Told, of: RunKind): Clean {
  const { done, already } = runRows[of].words;
  if (unshown === true) return clean('accepted');
  if (kind === 'already') return clean(isGone === true ? 'already gone' : already);
  const words: Readonly<Record<typeof kind, string>> = {
    ...{ done, would: `would be ${done}`, notAttempted: 'not reached' },
    ...{ kept: 'kept', refused: 'refused', failed: 'failed', unknown: 'unknown' },
  };
  return clean(words[kind]);
}

/** `112 deleted · 3 already gone`; kinds that did not occur are left out. `first`: the kinds to list first. */
export function countsWords(byKind: OutcomeCounts, about: About, first: readonly Outcome['kind'][] = []): Clean {
  const isFirst = ({ kind }: Told): boolean => first.includes(kind);
  const all = tallies(byKind, about);
  return clean(
    [...all.filter(isFirst), ...all.filter((tally) => !isFirst(tally))]
      .map((tally) => `${count(tally.count)} ${outcomeWord(tally, about.kind)}`)
      .join(' · '),
  );
}

/** The results of a run in the history, such as `undo: 12 enabled`. */
export function resultsOfRun({ header, counts }: RunSummary, first: readonly Outcome['kind'][] = []): Clean {
  const { does: kind, mode, follows } = header;
  const words = countsWords(counts, { kind, isPreview: mode === 'preview' }, first);
  return follows === undefined ? words : clean(`${follows}: ${words}`);
}

type About = Pick<Run, 'kind' | 'isPreview'>;

/** The outcomes that occurred, and always the one that the run intends. */
function tallies(byKind: OutcomeCounts, { isPreview }: About): readonly (Told & { readonly count: number })[] {
  const wanted = isPreview ? 'would' : 'done';
  const all = outcomeKinds.flatMap((kind): ReturnType<typeof tallies> => {
    const { [kind]: count, gone } = byKind;
    if (kind !== 'already') return [{ kind, count }];
    return [
      { kind, count: count - gone },
      { kind, count: gone, isGone: true },
    ];
  });
  return all.filter((tally) => tally.count > 0 || tally.kind === wanted);
}

/** The counts of a run, with its waiting systems and, where no other line shows them, those in flight. */
export function countsLine(run: Run): Clean {
  return clean([countsWords(run.counts, run), ...openWords(run)].join(' · '));
}

function openWords(run: Run): readonly string[] {
  const inFlight = run.isElsewhere ? run.inFlight.size : 0;
  const toGo = run.planned.length - run.settled.length - inFlight;
  return counts([inFlight, 'in flight'], [toGo, 'waiting']);
}

/**
 * Counts with a sign for each kind, failures first: `✓ 112 deleted   ✗ 4 failed   ○ 3 already gone`. Where that is wider
 * than `cells`, those that needed no request have fewer words (`○ 3 gone`), and the last counts that do not fit are left
 * out.
 */
export function signedCounts(run: Run, cells = Infinity): readonly Part[] {
  const whole = signedWords(run, (tally) => outcomeWord(tally, run.kind));
  if (cellsOf(whole) <= cells) return whole;
  const brief = signedWords(run, (tally) => alreadyWord(tally, run.kind) ?? outcomeWord(tally, run.kind));
  return brief.filter((_, at) => cellsOf(brief.slice(0, at + 1)) <= cells);
}

function cellsOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { text }) => sum + width(text), 0);
}

/** `gone` or `already`; null: another outcome. */
export function alreadyWord({ kind, isGone }: Told, does: RunKind): Clean | null {
  if (kind !== 'already') return null;
  return clean(isGone === true ? 'gone' : runRows[does].words.alreadyBriefly);
}

function signedWords(run: Run, wordOf: (tally: Told) => Clean): readonly Part[] {
  const isLate = ({ kind }: Told): boolean => kind === 'already' || kind === 'kept' || kind === 'notAttempted';
  const all = tallies(run.counts, run);
  const done = [...all.filter((tally) => !isLate(tally)), ...all.filter(isLate)].map((tally): Part => {
    const { sign, tone } = looks[tally.kind];
    return { text: clean(`${sign} ${count(tally.count)} ${wordOf(tally)}`), tone };
  });
  const open = openWords(run).map((text): Part => ({ text: clean(text), tone: 'dim' }));
  return [...done, ...open].map(({ text, tone }, at) => ({ text: clean(at === 0 ? text : `   ${text}`), tone }));
}

const keptWords: Readonly<Record<SignOfLife['why'], string>> = {
  connected: 'reconnected',
  seenSince: 'seen since',
  changed: 'changed',
  protected: 'protected',
};

export function keptWord({ why }: SignOfLife): Clean {
  return clean(keptWords[why]);
}

function skippedWords({ why, field }: SignOfLife): string {
  const words: Readonly<Record<SignOfLife['why'], string>> = {
    connected: 'reconnected',
    seenSince: 'seen since the review',
    changed: `${field === undefined ? '' : `${field} `}changed since the review`,
    protected: field === 'systemId' ? 'protected by you' : `protected${field === undefined ? '' : ` (${field})`}`,
  };
  return words[why];
}

/** The reason beside the word of the outcome, which says already that a system was kept. */
export function reasonBeside(outcome: Outcome, does: RunKind): Clean {
  return outcome.kind === 'kept' ? clean(skippedWords(outcome)) : reasonFor(outcome, does);
}

/** The reason for an outcome; empty if its kind already says everything. */
export function reasonFor(outcome: Outcome, does: RunKind): Clean {
  switch (outcome.kind) {
    case 'done':
      if (outcome.unshown === true) return clean('the service accepted it; its record does not show it');
      return clean(outcome.found === undefined || outcome.isAsSent === true ? '' : foundWords(outcome.found));
    case 'would':
      return clean('');
    case 'already':
      return clean(
        outcome.isGone === true
          ? 'the service no longer has it, or no longer shows it to this account'
          : alreadyReason(does),
      );
    case 'kept':
      return clean(`kept: ${skippedWords(outcome)}`);
    case 'refused':
      return outcome.problem === null ? clean('its record says why') : problemWords(outcome.problem);
    case 'failed': {
      const what = outcome.was === undefined ? failedWords(outcome.problem) : describeBefore(outcome.was, does);
      return clean(`${what}; the system ${runRows[does].words.still}`);
    }
    case 'unknown':
      return unknownWords(outcome, does);
    case 'notAttempted':
      if (outcome.why === 'unfit') return clean('the request cannot be made for it: a field that it uses is empty');
      if (outcome.why === 'tooSlow') return clean('this computer or its disk is too slow to check it again in time');
      if (outcome.problem?.kind === 'cached') return clean(`kept: ${cachedWords(outcome.problem)}`);
      return outcome.problem === null
        ? clean(`not reached before ${runRows[does].words.the} ended`)
        : problemWords(outcome.problem);
  }
}

/** `changed to "rack four", not as sent`; with several fields, only their names: `site, meta cleared`. */
function foundWords(found: JsonObject): string {
  const all = Object.entries(found);
  const cleared = all.filter(([, value]) => value === null).map(([name]) => brief(name));
  const changed = changedWords(all.filter(([, value]) => value !== null));
  return [...changed, ...(cleared.length === 0 ? [] : [`${cleared.join(', ')} cleared`])].join('; ');
}

function changedWords(found: readonly (readonly [string, Json])[]): readonly string[] {
  if (found.length === 0) return [];
  const fields = found.map(([name, value]) => [name, mask(value, {}, { name })] as const);
  const [first, ...others] = fields;
  const writeValue = (value: Json): string => brief(writeExactly(value));
  const words =
    first !== undefined && others.length === 0
      ? writeValue(first[1])
      : fields.map(([name, value]) => `${name} ${writeValue(value)}`).join(', ');
  return [`changed to ${words}, not as sent`];
}

/** A record may have the wanted values although nobody changed it. */
function alreadyReason(does: RunKind): string {
  const { request, words } = runRows[does];
  return request === null ? 'it was so before anything was sent' : `it was ${words.done} before anything was sent`;
}

export function briefReason(outcome: Outcome, does: RunKind): Clean {
  const { kind } = outcome;
  const still = stillBriefly(does);
  if (kind === 'failed') {
    return clean(outcome.was === undefined ? `${shortProblem(outcome.problem)}; ${still}` : still);
  }
  if (kind === 'refused' && outcome.problem !== null) return clean(shortRefusal(outcome.problem));
  if (kind === 'notAttempted' && outcome.problem !== null) return clean(`${shortProblem(outcome.problem)}; not sent`);
  if (kind === 'notAttempted' && outcome.why === undefined) return clean('not reached');
  if (kind === 'unknown') {
    const what = outcome.doubt === undefined ? shortProblem(outcome.problem) : shortDoubt[outcome.doubt];
    return clean(`${what}; may be ${runRows[does].words.done}`);
  }
  return reasonFor(outcome, does);
}

const shortDoubt: Readonly<Record<Doubt, string>> = {
  accepted: 'accepted (202)',
  noAccess: 'not found, no access',
  cutOff: 'no answer was saved',
  unsaid: 'the service does not say',
};

function shortRefusal(problem: Problem): string {
  if (problem.kind !== 'refused') return briefProblem(problem);
  return problem.title === null ? String(problem.status) : `${problem.status} ${quoteText(problem.title)}`;
}

function shortProblem(problem: Problem | null): string {
  if (problem === null || problem.kind === 'lost' || problem.kind === 'timedOut') return 'no answer was received';
  return problem.kind === 'refused' ? String(problem.status) : briefProblem(problem);
}

/** The failure in words: `503 "Busy" from the service`. */
function failedWords(problem: Problem | null): string {
  if (problem === null) return 'no answer was received';
  if (problem.kind === 'lost') return `no answer was received (${brief(problem.code)})`;
  if (problem.kind === 'timedOut') return `no answer was received in ${problem.seconds} s`;
  if (problem.kind === 'refused') return `${answerWords(problem)} from the service`;
  if (problem.kind === 'wrongShape') return answeredWords(problem, 'the service');
  return failureSentence(problem).replace(/\.$/, '');
}

function describeBefore(was: NonNullable<Extract<Outcome, { kind: 'failed' }>['was']>, does: RunKind): string {
  const { done } = runRows[does].words;
  if (was === 'gone') return 'the service did not find it at first';
  return was === 'done' ? `the service said that it was ${done}` : `it was ${done} at first`;
}

function unknownWords({ problem, doubt }: Extract<Outcome, { kind: 'unknown' }>, does: RunKind): Clean {
  const words = problem === null ? null : problemWords(problem);
  if (doubt === undefined) return words ?? clean('its record may say why');
  switch (doubt) {
    case 'accepted':
      return clean(`accepted (202), and ${words === null ? stillBriefly(does) : `asked again: ${words}`}`);
    case 'noAccess':
      return clean(
        words === null
          ? 'not found, and this account can no longer see the organisation'
          : `not found; whether this account still has access could not be checked: ${words}`,
      );
    case 'unsaid':
      return clean(`the service does not say whether it is ${runRows[does].request === null ? 'so' : 'enabled'}`);
    case 'cutOff':
      return clean(`the session ended before the answer was saved${words === null ? '' : `; asked again: ${words}`}`);
  }
}

function stillBriefly(does: RunKind): string {
  return runRows[does].words.still.replace(/^is /, '');
}

/** One line to the right of the system's name, which already says what was requested. */
function problemWords(problem: Problem): Clean {
  return problem.kind === 'refused' ? clean(answerWords(problem)) : problemSentence(problem);
}

export function checkWords(check: RunCheck): Clean {
  return clean(`checking against a fresh list${progressWords(check)}`);
}

function progressWords(check: RunCheck): string {
  if (check.kind === 'looking') return ` · ${count(check.pending.size + check.left.length)} to look at again`;
  const { count: read, total } = check.scan;
  if (read === 0) return '';
  return ` · ${count(read)}${total === null ? '' : ` of ${count(total)}`} read`;
}

/** `reviewed by anna, confirmed by ben`; null if one person did both. */
export function peopleWords({
  reviewed,
  confirmed,
}: { readonly [Who in keyof People]?: People[Who] | undefined }): Clean | null {
  if (reviewed === undefined || confirmed === undefined) return null;
  return clean(`reviewed by ${reviewed.by}, confirmed by ${confirmed.by}`);
}

/** The result of the check; null before its end, or without a check. */
export function checkedSentence({ checked }: Pick<Run, 'checked'>): Clean | null {
  if (checked === null) return null;
  if ('at' in checked) return clean(`Checked against a fresh list at ${checked.at.slice(11, 16)} UTC.`);
  const { reason, problem } = checked;
  if (reason === 'incomplete')
    return clean('Partly checked: the fresh list changed while it was read, or is incomplete.');
  if (reason !== 'unreadable' || problem === null) return clean(`Not checked: ${whyNot[reason]}.`);
  const why = problem.kind === 'refused' ? problem.status : briefProblem(problem);
  return clean(`Not checked: ${whyNot[reason]} (${why}).`);
}

const whyNot: Readonly<Record<Exclude<UncheckedReason, 'incomplete'>, string>> = {
  stopped: 'stopped',
  left: 'rollcall was quit',
  token: 'the token is no longer accepted',
  noAccess: 'the organisation is no longer visible to this account',
  unreadable: 'the list could not be read',
};
