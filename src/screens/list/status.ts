/** The status line of the list of systems: what is shown, and how much of it is loaded. */
import type { ListQuery } from '../../api/systems.ts';
import { sortFields } from '../../state/systems/fields.ts';
import type { Changes } from '../../state/changes/changes.ts';
import { isAnotherPending, type Listing } from '../../state/list/listing.ts';
import { type Sort, viewLength } from '../../state/list/rows.ts';
import { isReadingEverything } from '../../state/list/operations.ts';
import { staleCount } from '../../state/staleness/operations.ts';
import { incompletenessOf, isComplete, isSameList, type Scan } from '../../state/list/scan.ts';
import { rangeOf } from '../../state/marks/operations.ts';
import type { State } from '../../state/state.ts';
import { briefProblem } from '../text/problem-wording.ts';
import { clip, statusLine, type StatusPart } from '../text/fit.ts';
import { readingForms, readOf, incompletenessForms } from '../text/incompleteness-wording.ts';
import { type Clean, clean } from '../text/clean.ts';
import { count, counts } from '../text/numbers.ts';
import { age } from '../text/times.ts';

const minuteMs = 60_000;

/** Longer search and filter texts are cut where room is short. */
const mostQuoted = 16;

export function systemsStatus(state: State): Clean {
  return statusLine([{ forms: ['Systems'] }, ...partsOf(state)], state.columns);
}

function partsOf(state: State): readonly StatusPart[] {
  const { scan, view, pending } = state.list.listing;
  if (scan === null) return [];
  if (isAnotherPending(state.list.listing) && !isReadingEverything(state)) {
    return [{ forms: askedForms(state.list.listing) }, { forms: ['esc stops'] }];
  }
  const known: StatusPart[] = [
    readPart(scan, state.now),
    ...rangeParts(state),
    ...incompletenessParts(state.list.listing),
  ];
  if (isReadingEverything(state)) return [...known, { forms: readingForms(state) }];
  const { includeDisabled, search } = scan.query;
  const isOrdered = view.sort.by !== 'listed' || view.sort.reversed;
  const twice = scan.listedTwice.size;
  return [
    ...known,
    ...(pending === null ? missedParts(state.list.listing) : [{ forms: ['reading again… · esc stops'] }]),
    ...(view.filter.tests.length === 0 ? [] : [filterPart(view.filter.text, viewLength(view, scan))]),
    ...(search === '' ? [] : [{ forms: [`search "${search}"`, `search "${clipped(search)}"`], weight: 80 }]),
    stalePart(state, scan),
    ...(isOrdered ? [{ forms: [orderOf(view.sort)], weight: 50 }] : []),
    { forms: includeDisabled ? ['with disabled'] : ['without disabled', 'no disabled'], weight: 40 },
    ...(state.changes === null ? [] : changesParts(state.changes, state.now)),
    ...(state.list.isRefreshing ? [{ forms: ['read again every minute', 'every minute'], weight: 20 }] : []),
    ...(twice > 0 ? [{ forms: [`${count(twice)} listed twice`], weight: 60 }] : []),
  ];
}

/** `600 of 12,431 read 4 m ago`; with its age after a minute. */
function readPart(scan: Scan, now: number): StatusPart {
  const read = readOf(scan);
  const since = scan.since !== null && now - scan.since >= minuteMs ? ` ${age(now - scan.since)} ago` : '';
  const isAll = isComplete(scan) && scan.total === scan.count;
  const forms = isAll
    ? [read + since, `${count(scan.count)} read${since}`, `${count(scan.count)} read`]
    : [read + since, read];
  return { forms, isModest: true };
}

function rangeParts(state: State): readonly StatusPart[] {
  const range = rangeOf(state);
  if (range === null) return [];
  const words = `range of ${count(range.to - range.from + 1)}`;
  return [{ forms: [`${words}: space marks it, esc leaves`, `${words}: space marks it`, words] }];
}

function incompletenessParts({ scan, pending }: Listing): readonly StatusPart[] {
  const incompleteness = scan === null ? null : incompletenessOf(scan);
  if (incompleteness === null) return [];
  return pending?.isSecondReading === true
    ? [{ forms: ['the list changed: reading it once more', 'reading it once more'], isModest: true }]
    : [{ forms: incompletenessForms(incompleteness) }];
}

/** The read that failed, and that r retries it. */
function missedParts({ scan, missed }: Listing): readonly StatusPart[] {
  if (scan === null || missed?.problem == null) return [];
  const what = missedWords(missed.query, scan.query);
  const why = briefProblem(missed.problem);
  return [{ forms: [`${what}: ${why} · r tries again`, `${what} · r tries again`, what] }];
}

function missedWords(missed: ListQuery, shown: ListQuery): string {
  const { search, includeDisabled } = missed;
  if (search !== shown.search) return search === '' ? 'whole list not read' : `search "${clipped(search)}" failed`;
  return isSameList(shown, missed) ? 'not read again' : `not read ${includeDisabled ? 'with' : 'without'} disabled`;
}

function filterPart(text: string, shown: number): StatusPart {
  const words = `${count(shown)} shown by filter`;
  return { forms: [`${words} "${text}"`, `${words} "${clipped(text)}"`, words, `${count(shown)} shown`], weight: 90 };
}

function stalePart({ staleness: { days }, now, clock }: State, scan: Scan): StatusPart {
  // In an incomplete list it is no total.
  const soFar = isComplete(scan) ? '' : ' so far';
  const stale = `${staleSign(clock)} ${count(staleCount(scan, days, now))} stale`;
  return { forms: [`${stale} (> ${days} d)${soFar}`, `${stale} > ${days} d${soFar}`], weight: 70 };
}

function clipped(text: string): Clean {
  return clip(clean(text), mostQuoted);
}

/** Which list will take the place of the one on the screen: `searching "lap"…`. */
function askedForms({ scan, pending }: Listing): readonly string[] {
  if (pending === null) return [];
  const { search, includeDisabled } = pending.query;
  if (search === scan?.query.search) return [`reading ${includeDisabled ? 'with' : 'without'} disabled ones…`];
  if (search === '') return ['reading the whole list…'];
  return [`searching "${search}"…`, `searching "${clipped(search)}"…`, 'searching…'];
}

/** `since 3 d: 12 new, 4 gone, 7 silent`; nothing where nothing changed. */
function changesParts({ since, fresh, gone, silent }: Changes, now: number): readonly StatusPart[] {
  const words = counts([fresh.size, 'new'], [gone, 'gone'], [silent.size, 'silent']).join(', ');
  if (words === '') return [];
  return [{ forms: [`since ${age(Math.max(0, now - since))}: ${words}`, words], weight: 30 }];
}

/** Hollow while no clock confirms the ages. */
export function staleSign(clock: State['clock']): Clean {
  return clean(clock.kind === 'unverified' ? '○' : '●');
}

function orderOf({ by, reversed }: Sort): string {
  const field = sortFields.find(({ id }) => id === by);
  return `${field === undefined ? 'as listed' : `by ${field.short ?? field.name}`} ${reversed ? '↓' : '↑'}`;
}
