/** The organisations with their stale counts; the prompts for a filter, and for the id of an unlisted one. */
import { Sentence } from '../parts/text-lines.tsx';
import { Text } from 'ink';
import type { ReactNode } from 'react';
import type { Organisation } from '../../api/organisations.ts';
import { knownOrNull } from '../../state/kernel/declare.ts';
import type { TokenSource } from '../../state/session/session.ts';
import { runRows } from '../../state/change/run-kinds.ts';
import type { State } from '../../state/root/state.ts';
import { tableRows } from '../../state/kernel/list-view.ts';
import { type Column, sampleWidths, tableWidth } from '../parts/columns.ts';
import { type Sign, Table } from '../parts/table.tsx';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import { type Clean, clean } from '../text/clean.ts';
import { age, count, percent, plural, visitTime } from '../text/quantities.ts';
import { staleCell } from '../text/fleet-wording.ts';
import { briefProblem, problemSentence } from '../text/problem-wording.ts';
import { clip, clipInMiddle, statusLine, type StatusPart, width, wrapText } from '../text/fit.ts';
import type { Tone } from '../parts/root-context.ts';
import {
  countOf,
  figuresFor,
  figuresOf,
  visitsOf,
  organisationList,
  shownOrganisations,
  staleShare,
} from '../../state/account/organisations/counting.ts';
import { filterKey, filterParts, type ListTableColumn, sortKeys, sortParts, withArrow } from '../fleet/lists.tsx';
import type { Figures } from '../../state/account/organisations/feature.ts';
import type { Visit } from '../../state/fleet/staleness/staleness.ts';
import { trendWords } from '../fleet/system-signs.ts';
import {
  bind,
  type BindingGroup,
  listKeysWithoutPages,
  type ScreenDefinitions,
  type ViewProps,
} from '../screen-definition.ts';
import { Field } from '../parts/field.tsx';
import { signOutRefusal } from './sign-in-screens.tsx';

const organisationsKeys: BindingGroup = {
  title: 'Organisations',
  bindings: [
    bind(['enter', 'l', 'right'], 'open the organisation', 'organisationOpened', { hint: 'open', refusal: noneShown }),
    bind(['s'], 'count stale systems in those shown', 'countRequested', {
      hint: countHint,
      refusal: (state) => noneShown(state) ?? (state.organisations.counting === null ? null : 'counting; esc stops'),
    }),
    bind(['*'], 'list the stale systems of those counted', 'allStaleOpened', {
      hint: (state) => (isAnyCounted(state) ? 'list stale' : null),
      refusal: noneShown,
    }),
    filterKey('filter by name, role or id'),
    ...sortKeys({ hint: 'sort' }),
    bind(['i'], 'open by id', 'organisationIdAsked', { hint: 'by id' }),
    bind(['r'], 'refresh the list', 'organisationsOpened', { hint: 'refresh' }),
    bind(['X'], 'sign out', 'signOutRequested', { hint: 'sign out', refusal: signOutRefusal }),
  ],
};

function countHint(state: State): string | null {
  const { counting, view } = state.organisations;
  if (counting !== null) return null;
  return view.filter === ''
    ? 'count stale in all'
    : `count stale in the ${count(shownOrganisations(state).length)} shown`;
}

/** Are systems known, and not only the figures of an earlier start? */
function isAnyCounted({ organisations: { counts } }: State): boolean {
  return [...counts.values()].some((count) => count.kind === 'counted' && count.isRecalled !== true);
}

function noneShown(state: State): string | null {
  return shownOrganisations(state).length === 0 ? 'there is no organisation to open' : null;
}

const organisationPromptKeys: BindingGroup = {
  title: 'Organisation',
  bindings: [
    bind(['enter'], 'open the organisation with this id', 'promptAccepted', { hint: 'open' }),
    bind(['esc'], 'cancel', 'wentBack', { hint: 'back' }),
  ],
};

export const organisationScreens: ScreenDefinitions<'organisations' | 'organisation'> = {
  organisations: {
    View: OrganisationsScreen,
    keys: [organisationsKeys, listKeysWithoutPages],
    backHint: ({ organisations: { counting, view } }) => {
      if (counting !== null) return 'stop';
      return view.filter === '' ? null : 'show all';
    },
  },
  organisation: { View: OrganisationPrompt, keys: [organisationPromptKeys] },
};

function OrganisationPrompt({ state, screen }: ViewProps<'organisation'>): ReactNode {
  return <Field label={clean('id of the organisation:')} value={screen.typed} columns={state.columns} />;
}

interface Row extends Organisation {
  readonly systems: string;
  readonly stale: string;
  readonly share: string;
  readonly isStale: boolean;
  readonly checked: string;
  readonly tone: Tone;
  readonly visits: readonly Visit[];
}

/** Visits of the last weeks that one row shows. */
const maxTrend = 12;

/** Wide enough for 99,999 systems, so that counting moves no column. */
const [countCells, checkedCells] = [7, 11];

/** Cells of the gutter, the shortest name and the figures, beside which the words of a run get theirs. */
const cellsBesideRun = 48;

const [minId, minChecked] = [12, 8];

const [nameTitle, checkedTitle, trendTitle] = [clean('NAME'), clean('CHECKED'), clean('TREND')];

/**
 * Cells of a name that are worth another column, and the cells that are left for the others, from the widest names on.
 */
const [minName, maxName, otherCells] = [18, 50, 30];

const columns: readonly ListTableColumn<Row>[] = [
  {
    ...{ title: nameTitle, min: minName, ideal: minName, priority: 7, cut: clipInMiddle },
    cell: ({ orgName }) => clean(orgName),
    by: 'name',
  },
  { title: clean('ROLE'), min: 8, ideal: 8, priority: 2, cell: ({ role }) => clean(role) },
  {
    ...{ title: clean('SYSTEMS'), min: 7, ideal: countCells, steady: 'spare', align: 'right', priority: 4 },
    cell: ({ systems }) => clean(systems),
    by: 'systems',
  },
  {
    ...{ title: clean('STALE'), min: 5, ideal: countCells, steady: 'spare', align: 'right', priority: 6 },
    cell: ({ stale }) => clean(stale),
    tone: ({ isStale }) => (isStale ? 'warning' : 'dim'),
    by: 'stale',
  },
  {
    ...{ title: clean('SHARE'), min: 5, ideal: 5, steady: 'spare', align: 'right', priority: 3 },
    cell: ({ share }) => clean(share),
    tone: ({ isStale }) => (isStale ? 'warning' : 'dim'),
    by: 'share',
  },
  {
    ...{
      title: checkedTitle,
      min: minChecked,
      ideal: checkedCells,
      steady: 'spare',
      isCutLast: true,
      cut: clip,
      priority: 5,
    },
    cell: ({ checked }) => clean(checked),
    tone: ({ tone }) => tone,
    by: 'checked',
  },
  {
    ...{ title: trendTitle, min: 12, ideal: 40, priority: 0, isExtra: true },
    cell: ({ visits }) => trendWords(visits, maxTrend),
  },
  { title: clean('ID'), min: minId, ideal: minId, priority: 1, cell: ({ orgId }) => clean(orgId), tone: () => 'dim' },
];

/**
 * Where most names are long, they may differ at their ends alone, so they take the cells of other columns, unless a row
 * says what needs attention. During a count, the columns keep their width, so that figures move none; before it, they
 * get the same width if it fits. The words of a run take the cells of role and id, because they ask for an action.
 */
function columnsFor(state: State, sample: readonly Row[]): readonly Column<Row>[] {
  const { counting } = state.organisations;
  const long = sample.filter(({ orgName }) => width(clean(orgName)) > minName);
  const givesWay = long.length * 2 > sample.length && sample.every((row) => attentionSign(row) === undefined);
  const min = givesWay ? Math.max(minName, Math.min(maxName, state.columns - otherCells)) : minName;
  const wordCells = Math.max(0, ...sample.map(({ orgId }) => width(clean(runWords(state, orgId) ?? ''))));
  const runCells = Math.max(minChecked, Math.min(wordCells, state.columns - cellsBesideRun));
  const hasTrend = sample.some(({ visits }) => visits.length > 1);
  const offered = hasTrend ? columns : columns.filter(({ title }) => title !== trendTitle);
  return withArrow(state, organisationList, offered).map((column) => ({
    ...column,
    ...(column.title === nameTitle && { min }),
    ...(column.title === checkedTitle && { min: runCells, ...(givesWay && { priority: 0 }) }),
    ...(column.steady !== undefined && counting !== null && { steady: 'firm' as const }),
  }));
}

function rowOf(state: State, organisation: Organisation): Row {
  const { orgId } = organisation;
  const figures = figuresNow(state, orgId);
  const share = figures === null ? null : staleShare(figures);
  return {
    ...organisation,
    systems: figures === null ? '–' : count(figures.systems),
    isStale: (figures?.stale ?? 0) + (figures?.unknown ?? 0) > 0,
    stale: figures?.stale == null ? '–' : staleCell(figures.stale, figures.unknown),
    share: share === null ? '–' : percent(share, 1),
    ...checkedWords(state, orgId, figures),
    visits: state.organisations.counting?.scan.query.orgId === orgId ? [] : visitsOf(state, orgId, figures),
  };
}

function attentionSign({ tone, checked }: Row): Sign | undefined {
  if (tone === 'danger') return { text: clean('✗'), tone, message: 'not counted' };
  return tone === 'warning' ? { text: clean('●'), tone, message: checked } : undefined;
}

/** The figures of the systems loaded so far; null unless a count is in progress. */
function figuresNow(state: State, orgId: string): Figures | null {
  const { counting } = state.organisations;
  if (counting?.scan.query.orgId !== orgId) return figuresFor(state, orgId);
  return figuresOf(countOf(counting.scan, state.staleness.days, state.now), state.staleness.days, state.now);
}

/** An unfinished run needs attention, so it replaces the time of the count. */
function checkedWords(state: State, orgId: string, figures: Figures | null): Pick<Row, 'checked' | 'tone'> {
  const { counting, counts } = state.organisations;
  if (counting?.scan.query.orgId === orgId) {
    const { count: loaded, total } = counting.scan;
    // The figures beside the percentage show how many.
    const part = total === null || total === 0 ? null : Math.min(100, Math.floor((loaded / total) * 100));
    return { checked: part === null ? 'loading…' : `${part} % loaded`, tone: 'plain' };
  }
  const running = runWords(state, orgId);
  if (running !== null) return { checked: running, tone: 'warning' };
  const failed = counts.get(orgId);
  if (failed?.kind === 'failed') return { checked: briefProblem(failed.problem), tone: 'danger' };
  if (figures === null) return { checked: 'not yet', tone: 'dim' };
  const ago = Math.max(0, state.now - figures.at);
  const when = ago < 60_000 ? 'just now' : `${age(ago)} ago`;
  if (figures.isIncomplete) return { checked: `${when}, incomplete`, tone: 'warning' };
  if (figures.unknown === 0) return { checked: when, tone: figures.isRecalled ? 'dim' : 'plain' };
  return { checked: `${when}, ${count(figures.unknown)} of unknown age`, tone: 'warning' };
}

/** A run in progress, or an unfinished one; null: the organisation has neither. */
function runWords({ deletion: run, organisations: { unfinished } }: State, orgId: string): string | null {
  if (run !== null && run.finishedAt === null && run.organisation.orgId === orgId)
    return `${runRows[run.kind].words.doing} ${count(run.settled.length)} of ${count(run.planned.length)}`;
  const left = unfinished.get(orgId);
  return left === undefined ? null : `${runRows[left].words.noun} unfinished`;
}

const tokenWords: Record<TokenSource, string> = {
  session: 'token for this session only',
  keychain: 'token from the keychain',
  command: 'token from your command',
  file: 'token from a file that is not encrypted',
  environment: 'token from the environment',
  stdin: 'token from standard input',
  demo: 'token of the demo',
};

/** Only the first names determine the widths, so that scrolling moves no column. */
const sampleSize = 200;

function OrganisationsScreen({ state }: { readonly state: State }): ReactNode {
  const { list: organisations, position: list, view } = state.organisations;
  const all = knownOrNull(organisations) ?? [];
  const shown = shownOrganisations(state);
  // A count hides no column.
  const resting: State = { ...state, organisations: { ...state.organisations, counting: null } };
  const sample = shown.slice(0, sampleSize).map((one) => rowOf(resting, one));
  const columns = columnsFor(state, sample);
  const items = shown.slice(list.top, list.top + tableRows(state.rows)).map((one) => rowOf(state, one));
  return (
    <ScreenFrame state={state} title={null} aside={plural(all.length, 'organisation')} facts={factsOf(state, shown)}>
      {organisations.kind === 'failed' && (
        <Sentence text={clean(`${problemSentence(organisations.problem)} r retries.`)} columns={state.columns} />
      )}
      {shown.length === 0 && organisations.kind !== 'failed' && (
        <Sentence
          text={
            all.length > 0 ? clean(`No organisation matches "${view.filter}". esc shows all.`) : emptySentence(state)
          }
          columns={state.columns}
        />
      )}
      {items.length > 0 && (
        <Table
          items={items}
          columns={columns}
          width={state.columns}
          cursorIndex={list.row - list.top}
          sample={sample}
          signs={[attentionSign]}
        />
      )}
      {linesUnder(state, columns, sample).map((text, at) => (
        <Text key={at}>{text || ' '}</Text>
      ))}
    </ScreenFrame>
  );
}

/** The name, id and trend of the row under the cursor, if a column has no room for them and rows are free. */
function linesUnder(state: State, columns: readonly Column<Row>[], sample: readonly Row[]): readonly Clean[] {
  const { position } = state.organisations;
  const shown = shownOrganisations(state);
  const at = shown[position.row];
  if (at === undefined) return [];
  const { orgName, orgId, visits } = rowOf(state, at);
  const isShort = width(clean(orgName)) <= minName && width(clean(orgId)) <= minId;
  const [first] = visits;
  const trend = first === undefined ? '' : trendWords(visits, maxTrend);
  const words = [
    ...(isShort ? [] : [clean(`${orgName} · ${orgId}`)]),
    ...(first === undefined || trend === '' ? [] : [clean(`${trend} stale since ${visitTime(first.at, state.now)}`)]),
  ];
  // Measured last, because it takes longest.
  if (words.length === 0 || tableWidth(columns, sampleWidths(columns, sample).whole, 1) <= state.columns) return [];
  const lines = words.flatMap((text) => wrapText(text, state.columns));
  return shown.length + 1 + lines.length <= tableRows(state.rows) ? [clean(''), ...lines] : [];
}

function factsOf(state: State, shown: readonly Organisation[]): Clean {
  const { organisations, session, staleness } = state;
  const { list, counting } = organisations;
  const parts: StatusPart[] = [];
  if (list.kind === 'loading') parts.push({ text: 'loading the organisations…' });
  if (counting !== null) {
    parts.push({ text: `counting ${count(counting.done + 1)} of ${count(counting.of)} · esc stops` });
  }
  parts.push(...filterParts(state, organisationList));
  parts.push(...(totalParts(state, shown) ?? [{ text: `stale over ${count(staleness.days)} d`, weight: 60 }]));
  parts.push(...sortParts(state, organisationList, 'service order'));
  if (session.tokenSource !== null) parts.push({ text: tokenWords[session.tokenSource], weight: 40 });
  for (const words of routeWords(session)) parts.push({ text: words, weight: 20 });
  return statusLine(parts, state.columns);
}

/** The total of the shown organisations, with the limit by which it counts; null until all are counted. */
function totalParts(state: State, shown: readonly Organisation[]): readonly StatusPart[] | null {
  const figures = shown.map(({ orgId }) => figuresFor(state, orgId));
  const [systems, stale] = [figures.map((one) => one?.systems), figures.map((one) => one?.stale)].map((numbers) =>
    numbers.reduce<number | null>((sum, one) => (sum === null || one == null ? null : sum + one), 0),
  );
  if (systems == null || stale == null || shown.length < 2) return null;
  const parts: StatusPart[] = [
    { text: `${count(systems)} systems`, weight: 60 },
    {
      text: `${count(stale)} stale (over ${count(state.staleness.days)} d)`,
      brief: `${count(stale)} stale`,
      weight: 65,
    },
  ];
  const unknown = figures.reduce((sum, one) => sum + (one?.unknown ?? 0), 0);
  if (unknown > 0) parts.push({ text: `${count(unknown)} of unknown age`, weight: 62 });
  const recalled = figures.flatMap((one) => (one?.isRecalled === true ? [one.at] : []));
  if (recalled.length > 0) {
    parts.push({ text: `counted up to ${age(Math.max(0, state.now - Math.min(...recalled)))} ago`, weight: 63 });
  }
  return parts;
}

function routeWords({ route }: State['session']): readonly string[] {
  if (route.kind === 'direct') return [];
  return [route.kind === 'proxy' ? `through the proxy ${route.name}` : `proxy ${route.name} set but not used`];
}

function emptySentence({ organisations: { list: organisations } }: State): Clean {
  return organisations.kind === 'loading'
    ? clean('loading the organisations…')
    : clean('This account belongs to no organisation. X signs out; then sign in with another token.');
}
