/** A bar chart of counts. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { clean, type Clean } from '../text/clean.ts';
import { clip, fit, width } from '../text/fit.ts';
import { count } from '../text/numbers.ts';
import { useTones, type Tone } from './theme.ts';

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
