/** Runs your own commands, asks first when configured to, and reports how they ended. */
import { type FieldName, fieldKinds, type System } from '../../api/system.ts';
import type { Organisation } from '../../api/organisations.ts';
import { didYouMean } from '../kernel/spelling.ts';
import type { None, Tagged } from '../kernel/declare.ts';
import { isGoing } from '../change/run.ts';
import { type Feature, withNotice, type Step, refuse } from '../root/feature.ts';
import { systemAtHand } from '../fleet/list/feature.ts';
import { inProgress } from '../change/run-kinds.ts';
import { readOnlyRefusal } from '../session/session.ts';
import type { State } from '../root/state.ts';

export interface OwnCommand {
  /** For example `!p`. */
  readonly key: string;
  readonly name: string;
  /** The program and its arguments; `{hostname}` stands for a value. */
  readonly argv: readonly string[];
  readonly on: 'system' | 'organisation';
  readonly isConfirmed: boolean;
  /** True when the command changes nothing, so that it may run in read-only mode. */
  readonly isSafe: boolean;
}

const ofOrganisation = ['orgId', 'orgName', 'baseUrl'] as const;

/** Lists and flags cannot be arguments. */
const ofSystem = (Object.keys(fieldKinds) as FieldName[]).filter(
  (name) => !['list', 'tags', 'flag'].includes(fieldKinds[name]),
);

/** The names that braces may contain. */
export const placeholders: Readonly<Record<OwnCommand['on'], readonly string[]>> = {
  system: [...ofSystem, ...ofOrganisation],
  organisation: ofOrganisation,
};

export const maxNameLength = 30;

/** The valid commands, and a sentence for each invalid one. */
export function ownCommandsFrom(stored: readonly unknown[]): {
  readonly commands: readonly OwnCommand[];
  readonly faults: readonly string[];
} {
  const commands: OwnCommand[] = [];
  const faults: string[] = [];
  for (const [at, one] of stored.entries()) {
    const read = commandFrom(one);
    const isTaken = typeof read !== 'string' && commands.some(({ key }) => key === read.key);
    if (typeof read === 'string') faults.push(`Settings file: command ${at + 1} is not used: ${read}.`);
    else if (isTaken) faults.push(`Settings file: command ${at + 1} is not used: ${read.key} is taken.`);
    else commands.push(read);
  }
  return { commands, faults };
}

/** The command, or the mistake in it. */
function commandFrom(stored: unknown): OwnCommand | string {
  if (typeof stored !== 'object' || stored === null) return 'it is no object';
  const { key, name, argv, on = 'system', confirm = false, safe = false } = stored as Readonly<Record<string, unknown>>;
  // A misspelt key may have been meant to make the command ask first.
  const unknown = Object.keys(stored).find((one) => !commandKeys.includes(one));
  if (unknown !== undefined) return `unknown key "${unknown}"${suggestInstead(unknown, commandKeys)}`;
  if (typeof key !== 'string' || !/^![A-Za-z0-9]$/.test(key)) return '"key" must be ! and a letter';
  if (typeof name !== 'string' || name.trim() === '' || name.length > maxNameLength) {
    return `"name" must have 1 to ${maxNameLength} characters`;
  }
  if (!Array.isArray(argv) || argv.length === 0 || !argv.every((word) => typeof word === 'string')) {
    return '"argv" must be a list of texts';
  }
  if (on !== 'system' && on !== 'organisation') return '"on" must be system or organisation';
  if (typeof confirm !== 'boolean' || typeof safe !== 'boolean') return '"confirm" and "safe" must be true or false';
  const wrong = wrongArgument(argv, placeholders[on]);
  return wrong ?? { key, name, argv, on, isConfirmed: confirm, isSafe: safe };
}

function wrongArgument(argv: readonly string[], known: readonly string[]): string | null {
  const [program = '', ...rest] = argv;
  if (program === '' || /[{}]/.test(program)) return 'the program cannot be a value';
  const unknown = rest.flatMap(placeholdersIn).find((name) => !known.includes(name));
  return unknown === undefined ? null : `unknown value "${unknown}"${suggestInstead(unknown, known)}`;
}

const commandKeys = ['key', 'name', 'argv', 'on', 'confirm', 'safe'];

function suggestInstead(name: string, known: readonly string[]): string {
  const meant = didYouMean(name, known, otherNames);
  return meant === null || !known.includes(meant) ? '' : `; did you mean ${meant}?`;
}

const otherNames = { name: 'hostname', id: 'systemId', ip: 'connectedFrom', address: 'connectedFrom', org: 'orgId' };

const placeholder = /\{(\w+)\}/g;

function placeholdersIn(word: string): readonly string[] {
  return Array.from(word.matchAll(placeholder), ([, name = '']) => name);
}

interface CommandSubject {
  readonly system: System | undefined;
  readonly organisation: Organisation | null;
  readonly baseUrl: string | null;
}

type OwnCommandWords =
  { readonly ok: true; readonly words: readonly string[] } | { readonly ok: false; readonly message: string };

/** The words to run, or why they cannot run: `message` has no full stop. */
export function wordsOf({ argv, on }: OwnCommand, subject: CommandSubject): OwnCommandWords {
  if (on === 'system' && subject.system === undefined) return refuseCommand('no system is shown');
  const words: string[] = [];
  for (const written of argv) {
    const values = new Map<string, string>();
    for (const name of placeholdersIn(written)) {
      const value = valueOf(name, subject);
      if (value === null || value === '') return refuseCommand(`it has no ${name}`);
      // The address of the service is your own, so it may contain any character.
      if (name !== 'baseUrl' && !plainValue.test(value)) return refuseCommand(notPlain(name, value));
      values.set(name, value);
    }
    words.push(written.replaceAll(placeholder, (_, name: string) => values.get(name) ?? ''));
  }
  return { ok: true, words };
}

/**
 * Even a whole argument may reach a shell (`watch`, `ssh`), an option, or another host's address, so values from the
 * service must not contain characters with a meaning there.
 */
const plainValue = /^[\p{L}\p{N}:_][\p{L}\p{N}._:%+-]*$/u;

/** Maximum characters of a value in a notice. */
const maxShown = 40;

function notPlain(name: string, value: string): string {
  const shown = value.length > maxShown ? `${value.slice(0, maxShown - 1)}…` : value;
  return `its ${name} "${shown}" has more than letters, digits and . _ : % + -`;
}

function refuseCommand(message: string): OwnCommandWords {
  return { ok: false, message };
}

function valueOf(name: string, { system, organisation, baseUrl }: CommandSubject): string | null {
  if (name === 'baseUrl') return baseUrl;
  if (name === 'orgId' || name === 'orgName') return organisation?.[name] ?? null;
  const field = ofSystem.find((one) => one === name);
  const value = field === undefined ? null : system?.[field];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

export interface OwnCommandsFeature {
  readonly state: { readonly commands: readonly OwnCommand[] };
  readonly action: Tagged<{
    ownCommandsKnown: { commands: readonly OwnCommand[] };
    ownCommandsOpened: None;
    ownCommandChosen: { key: string };
    ownCommandConfirmed: None;
    /** `message`: how the command ended, without a full stop. */
    ownCommandEnded: { message: string };
  }>;
  readonly effect: Tagged<{ runOwnCommand: { name: string; words: readonly string[] } }>;
  readonly overlay: Tagged<{
    /** After `!`: the next key chooses a command. */
    ownCommands: None;
    ownCommandAsked: { name: string; words: readonly string[] };
  }>;
  readonly port: {
    /** From the settings as last read. */
    readonly memory: { ownCommands(): readonly OwnCommand[] };
  };
}

declare module '../root/state.ts' {
  interface Features {
    readonly ownCommands: OwnCommandsFeature;
  }
}

/** The words to run in this state, or why they cannot run. */
export function commandWordsNow(state: State, command: OwnCommand): OwnCommandWords {
  const readOnly = command.isSafe ? null : readOnlyRefusal(state);
  if (readOnly !== null) return { ok: false, message: `${readOnly} ("safe": true in the settings file allows it)` };
  if (isGoing(state.deletion)) return { ok: false, message: inProgress(state.deletion) };
  const { organisation, session } = state;
  return wordsOf(command, { system: systemAtHand(state), organisation, baseUrl: session.baseUrl });
}

function chooseCommand(state: State, key: string): Step {
  const command = state.ownCommands.commands.find((one) => one.key === key);
  if (command === undefined) return [state];
  const closed: State = { ...state, overlay: null };
  const now = commandWordsNow(closed, command);
  const { name } = command;
  if (!now.ok) return [refuse(closed, `${key}: ${now.message}.`)];
  const { words } = now;
  if (command.isConfirmed) return [{ ...state, overlay: { kind: 'ownCommandAsked', name, words } }];
  return [closed, { kind: 'runOwnCommand', name, words }];
}

export const ownCommands: Feature<'ownCommands'> = {
  slice: { initial: { commands: [] }, lasts: 'program' },
  update: {
    ownCommandsKnown: (state, { commands }) => [{ ...state, ownCommands: { commands } }],
    ownCommandsOpened: (state) => [{ ...state, overlay: { kind: 'ownCommands' } }],
    ownCommandChosen: (state, { key }) => chooseCommand(state, key),
    ownCommandConfirmed(state) {
      const { overlay } = state;
      if (overlay?.kind !== 'ownCommandAsked') return [state];
      const { name, words } = overlay;
      return [
        { ...state, overlay: null },
        { kind: 'runOwnCommand', name, words },
      ];
    },
    ownCommandEnded: (state, { message }) => [withNotice(state, `${message}.`)],
  },
  effects: {
    async runOwnCommand({ name, words }, { ports }) {
      return { kind: 'ownCommandEnded', message: await ports.runCommand(name, words) };
    },
  },
  screens: { ownCommands: {}, ownCommandAsked: {} },
};
