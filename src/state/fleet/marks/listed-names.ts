/** Reads a list of names or ids from elsewhere, a system a line: which system each line means. */
import type { System } from '../../../api/system.ts';
import { folded } from '../../kernel/folded.ts';

export interface Listed {
  readonly systems: readonly System[];
  /** How many names mean one system each; two names may mean the same one. */
  readonly found: number;
  /** As they were listed. */
  readonly notFound: readonly string[];
  /** Names of several systems, or the id of one and the name of another. */
  readonly ambiguous: readonly string[];
}

/**
 * The system with the id or the name that a line is, whole; else the one that its first column is. Names are compared
 * in any spelling (`folded`), ids as they are. Lines that begin with `#` are left out, and what is listed twice counts once.
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

/** The first column in the first line of the CSV that rollcall writes. */
const csvHeader = 'systemId' satisfies keyof System;

function linesOf(text: string): readonly string[] {
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/** What may end a column. One blank never does: names have some. */
const columnEnds = [/\t.*/s, /,.*/s, /;.*/s, /\s{2}.*/s];

/** The whole line, then its first column, the longest first; also without the ' by which CSV keeps spreadsheets from running it. */
function readingsOf(line: string): readonly string[] {
  const quoted = /^"([^"]*(?:""[^"]*)*)"/.exec(line)?.[1]?.replaceAll('""', '"');
  const columns = quoted === undefined ? columnEnds.map((end) => line.replace(end, '').trim()) : [quoted.trim()];
  const longestFirst = [line, ...columns.sort((a, b) => b.length - a.length)];
  return longestFirst.flatMap((one) => (one.startsWith("'") ? [one, one.slice(1)] : [one]));
}

/** A name may mean the system with this id, and each system that is called so. */
function meantAmong(systems: readonly System[]): (name: string) => readonly System[] {
  const byName = Map.groupBy(systems, ({ hostname }) => (hostname === null ? null : folded(hostname.trim())));
  const byId = new Map(systems.map((system) => [system.systemId, system]));
  return (name) => {
    const named = byName.get(folded(name)) ?? [];
    const system = byId.get(name);
    return system === undefined || named.includes(system) ? named : [system, ...named];
  };
}
