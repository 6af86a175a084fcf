/** The list of systems, and its keys. Only the visible rows are drawn. */
import { Sentence } from '../parts/text-lines.tsx';
import { graceFilter, isReadingEverything, systemUnderCursor } from '../../state/fleet/list/feature.ts';
import { timeDisabled } from '../../state/fleet/systems/status.ts';
import type { Action, State } from '../../state/root/state.ts';
import { age, count, plural } from '../text/quantities.ts';
import { Box } from 'ink';
import type { ReactNode } from 'react';
import {
  currentScan,
  isAnotherPending,
  type Listing,
  systemsBetween,
  type Sort,
  viewLength,
} from '../../state/fleet/list/listing.ts';
import { rangeOf } from '../../state/fleet/marks/feature.ts';
import { incompletenessOf, isComplete, isSameList, type Scan, withLinkFollowed } from '../../state/fleet/list/scan.ts';
import { bodyRows, tableRows } from '../../state/kernel/list-view.ts';
import { Table } from '../parts/table.tsx';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import { type Clean, clean } from '../text/clean.ts';
import { standingLine, reasonUnder, staleSign, systemSigns } from './system-signs.ts';
import { drawnSorts, isRising, listLayout, sampleOf } from './table-columns.ts';
import { incompletenessStatus, countLoaded, readingWords, unreadWords } from '../text/fleet-wording.ts';
import {
  bind,
  type Binding,
  type BindingGroup,
  type KeyName,
  listKeys,
  noList,
  noSystem,
  type ScreenDefinitions,
} from '../screen-definition.ts';
import { sortFields, systemFields } from '../../state/fleet/systems/fields.ts';
import type { System } from '../../api/system.ts';
import type { Column } from '../parts/columns.ts';
import { freshnessOf, SystemPane } from './details-screen.tsx';
import { changesBindings } from './changes-screens.tsx';
import { columnBindings } from './columns-screens.tsx';
import { copyBinding, exportBinding } from './export-screens.tsx';
import { filterLanguage, searchBindings } from './filter-screens.tsx';
import { markBinding, markingBindings, watchBinding } from './mark-screens.tsx';
import { staleBindings } from './staleness-screen.tsx';
import type { ListQuery } from '../../api/systems.ts';
import { livingPages, staleCount, unknownAges } from '../../state/fleet/staleness/staleness.ts';
import { unreadCounts } from '../../state/fleet/systems/compare.ts';
import { briefProblem } from '../text/problem-wording.ts';
import { clip, statusLine, type StatusPart } from '../text/fit.ts';

// Sentences for an empty result of a filter for systems that rollcall disabled.

/** Null if the filter does not test for them. */
function noDisabledSentence(state: State): string | null {
  const { scan, view, pending } = state.list.listing;
  if (scan === null || !view.filter.usesRecords) return null;
  if (pending?.query.includeDisabled === true || (scan.query.includeDisabled && isReadingEverything(state))) {
    return 'Loading every page, disabled systems included…';
  }
  if (!scan.query.includeDisabled) return 'Disabled systems are hidden, and this filter asks for them. H shows them.';
  const times = state.disabling.records?.times;
  if (typeof times !== 'object') return 'Reading which systems rollcall disabled…';
  if (times.size === 0) {
    return 'rollcall has disabled no systems here. D disables marked systems, and can enable them again.';
  }
  const rest = scan.next.kind === 'end' ? '' : ' G loads the rest.';
  const all = `esc shows all ${count(scan.count)}.${rest}`;
  const disabled = plural(times.size, 'system');
  const unknown = unknownTimes(state);
  const notKnown = unknown === 0 ? '' : ` When it disabled ${count(unknown)} of them is not known.`;
  const { text } = view.filter;
  if (text !== graceFilter(state))
    return `rollcall has disabled ${disabled} here; none matches "${text}".${notKnown} ${all}`;
  const days = count(state.settings.label.graceDays);
  return `None to delete yet: of ${disabled} that rollcall disabled here, none is silent and past ${days} days.${notKnown} ${all}`;
}

/** Count of loaded systems that rollcall disabled at an unknown time; 0 if no filter tests that time. */
function unknownTimes({ list, disabling, now }: State): number {
  const { scan, view } = list.listing;
  const times = disabling.records?.times;
  if (scan === null || !view.filter.usesRecords || typeof times !== 'object') return 0;
  return scan.pages.flat().filter((system) => timeDisabled(system, times, now) === 'unknown').length;
}

/** The reason why no link can be opened by key; null if one can. */
function noLink({ list: { listing } }: State): string | null {
  const scan = currentScan(listing);
  if (scan?.next.kind !== 'untrusted') return 'the list did not stop at a link of the service';
  return withLinkFollowed(scan) === null ? 'rollcall never follows this link: it leads elsewhere' : null;
}

function sortBeside(key: KeyName, does: string, by: -1 | 1): Binding {
  const actionIn = (state: State): Action => ({ kind: 'sortMoved', by, among: drawnSorts(state) });
  return bind([key], does, { kind: 'sortMoved', by }, { actionIn, refusal: noList });
}

/** The groups of the features below, joined. Other features register keys by `offers`. */
const systemsKeys: readonly BindingGroup[] = [
  { title: 'Mark', bindings: [markBinding, ...staleBindings, ...markingBindings] },
  {
    title: 'Act',
    bindings: [
      bind(['enter', 'l', 'right'], 'open the system', 'detailsOpened', { refusal: noSystem }),
      watchBinding,
      copyBinding,
      exportBinding,
    ],
  },
  {
    title: 'Find',
    bindings: [
      ...searchBindings,
      bind(['H'], 'show or hide disabled systems', 'disabledToggled', { refusal: noList }),
      bind(['o'], 'sort by the next column', 'sortChanged', { refusal: noList }),
      bind(['O'], 'reverse the sort', 'sortReversed', { refusal: noList }),
      sortBeside('shift-left', 'sort by the column to the left', -1),
      sortBeside('shift-right', 'sort by the column to the right', 1),
      // Only in the palette, because o cycles through the sort fields.
      ...sortFields.map(({ id, name }) =>
        bind([], `sort by ${name}`, { kind: 'sortChosen', by: id }, { refusal: noList }),
      ),
      ...columnBindings,
      ...changesBindings,
      bind(['z'], 'disabled by rollcall and still silent', 'graceShown', { refusal: noList }),
      bind(['r'], 'refresh, or load more', 'refreshRequested'),
      bind(['>'], 'load more where the service points', 'linkFollowed', { refusal: noLink }),
      bind(['R'], 'turn auto-refresh on or off', 'autoRefreshToggled', { refusal: noList }),
      bind(['@'], 'switch organisation', 'switchRequested'),
    ],
  },
];

export const listScreens: ScreenDefinitions<'systems'> = {
  systems: {
    View: SystemsScreen,
    hasOwnCommands: true,
    keys: [...systemsKeys, listKeys, filterLanguage],
    // Esc clears a filter or a search before it leaves the list.
    backHint: ({ list: { listing } }) => {
      const isNarrowed = listing.view.filter.tests.length > 0 || (currentScan(listing)?.query.search ?? '') !== '';
      return isNarrowed ? 'show all' : null;
    },
  },
};

function SystemsScreen({ state }: { readonly state: State }): ReactNode {
  const { listing } = state.list;
  const { scan, cursor, view } = listing;
  const { list: width, pane, columns } = listLayout(state);
  const end = scan === null ? 0 : Math.min(viewLength(view, scan), cursor.top + tableRows(state.rows));
  return (
    <ScreenFrame
      state={state}
      title={clean('Systems')}
      facts={systemsFacts(state)}
      bar={standingLine(state)}
      foot={reasonUnder(state, columns)}
    >
      {scan === null || viewLength(view, scan) === 0 ? (
        <Sentence text={emptySentence(state, scan)} columns={state.columns} />
      ) : (
        <Box>
          <Box width={pane === 0 ? width : width + 1} flexShrink={0} flexDirection="column">
            <Table
              items={systemsBetween(listing, { from: cursor.top, to: end - 1 })}
              columns={withGoneTold(columns, scan.gone)}
              width={width}
              cursorIndex={state.changes?.line === 'focused' ? -1 : cursor.row - cursor.top}
              signs={systemSigns(state, rangeIds(state))}
              sample={sampleOf(state)}
              list={listName(state)}
            />
          </Box>
          {pane > 0 && <PaneAtCursor state={state} width={pane} />}
        </Box>
      )}
    </ScreenFrame>
  );
}

function withGoneTold(columns: readonly Column<System>[], gone: Scan['gone']): readonly Column<System>[] {
  if (gone.size === 0) return columns;
  return columns.map((column) =>
    column.title === stateTitle
      ? { ...column, cell: (system) => (gone.has(system.systemId) ? clean('gone') : column.cell(system)) }
      : column,
  );
}

const stateTitle: string = systemFields.state.column.title;

function PaneAtCursor({ state, width }: { readonly state: State; readonly width: number }): ReactNode {
  const system = systemUnderCursor(state);
  if (system === undefined) return null;
  return (
    <SystemPane {...{ state, system, width }} rows={bodyRows(state.rows)} foot={freshnessOf(state, system.systemId)} />
  );
}

/** Identifies the list by its query: a different sort or more pages keep its name. */
function listName({ list: { listing } }: State): string {
  const { query } = listing.scan ?? {};
  return JSON.stringify([query?.orgId, query?.search, query?.includeDisabled, listing.view.filter.text]);
}

function rangeIds(state: State): ReadonlySet<string> {
  const range = rangeOf(state);
  if (range === null) return new Set();
  const { top } = state.list.listing.cursor;
  const view = { from: Math.max(range.from, top), to: Math.min(range.to, top + tableRows(state.rows)) };
  return new Set(systemsBetween(state.list.listing, view).map(({ systemId }) => systemId));
}

function emptySentence(state: State, scan: Scan | null): Clean {
  const { listing, total } = state.list;
  const isReading = currentScan(listing)?.inFlight === true;
  if (isReading && (scan?.count ?? 0) === 0) return clean('loading the first page…');
  if (scan === null || (scan.count === 0 && scan.next.kind === 'first')) {
    return clean('Nothing could be loaded. r retries.');
  }
  const noDisabled = scan.count > 0 ? noDisabledSentence(state) : null;
  if (noDisabled !== null) return clean(noDisabled);
  if (scan.count > 0) {
    const rest = scan.next.kind === 'end' ? '' : ` ${countLoaded(scan)}: G loads the rest.`;
    return clean(`No loaded system matches "${listing.view.filter.text}". esc shows all ${count(scan.count)}.${rest}`);
  }
  const { search, includeDisabled } = scan.query;
  if (search !== '') {
    return clean(`No systems match "${search}". esc shows all${total === null ? '' : ` ${count(total)}`}.`);
  }
  const more = includeDisabled ? '' : ' H shows disabled ones.';
  return clean(`This organisation has no systems. n creates a key to enrol some.${more}`);
}

const minuteMs = 60_000;

/** Limit of characters for quoted search and filter texts. */
const maxQuoted = 28;

export function systemsFacts(state: State): Clean {
  return statusLine(partsOf(state), state.columns);
}

function partsOf(state: State): readonly StatusPart[] {
  const { scan, view, pending } = state.list.listing;
  if (scan === null) return [];
  if (isAnotherPending(state.list.listing) && !isReadingEverything(state)) {
    return [{ text: askedWords(state.list.listing) }, { text: 'esc stops' }];
  }
  const known: StatusPart[] = [
    loadedPart(scan, state.now),
    ...rangeParts(state),
    ...incompletenessParts(state.list.listing),
  ];
  if (isReadingEverything(state)) return [...known, { text: readingWords(state) }];
  const { includeDisabled, search } = scan.query;
  const isSorted = view.sort.by !== 'listed' || view.sort.reversed;
  const twice = scan.listedTwice.size;
  const undated = unknownTimes(state);
  return [
    ...known,
    ...(pending === null ? missedParts(state.list.listing) : [{ text: 'refreshing… · esc stops' }]),
    ...(undated === 0 ? [] : [{ text: `${count(undated)} disabled at unknown times` }]),
    ...unreadParts(scan),
    ...(view.filter.tests.length === 0 ? [] : [filterPart(view.filter.text, viewLength(view, scan))]),
    ...(search === '' ? [] : [{ text: `search "${clipName(search)}"`, weight: 80 }]),
    stalePart(state, scan),
    ...(isSorted ? [{ text: sortOf(view.sort), weight: 50 }] : []),
    ...(state.watching.size === 0 ? [] : [{ text: `${count(state.watching.size)} watched`, weight: 55 }]),
    { text: includeDisabled ? 'disabled shown' : 'disabled hidden', weight: 40 },
    ...(state.list.isRefreshing ? [{ text: 'refreshed every minute', weight: 20 }] : []),
    ...(twice > 0 ? [{ text: `${count(twice)} listed twice`, weight: 60 }] : []),
  ];
}

/** `600 of 12,431 loaded 4 min ago`; the age appears after a minute. */
function loadedPart(scan: Scan, now: number): StatusPart {
  const loaded = countLoaded(scan);
  const since = scan.since !== null && now - scan.since >= minuteMs ? ` ${age(now - scan.since)} ago` : '';
  return { text: loaded + since };
}

function rangeParts(state: State): readonly StatusPart[] {
  const range = rangeOf(state);
  if (range === null) return [];
  const words = `range of ${count(range.to - range.from + 1)}`;
  return [{ text: `${words}: space marks it, esc ends it` }];
}

function incompletenessParts({ scan, pending }: Listing): readonly StatusPart[] {
  const incompleteness = scan === null ? null : incompletenessOf(scan);
  if (incompleteness === null) return [];
  return pending?.isSecondReading === true
    ? [{ text: 'the list changed: loading it once more' }]
    : [{ text: incompletenessStatus(incompleteness, true) }];
}

function missedParts({ scan, missed }: Listing): readonly StatusPart[] {
  if (scan === null || missed?.problem == null) return [];
  const what = missedWords(missed.query, scan.query);
  return [{ text: `${what}, r retries: ${briefProblem(missed.problem)}` }];
}

function missedWords(missed: ListQuery, shown: ListQuery): string {
  const { search, includeDisabled } = missed;
  if (search !== shown.search) return search === '' ? 'whole list not loaded' : `search "${clipName(search)}" failed`;
  return isSameList(shown, missed)
    ? 'not refreshed'
    : `not loaded ${includeDisabled ? 'with' : 'without'} disabled systems`;
}

function filterPart(text: string, shown: number): StatusPart {
  return { text: `${count(shown)} shown by filter "${clipName(text)}"` };
}

function stalePart({ staleness: { days }, now, clock }: State, scan: Scan): StatusPart {
  // An incomplete list has no final total.
  const soFar = isComplete(scan) ? '' : ' so far';
  const stale = `${staleSign(clock)} ${count(staleCount(scan, days, now))} stale`;
  const unknown = unknownAges(scan);
  const odd = unknown === null ? '' : ` · ${count(unknown.count)} of unknown age`;
  return { text: `${stale} (over ${count(days)} d)${soFar}${odd}`, brief: `${stale}${soFar}${odd}`, weight: 70 };
}

function unreadParts(scan: Scan): readonly StatusPart[] {
  const text = unreadWords(unreadCounts(livingPages(scan)));
  return text === null ? [] : [{ text }];
}

function clipName(text: string): Clean {
  return clip(clean(text), maxQuoted);
}

/** The list that will replace the shown one: `searching "lap"…`. */
function askedWords({ scan, pending }: Listing): string {
  if (pending === null) return '';
  const { search, includeDisabled } = pending.query;
  if (search === scan?.query.search) return `loading ${includeDisabled ? 'with' : 'without'} disabled systems…`;
  if (search === '') return 'loading the whole list…';
  return `searching "${clipName(search)}"…`;
}

function sortOf(sort: Sort): string {
  const { by, reversed } = sort;
  const field = sortFields.find(({ id }) => id === by);
  if (field === undefined) return `service order ${reversed ? '↓' : '↑'}`;
  return `by ${field.short ?? field.name} ${isRising(field.field, sort) ? '↑' : '↓'}`;
}
