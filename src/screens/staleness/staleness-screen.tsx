/** The ages of systems with the threshold in them, and the keys that find and mark the stale ones. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { keysSeen } from '../../state/enrolment-keys/selectors.ts';
import { type AgeBand, bandsOf, coarseEdges, fineEdges, staleIn, staleTags } from '../../state/staleness/staleness.ts';
import { systemsRead } from '../../state/list/listing.ts';
import { ages } from '../../state/staleness/operations.ts';
import { isReadingEverything, isWholeListRead } from '../../state/list/operations.ts';
import { incompletenessOf } from '../../state/list/scan.ts';
import type { State } from '../../state/state.ts';
import { bodyRows } from '../../state/kernel/layout.ts';
import { useTones, type Tone } from '../parts/root-context.ts';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import type { ScreenDefinitions, ViewProps } from '../screen-definition.ts';
import { type Clean, clean } from '../text/clean.ts';
import { clip, fitting, width, statusLine, type StatusPart, fit } from '../text/fit.ts';
import { incompletenessForms, readingForms, loadedOf } from '../text/incompleteness-wording.ts';
import { count, plural } from '../text/quantities.ts';
import { bind, type Binding, type BindingGroup, noList, noneAsked } from '../keys/binding.ts';

/** In the list. */
export const staleBindings: readonly Binding[] = [
  bind(['s'], 'mark all stale systems, all pages', 'staleMarkRequested', { hint: 'mark stale', refusal: noneAsked }),
  bind(['S'], 'stale systems: threshold and ages', 'staleOpened', { hint: 'threshold', refusal: noList }),
];

export const staleKeys: BindingGroup = {
  title: 'Stale',
  bindings: [
    bind(['enter'], 'mark the stale systems', 'staleChosen', {
      hint: 'mark these',
      refusal: (state) => {
        if (isWholeListRead(state)) return null;
        return isReadingEverything(state)
          ? 'not every page has been read yet; the rest is on its way'
          : 'not every page has been read yet; s reads on';
      },
    }),
    bind(['left', 'h'], 'lower by a day', { kind: 'thresholdMoved', days: -1 }, { hint: 'day less' }),
    bind(['right', 'l'], 'raise by a day', { kind: 'thresholdMoved', days: 1 }, { hint: 'day more' }),
    bind(['shift-left', '['], 'lower by 30 days', { kind: 'thresholdMoved', days: -30 }, { hint: 'month less' }),
    bind(['shift-right', ']'], 'raise by 30 days', { kind: 'thresholdMoved', days: 30 }, { hint: 'month more' }),
    bind(['s', 'S', 'r'], 'read the missing pages', 'staleOpened'),
  ],
};

export const stalenessScreens: ScreenDefinitions<'stale'> = {
  stale: { View: StaleScreen, keys: [staleKeys], backHint: 'back' },
};

/** Fewer rows than this, and the bands are fewer, too. */
const lowBody = 11;

export function StaleScreen({ state, screen: { days } }: ViewProps<'stale'>): ReactNode {
  const tones = useTones();
  const { columns } = state;
  const all = ages(state);
  const stale = staleIn(all, days);
  const isLow = bodyRows(state.rows) < lowBody;
  const bands = bandsOf(all, days, isLow ? coarseEdges : fineEdges);
  const below = bands.filter(({ fromDays }) => fromDays < days).length;
  const bars = bands.map((band, at): Bar => ({
    label: bandLabel(band),
    amount: band.count,
    tone: at < below ? 'plain' : 'warning',
  }));
  const connected: Bar = { label: clean('connected now'), amount: all.connected, tone: 'good' };
  const unknown: Bar = { label: clean('age unknown'), amount: all.unknown, tone: 'dim' };
  const text = clean(`${days} d: ${count(stale)} ${stale === 1 ? 'is' : 'are'} stale`);
  const shown = [...bars, connected, ...(all.unknown > 0 && !isLow ? [unknown] : [])];
  // Titles and separator above, blank line and three sentences below.
  const room = bodyRows(state.rows) - shown.length;
  const hasRoom = room >= 5;
  return (
    <ScreenFrame state={state} title={clean('Stale')} facts={factsOf(state, days)}>
      <BarChart
        columns={columns}
        titles={[clean('last seen'), clean('systems')]}
        bars={shown}
        separator={{ after: below, text }}
      />
      {hasRoom && <Text> </Text>}
      {hasRoom && <Text>{clip(byKey(state, days), columns)}</Text>}
      {room >= 6 && <Text>{clip(byTag(state, days), columns)}</Text>}
      {hasRoom && <Text {...tones.dim}>{clip(fitting(meanings, columns), columns)}</Text>}
    </ScreenFrame>
  );
}

const meanings = [
  clean('A connected system is never stale, whatever its "last seen" says; never connected: by its enrolment.'),
  clean('Connected is never stale; what never connected counts from its enrolment.'),
  clean('Connected is never stale.'),
];

/** Which keys enrolled the stale ones, the most first. */
function byKey({ list, now, columns }: State, days: number): Clean {
  const keys = keysSeen(systemsRead(list.listing), days, now)
    .filter(({ stale }) => stale > 0)
    .sort((a, b) => b.stale - a.stale)
    .map(({ description, stale }) => `${description ?? 'no key'} ${count(stale)}`);
  return keys.length === 0 ? clean('No system is stale.') : listed('stale by key: ', keys, columns);
}

/** Which tags they carry, the most frequent first. */
function byTag({ list, now, columns }: State, days: number): Clean {
  const tags = staleTags(systemsRead(list.listing), days, now).map(({ tag, stale }) => `${tag} ${count(stale)}`);
  return tags.length === 0 ? clean('') : listed('stale by tag: ', tags, columns);
}

/** As many as fit whole, and how many more there are. */
function listed(label: string, words: readonly string[], columns: number): Clean {
  const withFirst = (shown: number): Clean => {
    const rest = words.length - shown;
    return clean(label + words.slice(0, shown).join(' · ') + (rest === 0 ? '' : ` · ${count(rest)} more`));
  };
  let shown = words.length;
  while (shown > 1 && width(withFirst(shown)) > columns) shown -= 1;
  return withFirst(shown);
}

/** The threshold, and what the counts on the screen do not cover. */
function factsOf(state: State, days: number): Clean {
  const { scan } = state.list.listing;
  const threshold = { forms: [`over ◂ ${plural(days, 'day')} ▸`] };
  // How to stop it is worth more than what the line says afterwards.
  if (isReadingEverything(state)) return statusLine([threshold, { forms: readingForms(state) }], state.columns);
  const meaning = { forms: ['not connected, and not seen for longer', 'not connected'], weight: 1 };
  const incompleteness = scan && incompletenessOf(scan);
  const parts: StatusPart[] = [threshold, meaning];
  if (incompleteness !== null) parts.push({ forms: incompletenessForms(incompleteness) });
  else if (scan !== null && !isWholeListRead(state))
    parts.push({ forms: [`only ${loadedOf(scan)}: s loads the rest`, `only ${loadedOf(scan)}`] });
  return statusLine(parts, state.columns);
}

function bandLabel({ fromDays, toDays }: AgeBand): Clean {
  if (toDays === null) return clean(`more than ${fromDays} d`);
  if (toDays === fromDays + 1) return clean(fromDays === 0 ? 'today' : `${toDays} d`);
  return clean(fromDays === 0 ? `today – ${toDays} d` : `${fromDays + 1} – ${toDays} d`);
}

export interface Bar {
  readonly label: Clean;
  readonly amount: number;
  readonly tone?: Tone;
}

interface BarChartProps {
  readonly columns: number;
  /** Above the labels and above the counts. */
  readonly titles: readonly [Clean, Clean];
  readonly bars: readonly Bar[];
  /** A line across the chart, below so many bars. */
  readonly separator: { readonly after: number; readonly text: Clean };
}

const GAP = '  ';
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** The longest bar takes all the room. */
export function BarChart({ columns, titles, bars, separator }: BarChartProps): ReactNode {
  const tones = useTones();
  const layout = layoutOf(columns, titles, bars);
  const lines = bars.map(({ label, amount, tone = 'plain' }, index) => (
    <Text key={index} wrap="truncate">
      {cells(label, count(amount), layout)}
      <Text {...tones[tone]}>{barOf(amount, layout)}</Text>
    </Text>
  ));
  return (
    <>
      <Text wrap="truncate" {...tones.dim}>
        {cells(titles[0], titles[1], layout)}
      </Text>
      {lines.toSpliced(separator.after, 0, <Rule key="separator" text={separator.text} layout={layout} />)}
    </>
  );
}

/** The cells of each part of a line. */
interface Layout {
  readonly label: number;
  readonly count: number;
  readonly bar: number;
  /** The count that gets the longest bar. */
  readonly most: number;
}

function layoutOf(columns: number, titles: readonly [Clean, Clean], bars: readonly Bar[]): Layout {
  const amounts = bars.map(({ amount }) => amount);
  const widest = Math.max(...[titles[0], ...bars.map(({ label }) => label)].map(width));
  const label = Math.min(widest, Math.floor(columns / 2));
  const countCells = Math.max(...[titles[1], ...amounts.map(count)].map(width));
  const bar = Math.max(0, columns - label - countCells - 2 * GAP.length);
  return { label, count: countCells, bar, most: Math.max(0, ...amounts) };
}

function cells(label: Clean, amount: Clean, layout: Layout): Clean {
  return clean(`${fit(label, layout.label)}${GAP}${fit(amount, layout.count, 'right')}${GAP}`);
}

/** Even the smallest count leaves a trace: a row without a bar says there are none. */
function barOf(amount: number, { bar, most }: Layout): string {
  if (amount === 0) return '';
  const eighths = Math.max(1, Math.round((8 * bar * amount) / most));
  return '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '');
}

function Rule({ text, layout }: { readonly text: Clean; readonly layout: Layout }): ReactNode {
  const tones = useTones();
  const cells = layout.label + layout.count + layout.bar + 2 * GAP.length;
  const words = clip(clean(` ${text} `), cells);
  // Where the bars would begin; further left where the words need the room.
  const lead = Math.min(layout.label + GAP.length + layout.count, cells - width(words));
  return (
    <Text wrap="truncate" {...tones.warning}>
      {'─'.repeat(lead)}
      {words}
      {'─'.repeat(cells - lead - width(words))}
    </Text>
  );
}
