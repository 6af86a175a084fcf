/** The texts beside the bars of the stale screen: keys and tags, and the counts at other thresholds. */
import { bandName, rowName, type StaleFigures, type StaleRow } from '../../state/fleet/staleness/rows.ts';
import type { Part } from '../parts/table.tsx';
import { type Clean, clean } from '../text/clean.ts';
import { clip, fit, width } from '../text/fit.ts';
import { count, percent } from '../text/quantities.ts';

type Group = StaleRow & { readonly kind: 'key' | 'tag' };

function groupsIn(
  rows: readonly StaleRow[],
  kind: Group['kind'],
): readonly { readonly row: Group; readonly at: number }[] {
  return rows.flatMap((row, at) => (row.kind === kind ? [{ row, at }] : []));
}

function groupName({ kind, group }: Group): Clean {
  return clean(group.name ?? `no ${kind}`);
}

const titles = { key: 'BY KEY', tag: 'BY TAG' } as const;

/** A table of keys and a table of tags: stale systems, all systems, and the share. */
export function groupTable({ rows }: StaleFigures, cells: number): readonly StaleLine[] {
  const tables = (['key', 'tag'] as const).map((kind) => {
    const groups = groupsIn(rows, kind);
    if (groups.length === 0) return [];
    const numbers = groups.map(({ row }) => [
      count(row.count),
      count(row.group.systems),
      percent(row.count, row.group.systems),
    ]);
    const titled = [['STALE', 'OF ALL', 'SHARE'], ...numbers];
    const widths = [0, 1, 2].map((column) => Math.max(...titled.map((line) => (line[column] ?? '').length)));
    const label = Math.max(8, cells - widths.reduce((sum, each) => sum + each + 2, 0));
    const line = (name: Clean, values: readonly string[]): Clean =>
      clean(
        fit(name, label) +
          values.map((value, column) => `  ${fit(clean(value), widths[column] ?? 0, 'right')}`).join(''),
      );
    const title: StaleLine = { row: null, parts: [{ text: line(clean(titles[kind]), titled[0] ?? []), tone: 'dim' }] };
    const lines = groups.map(({ row, at }, index): StaleLine => ({
      row: at,
      parts: [{ text: line(groupName(row), numbers[index] ?? []), tone: 'plain' }],
    }));
    return [title, ...lines];
  });
  return tables.filter((table) => table.length > 0).flatMap((table, at) => (at === 0 ? table : [blank, ...table]));
}

export const blank: StaleLine = { row: null, parts: [] };

/** A line of words that may be rows of the cursor: the keys and tags on a narrow screen. */
export interface WordLine {
  readonly label: Clean;
  readonly words: readonly { readonly row: number | null; readonly text: Clean }[];
}

/** Cells of the label, including the cell of the cursor. */
const labelCells = 9;
const wordGap = 3;

/** Limit on a name's length, so that it does not take another line. */
const maxNameLength = 24;

export function groupWords({ rows }: StaleFigures, cells: number): readonly WordLine[] {
  return (['key', 'tag'] as const).flatMap((kind) => {
    const groups = groupsIn(rows, kind);
    const linesOf = (longest: number): readonly WordLine[] => {
      const words = groups.map(({ row, at }) => {
        const amount = ` ${count(row.count)}`;
        const name = clip(groupName(row), Math.max(4, Math.min(longest, cells - labelCells - amount.length)));
        return { row: at, text: clean(name + amount) };
      });
      return wordLines(clean(titles[kind].toLowerCase()), words, cells);
    };
    const fewest = linesOf(maxNameLength);
    for (let longest = cells; longest > maxNameLength; longest--) {
      const lines = linesOf(longest);
      if (lines.length === fewest.length) return lines;
    }
    return fewest;
  });
}

/** `30 d: 2,988   60 d: 2,461 …`, including the threshold under test. */
export function thresholdWords(amounts: readonly Amount[], cells: number): readonly WordLine[] {
  const words = amounts.map(({ days, stale }) => ({ row: null, text: clean(`${days} d: ${count(stale)}`) }));
  return wordLines(null, words, cells);
}

/** Wraps between words; only the first line has the label. */
function wordLines(label: Clean | null, words: WordLine['words'], cells: number): readonly WordLine[] {
  const before = label === null ? 0 : labelCells;
  const lines: { label: Clean; words: { row: number | null; text: Clean }[] }[] = [];
  let used = 0;
  for (const word of words) {
    const line = lines.at(-1);
    const taken = width(word.text);
    if (line !== undefined && used + wordGap + taken <= cells) {
      line.words.push(word);
      used += wordGap + taken;
    } else {
      lines.push({
        label: fit(lines.length === 0 ? (label ?? clean('')) : clean(''), Math.max(0, before - 1)),
        words: [word],
      });
      used = before + taken;
    }
  }
  return lines;
}

interface Amount {
  readonly days: number;
  readonly stale: number;
}

/** Other thresholds in days, to compare with the one under test. */
const usualThresholds: readonly number[] = [30, 60, 90, 120, 180];

export function comparedThresholds(days: number): readonly number[] {
  return [...new Set([...usualThresholds, days])].sort((a, b) => a - b);
}

/** The stale systems at each threshold, their share, and the difference from the threshold under test. */
export function thresholdTable(amounts: readonly Amount[], tried: Amount, systems: number): readonly StaleLine[] {
  const rows = amounts.map(({ days, stale }) => [
    `${count(days)} d`,
    count(stale),
    percent(stale, systems),
    days === tried.days ? '–' : signNumber(stale - tried.stale),
  ]);
  const all = [['threshold', 'stale', 'share', 'difference'], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  const lineOf = (row: readonly string[]): Clean =>
    clean(row.map((cell, column) => fit(clean(cell), widths[column] ?? 0, 'right')).join('   '));
  return all.map((row, at) => {
    const tone: Part['tone'] = at === 0 ? 'dim' : amounts[at - 1]?.days === tried.days ? 'warning' : 'plain';
    return { row: null, parts: [{ text: lineOf(row), tone }] };
  });
}

function signNumber(difference: number): string {
  if (difference === 0) return '0';
  return difference > 0 ? `+${count(difference)}` : `−${count(-difference)}`;
}

// The bars of the stale screen: age bands with the threshold between them, as lines of text.

/** A line of the screen; `row`: its index among the rows, null if the cursor skips it. */
export interface StaleLine {
  readonly row: number | null;
  readonly parts: readonly Part[];
}

interface Share {
  readonly stale: number;
  readonly systems: number;
}

const GAP = '  ';
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** The title and the bars, in this many cells; keys and tags have no bars. */
export function chartLines(rows: readonly StaleRow[], share: Share, cells: number): readonly StaleLine[] {
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

interface Layout {
  readonly cells: number;
  readonly label: number;
  readonly count: number;
  readonly bar: number;
  /** The count with the longest bar. */
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

/** Gives the smallest count above 0 a visible bar. */
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
