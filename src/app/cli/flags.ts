/** Parses the command line by the table of its flags and commands, and writes --help from it, and --version. */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { isProfileName } from '../../state/profiles/update.ts';
import { defaultDays } from '../../state/staleness/staleness.ts';

/** A flag that is there or not. */
const toggle = { type: 'boolean', default: false } as const;
const value = { type: 'string' } as const;

/** Every flag, in the order of --help. */
const options = {
  demo: { ...toggle, does: 'try it: a service of its own, with invented systems' },
  profile: { ...value, takes: 'NAME', does: 'settings and token of this name (default)' },
  'base-url': { ...value, takes: 'URL', does: "the service's address, https://…" },
  org: { ...value, takes: 'NAME|ID', does: 'open this organisation first' },
  search: { ...value, takes: 'TEXT', does: 'ask the service for matching systems only' },
  days: { ...value, takes: 'N', does: `stale means not seen for more than N days (${defaultDays})` },
  preview: { ...toggle, does: 'go through a deletion without deleting anything' },
  'read-only': { ...toggle, does: 'refuse everything that changes something' },
  'token-stdin': { ...toggle, does: 'read the access token from standard input' },
  'insecure-storage': { ...toggle, does: 'keep the token in a file that only you can read' },
  stale: { ...toggle, does: 'with systems: only what is stale, disabled or not' },
  filter: { ...value, takes: 'TEXT', does: 'with systems: only what this filter shows' },
  json: { ...toggle, does: 'with systems and doctor: print JSON' },
  csv: { ...toggle, does: 'with systems: print CSV' },
  table: { ...toggle, does: 'with systems: print lines for people (default)' },
  ascii: { ...toggle, does: 'draw with plain characters only' },
  plain: { ...toggle, does: 'tell the screen line by line (screen readers)' },
  help: { ...toggle, does: 'show this text' },
  version: { ...toggle, does: 'show the version' },
} as const;

export const flagTable = Object.entries(options).map(([name, flag]) => ({ name, ...flag }));

/** Words in the place of the first flag, and what they print. */
export const commandTable = [
  { name: 'systems', does: 'print the systems of an organisation' },
  { name: 'runs', does: 'print the runs of deletions there have been' },
  { name: 'doctor', does: 'print what works here and what does not' },
] as const;

type Command = (typeof commandTable)[number]['name'];

/** By the table: false, or absent, where a flag was not given. */
type Given = ReturnType<
  typeof parseArgs<{ args: string[]; options: typeof options; allowPositionals: true }>
>['values'];

export interface Flags extends Omit<Given, 'days'> {
  /** Null: what the profile says. */
  readonly days: number | null;
  readonly format: 'json' | 'csv' | 'table';
  /** What is to be done without a screen; null: the program itself. */
  readonly command: Command | null;
}

type FlagsRead = { readonly ok: true; readonly flags: Flags } | { readonly ok: false; readonly sentence: string };

/** Reads the arguments after the program's name. A refusal repeats no value: it could be a part of a token. */
export function readFlags(argv: readonly string[]): FlagsRead {
  const args = [...argv];
  const command = commandTable.find(({ name }) => name === args[0])?.name ?? null;
  // Not strict at first, because the parser's own complaints are not sentences for a person.
  const { tokens } = parseArgs({ args: args.slice(command === null ? 0 : 1), options, strict: false, tokens: true });
  const faulty = tokens.map(complaintAbout).find((one) => one !== null);
  if (faulty !== undefined) return { ok: false, sentence: faulty };
  const { values: given } = parseArgs({ args, options, allowPositionals: true });
  const contradiction = contradictionIn(given, command);
  if (contradiction !== null) return { ok: false, sentence: contradiction };
  const days = given.days === undefined ? null : Number(given.days);
  const format = (['json', 'csv'] as const).find((name) => given[name]) ?? 'table';
  return { ok: true, flags: { ...given, days, format, command } };
}

type Token = ReturnType<typeof parseArgs<{ options: typeof options; strict: false; tokens: true }>>['tokens'][number];

function complaintAbout(token: Token): string | null {
  if (token.kind !== 'option') return 'Every argument belongs to a flag; rollcall --help lists them.';
  const { rawName, value: given, inlineValue } = token;
  const flag = flagTable.find(({ name }) => rawName === `--${name}`);
  if (flag === undefined) return `There is no flag ${shown(rawName)}; rollcall --help lists them.`;
  if (!('takes' in flag)) return given === undefined ? null : `--${flag.name} takes no value.`;
  // What looks like the next flag is not a value; `--search=-x` says that it is one.
  const isMissing = given === undefined || given === '' || (given.startsWith('-') && !inlineValue);
  return isMissing ? `--${flag.name} needs a value: --${flag.name} ${flag.takes}.` : null;
}

/** Without its value, and without anything a terminal would act on. */
function shown(rawName: string): string {
  return rawName.replaceAll(/[^\x21-\x7e]/g, '?').slice(0, 30);
}

/** Flags with values that cannot be meant, or that do not go together or with the command. */
function contradictionIn(given: Given, command: Command | null): string | null {
  const { days, demo, profile, json, csv, table } = given;
  if (days !== undefined && !(/^0*[1-9]\d*$/.test(days) && Number.isSafeInteger(Number(days)))) {
    return '--days takes a whole number of at least 1.';
  }
  if (demo && given['base-url'] !== undefined) {
    return '--demo starts a service of its own, so it goes without --base-url.';
  }
  if (profile !== undefined && !isProfileName(profile)) {
    return '--profile takes a name of letters, digits, ".", "-" and "_", 32 at most.';
  }
  // A flag that says something to another command would be passed over silently.
  for (const name of ['stale', 'filter', 'csv', 'table'] as const) {
    if ((given[name] ?? false) !== false && command !== 'systems') return `--${name} goes with rollcall systems.`;
  }
  if (json && command !== 'systems' && command !== 'doctor') {
    return '--json goes with rollcall systems and rollcall doctor.';
  }
  return [json, csv, table].filter(Boolean).length > 1 ? 'One of --json, --csv and --table is enough.' : null;
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

/** Put in by the build, from package.json; there is none where the source runs unbundled. */
declare const __ROLLCALL_VERSION__: string | undefined;
export const version = typeof __ROLLCALL_VERSION__ === 'undefined' ? '0.0.0-source' : __ROLLCALL_VERSION__;

/** The text of --version, for a report: the version, what it runs on, and where. */
export function versionLine(): string {
  return `rollcall ${version} (Node.js ${process.versions.node}, ${process.platform} ${process.arch})`;
}
