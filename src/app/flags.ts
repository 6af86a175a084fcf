/** What was asked for on the command line? */
import { parseArgs } from 'node:util';
import { defaultDays } from '../state/staleness.ts';

/** Every flag, in the order of --help. Where `takes` is missing, the flag is there or not. */
export const flagTable = [
  { name: 'demo', does: 'try it: a service of its own, with invented systems' },
  { name: 'base-url', takes: 'URL', does: "the service's address, https://…" },
  { name: 'org', takes: 'NAME|ID', does: 'open this organisation first' },
  { name: 'search', takes: 'TEXT', does: 'ask the service for matching systems only' },
  { name: 'days', takes: 'N', does: `stale means not seen for more than N days (${defaultDays})` },
  { name: 'preview', does: 'go through a deletion without deleting anything' },
  { name: 'read-only', does: 'refuse everything that changes something' },
  { name: 'help', does: 'show this text' },
  { name: 'version', does: 'show the version' },
] as const satisfies readonly { name: string; takes?: string; does: string }[];

type Name = (typeof flagTable)[number]['name'];

export interface Flags {
  readonly demo: boolean;
  readonly baseUrl: string | null;
  readonly org: string | null;
  readonly search: string | null;
  readonly days: number;
  readonly preview: boolean;
  readonly readOnly: boolean;
  readonly help: boolean;
  readonly version: boolean;
  /** `rollcall runs`: print the runs there have been. */
  readonly runs: boolean;
}

export type FlagsRead =
  { readonly ok: true; readonly flags: Flags } | { readonly ok: false; readonly sentence: string };

/** Reads the arguments after the program's name. A refusal repeats no value: it could be a token, cut or mistyped. */
export function readFlags(argv: readonly string[]): FlagsRead {
  if (argv.some(holdsToken)) return refused(tokenSentence);
  const given = new Map<Name, string>();
  // Not strict, because the parser's own complaints are not sentences for a person.
  const { tokens } = parseArgs({ args: [...argv], options: parserOptions, strict: false, tokens: true });
  let runs = false;
  for (const token of tokens) {
    if (token.kind === 'positional' && token.index === 0 && token.value === 'runs') {
      runs = true;
      continue;
    }
    if (token.kind !== 'option') return refused('Every argument belongs to a flag; rollcall --help lists them.');
    const flag = flagTable.find(({ name }) => token.rawName === `--${name}`);
    if (flag === undefined) return refused(`There is no flag ${shown(token.rawName)}; rollcall --help lists them.`);
    const complaint = valueComplaint(flag, token);
    if (complaint !== undefined) return refused(complaint);
    given.set(flag.name, token.value ?? '');
  }
  return checked(given, runs);
}

const tokenSentence =
  'Do not pass tokens as arguments; revoke that token in the portal, ' +
  'and give a new one when rollcall asks for it, or in ROLLCALL_TOKEN.';

/** Access tokens are 63 letters and digits. */
function holdsToken(argument: string): boolean {
  return /(?<![a-z0-9])[a-z0-9]{63}(?![a-z0-9])/i.test(argument);
}

const parserOptions = Object.fromEntries(
  flagTable.map((flag) => [flag.name, { type: 'takes' in flag ? ('string' as const) : ('boolean' as const) }]),
);

/** Without its value, and without anything a terminal would act on. */
function shown(rawName: string): string {
  return rawName.replaceAll(/[^\x21-\x7e]/g, '?').slice(0, 30);
}

function valueComplaint(
  flag: (typeof flagTable)[number],
  { value, inlineValue }: { value?: string | undefined; inlineValue?: boolean | undefined },
): string | undefined {
  if (!('takes' in flag)) return value === undefined ? undefined : `--${flag.name} takes no value.`;
  // What looks like the next flag is not a value; `--search=-x` says that it is one.
  const isMissing = value === undefined || value === '' || (value.startsWith('-') && inlineValue !== true);
  return isMissing ? `--${flag.name} needs a value: --${flag.name} ${flag.takes}.` : undefined;
}

function checked(given: ReadonlyMap<Name, string>, runs: boolean): FlagsRead {
  const days = Number(given.get('days') ?? defaultDays);
  if (!/^\d+$/.test(given.get('days') ?? '1') || days < 1 || !Number.isSafeInteger(days)) {
    return refused('--days takes a whole number of at least 1.');
  }
  if (given.has('demo') && given.has('base-url')) {
    return refused('--demo starts a service of its own, so it goes without --base-url.');
  }
  return {
    ok: true,
    flags: {
      demo: given.has('demo'),
      baseUrl: given.get('base-url') ?? null,
      org: given.get('org') ?? null,
      search: given.get('search') ?? null,
      days,
      preview: given.has('preview'),
      readOnly: given.has('read-only'),
      help: given.has('help'),
      version: given.has('version'),
      runs,
    },
  };
}

function refused(sentence: string): FlagsRead {
  return { ok: false, sentence };
}
