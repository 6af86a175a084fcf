/** Prints the facts for a problem report (`rollcall doctor`), without the token. */
import process from 'node:process';
import { count, plural } from '../../../screens/text/quantities.ts';
import { isRequest, standingOf } from '../../../state/change/history/feature.ts';
import { isUnread, unreadWords } from '../../../state/change/journal/records-file.ts';
import { decodeRecord } from '../../../state/change/runs/effects.ts';
import { listChanges } from '../../../state/change/runs/files.ts';
import { cacheFolder, stateOfCache } from '../../process/compile-cache.ts';
import { assetText, compiledAsset, isOneFile, scriptOf } from '../../process/parts.ts';
import { placeFault, writeFault } from '../../storage/atomic-write.ts';
import { keptDefinitions } from '../../storage/definitions.ts';
import { changesFolder, configFolder, locksFolder, notesFolder, stateOfFolder } from '../../storage/own-file.ts';
import { lockFault, placeOf } from '../../storage/lock.ts';
import {
  type Checks,
  fail,
  type DoctorFinding,
  info,
  pass,
  preferencesChecks,
  type Section,
  sectionOf,
  serviceChecks,
  tokenChecks,
  whyOf,
} from './checks.ts';
import type { WriteStream } from 'node:tty';
import { readToken, redactSecrets } from '../../../api/access.ts';
import { clean } from '../../../screens/text/clean.ts';
import type { Environment } from '../../cli/settings.ts';
import { type Flags, version } from '../../cli/flags.ts';
import { loadStartup, print } from '../../cli/startup.ts';
import { tokenStoreOf } from '../../ports.ts';
import { colourlessBy } from '../../terminal/background.ts';
import { sizeOf } from '../../terminal/output.ts';
import { networkTo, routeTo } from '../../network/proxy.ts';
import { accountFor } from '../../tokens/token-store.ts';

// The doctor's checks of rollcall's own folders: locks, compiled code, definitions, changes, and others.

/** `path`: null if there is no such folder. `without`: the consequence, after "cannot be written" and a colon. */
function folderCheck(path: string | null, without: string, stateOf = stateOfFolder): DoctorFinding {
  if (path === null) return info(`none, there is no home folder: ${without}`);
  const state = stateOf(path);
  if (state.kind === 'refused') {
    const mend = state.code === 'not yours' ? `sudo chown -R "$(id -un)" ${path}` : undefined;
    return fail(`not used: ${state.sentence}`, mend);
  }
  const code = placeFault(path);
  if (code !== null) return fail(`${path} cannot be written (${code}): ${without}`, 'make it writable for you');
  return state.kind === 'own' ? pass(`${path}, for you alone`) : info(`${path} (not there yet)`);
}

async function locksCheck(): Promise<DoctorFinding> {
  const without = 'rollcall deletes and disables nothing';
  const path = await locksFolder().then(placeOf, () => null);
  if (path === null || stateOfFolder(path).kind === 'refused') return folderCheck(path, without);
  const code = await lockFault();
  if (code === null) return pass(`${path}, for you alone`);
  const variable = process.platform === 'linux' ? 'XDG_STATE_HOME' : 'HOME';
  return fail(
    `${path} takes none (${code}): ${without}`,
    `set ${variable} to a folder of yours on a disk of this computer`,
  );
}

function compiledCheck(): DoctorFinding {
  if (!isOneFile()) return folderCheck(cacheFolder(process.env), 'every start takes a little longer', stateOfCache);
  const compiled = compiledAsset('main.js');
  if (compiled === undefined) return info('none: this file was made on another platform, and starts slower');
  const { cachedDataRejected } = scriptOf({ path: 'main.js', source: assetText('main.js') }, compiled);
  if (cachedDataRejected === true) return info('in the file, but not for this computer: it starts slower');
  return pass('in the file, and used');
}

/** Checks that definitions are stored and can be: otherwise each start fetches the definition. */
export function definitionsCheck(folder: string | null): DoctorFinding {
  const without = 'every start reads the definition of the service';
  const state = folder === null ? null : stateOfFolder(folder).kind;
  if (folder === null || state === 'refused') return folderCheck(folder, without);
  const code = state === 'own' ? writeFault(folder) : placeFault(folder);
  if (code !== null) {
    const mend = 'make room, or make the folder writable; all else works without it';
    return fail(`${folder} cannot be written (${code}): ${without}`, mend);
  }
  const kept = state === 'own' ? keptDefinitions(folder) : null;
  if (kept === null || kept.services === 0) return info(`${folder} (none is kept yet)`);
  const size = `${count(Math.ceil(kept.bytes / 1024))} kB`;
  return pass(`${folder}, of ${plural(kept.services, 'service')}, ${size}, for you alone`);
}

/** Checks the records of changes: their folder, free space, and unfinished changes. */
export async function changesCheck(folder: string | null): Promise<DoctorFinding> {
  const without = 'rollcall deletes and changes nothing';
  const state = folder === null ? null : stateOfFolder(folder).kind;
  if (folder === null || state === 'refused') return folderCheck(folder, without);
  const code = state === 'own' ? writeFault(folder) : placeFault(folder);
  if (code !== null) {
    const mend = 'make room, or make the folder writable for you alone';
    return fail(`${folder} cannot be written (${code}): ${without}`, mend);
  }
  if (state === 'missing') return info(`${folder} (not there yet)`);
  const rows = await listChanges(folder, decodeRecord, () => Promise.resolve(true), Date.now());
  const unread = rows.find(isUnread);
  if (unread !== undefined) return fail(`${unread.path}: ${unreadWords(unread)}`, 'move it away');
  const open = rows.filter((row) => isRequest(row) && standingOf(row) === 'noOutcome').length;
  const message = [
    `${folder}, ${plural(rows.length, 'change')}`,
    ...(open === 0 ? [] : [`${open} without a known outcome`]),
    'for you alone',
  ].join(', ');
  return open === 0 ? pass(message) : info(message, 'in rollcall, E shows them');
}

/** Returns the exit code: 0 without problems, 2 for an unknown profile or unreadable settings, else 1. */
export async function doctor(flags: Flags, environment: Environment): Promise<number> {
  const { preferences, settings: from, typed, profileRefusal } = await loadStartup(flags, environment);
  if (profileRefusal !== null) {
    process.stderr.write(`rollcall: ${profileRefusal}\n`);
    return 2;
  }
  const baseUrl = from.ok ? from.settings.baseUrl : null;
  const account = baseUrl === null ? 'https://rollcall.invalid' : accountFor(baseUrl, preferences.profileName);
  const given = from.ok ? (from.settings.token?.value ?? null) : null;
  const unread = (error: unknown) => ({ kind: 'failed', sentence: `not checked: ${whyOf(error)}` }) as const;
  const findToken = async (address: string) =>
    (await tokenStoreOf(preferences, flags['insecure-storage'])).find(address);
  const finding = baseUrl === null || given !== null ? null : await findToken(baseUrl).catch(unread);
  const token = given ?? (finding?.kind === 'found' ? (finding.token ?? null) : null);
  const route = baseUrl === null ? null : routeTo(baseUrl);

  const sections: readonly Section[] = [
    await sectionOf('Program', {
      rollcall: () => info(version),
      Node: () => info(`${process.versions.node} on ${process.platform} ${process.arch}`),
      'log for a report': () => info('rollcall --log FILE: keys, requests, ids of systems and organisations, no token'),
      settings: () => (from.ok ? pass('can be used') : fail(from.sentence)),
      proxy: () => (route?.ok === false ? fail(route.sentence) : null),
    }),
    await sectionOf('Terminal', terminalChecks(process.stdout, process.env)),
    await sectionOf('Folders', folderChecks(flags.demo)),
    await sectionOf('Settings', preferencesChecks(preferences)),
    await sectionOf('Token', tokenChecks(preferences, account, baseUrl)),
    await sectionOf(
      'Service',
      serviceChecks({
        baseUrl,
        token,
        tokenSays: finding !== null && 'sentence' in finding ? finding.sentence : null,
        network: baseUrl === null || route?.ok === false ? null : networkTo(baseUrl),
        isTlsUnchecked: environment.isTlsUnchecked,
      }),
    ),
  ];
  const faults = sections.flatMap(({ checks }) => checks).filter(({ ok }) => ok === false).length;
  const safe = (_: string, value: unknown): unknown => (typeof value === 'string' ? clean(value) : value);
  const json = `${JSON.stringify({ ok: faults === 0, sections }, safe, 2)}\n`;
  const text = flags.json ? json : sectionsText(sections, faults);
  await print(redactSecrets(text, token ?? (readToken(typed ?? '').ok ? typed : null)));
  if (preferences.fault !== null) return 2;
  return faults === 0 ? 0 : 1;
}

/** Every folder to which a session writes, except for exports, whose place you choose. */
function folderChecks(isDemo: boolean): Checks {
  const orNone = (folder: Promise<string>): Promise<string | null> => folder.catch(() => null);
  return {
    settings: async () => folderCheck(await orNone(configFolder()), 'your settings last for one session'),
    sessions: async () => folderCheck(await orNone(notesFolder()), 'marks and crash notes are not kept'),
    records: async () => changesCheck(await orNone(changesFolder(isDemo))),
    locks: locksCheck,
    'compiled code': compiledCheck,
    definitions: () => definitionsCheck(cacheFolder(process.env, 'definitions')),
  };
}

export function terminalChecks({ isTTY, columns, rows }: Partial<WriteStream>, env: NodeJS.ProcessEnv): Checks {
  const { TERM: name = 'not set', TMUX: tmux, SSH_CONNECTION: ssh } = env;
  const locale = [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].find((value) => (value ?? '') !== '') ?? 'not set';
  const mend = 'set TERM to its real name, such as xterm-256color';
  const copying =
    tmux === undefined
      ? 'by OSC 52: the terminal puts it on its clipboard, if it is set up to'
      : 'by tmux load-buffer -w: tmux 3.2 or later, with set-clipboard on';
  const isUtf8 = /utf-?8/i.test(locale);
  return {
    size: () => info(isTTY === true ? sizeWords({ columns, rows }, env) : 'the output is no terminal here'),
    TERM: () => (name === 'dumb' ? fail('dumb: it cannot place text', mend) : info(name)),
    colours: () => info(coloursIn(env)),
    characters: () => info(isUtf8 ? `UTF-8 (${locale})` : `not said to be UTF-8 (${locale})`),
    multiplexer: () => info(multiplexerIn(env)),
    copying: () => info(copying),
    'over SSH': () => info(ssh === undefined ? 'no' : 'yes'),
  };
}

function sizeWords(said: Parameters<typeof sizeOf>[0], env: NodeJS.ProcessEnv): string {
  const { columns, rows } = sizeOf(said, env);
  const isSaid = said.columns === columns && said.rows === rows;
  return `${columns}×${rows}${isSaid ? '' : ' (the terminal says none: COLUMNS and LINES set it)'}`;
}

function coloursIn(env: NodeJS.ProcessEnv): string {
  const colourless = colourlessBy(env);
  if (colourless !== null) return `none (${colourless})`;
  if (/truecolor|24bit/.test(env['COLORTERM'] ?? '')) return 'all (COLORTERM); 16 are used';
  return /256/.test(env['TERM'] ?? '') ? '256 (TERM); 16 are used' : '16';
}

function multiplexerIn(env: NodeJS.ProcessEnv): string {
  if (env['TMUX'] !== undefined) return 'tmux';
  if (env['STY'] !== undefined) return 'GNU screen';
  return env['ZELLIJ'] === undefined ? 'none' : 'Zellij';
}

/** Plain characters, one finding per line, for reading and for reports. */
function sectionsText(sections: readonly Section[], faults: number): string {
  const lines = sections.flatMap(({ title, checks }) => [title, ...checks.flatMap(lineOf), '']);
  return `${lines.join('\n')}\n${faults === 0 ? 'No problems found.' : `${plural(faults, 'problem')} found (marked !).`}\n`;
}

function lineOf({ name, ok, message, mend }: Section['checks'][number]): readonly string[] {
  const sign = ok === false ? '!' : ' ';
  const line = `${sign} ${name.padEnd(18)}${clean(message)}`;
  return mend === undefined ? [line] : [line, `${' '.repeat(20)}→ ${clean(mend)}`];
}
