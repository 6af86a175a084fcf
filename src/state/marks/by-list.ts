/** Marks the systems of a list of names from elsewhere, as far as they have been read here. */
import type { System } from '../../api/system.ts';
import { grouped } from '../kernel/format-number.ts';
import { markable, systemsRead } from '../list/listing.ts';
import { withMarked } from './marks.ts';
import { marksChanged } from './operations.ts';
import { isComplete } from '../list/scan.ts';
import type { State } from '../state.ts';

/** How many of the names that were not found are said. */
const mostNamed = 3;

export function explanation({ list: { listing } }: State): string {
  const { scan } = listing;
  const read =
    scan === null || isComplete(scan) ? '' : `# Only the ${grouped(scan.count)} systems read so far are looked at.\n`;
  return `\n# One system a line: its whole name or its id. Those found here are marked.\n# Lines that begin with # do not count.\n${read}`;
}

/** The first word of a line: a name has no blanks, and what follows may be another column. */
export function namesIn(text: string): readonly string[] {
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.trim());
  const names = lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(/[\s,;]/)[0] ?? '');
  return [...new Set(names.filter((name) => name !== ''))];
}

export interface Meant {
  readonly systems: readonly System[];
  readonly notFound: readonly string[];
  /** Names of more than one system: nobody can say which is meant. */
  readonly ambiguous: readonly string[];
}

/** Each name is a system's id, or the whole host name in small letters or capitals. */
export function meantBy(names: readonly string[], systems: Iterable<System>): Meant {
  const found = new Map<string, System[]>();
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  const ids = new Set(names);
  const byId = new Map<string, System>();
  for (const system of systems) {
    if (ids.has(system.systemId)) byId.set(system.systemId, system);
    const name = system.hostname?.toLowerCase();
    if (name !== undefined && wanted.has(name)) found.set(name, [...(found.get(name) ?? []), system]);
  }
  const meant: { systems: System[]; notFound: string[]; ambiguous: string[] } = {
    systems: [],
    notFound: [],
    ambiguous: [],
  };
  for (const name of names) {
    const one = byId.get(name);
    const [first, ...others] = one === undefined ? (found.get(name.toLowerCase()) ?? []) : [one];
    if (first === undefined) meant.notFound.push(name);
    else if (others.length > 0) meant.ambiguous.push(name);
    else meant.systems.push(first);
  }
  return meant;
}

export function listMarked(state: State, names: readonly string[]): State {
  if (names.length === 0)
    return { ...state, notice: { kind: 'said', text: 'The list was empty: nothing was marked.' } };
  const { listing } = state.list;
  const meant = meantBy(names, markable(listing, systemsRead(listing)));
  const marks = withMarked(state.marks.marked, meant.systems);
  const parts = [
    `Marked: ${grouped(meant.systems.length)} of ${grouped(names.length)} in the list`,
    ...(meant.notFound.length === 0 ? [] : [`not here: ${someOf(meant.notFound)}`]),
    ...(meant.ambiguous.length === 0 ? [] : [`of several systems: ${someOf(meant.ambiguous)}`]),
  ];
  const isWhole = meant.systems.length === names.length;
  const text = `${parts.join('; ')}.${isWhole ? ' u takes that back.' : ''}`;
  return { ...marksChanged(state, marks), notice: { kind: isWhole ? 'said' : 'warning', text } };
}

function someOf(names: readonly string[]): string {
  const rest = names.length - mostNamed;
  return `${names.slice(0, mostNamed).join(', ')}${rest > 0 ? ` and ${grouped(rest)} more` : ''}`;
}
