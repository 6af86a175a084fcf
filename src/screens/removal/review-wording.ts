/** Words of the review: its bar, its warnings, and why a system is in its group. */
import type { Json } from '../../api/exact-json.ts';
import type { Problem } from '../../api/problem.ts';
import { mask, withoutSecrets } from '../../api/secrets.ts';
import type { System } from '../../api/system.ts';
import { isTokenRefused, obstacleOf } from '../../state/removal/review/opening.ts';
import { isReread, leftToCheck, findUnchecked } from '../../state/removal/review/check.ts';
import {
  chosenItems,
  countsOf,
  groupOf,
  groupsIn,
  isOfRow,
  maxReread,
  type Origin,
  type Review,
  type ReviewGroup,
  reviewGroups,
  unreadItems,
} from '../../state/removal/review/review.ts';
import type { Finding, ReviewItem } from '../../state/removal/review/judgement.ts';
import { alternativeOffered } from '../../state/removal/disabling/offer.ts';
import type { State } from '../../state/root/state.ts';
import { type RunKind, runRows } from '../../state/change/run-kinds.ts';
import { type Age, ageOf } from '../../state/fleet/staleness/staleness.ts';
import { unreadCounts } from '../../state/fleet/systems/compare.ts';
import { memoize } from '../../state/kernel/store.ts';
import type { Tone } from '../parts/root-context.ts';
import { type Clean, clean, fieldText, jsonWords } from '../text/clean.ts';
import { clip } from '../text/fit.ts';
import { guardWords, incompletenessWords, unreadWords } from '../text/fleet-wording.ts';
import { briefProblem, cachedWords } from '../text/problem-wording.ts';
import { age, count, counts, exact, percent, plural } from '../text/quantities.ts';
import { replacedSentence, valuesSentence } from './review-values.ts';
import { groupWord, isByPerson, notStaleByOrigin, originWords } from './review-summary.ts';

export interface TonedLine {
  readonly text: Clean;
  readonly tone: Tone;
}

export function barOf(review: Review, isPreview: boolean): TonedLine {
  const obstacle = obstacleOf(review);
  if (obstacle?.kind === 'nothing') {
    return line(nothingWords(review), 'warning');
  }
  if (obstacle?.kind === 'lock') {
    return line(`BLOCKED: no lock possible (${obstacle.code}). See rollcall doctor.`, 'danger');
  }
  const { length } = chosenItems(review);
  const { total, rules } = review;
  if (obstacle?.kind === 'unchecked') {
    return line(uncheckedSentence(review, obstacle.problem), 'warning');
  }
  if (obstacle?.kind === 'secondPerson') {
    const why = `More than ${plural(obstacle.above, 'system')}: a second person confirms this.`;
    return line(`${why} w writes the review.`, 'warning');
  }
  if (obstacle !== null) {
    const why = `${count(length)} is more than ${rules.guards.share} % of ${count(total ?? 0)}`;
    const remedy = `Exclude ${count(obstacle.exclude)}, or change the limit (P).`;
    return line(`BLOCKED: ${why}. ${remedy}`, 'danger');
  }
  const systems =
    total === null
      ? plural(length, 'system')
      : `${count(length)} of ${count(total)} systems (${shareWords(length, total)})`;
  const { tone: usual, words } = runRows[review.kind];
  const { done } = words;
  if (!isPreview) return line(words.bar(systems), usual);
  const preview = `Preview: ${systems} would be ${done}. Nothing is changed.`;
  return line(preview, usual === 'danger' ? 'warning' : usual);
}

/** The progress of the check, why it stopped, and the key that checks the rest. */
function uncheckedSentence(review: Review, problem: Problem): string {
  const why = problem.kind === 'cached' ? cachedWords(problem) : briefProblem(problem);
  return isTokenRefused(problem)
    ? `${checkedWords(review)}. The token is refused: r signs in and goes on; - excludes the rest.`
    : `${checkedWords(review)}: ${why}. r checks the rest; - excludes it.`;
}

/** `18 of 781 checked` */
function checkedWords(review: Review): string {
  const { length } = review.items;
  return `${count(length - findUnchecked(review).length)} of ${count(length)} checked`;
}

/** In a sentence, words replace the signs < and >. */
function shareWords(part: number, total: number): string {
  return percent(part, total).replace('<', 'under ').replace('>', 'over ');
}

function nothingWords(review: Review): string {
  const items = groupsIn(review.items);
  const groups = reviewGroups.filter((group) => items[group].length > 0).map((group) => keptWord(review, group));
  const [last = 'kept', ...others] = groups.toReversed();
  const kinds = others.length === 0 ? last : `${others.toReversed().join(', ')} or ${last}`;
  return `Nothing to ${runRows[review.kind].words.verb}: every system is ${kinds}.`;
}

/** In a sentence, systems that only their connection keeps are not called protected. */
function keptWord(review: Review, group: ReviewGroup): string {
  const { guardedConnected } = countsOf(review);
  const isAll = group === 'protected' && guardedConnected === groupsIn(review.items).protected.length;
  return isAll ? 'connected now' : groupWord(review, group);
}

/** Warnings against a wrong choice, the gravest first; none for enabling, which causes no loss. */
export function warningsOf(review: Review): readonly TonedLine[] {
  const { incompleteness, isClockUnverified } = review;
  const all = countsOf(review);
  const isIncomplete = review.isIncomplete || incompleteness !== null;
  const why = incompleteness === null ? 'the list was not loaded to its end' : incompletenessWords(incompleteness);
  // The numbers come first, because the sentence is wider than the list beside a pane.
  const missing =
    incompleteness?.kind === 'moved'
      ? `T${why.slice(1)}. Only loaded systems are here.`
      : `Only loaded systems are here: ${why}.`;
  const warn = (n: number, text: string, tone: Tone = 'warning'): readonly TonedLine[] =>
    n === 0 ? [] : [line(`${count(n)} ${text}`, tone)];
  const different = [valuesSentence(review), replacedSentence(review)].flatMap((text): readonly TonedLine[] =>
    text === null ? [] : [{ text, tone: 'warning' }],
  );
  const unseen = unseenWords(review).map((text) => line(text, 'warning'));
  if (runRows[review.kind].guards !== 'loss')
    return [
      ...reviewerLines(review),
      ...different,
      ...unreadLines(review),
      ...warn(all.unread, 'could not be checked'),
      ...unseen,
    ];
  return [
    ...reviewerLines(review),
    ...different,
    ...(isClockUnverified ? [line(unverifiedAges, 'danger')] : []),
    ...warn(all.connected, 'of them connected now', 'danger'),
    ...(isIncomplete ? [line(missing, incompleteness === null ? 'warning' : 'danger')] : []),
    ...warn(all.included, 'protected, included by you'),
    ...notStaleByOrigin(review).flatMap(({ origin, of, names }) =>
      warn(of, `${originWords[origin]}${isByPerson(origin) ? ', not stale' : ''}: check each · ${names}`),
    ),
    ...unreadLines(review),
    ...warn(all.unread, 'could not be checked'),
    ...warn(all.notUnderstood, 'protected: rollcall does not understand the state (3 shows them)'),
    ...unseen,
  ];
}

/** The systems that no row of the list shows, with the cause where it is known. */
function unseenWords(review: Review): readonly string[] {
  const { follows, hidden, hiddenDisabled, isIncomplete } = review;
  const isMarked = follows === null && !isOfRow(review);
  const unloaded = isIncomplete ? ', or their page was not loaded' : '';
  const cause = isMarked ? `: a filter or search hides them${unloaded}` : '';
  const of = isMarked ? 'marked, ' : '';
  return counts(
    [hidden, `${of}in no row of the list${cause}`],
    [hiddenDisabled, 'disabled, in no row of the list: it hides disabled systems'],
  );
}

function unreadLines(review: Review): readonly TonedLine[] {
  const words = unreadWords(unreadIn(unreadItems(review)));
  return words === null ? [] : [line(`${words}: check each`, 'warning')];
}

const unreadIn = memoize((items: readonly ReviewItem[]) => unreadCounts([items.map(({ system }) => system)]));

/** The reviewer, and the differences from your own rules. */
function reviewerLines({ reviewer, rules }: Review): readonly TonedLine[] {
  if (reviewer === null) return [];
  const { by, at, days, ageMs, confirmed } = reviewer;
  const other = days === rules.days ? '' : ` Threshold there ${days} d, here ${rules.days} d.`;
  const before = confirmed === null ? '' : `${confirmed.by}, ${exact(Date.parse(confirmed.at))}`;
  return [
    line(`Reviewed by ${by}, ${exact(Date.parse(at))}.${other}`, 'accent'),
    ...(confirmed === null ? [] : [line(`Confirmed here before, by ${before}.`, 'danger')]),
    ...(ageMs > oldReviewMs ? [line(`The review is ${age(ageMs)} old: ask whether it still holds.`, 'warning')] : []),
    ...(ageMs < -skewMs ? [line("The review's time is in the future: ask when it was written.", 'warning')] : []),
  ];
}

const oldReviewMs = 30 * 86_400_000;

/** Reports clocks of two people that differ by more than this, in milliseconds. */
const skewMs = 10 * 60_000;

const shortOrigins: Readonly<Record<Origin, string>> = {
  ...originWords,
  hand: 'by hand',
  filter: 'by filter',
};

const unverifiedAges = 'Ages are unverified: the service sent no reliable time. Check each system.';

function line(text: string, tone: Tone): TonedLine {
  return { text: clean(text), tone };
}

/** The first lines that fit, and the number of omitted ones. */
export function fittingLines(lines: readonly TonedLine[], rows: number): readonly TonedLine[] {
  if (lines.length <= rows) return lines;
  const shown = lines.slice(0, Math.max(1, rows - 1));
  const more = `+${plural(lines.length - shown.length, 'more line')}: enlarge the terminal`;
  if (rows > 1) return [...shown, line(more, 'warning')];
  return shown.map((one) => ({ ...one, text: clean(`${more} · ${one.text}`) }));
}

/** Shown if the service offers a reversible alternative. */
export function alternativeSentence(state: State): Clean {
  const alternative = alternativeOffered(state);
  if (alternative === null) return clean('');
  const { key, words, undo } = runRows[alternative];
  const back = undo === null ? '' : `: they stay enrolled, and can be ${runRows[undo].words.done} again`;
  return clean(`${key} ${words.verb}s them instead${back}.`);
}

/** The progress of the check, the systems that the filter hides, and what the record saves of each system. */
export function noteOf(review: Review): TonedLine {
  const { kind, view, rows, group, items, reread } = review;
  const { the, its } = runRows[kind].words;
  if (!isReread(review)) {
    const progress = checkingWords(review);
    const isTypable = obstacleOf(review) === null;
    return line(isTypable ? `${progress}. ${typeNow}` : `${progress}.`, 'plain');
  }
  if (view.filter !== '') {
    const of = `${count(rows.length)} of ${count(groupsIn(items)[group].length)} shown`;
    const named = `Filter "${clip(clean(view.filter), 20)}"`;
    return line(`${named}: ${of}; ${the} takes all ${count(chosenItems(review).length)}.`, 'warning');
  }
  const saved = 'A record of each is saved first.';
  if (findUnchecked(review).length > 0) {
    const obstacle = obstacleOf(review);
    const next = {
      none: ` ${saved}`,
      unchecked: ' The phrase waits for the rest.',
      nothing: '',
      lock: '',
      share: '',
      secondPerson: '',
    };
    return line(`${checkedWords(review)}.${next[obstacle?.kind ?? 'none']}`, 'plain');
  }
  if (reread !== null) return line(`Checked with the service just now. ${saved}`, 'plain');
  return line(`Over ${count(maxReread)} systems: each is checked and saved just before ${its}.`, 'plain');
}

/** `Checking 118 of 515` */
export function checkingWords(review: Review): string {
  const { length } = review.items;
  return `Checking ${count(length - leftToCheck(review))} of ${count(length)}`;
}

const typeNow = 'Type the phrase now; enter works when the check is done.';

export function emptyWords(review: Review): Clean {
  const { kind, view, group, items } = review;
  const groups = groupsIn(items);
  if (groups[group].length > 0 && view.filter !== '')
    return clean(`No system matches "${view.filter}". esc shows all.`);
  const kept = groups.reconnected.length > 0 ? '2 shows the kept systems' : '3 shows protected systems';
  const words = {
    taken: `No system to ${runRows[kind].words.verb}. ${kept}, 4 excluded ones.`,
    reconnected: `No system has ${runRows[kind].guards === 'own' ? '' : 'reconnected or '}changed.`,
    protected: 'No system is protected.',
    excluded: 'No system is excluded. space in 1 excludes one.',
  };
  return clean(words[group]);
}

/**
 * `tag "protect"`, `reconnected`, `marked by hand, seen 2 d ago`: why an item is in its group; empty if by the rule.
 */
export function whyOf(item: ReviewItem, review: Pick<Review, 'kind' | 'rules'>): Clean {
  const { change, guard, problem } = item.judgement;
  switch (groupOf(item)) {
    case 'excluded':
      return clean('excluded');
    case 'reconnected':
      return clean(change === null ? '' : changeWords(change, review.kind) + bothValues(item));
    case 'protected':
      return clean(guard === null ? 'protected since' : guardWords(guard));
    case 'taken':
      return clean(
        [why(item, review), ...(problem === null ? [] : ['could not be checked'])].filter(Boolean).join(', '),
      );
  }
}

/** Beside a single row, the reason is told of a stale system too; empty if there is none to tell. */
export function reasonOf(item: ReviewItem, review: Pick<Review, 'kind' | 'rules'>): Clean {
  const told = whyOf(item, review);
  const isByRule = told === '' && item.judgement.isStale && runRows[review.kind].guards === 'loss';
  return isByRule ? clean(`stale, ${seenWords(ageOf(item.system, review.rules.now))}`) : told;
}

function why(item: ReviewItem, { kind, rules }: Pick<Review, 'kind' | 'rules'>): string {
  const { system, judgement } = item;
  const { guard, isStale, isConnected, why } = judgement;
  if (guard !== null) return `included: ${guardWords(guard)}`;
  if (isStale || runRows[kind].guards !== 'loss') return '';
  return `${shortOrigins[why.by]}, ${isConnected ? 'connected now' : seenWords(ageOf(system, rules.now))}`;
}

function seenWords(known: Age): string {
  if (!('ms' in known)) return `age ${known.kind}`;
  return `${known.kind === 'seen' ? 'seen' : 'enrolled'} ${age(known.ms)} ago`;
}

/** `: web-1 → web-2`: the value in the review, and the present value at the service. */
function bothValues({ system, judgement: { change, was } }: ReviewItem): string {
  const fields = { connected: 'state', seenSince: 'lastSeen' } as const;
  const field =
    change?.why === 'connected' || change?.why === 'seenSince' ? fields[change.why] : changedFieldOf(change);
  if (field === null || was === null) return '';
  return `${change?.why === 'changed' ? '' : ':'} ${valueOf(was, field)} → ${valueOf(system, field)}`;
}

function changedFieldOf(change: Finding | null): string | null {
  return change?.why === 'changed' && 'field' in change ? change.field : null;
}

function valueOf(system: System, field: string): string {
  const time = system.otherTimes.find((other) => other.field === field)?.text;
  const odd = system.odd[field];
  if (odd !== undefined && field !== 'tags') return withoutSecrets(odd, 'application/json');
  if (field === 'customDns' || field === 'tags') return fieldText(system, field) || 'none';
  const value: unknown = time ?? system[field as keyof System];
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return 'none';
  return jsonWords(mask(value as Json, {}, { name: field }));
}

function changeWords(change: Finding, does: RunKind): string {
  const { already, done } = runRows[does].words;
  const words: Readonly<Record<Finding['why'], string>> = {
    connected: 'reconnected',
    protected: 'protected since its mark',
    seenSince: 'seen since its mark',
    changed: 'field' in change ? `changed: ${change.field}` : 'changed since its mark',
    already,
    gone: 'already gone',
    oddId: `cannot be ${done} from here (odd id)`,
  };
  return words[change.why];
}
