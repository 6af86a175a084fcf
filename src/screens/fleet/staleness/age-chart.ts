/** The bars of the stale screen: bands of age with the threshold between them, as lines of text. */
import { bandName, rowName, type StaleRow } from '../../../state/fleet/staleness/rows.ts';
import type { Part } from '../../parts/table.tsx';
import { type Clean, clean } from '../../text/clean.ts';
import { clip, fit, width } from '../../text/fit.ts';
import { count, percent } from '../../text/quantities.ts';

/** A line of the screen; `row`: its index among the rows, null where the cursor cannot be. */
export interface Line {
  readonly row: number | null;
  readonly parts: readonly Part[];
}

/** The share of stale systems, for the line of the threshold. */
export interface Share {
  readonly stale: number;
  readonly systems: number;
}

const GAP = '  ';
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** The title and the bars, in this many cells; keys and tags have no bars. */
export function chartLines(rows: readonly StaleRow[], share: Share, cells: number): readonly Line[] {
  const bars = rows.flatMap((row, at) => (row.kind === 'key' || row.kind === 'tag' ? [] : [{ row, at }]));
  const layout = layoutOf(
    bars.map(({ row }) => row),
    cells,
  );
  const title = clean(`${fit(clean('last seen'), layout.label)}${GAP}${fit(clean('systems'), layout.count, 'right')}`);
  return [
    { row: null, parts: [{ text: title, tone: 'dim' }] },
    ...bars.map(({ row, at }) => ({ row: at, parts: partsOf(row, share, layout) })),
  ];
}

/** The widths of the parts of a line. */
interface Layout {
  readonly cells: number;
  readonly label: number;
  readonly count: number;
  readonly bar: number;
  /** The count that gets the longest bar. */
  readonly most: number;
}

function layoutOf(rows: readonly StaleRow[], cells: number): Layout {
  const labels = rows.map((row) => width(labelOf(row)));
  const label = Math.min(Math.max(...labels), Math.floor(cells / 2));
  const counts = Math.max(...rows.map((row) => width(count(row.count))), 'systems'.length);
  const bar = Math.max(0, cells - label - counts - 2 * GAP.length);
  return {
    cells,
    label,
    count: counts,
    bar,
    most: Math.max(0, ...rows.map((row) => (row.kind === 'band' ? row.count : 0))),
  };
}

function labelOf(row: StaleRow): Clean {
  return clean(row.kind === 'band' ? bandName(row) : (rowName(row) ?? ''));
}

function partsOf(row: StaleRow, share: Share, layout: Layout): readonly Part[] {
  if (row.kind === 'threshold') return [{ text: divider(share, layout.cells), tone: 'warning' }];
  const text = clean(`${fit(labelOf(row), layout.label)}${GAP}${fit(count(row.count), layout.count, 'right')}${GAP}`);
  if (row.kind === 'band') {
    return [
      { text, tone: 'plain' },
      { text: barOf(row.count, layout), tone: row.isStale ? 'warning' : 'plain' },
    ];
  }
  const isConnected = row.kind === 'connected';
  const judged = clip(clean(isConnected ? 'never stale' : 'not judged'), layout.bar);
  return [
    { text, tone: 'plain' },
    { text: judged, tone: isConnected ? 'good' : 'warning' },
  ];
}

/** Even the smallest count leaves a trace: a row without a bar means none. */
function barOf(amount: number, { bar, most }: Layout): Clean {
  if (amount === 0) return clean('');
  const eighths = Math.max(1, Math.round((8 * bar * amount) / most));
  return clean('█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? ''));
}

/** `──────── stale ──────── 1,953 (39 %) ──` */
function divider({ stale, systems }: Share, cells: number): Clean {
  const amount = clean(` ${count(stale)} (${percent(stale, systems)}) ──`);
  const word = clean(`${'─'.repeat(cells < 40 ? 2 : 8)} stale `);
  const rule = Math.max(0, cells - width(word) - width(amount));
  return clip(clean(`${word}${'─'.repeat(rule)}${amount}`), cells);
}
