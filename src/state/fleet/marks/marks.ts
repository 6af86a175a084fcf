/** The marked systems. Marks are kept by id, whatever is shown. */
import type { System } from '../../../api/system.ts';
import { markable } from '../list/listing.ts';
import { type Scan, systemAt } from '../list/scan.ts';
import { folded } from '../../kernel/spelling.ts';

export interface Mark {
  /** The record at the time of the mark. */
  readonly system: System;
  /** One object for all that are marked together. */
  readonly why: MarkedWhy;
}

/** `filter`: text of the filter by which it was marked. */
interface MarkedWhy {
  readonly by: MarkedBy;
  readonly filter?: string;
}

/** `rule`: by `mark all stale`; applying the rule again replaces these marks. `filter`: all shown systems. */
export type MarkedBy = 'hand' | 'filter' | 'rule';

/** By id, in the order of marking. */
export type Marks = ReadonlyMap<string, Mark>;

export const noMarks: Marks = new Map();

/** Marks a system by hand, or unmarks it. */
export function toggleMark(marks: Marks, system: System): Marks {
  const { systemId } = system;
  return marks.has(systemId) ? withoutMarks(marks, new Set([systemId])) : withMarked(marks, [system]);
}

/** Marks systems; existing marks stay unchanged. */
export function withMarked(
  marks: Iterable<[string, Mark]>,
  systems: Iterable<System>,
  why: MarkedWhy = { by: 'hand' },
): Marks {
  const next = new Map(marks);
  for (const system of systems) {
    if (!next.has(system.systemId)) next.set(system.systemId, { system, why });
  }
  return next;
}

/** Marks stale systems by rule; earlier marks by rule go, the others stay. */
export function withStaleMarked(marks: Marks, stale: Iterable<System>): Marks {
  return withMarked(
    [...marks].filter(([, { why }]) => why.by !== 'rule'),
    stale,
    { by: 'rule' },
  );
}

/** Marks rows of a list by its filter; null: all of them. Ambiguous systems are left out. */
export function withRowsMarked(marks: Marks, scan: Scan, rows: Int32Array | null, filter = ''): Marks {
  return withMarked(marks, markableIn(scan, rows), { by: 'filter', filter });
}

/** Inverts the marks of these rows: the unmarked ones are marked by the filter. Ambiguous systems do not change. */
export function invertMarks(marks: Marks, scan: Scan, rows: Int32Array | null, filter = ''): Marks {
  const shown = markableIn(scan, rows);
  const unmarked = shown.filter(({ systemId }) => !marks.has(systemId));
  // Mostly all that is marked is shown: nothing of it is left then, and nothing is copied.
  const areAllShown = shown.length - unmarked.length === marks.size;
  const kept = areAllShown ? noMarks : withoutMarks(marks, new Set(shown.map(({ systemId }) => systemId)));
  return withMarked(kept, unmarked, { by: 'filter', filter });
}

/** The marks without these systems; the same object where none was marked. */
export function withoutMarks(marks: Marks, gone: ReadonlySet<string>): Marks {
  const kept = new Map<string, Mark>();
  for (const [id, mark] of marks) if (!gone.has(id)) kept.set(id, mark);
  return kept.size === marks.size ? marks : kept;
}

function markableIn(scan: Scan, rows: Int32Array | null): readonly System[] {
  const systems = rows === null ? scan.pages.flat() : Array.from(rows, (row) => systemAt(scan, row) ?? []).flat();
  return markable({ scan }, systems);
}

// Finds the systems of a list of names or ids from elsewhere, one a line.

interface Listed {
  readonly systems: readonly System[];
  /** The number of names that match one system each; two names may match the same one. */
  readonly found: number;
  /** The unknown names, unchanged. */
  readonly notFound: readonly string[];
  /** Names of several systems, or the id of one and the name of another. */
  readonly ambiguous: readonly string[];
}

/**
 * The system whose id or name is the whole line; else its first column. Names are compared in any spelling (`folded`),
 * ids exactly. Lines that begin with `#` are skipped, and repeated lines count once.
 */
export function systemsListed(text: string, systems: readonly System[]): Listed {
  const meant = meantAmong(systems);
  const all = new Map<string, readonly System[]>();
  for (const line of linesOf(text)) {
    const readings = readingsOf(line);
    const name = readings.find((one) => meant(one).length > 0) ?? readings.at(-1) ?? '';
    const isHeader = name === csvHeader && all.size === 0 && meant(name).length === 0;
    if (name !== '' && !isHeader) all.set(name, meant(name));
  }
  const named = (isMeant: (count: number) => boolean): string[] =>
    [...all].filter(([, { length }]) => isMeant(length)).map(([name]) => name);
  const found = [...all.values()].filter(({ length }) => length === 1);
  return {
    systems: found.flat(),
    found: found.length,
    notFound: named((count) => count === 0),
    ambiguous: named((count) => count > 1),
  };
}

/** The first header in rollcall's CSV. */
const csvHeader = 'systemId' satisfies keyof System;

function linesOf(text: string): readonly string[] {
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/** The ends of a column. One blank is none: names may contain it. */
const columnEnds = [/\t.*/s, /,.*/s, /;.*/s, /\s{2}.*/s];

/** The whole line, then its first column, the longest first; also without the ' that keeps spreadsheets from running it. */
function readingsOf(line: string): readonly string[] {
  const quoted = /^"([^"]*(?:""[^"]*){0,100})"/.exec(line)?.[1]?.replaceAll('""', '"');
  const columns = quoted === undefined ? columnEnds.map((end) => line.replace(end, '').trim()) : [quoted.trim()];
  const longestFirst = [line, ...columns.sort((a, b) => b.length - a.length)];
  return longestFirst.flatMap((one) => (one.startsWith("'") ? [one, one.slice(1)] : [one]));
}

/** A name matches the system with this id, and each system with that name. */
function meantAmong(systems: readonly System[]): (name: string) => readonly System[] {
  const byName = Map.groupBy(systems, ({ hostname }) => (hostname === null ? null : folded(hostname.trim())));
  const byId = new Map(systems.map((system) => [system.systemId, system]));
  const exactly = (name: string): readonly System[] => {
    const named = byName.get(folded(name)) ?? [];
    const system = byId.get(name);
    return system === undefined || named.includes(system) ? named : [system, ...named];
  };
  // `'+` is an id of its own, and the id `+` as a spreadsheet is given it: both exist, so the line may mean either.
  return (name) => [...new Set([...exactly(name), ...(name.startsWith("'") ? exactly(name.slice(1)) : [])])];
}
