/** Marks, by the id of the system, whatever the list shows. */
import type { System } from '../../../api/system.ts';
import { markable } from '../list/listing.ts';
import { type Scan, systemAt } from '../list/scan.ts';
import { escapeHidden, fold } from '../../kernel/spelling.ts';

export interface Mark {
  /** The record when it was marked. */
  readonly system: System;
  /** One shared object for all systems that were marked together. */
  readonly why: MarkedWhy;
}

export interface MarkedWhy {
  readonly by: MarkedBy;
  readonly filter?: string;
}

/**
 * `rule`: by "mark all stale", which replaces the marks of an earlier rule. `filter`: by a filter, shown or typed for
 * its marks.
 */
export type MarkedBy = 'hand' | 'filter' | 'rule';

/** By id, in the order of marking. */
export type Marks = ReadonlyMap<string, Mark>;

export const noMarks: Marks = new Map();

export function toggleMark(marks: Marks, system: System): Marks {
  const { systemId } = system;
  return marks.has(systemId) ? withoutMarks(marks, new Set([systemId])) : withMarked(marks, [system], { by: 'hand' });
}

/** Existing marks stay unchanged. */
export function withMarked(marks: Iterable<[string, Mark]>, systems: Iterable<System>, why: MarkedWhy): Marks {
  const next = new Map(marks);
  for (const system of systems) {
    if (!next.has(system.systemId)) next.set(system.systemId, { system, why });
  }
  return next;
}

/** Without a filter, all shown systems are the whole list: they are marked by hand. */
function byFilter(filter: string): MarkedWhy {
  return filter.trim() === '' ? { by: 'hand' } : { by: 'filter', filter };
}

/** Replaces earlier marks by rule; other marks stay. */
export function withStaleMarked(marks: Marks, stale: Iterable<System>): Marks {
  return withMarked(
    [...marks].filter(([, { why }]) => why.by !== 'rule'),
    stale,
    { by: 'rule' },
  );
}

/** `rows`: null for all rows. Systems listed under two names are skipped. */
export function withRowsMarked(marks: Marks, scan: Scan, rows: Int32Array | null, filter = ''): Marks {
  return withMarked(marks, markableIn(scan, rows), byFilter(filter));
}

/** Inverts the marks of these rows. Systems listed under two names do not change. */
export function invertMarks(marks: Marks, scan: Scan, rows: Int32Array | null, filter = ''): Marks {
  const shown = markableIn(scan, rows);
  const unmarked = shown.filter(({ systemId }) => !marks.has(systemId));
  // Usually every marked system is shown: then no mark is left, and nothing needs copying.
  const areAllShown = shown.length - unmarked.length === marks.size;
  const kept = areAllShown ? noMarks : withoutMarks(marks, new Set(shown.map(({ systemId }) => systemId)));
  return withMarked(kept, unmarked, byFilter(filter));
}

/** Returns the same object if none of the systems was marked. */
export function withoutMarks(marks: Marks, gone: ReadonlySet<string>): Marks {
  const kept = new Map<string, Mark>();
  for (const [id, mark] of marks) if (!gone.has(id)) kept.set(id, mark);
  return kept.size === marks.size ? marks : kept;
}

function markableIn(scan: Scan, rows: Int32Array | null): readonly System[] {
  const systems = rows === null ? scan.pages.flat() : Array.from(rows, (row) => systemAt(scan, row) ?? []).flat();
  return markable({ scan }, systems);
}

/** A line of a saved list. The first column is the id, which is read back; the name is for your information. */
export function lineInList({ systemId, hostname }: System): string {
  const isPlain = /^[^\s"#,;][^\s,;]*$/.test(systemId);
  const id = isPlain ? systemId : `"${systemId.replaceAll('"', '""')}"`;
  return escapeHidden(`${id}\t${hostname ?? ''}`.replaceAll(/[\r\n]/g, ' ')).trimEnd();
}

// Finds systems from a pasted list of names or ids, one a line.

interface Listed {
  readonly systems: readonly System[];
  /** Number of names that match exactly one system; two names may match the same one. */
  readonly found: number;
  /** Unknown names, unchanged; also those after the first on a line. */
  readonly notFound: readonly string[];
  /** Names of several systems, or the id of one system and the name of another. */
  readonly ambiguous: readonly string[];
  /** Lines that name several systems, one after the other. */
  readonly several: readonly string[];
}

/**
 * Matches the whole line, else its first column. Names match in any spelling (`fold`), ids exactly. A line of a saved
 * list (id and name) means that system, even if the id is the name of another. Lines that begin with `#` are skipped,
 * and repeated lines count once.
 */
export function systemsListed(text: string, systems: readonly System[]): Listed {
  const [meant, isLike] = [finderAmong(systems), likeThoseOf(systems)];
  const isName = (one: string): boolean => meant(one).length > 0 || isLike(one);
  const all = new Map<string, readonly System[]>();
  const several = new Set<string>();
  let isOwnCsv = false;
  for (const line of linesOf(text)) {
    const readings = readingsOf(line);
    const name = readings.find((one) => meant(one).length > 0) ?? readings.at(-1) ?? '';
    const isHeader = name === csvHeader && all.size === 0 && meant(name).length === 0;
    isOwnCsv ||= isHeader;
    if (name === '' || isHeader) continue;
    const isUnsure = meant(name).length > 1 && line.includes('\t');
    const own = isUnsure ? meant(name).find((one) => lineInList(one) === line) : undefined;
    if (own !== undefined) {
      all.set(line, [own]);
      continue;
    }
    // Columns of rollcall's own CSV may be words that are names, too.
    const others = isOwnCsv || !isName(name) ? [] : columnsAfter(line, name).filter(isName);
    if (others.some((one) => isAnother(meant(one), meant(name)))) several.add(line);
    else for (const one of [name, ...others.filter((other) => meant(other).length === 0)]) all.set(one, meant(one));
  }
  const namesWith = (isMeant: (count: number) => boolean): string[] =>
    [...all].filter(([, { length }]) => isMeant(length)).map(([name]) => name);
  const found = [...all.values()].filter(({ length }) => length === 1);
  return {
    systems: found.flat(),
    found: found.length,
    notFound: namesWith((count) => count === 0),
    ambiguous: namesWith((count) => count > 1),
    several: [...several],
  };
}

function isAnother(systems: readonly System[], than: readonly System[]): boolean {
  return systems.length > 0 && !systems.some((one) => than.includes(one));
}

/** None if a quotation mark may hold the separators. */
function columnsAfter(line: string, name: string): readonly string[] {
  if (line.includes('"')) return [];
  const columns = line.slice(line.indexOf(name) + name.length).split(/[\t,;]|\s{2,}/);
  return columns.map((column) => column.trim()).filter((column) => column !== '');
}

/**
 * Is a text spelt like the name or id of a system? Then it names an unknown one, and is no other column of a table, such
 * as a state. Names are alike if they begin with the same word and sign, or differ in numbers only; ids are by length.
 */
function likeThoseOf(systems: readonly System[]): (text: string) => boolean {
  const nameShape = (name: string): string => {
    const shape = fold(name).replaceAll(/\d+/g, '0');
    return /^\p{L}+[0._-]/u.exec(shape)?.[0] ?? shape;
  };
  const idShape = (id: string): string => (/\d/.test(id) ? id.replaceAll(/[a-z\d]/gi, '0') : id);
  const names = new Set(systems.map(({ hostname }) => nameShape(hostname?.trim() ?? '')));
  const ids = new Set(systems.map(({ systemId }) => idShape(systemId)));
  return (text) => names.has(nameShape(text)) || ids.has(idShape(text));
}

/** First header in rollcall's CSV. */
const csvHeader = 'systemId' satisfies keyof System;

function linesOf(text: string): readonly string[] {
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/** Column separators. A single blank is not one: names may contain it. */
const columnEnds = [/\t.*/s, /,.*/s, /;.*/s, /\s{2}.*/s];

/**
 * The whole line, then its first column by each separator, longest first; also without the apostrophe that stops
 * spreadsheets from running it as a formula.
 */
function readingsOf(line: string): readonly string[] {
  const quoted = /^"([^"]*(?:""[^"]*){0,100})"/.exec(line)?.[1]?.replaceAll('""', '"');
  const columns = quoted === undefined ? columnEnds.map((end) => line.replace(end, '').trim()) : [quoted.trim()];
  const longestFirst = [line, ...columns.sort((a, b) => b.length - a.length)];
  return longestFirst.flatMap((one) => (one.startsWith("'") ? [one, one.slice(1)] : [one]));
}

/** Looks up an id, and all systems with a name. */
function finderAmong(systems: readonly System[]): (name: string) => readonly System[] {
  const byName = Map.groupBy(systems, ({ hostname }) => (hostname === null ? null : fold(hostname.trim())));
  const byId = new Map(systems.map((system) => [system.systemId, system]));
  const exactly = (name: string): readonly System[] => {
    const named = byName.get(fold(name)) ?? [];
    const system = byId.get(name);
    return system === undefined ? named : [system, ...named];
  };
  // `'+` may be an id of its own, or the id `+` as written for a spreadsheet: if both exist, the line is ambiguous.
  return (name) => [...new Set([...exactly(name), ...(name.startsWith("'") ? exactly(name.slice(1)) : [])])];
}
