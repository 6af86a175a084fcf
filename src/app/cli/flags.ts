/** Parses the command line by the table of its flags and commands, and writes --help from it. */
import { parseArgs } from 'node:util';
import { isProfileName } from '../../state/profiles/update.ts';
import { defaultDays } from '../../state/staleness/staleness.ts';

/** Every flag, in the order of --help. Where `takes` is missing, the flag is there or not. */
export const flagTable = [
  { name: 'demo', does: 'try it: a service of its own, with invented systems' },
  { name: 'profile', takes: 'NAME', does: 'settings and token of this name (default)' },
  { name: 'base-url', takes: 'URL', does: "the service's address, https://…" },
  { name: 'org', takes: 'NAME|ID', does: 'open this organisation first' },
  { name: 'search', takes: 'TEXT', does: 'ask the service for matching systems only' },
  { name: 'days', takes: 'N', does: `stale means not seen for more than N days (${defaultDays})` },
  { name: 'preview', does: 'go through a deletion without deleting anything' },
  { name: 'read-only', does: 'refuse everything that changes something' },
  { name: 'token-stdin', does: 'read the access token from standard input' },
  { name: 'insecure-storage', does: 'keep the token in a file that only you can read' },
  { name: 'stale', does: 'with systems: only what is stale, disabled or not' },
  { name: 'filter', takes: 'TEXT', does: 'with systems: only what this filter shows' },
  { name: 'json', does: 'with systems and doctor: print JSON' },
  { name: 'csv', does: 'with systems: print CSV' },
  { name: 'table', does: 'with systems: print lines for people (default)' },
  { name: 'ascii', does: 'draw with plain characters only' },
  { name: 'plain', does: 'tell the screen line by line (screen readers)' },
  { name: 'help', does: 'show this text' },
  { name: 'version', does: 'show the version' },
] as const satisfies readonly { name: string; takes?: string; does: string }[];

/** Words in the place of the first flag, and what they print. */
export const commandTable = [
  { name: 'systems', does: 'print the systems of an organisation' },
  { name: 'runs', does: 'print the runs of deletions there have been' },
  { name: 'doctor', does: 'print what works here and what does not' },
] as const;

export type Command = (typeof commandTable)[number]['name'];

type Flag = (typeof flagTable)[number];
type Name = Flag['name'];

/** `base-url` is `baseUrl`. */
type FieldName<Words extends string> = Words extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<FieldName<Rest>>}`
  : Words;

/** By the table: null where a value was not given. */
type GivenFlags = {
  readonly [One in Flag as FieldName<One['name']>]: One extends { takes: string } ? string | null : boolean;
};

export interface Flags extends Omit<GivenFlags, 'days' | 'csv' | 'table'> {
  /** Null: what the profile says. */
  readonly days: number | null;
  readonly format: 'json' | 'csv' | 'table';
  /** What is to be done without a screen; null: the program itself. */
  readonly command: Command | null;
}

export type FlagsRead =
  { readonly ok: true; readonly flags: Flags } | { readonly ok: false; readonly sentence: string };

/** Reads the arguments after the program's name. A refusal repeats no value: it could be a part of a token. */
export function readFlags(argv: readonly string[]): FlagsRead {
  const given = new Map<Name, string>();
  // Not strict, because the parser's own complaints are not sentences for a person.
  const { tokens } = parseArgs({ args: [...argv], options: parserOptions, strict: false, tokens: true });
  let command: Command | null = null;
  for (const token of tokens) {
    const named = commandTable.find(
      ({ name }) => token.kind === 'positional' && token.index === 0 && name === token.value,
    );
    if (named !== undefined) {
      command = named.name;
      continue;
    }
    if (token.kind !== 'option') return refused('Every argument belongs to a flag; rollcall --help lists them.');
    const flag = flagTable.find(({ name }) => token.rawName === `--${name}`);
    if (flag === undefined) return refused(`There is no flag ${shown(token.rawName)}; rollcall --help lists them.`);
    const complaint = valueComplaint(flag, token);
    if (complaint !== undefined) return refused(complaint);
    given.set(flag.name, token.value ?? '');
  }
  return checked(given, command);
}

const parserOptions = Object.fromEntries(
  flagTable.map((flag) => [flag.name, { type: 'takes' in flag ? ('string' as const) : ('boolean' as const) }]),
);

/** Without its value, and without anything a terminal would act on. */
function shown(rawName: string): string {
  return rawName.replaceAll(/[^\x21-\x7e]/g, '?').slice(0, 30);
}

function valueComplaint(
  flag: Flag,
  { value, inlineValue }: { value?: string | undefined; inlineValue?: boolean | undefined },
): string | undefined {
  if (!('takes' in flag)) return value === undefined ? undefined : `--${flag.name} takes no value.`;
  // What looks like the next flag is not a value; `--search=-x` says that it is one.
  const isMissing = value === undefined || value === '' || (value.startsWith('-') && inlineValue !== true);
  return isMissing ? `--${flag.name} needs a value: --${flag.name} ${flag.takes}.` : undefined;
}

/** A flag that says something to another command would be passed over silently. */
function misplacedIn(given: ReadonlyMap<Name, string>, command: Command | null): string | null {
  for (const name of ['stale', 'filter', 'csv', 'table'] as const) {
    if (given.has(name) && command !== 'systems') return `--${name} goes with rollcall systems.`;
  }
  const takesJson = command === 'systems' || command === 'doctor';
  return given.has('json') && !takesJson ? '--json goes with rollcall systems and rollcall doctor.' : null;
}

function checked(given: ReadonlyMap<Name, string>, command: Command | null): FlagsRead {
  const typed = given.get('days');
  const days = typed === undefined ? null : Number(typed);
  if (days !== null && (!/^\d+$/.test(typed ?? '') || days < 1 || !Number.isSafeInteger(days))) {
    return refused('--days takes a whole number of at least 1.');
  }
  if (given.has('demo') && given.has('base-url')) {
    return refused('--demo starts a service of its own, so it goes without --base-url.');
  }
  const profile = given.get('profile');
  if (profile !== undefined && !isProfileName(profile)) {
    return refused('--profile takes a name of letters, digits, ".", "-" and "_", 32 at most.');
  }
  const misplaced = misplacedIn(given, command);
  if (misplaced !== null) return refused(misplaced);
  const formats = (['json', 'csv', 'table'] as const).filter((name) => given.has(name));
  if (formats.length > 1) return refused('One of --json, --csv and --table is enough.');
  const { csv, table, ...flags } = fieldsOf(given);
  return {
    ok: true,
    flags: { ...flags, days, format: csv ? 'csv' : table || !flags.json ? 'table' : 'json', command },
  };
}

function fieldsOf(given: ReadonlyMap<Name, string>): GivenFlags {
  const fields = flagTable.map((flag) => [
    flag.name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
    'takes' in flag ? (given.get(flag.name) ?? null) : given.has(flag.name),
  ]);
  return Object.fromEntries(fields) as GivenFlags;
}

function refused(sentence: string): FlagsRead {
  return { ok: false, sentence };
}

/** The text of --help, at most 80 columns wide. */
export function usage(): string {
  const rows = flagTable.map((flag) => row(`--${flag.name}${'takes' in flag ? ` ${flag.takes}` : ''}`, flag.does));
  return [
    'rollcall: see which enrolled systems have gone silent, and remove them safely',
    '',
    'Usage: rollcall [flags]',
    ...commandTable.map(({ name, does }) => `       rollcall ${name.padEnd(10)}${does}`),
    '',
    ...rows,
    '',
    'Environment (a flag wins over it, and both over what was used last):',
    '',
    row('ROLLCALL_BASE_URL', "the service's address"),
    row('ROLLCALL_TOKEN', 'the access token; there is no flag that takes one'),
    '',
    'In the program, ? shows the keys of the screen and : everything it can do.',
  ].join('\n');
}

function row(name: string, does: string): string {
  return `  ${name.padEnd(20)}${does}`;
}
