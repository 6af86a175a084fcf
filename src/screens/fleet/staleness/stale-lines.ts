/** The texts beside the bars of the stale screen: keys and tags, and the counts at other thresholds. */
import type { StaleFigures, StaleRow } from '../../../state/fleet/staleness/rows.ts';
import type { Part } from '../../parts/table.tsx';
import { type Clean, clean } from '../../text/clean.ts';
import { clip, fit, width } from '../../text/fit.ts';
import { count, percent } from '../../text/quantities.ts';
import type { Line } from './age-chart.ts';

type Group = StaleRow & { readonly kind: 'key' | 'tag' };

/** Rows of keys or tags, each with its place among all rows. */
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

/** A table of keys and one of tags: their stale systems, all systems, and the share. */
export function groupTable({ rows }: StaleFigures, cells: number): readonly Line[] {
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
    const title: Line = { row: null, parts: [{ text: line(clean(titles[kind]), titled[0] ?? []), tone: 'dim' }] };
    const lines = groups.map(({ row, at }, index): Line => ({
      row: at,
      parts: [{ text: line(groupName(row), numbers[index] ?? []), tone: 'plain' }],
    }));
    return [title, ...lines];
  });
  return tables.filter((table) => table.length > 0).flatMap((table, at) => (at === 0 ? table : [blank, ...table]));
}

export const blank: Line = { row: null, parts: [] };

/** Words in a line, some of them rows: the keys and tags of a narrow screen. */
export interface WordLine {
  readonly label: Clean;
  readonly words: readonly { readonly row: number | null; readonly text: Clean }[];
}

/** The cells before the words: the label, and the cell of the cursor. */
const labelCells = 9;
const wordGap = 3;

/** A longer name is cut where it would take another line. */
const longestName = 24;

/** The keys and tags with the most stale systems, as many in a line as fit. */
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
    const fewest = linesOf(longestName);
    for (let longest = cells; longest > longestName; longest--) {
      const lines = linesOf(longest);
      if (lines.length === fewest.length) return lines;
    }
    return fewest;
  });
}

/** `30 d: 2,988   60 d: 2,461 …`, with the tried threshold among them. */
export function thresholdWords(amounts: readonly Amount[], cells: number): readonly WordLine[] {
  const words = amounts.map(({ days, stale }) => ({ row: null, text: clean(`${days} d: ${count(stale)}`) }));
  return wordLines(null, words, cells);
}

/** No word is broken; a label stands before the first line only. */
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

/** The stale systems at a threshold. */
export interface Amount {
  readonly days: number;
  readonly stale: number;
}

/** The thresholds to compare with the tried one. */
const usualThresholds: readonly number[] = [30, 60, 90, 120, 180];

export function comparedThresholds(days: number): readonly number[] {
  return [...new Set([...usualThresholds, days])].sort((a, b) => a - b);
}

/** The stale systems at each threshold, their share, and the difference from the tried one. */
export function thresholdTable(amounts: readonly Amount[], tried: Amount, systems: number): readonly Line[] {
  const rows = amounts.map(({ days, stale }) => [
    `${count(days)} d`,
    count(stale),
    percent(stale, systems),
    days === tried.days ? '–' : signed(stale - tried.stale),
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

function signed(difference: number): string {
  if (difference === 0) return '0';
  return difference > 0 ? `+${count(difference)}` : `−${count(-difference)}`;
}
