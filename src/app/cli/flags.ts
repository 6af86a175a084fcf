/** The tables of flags, commands, exit codes and variables, from which the parser and --help are made. */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { defaultDays, defaultProfile, isProfileName } from '../../state/session/profile-settings.ts';
import { didYouMean } from '../../state/kernel/spelling.ts';

/** The commands, each the first word after the program's name. */
export const commandTable = [
  { name: 'systems', does: 'print the systems of an organisation' },
  { name: 'runs', does: 'print the history: deletions, disabling, requests' },
  { name: 'api', does: 'send any request, and print the answer' },
  { name: 'doctor', does: 'check what works on this computer' },
  { name: 'docs', does: 'print a page of the documentation, or search all' },
  { name: 'completion', does: 'print the completions for bash, zsh or fish' },
  { name: 'man', does: 'print the man page' },
] as const;

const recordFormats = ['md', 'html', 'json', 'csv'] as const;

export type RecordFormat = (typeof recordFormats)[number];

export type Command = (typeof commandTable)[number]['name'];

export const shells = ['bash', 'zsh', 'fish'] as const;

/** `paths`, which shell completions call, prints the paths of the operations from the stored definition. */
const completionWords = [...shells, 'paths'] as const;

const toggle = { type: 'boolean', default: false } as const;
const value = { type: 'string' } as const;

type Place = 'program' | Command;

const everywhere: readonly Place[] = ['program', 'systems', 'runs', 'api', 'doctor', 'docs', 'completion', 'man'];
const asking: readonly Place[] = ['program', 'systems', 'api', 'doctor'];
const listing: readonly Place[] = ['program', 'systems', 'doctor'];

const options = {
  demo: {
    ...{ ...toggle, in: ['program', 'systems', 'runs', 'api', 'doctor'] as readonly Place[] },
    does: 'try it: a service of its own, with invented systems',
  },
  profile: { ...value, in: asking, takes: 'NAME', does: 'use the settings and the token of this name' },
  'new-profile': { ...value, in: ['program'], takes: 'NAME', does: 'sign in with a new profile of this name' },
  'base-url': { ...value, in: asking, takes: 'URL', does: 'the address of the service, https://…' },
  org: { ...value, in: asking, takes: 'NAME|ID', does: 'the organisation, by its name, its id or a part of one' },
  search: { ...value, in: listing, takes: 'TEXT', does: 'ask the service for matching systems only' },
  days: { ...value, in: listing, takes: 'N', does: `stale means not seen for more than N days (${defaultDays})` },
  review: { ...value, in: ['program'], takes: 'FILE', does: 'open the review that another person has written' },
  preview: { ...toggle, in: ['program', 'api'], does: 'go through a deletion without deleting anything' },
  'read-only': { ...toggle, in: ['program', 'api'], does: 'refuse everything that changes something' },
  'token-stdin': { ...toggle, in: asking, does: 'read the access token from standard input' },
  'insecure-storage': { ...toggle, in: asking, does: 'store the token in a file that only you can read' },
  stale: { ...toggle, in: ['systems'], does: 'with systems: only stale ones, disabled or not' },
  unverified: { ...toggle, in: ['systems'], does: "with systems: accept ages by this computer's clock" },
  filter: {
    ...{ ...value, in: ['program', 'systems', 'runs', 'api'] as readonly Place[], takes: 'TEXT' },
    does: 'of systems, runs or api --list: only what it shows',
  },
  view: { ...value, in: ['program'], takes: 'DIGIT', does: 'start with the view saved under this digit' },
  format: { ...value, in: ['runs'], takes: 'FORMAT', does: 'with runs ID: print that record as md, html, json or csv' },
  json: {
    ...toggle,
    in: ['systems', 'runs', 'api', 'doctor'],
    does: 'print systems, runs, api --list or doctor as JSON',
  },
  csv: { ...toggle, in: ['systems'], does: 'with systems: print CSV' },
  table: { ...toggle, in: ['systems'], does: 'with systems: print a table (default)' },
  list: { ...toggle, in: ['api'], does: 'with api: print the operations of the service' },
  describe: { ...toggle, in: ['api'], does: 'with api: print what METHOD PATH takes and answers' },
  paginate: { ...toggle, in: ['api'], does: 'with api: read all pages, and print one JSON array' },
  lines: { ...toggle, in: ['api'], does: 'with api: read all pages, and print an item a line' },
  input: { ...value, in: ['api'], takes: 'FILE|-', does: 'with api: the body, from a file or a pipe' },
  write: { ...toggle, in: ['api'], does: 'with api: send what changes something' },
  'dry-run': { ...toggle, in: ['api'], does: 'with api: print the request, and send nothing' },
  curl: { ...toggle, in: ['api'], does: 'with api: print the request as a line for curl' },
  ascii: { ...toggle, in: ['program'], does: 'draw with plain characters only' },
  plain: { ...toggle, in: ['program'], does: 'tell the screen line by line (screen readers)' },
  log: { ...value, in: ['program'], takes: 'FILE', does: 'write what happens to a new file, for a bug report' },
  help: { ...toggle, in: everywhere, does: 'show this text, also for a command' },
  version: { ...toggle, in: everywhere, does: 'show the version' },
} as const;

export const flagTable = Object.entries(options).map(([name, flag]) => ({ name, ...flag }));

/** Examples for the man page and the help, each runnable as it stands; `in`: the help that shows it. */
export const examples: readonly { readonly in: Place; readonly line: string; readonly does: string }[] = [
  { in: 'program', line: 'rollcall --demo', does: 'the whole program, with invented systems' },
  {
    in: 'systems',
    line: 'rollcall systems --org Northwind --stale --json',
    does: 'the stale systems of Northwind, for another program',
  },
  {
    in: 'systems',
    line: "rollcall systems --org Northwind --filter 'seen:>30d key:laptops' --csv",
    does: 'laptops not seen for 30 days, for a spreadsheet',
  },
  { in: 'runs', line: 'rollcall runs --json', does: 'the whole history with its counts, for another program' },
  { in: 'runs', line: 'rollcall runs --filter kind:delete', does: 'deletions only; disable, enable, change, request' },
  {
    in: 'api',
    line: "rollcall api '/org/{orgId}/systems' --org Northwind search=web",
    does: 'any answer of the service; a name in braces is a field, too',
  },
  {
    in: 'api',
    line: "rollcall api POST '/org/{orgId}/enrolment-keys' description=lab --write",
    does: 'a change; without --write it is printed and not sent',
  },
  {
    in: 'api',
    line: "rollcall api '/org/{orgId}/systems' --org Northwind --lines",
    does: 'every item of a list with pages, one a line',
  },
  { in: 'doctor', line: 'rollcall doctor', does: 'what to send along with a report' },
  { in: 'docs', line: 'rollcall docs', does: 'the pages; rollcall docs guide | less shows one' },
  { in: 'docs', line: 'rollcall docs proxy', does: 'the headings and lines of all pages that have this word' },
  { in: 'completion', line: 'rollcall completion bash', does: 'completions; bash loads them with source' },
  { in: 'man', line: 'rollcall man', does: 'the man page; rollcall man | man -l - shows it' },
];

type Given = ReturnType<typeof parse>['values'];

export interface Flags extends Omit<Given, 'days' | 'format'> {
  /** The format of one printed record; null prints the whole history. */
  readonly recordFormat: RecordFormat | null;
  /** Null: the profile's value. */
  readonly days: number | null;
  readonly printedAs: 'json' | 'csv' | 'table';
  /** The command that runs without a screen; null starts the screen. */
  readonly command: Command | null;
  /** The shell of the completions, or `paths`; null for every other command. */
  readonly shell: (typeof completionWords)[number] | null;
  readonly words: readonly string[];
}

type FlagsRead = { readonly ok: true; readonly flags: Flags } | { readonly ok: false; readonly sentence: string };

/** Parses the arguments after the program's name. A refusal repeats no value, which could be part of a token. */
export function readFlags(argv: readonly string[]): FlagsRead {
  const args = [...argv];
  const command = commandTable.find(({ name }) => name === args[0])?.name ?? null;
  const shell = command === 'completion' ? (completionWords.find((one) => one === args[1]) ?? null) : null;
  const words = (command === null ? 0 : 1) + (shell === null ? 0 : 1);
  // Not strict at first, because the parser's own messages are not readable sentences.
  const rest = args.slice(words);
  const tokens = rest.length === 0 ? [] : parseArgs({ args: rest, options, strict: false, tokens: true }).tokens;
  const faulty = tokens.map((token) => complaintAbout(token, command)).find((one) => one !== null);
  if (faulty !== undefined) return { ok: false, sentence: faulty };
  const { values: given, positionals } =
    args.length === 0 ? nothingGiven() : parse([...args.slice(0, words), ...tokens.flatMap(unmistakable)]);
  const own = takesWords(command) ? positionals.slice(1) : [];
  const contradiction = given.help || given.version ? null : contradictionIn(given, command, shell, own);
  if (contradiction !== null) return { ok: false, sentence: contradiction };
  const days = given.days === undefined ? null : Number(given.days);
  const printedAs = (['json', 'csv'] as const).find((name) => given[name]) ?? 'table';
  return {
    ok: true,
    flags: { ...given, days, printedAs, recordFormat: recordFormatOf(given), command, shell, words: own },
  };
}

function takesWords(command: Command | null): boolean {
  return command === 'api' || command === 'runs' || command === 'docs';
}

function recordFormatOf({ format }: Given): RecordFormat | null {
  return recordFormats.find((one) => one === format) ?? null;
}

function parse(args: string[]) {
  return parseArgs({ args, options, allowPositionals: true });
}

/** The parser's result without arguments, so that most starts need not load the parser. */
function nothingGiven(): ReturnType<typeof parse> {
  const toggles = flagTable.flatMap((flag) => ('default' in flag ? [[flag.name, flag.default] as const] : []));
  return { values: Object.fromEntries(toggles) as unknown as Given, positionals: [] };
}

/** Rewrites a token for the strict parser, which accepts a value with a leading dash only after `=`. */
function unmistakable(token: Token): readonly string[] {
  if (token.kind === 'option-terminator') return ['--'];
  if (token.kind === 'positional') return [token.value];
  return [token.value === undefined ? token.rawName : `${token.rawName}=${token.value}`];
}

type Token = ReturnType<typeof parseArgs<{ options: typeof options; strict: false; tokens: true }>>['tokens'][number];

function complaintAbout(token: Token, command: Command | null): string | null {
  if (token.kind !== 'option' && takesWords(command)) return null;
  if (token.kind !== 'option') return complaintAboutWord(token.kind === 'positional' ? token.value : '', command);
  const { rawName, value: given, inlineValue } = token;
  const flag = flagTable.find(({ name }) => rawName === `--${name}`);
  if (flag === undefined) {
    const meant = didYouMean(
      rawName,
      flagTable.map(({ name }) => `--${name}`),
    );
    // Without its value, and without control characters, which a terminal would obey.
    const shown = rawName.replaceAll(/[^\x21-\x7e]/g, '?').slice(0, 30);
    const remedy = meant === null ? `${programOf(command)} --help lists the flags.` : `Did you mean ${meant}?`;
    return `Unknown flag ${shown}. ${remedy}`;
  }
  if (!('takes' in flag)) return given === undefined ? null : `--${flag.name} takes no value.`;
  // A word that looks like a flag is not a value, even if no such flag exists; `--search=--x` makes it one.
  const isMissing = given === undefined || given === '' || (/^--(?:[a-z]|$)/i.test(given) && !inlineValue);
  return isMissing ? `--${flag.name} needs a value: --${flag.name} ${flag.takes}.` : null;
}

/** Longer or other words are not repeated, because they could be part of a token. */
const namable = /^[a-z][a-z-]{0,15}$/i;

const otherWords = { help: '--help', version: '--version', list: 'systems', ls: 'systems', history: 'runs' };

function complaintAboutWord(word: string, command: Command | null): string {
  if (command === 'completion') return shellMissing;
  if (command !== null) return `${programOf(command)} takes flags only. ${programOf(command)} --help lists them.`;
  const names = commandTable.map(({ name }) => name);
  const meant = namable.test(word) ? didYouMean(word, names, otherWords) : null;
  const what = namable.test(word) ? `Unknown command "${word}".` : 'Unknown command.';
  return `${what}${meant === null ? '' : ` Did you mean ${meant}?`} Commands: ${names.join(', ')}.`;
}

function programOf(command: Command | null): string {
  return command === null ? 'rollcall' : `rollcall ${command}`;
}

const shellMissing = `rollcall completion takes the name of a shell: ${shells.join(', ')}.`;

function contradictionIn(
  given: Given,
  command: Command | null,
  shell: Flags['shell'],
  words: readonly string[],
): string | null {
  const { days, demo, json, csv, table, profile, 'new-profile': newProfile } = given;
  if (command === 'completion' && shell === null) return shellMissing;
  if (days !== undefined && !(/^0*[1-9]\d*$/.test(days) && Number.isSafeInteger(Number(days)))) {
    return '--days takes a whole number of at least 1.';
  }
  if (demo && given['base-url'] !== undefined) {
    return '--demo starts a service of its own, so it goes without --base-url.';
  }
  const beside = (['demo', 'org', 'search', 'filter', 'view'] as const).find(
    (name) => (given[name] ?? false) !== false,
  );
  if (given.review !== undefined && beside !== undefined)
    return `--review names the service and the organisation, so it goes without --${beside}.`;
  if (given.view !== undefined && !/^[1-9]$/.test(given.view)) return '--view takes a digit from 1 to 9.';
  const faulty = (['profile', 'new-profile'] as const).find((name) => !isProfileName(given[name] ?? defaultProfile));
  if (faulty !== undefined) return `--${faulty} takes a name of letters, digits, ".", "-" and "_", 32 at most.`;
  if (newProfile !== undefined && demo) return '--demo stores nothing, so it goes without --new-profile.';
  if (newProfile !== undefined && profile !== undefined) return 'Use only one of --profile and --new-profile.';
  // Refuses a flag that the command would silently ignore.
  const place = command ?? 'program';
  const misplaced = flagTable.find(
    (flag) => (given[flag.name as keyof Given] ?? false) !== false && !isIn(flag, place),
  );
  if (misplaced !== undefined) {
    const names = misplaced.in.map((one) => programOf(one === 'program' ? null : one));
    return `--${misplaced.name} goes with ${names.join(', ').replace(/, ([^,]*)$/, ' and $1')}.`;
  }
  if (command === 'runs') return recordComplaint(given, words);
  return [json, csv, table].filter(Boolean).length > 1 ? 'Use only one of --json, --csv and --table.' : null;
}

function recordComplaint(given: Given, words: readonly string[]): string | null {
  const { format, json, filter } = given;
  if (format === undefined)
    return words.length === 0 ? null : 'One record is printed with --format: rollcall runs --format md ID.';
  if (recordFormatOf(given) === null) return '--format takes md, html, json or csv.';
  if (json || filter !== undefined) return '--format prints one record, so it goes without --json and --filter.';
  return words.length === 1 ? null : '--format takes the id of one record: rollcall runs --format md ID.';
}

function isIn({ in: places }: (typeof flagTable)[number], place: Place): boolean {
  return (places as readonly Place[]).includes(place);
}

/** The text of --help, at most 80 columns wide, for the program or for one command. */
export function usage(command: Command | null = null): string {
  if (command !== null) return commandUsage(command);
  return [
    `rollcall: ${purpose}`,
    '',
    'Usage: rollcall [flags]',
    ...commandTable.map(({ name, does }) => `       rollcall ${name.padEnd(12)}${does}`),
    '',
    ...flagTable.map(flagRow),
    '',
    'Environment (a flag overrides it, and both override the settings used last):',
    '',
    row('ROLLCALL_BASE_URL', 'the address of the service'),
    row('ROLLCALL_TOKEN', 'the access token; there is no flag that takes one'),
    '',
    'rollcall COMMAND --help shows the flags of a command.',
    'In the program, ? shows the keys of a screen and : all commands.',
  ].join('\n');
}

export const purpose = 'find systems that stopped connecting, and delete them safely';

function commandUsage(command: Command): string {
  const does = commandTable.find(({ name }) => name === command)?.does ?? '';
  const takes = takesOf(command);
  const own = examples.filter((example) => example.in === command);
  return [
    `rollcall ${command}: ${does}`,
    '',
    `Usage: rollcall ${command}${takes}`,
    '',
    ...(command === 'api' ? [...apiWords.map(([name, does]) => row(name, does)), ''] : []),
    ...flagTable.filter((flag) => isIn(flag, command)).map(flagRow),
    '',
    ...(command === 'api' ? ['Exit codes:', '', ...apiExitCodes.map(([code, means]) => row(code, means)), ''] : []),
    own.length === 1 ? 'Example:' : 'Examples:',
    '',
    ...own.flatMap((example) => [`  ${example.line}`, `    ${example.does}`]),
  ].join('\n');
}

export function takesOf(command: Command): string {
  if (command === 'api') return ' [METHOD] PATH|OPERATION [FIELD...] [flags]';
  if (command === 'docs') return ' [PAGE|WORD...]';
  return command === 'completion' ? ` ${shells.join('|')}` : ' [flags]';
}

const apiWords = [
  ['METHOD', 'GET (default) or HEAD; others need --write'],
  ['PATH', 'as --list has it, or as it is sent; {orgId} is filled in'],
  ['OPERATION', 'in place of both: its operationId, as --describe has it'],
  ['name=value', 'a field: for {name} in the path, the query or the body'],
  ['name:=JSON', 'the same, with a number, a list or an object'],
  ['content-type=TYPE', 'one of the media types of the body; --describe names them'],
] as const;

function flagRow(flag: (typeof flagTable)[number]): string {
  return row(`--${flag.name}${'takes' in flag ? ` ${flag.takes}` : ''}`, flag.does);
}

function row(name: string, does: string): string {
  return `  ${name.padEnd(20)}${does}`;
}

/** Exit codes of the program and of every command; `api` has its own. */
export const exitCodes = [
  ['0', 'you quit; with a command: it did everything'],
  ['1', 'rollcall could not continue; with a command: standard error says what is missing'],
  ['2', 'wrong usage; nothing was sent'],
] as const;

export const signalExitCodes = ['129, 130, 131, 143', 'ended by SIGHUP, SIGINT, SIGQUIT or SIGTERM'] as const;

export const apiExitCodes = [
  ['0', 'done'],
  ['1', 'an answer could not be read or written to its end'],
  ['2', 'nothing was sent: wrong usage, no --write, or not allowed'],
  ['3', 'the service pointed elsewhere (3xx), which is not followed'],
  ['4', 'the service refused it (4xx, 501), or said that it failed'],
  ['5', 'the service failed (5xx); it may have made the change'],
  ['6', 'a change was sent, and its outcome is not known'],
  ['7', 'a change for many was carried out in part, by its answer'],
] as const;

export const environmentTable = [
  ['ROLLCALL_BASE_URL', 'the address of the service'],
  ['ROLLCALL_TOKEN', 'the access token; there is no flag that takes one'],
  ['NO_COLOR', 'no colours, as on a terminal that has none'],
  ['COLORFGBG', 'the background, where the terminal does not say it'],
  ['INK_SCREEN_READER', 'true: as --plain'],
  ['VISUAL, EDITOR, PAGER', 'the editor for lists, and the pager for records'],
  ['HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY', 'proxies for requests to the service'],
  ['NODE_EXTRA_CA_CERTS', 'a file with your own certificate authorities, which are trusted, too'],
  ['NODE_TLS_REJECT_UNAUTHORIZED', '0: certificates are not checked, and a warning is shown'],
  ['LC_ALL, LC_CTYPE, LANG', 'without UTF-8: as --ascii'],
  ['COLUMNS, LINES', 'the size of the screen, where the terminal says none'],
  ['SSH_CONNECTION', 'the address you come from: the system with that address is protected'],
  ['XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_CACHE_HOME', 'the folders of the files that rollcall stores'],
] as const;

/** Inserted by the build from package.json; undefined if the source runs unbundled. */
declare const __ROLLCALL_VERSION__: string | undefined;
export const version = typeof __ROLLCALL_VERSION__ === 'undefined' ? '0.0.0-source' : __ROLLCALL_VERSION__;

export function versionLine(): string {
  return `rollcall ${version} (Node.js ${process.versions.node}, ${process.platform} ${process.arch})`;
}
