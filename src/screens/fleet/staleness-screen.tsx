/** The stale screen: stale systems at a threshold, by age, key and tag, and the counts at other thresholds. */
import { isReadingEverything, isWholeListRead } from '../../state/fleet/list/feature.ts';
import {
  cursorIn,
  rowName,
  rowSystems,
  staleAt,
  staleFigures,
  type StaleFigures,
  type StaleRow,
  protectedStale,
} from '../../state/fleet/staleness/rows.ts';
import type { State } from '../../state/root/state.ts';
import {
  bind,
  type Binding,
  type BindingGroup,
  listKeysWithoutPages,
  noList,
  noneAsked,
  type ScreenDefinitions,
  type ViewProps,
} from '../screen-definition.ts';
import { count, visitTime } from '../text/quantities.ts';
import { trendWords, systemSigns } from './system-signs.ts';
import { Box, Text } from 'ink';
import { type ReactNode, useContext } from 'react';
import { bodyRows, staleLayout } from '../../state/kernel/list-view.ts';
import { incompletenessOf } from '../../state/fleet/list/scan.ts';
import { unknownAges, visitsUpTo } from '../../state/fleet/staleness/staleness.ts';
import { columnsChosen } from './table-columns.ts';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import { PlainContext, useTones } from '../parts/root-context.ts';
import { CURSOR, plain, Row, Table } from '../parts/table.tsx';
import { type Clean, clean } from '../text/clean.ts';
import { clip, statusLine, type StatusPart } from '../text/fit.ts';
import { incompletenessStatus, countLoaded, readingWords, unknownAgeWords } from '../text/fleet-wording.ts';
import {
  blank,
  chartLines,
  comparedThresholds,
  groupTable,
  groupWords,
  type StaleLine,
  thresholdTable,
  thresholdWords,
  type WordLine,
} from './stale-lines.ts';

// The keys to find and mark stale systems, in the list and on the stale screen.

export const staleBindings: readonly Binding[] = [
  bind(['s'], 'mark all stale systems, all pages', 'staleMarkRequested', { hint: 'mark stale', refusal: noneAsked }),
  bind(['S'], 'stale systems: threshold and ages', 'staleOpened', { hint: 'threshold', refusal: noList }),
];

const digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

export const staleKeys: BindingGroup = {
  title: 'Stale',
  bindings: [
    bind(['enter'], 'apply the threshold, or show the row', 'staleRowOpened', {
      hint: (state) => (rowAtCursor(state)?.kind === 'threshold' ? 'apply' : 'show'),
      refusal: (state) => (rowAtCursor(state)?.count === 0 && !isOnThreshold(state) ? 'no system has this age' : null),
    }),
    bind(['s'], 'mark stale systems, all or of this row', 'staleChosen', {
      hint: markHint,
      refusal: notMarked,
    }),
    ...digits.map((digit) =>
      bind(
        [digit],
        'type the threshold, in days',
        { kind: 'thresholdTyped', digit },
        { label: '0-9', ...(digit === '0' && { hint: 'days' }) },
      ),
    ),
    bind(['left'], 'lower by a day', { kind: 'thresholdMoved', days: -1 }, { hint: '→ ±1' }),
    bind(['right'], 'raise by a day', { kind: 'thresholdMoved', days: 1 }),
    bind(['esc', 'h'], 'cancel: the threshold stays as it was', 'wentBack', { hint: 'cancel' }),
    bind(['shift-left', '['], 'lower by 30 days', { kind: 'thresholdMoved', days: -30 }, { hint: '⇧→ ±30' }),
    bind(['shift-right', ']'], 'raise by 30 days', { kind: 'thresholdMoved', days: 30 }),
    bind(['backspace'], 'delete the last digit of the threshold', 'thresholdErased'),
    bind(['tab'], 'go to the keys, the tags, the threshold', 'staleGroupEntered', { hint: 'keys, tags' }),
    bind(['r', 'S'], 'load the missing pages', 'staleOpened'),
  ],
};

function rowAtCursor(state: State): StaleRow | undefined {
  const { screen } = state;
  if (screen.kind !== 'stale') return undefined;
  const figures = staleFigures(state, screen.days);
  return figures.rows[cursorIn(figures, screen.row)];
}

function isOnThreshold(state: State): boolean {
  return rowAtCursor(state)?.kind === 'threshold';
}

/** The number of systems that the key marks, if it is known without counting. */
function markHint(state: State): string {
  const row = rowAtCursor(state);
  if (row === undefined || state.screen.kind !== 'stale') return 'mark';
  if (!isWholeListRead(state)) return 'mark stale';
  if (state.session.profileSettings.marksDisabled) return `mark ${count(row.count)}`;
  const { stale, disabled } = staleFigures(state, state.screen.days);
  return row.kind === 'threshold' ? `mark ${count(stale - disabled)}` : 'mark';
}

function notMarked(state: State): string | null {
  const row = rowAtCursor(state);
  if (row === undefined || row.kind === 'threshold') return null;
  if (row.kind === 'connected') return 'connected systems are never stale';
  if (row.kind === 'unknown') return 'nothing says whether they are stale; enter shows them';
  if (row.kind === 'band' && !row.isStale) return 'these systems are not stale; ← lowers the threshold';
  if (!isWholeListRead(state)) return 'waits until every page is loaded; r loads them';
  return row.count === 0 ? 'no system has this age' : null;
}

export const stalenessScreens: ScreenDefinitions<'stale'> = {
  stale: { View: StaleScreen, keys: [staleKeys, listKeysWithoutPages] },
};

type StaleProps = ViewProps<'stale'>;

const gutter = 2;

function StaleScreen({ state, screen }: StaleProps): ReactNode {
  const { days } = screen;
  const figures = staleFigures(state, days);
  const isPlain = useContext(PlainContext) !== null;
  return (
    <ScreenFrame
      state={state}
      title={titleOf(screen, state.columns)}
      {...(state.columns >= minColumnsForTitle && {
        aside: clean(`${count(figures.stale)} of ${count(figures.systems)}`),
      })}
      facts={factsOf(state, figures, days)}
    >
      {isPlain ? (
        <PlainView state={state} screen={screen} />
      ) : staleLayout(state).right === 0 ? (
        <NarrowView state={state} screen={screen} />
      ) : (
        <WideView state={state} screen={screen} />
      )}
    </ScreenFrame>
  );
}

/** The threshold in its field, with a caret while you type. */
function titleOf({ days, typed }: StaleProps['screen'], columns: number): Clean {
  const digits = typed === null ? count(days) : `${typed}_`;
  if (columns < minColumnsForTitle) return clean(`Stale ▏ ${digits} d ▕`);
  return clean(`Stale after ▏ ${digits} ${days === 1 && typed === null ? 'day' : 'days'} ▕`);
}

/** In fewer columns, the organisation's name needs the cells; the threshold's line shows the counts, too. */
const minColumnsForTitle = 60;

function NarrowView({ state, screen }: StaleProps): ReactNode {
  const { columns } = state;
  const figures = staleFigures(state, screen.days);
  const cells = columns - gutter;
  const groups = groupWords(figures, cells);
  const thresholds = thresholdWords(amountsAt(state, screen.days), cells);
  const lines: readonly (StaleLine | WordLine)[] = [
    ...chartLines(figures.rows, figures, cells),
    ...(groups.length === 0 ? [] : [blank, ...groups]),
    blank,
    ...thresholds,
    blank,
    ...trendLines(state, screen, cells),
    ...meanings(cells),
  ];
  return (
    <LinesInView lines={lines} cursor={cursorIn(figures, screen.row)} width={columns} height={bodyRows(state.rows)} />
  );
}

/** Ages, other thresholds and a sample at the left; keys and tags at the right. */
function WideView({ state, screen }: StaleProps): ReactNode {
  const { left, right } = staleLayout(state);
  const figures = staleFigures(state, screen.days);
  const height = bodyRows(state.rows);
  const cursor = cursorIn(figures, screen.row);
  const amounts = amountsAt(state, screen.days);
  const thresholds = thresholdTable(amounts, { days: screen.days, stale: figures.stale }, figures.systems);
  const chart = chartLines(figures.rows, figures, left - gutter - 1);
  const lines: readonly StaleLine[] = [...chart, blank, ...thresholds, blank];
  const foot = [...trendLines(state, screen, left - gutter - 1), ...meanings(left - gutter - 1)];
  const isReading = isReadingEverything(state);
  const room = height - lines.length - foot.length - 1;
  const groups = isReading ? [later] : groupTable(figures, right - edge.length - gutter - 1);
  return (
    <Box>
      <Box width={left} flexDirection="column" flexShrink={0}>
        <LinesInView lines={lines} cursor={cursor} width={left - 1} height={Math.min(height, lines.length)} />
        {room >= leastSample && !isReading && <Sample state={state} screen={screen} width={left - 1} rows={room} />}
        {room >= 0 && <LinesInView lines={foot} cursor={cursor} width={left - 1} height={foot.length} />}
      </Box>
      <Edge rows={height} />
      <Box width={right - edge.length} flexDirection="column" flexShrink={0}>
        <LinesInView lines={groups} cursor={cursor} width={right - edge.length} height={height} />
      </Box>
    </Box>
  );
}

/** The screen as lines; a screen reader gets the line with the cursor. */
function PlainView({ state, screen }: StaleProps): ReactNode {
  const { columns } = state;
  const figures = staleFigures(state, screen.days);
  const lines = [...chartLines(figures.rows, figures, columns - gutter), ...groupTable(figures, columns - gutter)];
  return <LinesInView lines={lines} cursor={cursorIn(figures, screen.row)} width={columns} height={lines.length} />;
}

/** Shown instead of keys and tags while pages load, because each page would reorder them. */
const later: StaleLine = { row: null, parts: [{ text: clean('Keys and tags follow the last page.'), tone: 'dim' }] };

const edge = '│ ';

function Edge({ rows }: { readonly rows: number }): ReactNode {
  const tones = useTones();
  return (
    <Box width={edge.length} flexShrink={0}>
      <Text {...tones.dim}>{Array.from({ length: rows }, () => edge).join('\n')}</Text>
    </Box>
  );
}

interface LinesProps {
  readonly lines: readonly (StaleLine | WordLine)[];
  readonly cursor: number;
  readonly width: number;
  readonly height: number;
}

function LinesInView({ lines, cursor, width, height }: LinesProps): ReactNode {
  const isAt = (line: StaleLine | WordLine): boolean =>
    'words' in line ? line.words.some(({ row }) => row === cursor) : line.row === cursor;
  const at = lines.findIndex(isAt);
  const top = Math.max(0, Math.min(at - Math.floor(height / 2), lines.length - height));
  return lines
    .slice(top, top + height)
    .map((line, index) =>
      'words' in line ? (
        <Words key={index} line={line} cursor={cursor} />
      ) : (
        <Row key={index} hasCursor={line.row === cursor} width={width} parts={[plain(' '), ...line.parts]} />
      ),
    );
}

function Words({ line, cursor }: { readonly line: WordLine; readonly cursor: number }): ReactNode {
  const tones = useTones();
  return (
    <Text wrap="truncate">
      {' '.repeat(gutter)}
      <Text {...tones.dim}>{line.label}</Text>
      {line.words.map(({ row, text }, index) => (
        <Text key={index}>
          {index > 0 && '  '}
          {row !== null && row === cursor ? (
            <Text inverse>{`${CURSOR}${text}`}</Text>
          ) : (
            `${index > 0 || line.label !== '' ? ' ' : ''}${text}`
          )}
        </Text>
      ))}
    </Text>
  );
}

/** Rows of the sample: its title, the header of the table, and one system. */
const leastSample = 3;

/** Some systems of the row under the cursor, the oldest first. */
function Sample({
  state,
  screen,
  width,
  rows,
}: StaleProps & { readonly width: number; readonly rows: number }): ReactNode {
  const figures = staleFigures(state, screen.days);
  const row = figures.rows[cursorIn(figures, screen.row)];
  if (row === undefined) return null;
  const systems = rowSystems(state, screen.days, row, rows - 2);
  if (systems.length === 0) return null;
  const title = sampleTitle(row, screen.days);
  const tried: State = { ...state, columns: width, staleness: { ...state.staleness, days: screen.days } };
  const { columns } = columnsChosen(tried, systems);
  return (
    <>
      <Row hasCursor={false} width={width} parts={[plain(' '), { text: clip(title, width - gutter), tone: 'dim' }]} />
      <Table items={systems} columns={columns} width={width} signs={systemSigns(tried, new Set())} />
    </>
  );
}

function sampleTitle(row: StaleRow, days: number): Clean {
  const name = rowName(row) ?? `over ${count(days)} d`;
  const isFresh = row.kind === 'band' && !row.isStale;
  return clean(`${isFresh ? 'Not stale' : 'Stale'}: ${name}, the oldest first`);
}

function amountsAt(state: State, days: number) {
  const thresholds = comparedThresholds(days);
  const stale = staleAt(state, thresholds);
  return thresholds.map((each, at) => ({ days: each, stale: stale[at] ?? 0 }));
}

/** The stale systems at each visit; empty while another threshold is tried, since no visit counted by that. */
function trendLines(state: State, { days }: StaleProps['screen'], cells: number): readonly StaleLine[] {
  const { staleness, now } = state;
  const counted = { at: now, days, stale: staleFigures(state, days).stale };
  const isCounted = days === staleness.days && isWholeListRead(state);
  const visits = isCounted ? visitsUpTo(counted, staleness.visited ?? undefined) : [];
  const [first] = visits;
  const trend = trendWords(visits, maxTrend);
  if (trend === '' || first === undefined) return [];
  const text = clean(`${trend} since ${visitTime(first.at, now)}, at each visit.`);
  return [{ row: null, parts: [{ text: clip(text, cells), tone: 'plain' }] }];
}

/** Visits that one line has room for beside its words. */
const maxTrend = 30;

function meanings(cells: number): readonly StaleLine[] {
  const text = clean('Connected: never stale. Never connected: aged from the enrolment.');
  return [{ row: null, parts: [{ text: clip(text, cells), tone: 'dim' }] }];
}

/** The systems that the counts cover, and those that they leave out. */
function factsOf(state: State, { disabled, stale }: StaleFigures, days: number): Clean {
  const { scan } = state.list.listing;
  // The key that stops loading comes first, because the end of the line may be cut.
  if (isReadingEverything(state)) return statusLine(readingParts(state), state.columns);
  const parts: StatusPart[] = [{ text: `Not connected, seen over ${count(days)} d ago` }];
  const incompleteness = scan && incompletenessOf(scan);
  if (incompleteness !== null) parts.push({ text: incompletenessStatus(incompleteness) });
  else if (scan !== null && !isWholeListRead(state)) {
    parts.push({ text: `only ${countLoaded(scan)}: r loads the rest` });
  }
  const unknown = unknownAges(scan);
  if (unknown !== null) parts.push({ text: unknownAgeWords(unknown) });
  const safe = protectedStale(state, days) ?? 0;
  if (disabled > 0) parts.push({ text: `${count(disabled)} disabled`, weight: 3 });
  if (safe > 0) parts.push({ text: `${count(safe)} protected`, weight: 2 });
  if (stale > 0 && scan !== null && scan.query.search !== '') {
    parts.push({ text: `in the search "${clip(clean(scan.query.search), 16)}"`, weight: 4 });
  }
  return statusLine(parts, state.columns);
}

function readingParts(state: State): readonly StatusPart[] {
  return [{ text: 'Loading every page', weight: 1 }, { text: readingWords(state) }];
}
