/** Prints the facts for a report of a problem (`rollcall doctor`), and never the token. */
import process from 'node:process';
import type { WriteStream } from 'node:tty';
import { readToken, redactSecrets } from '../../../api/token.ts';
import { plural } from '../../../screens/text/quantities.ts';
import { clean } from '../../../screens/text/clean.ts';
import type { Environment } from '../../cli/settings.ts';
import { type Flags, version } from '../../cli/flags.ts';
import { cacheFolder } from '../../process/compile-cache.ts';
import { changesFolder, configFolder, notesFolder } from '../../storage/folders.ts';
import { loadStartup } from '../../cli/startup.ts';
import { tokenStoreOf } from '../../ports.ts';
import { print } from '../../cli/print.ts';
import { sizeOf } from '../../terminal/output.ts';
import { networkTo, routeTo } from '../../network/proxy.ts';
import { accountFor } from '../../tokens/token-store.ts';
import { preferencesChecks, serviceChecks, tokenChecks } from './checks.ts';
import { changesCheck, compiledCheck, definitionsCheck, folderCheck, locksCheck } from './kept-checks.ts';
import { type Checks, failed, info, passed, type Section, sectionOf, whyOf } from './section.ts';

/** Answers the exit code: 0 without problems, 2 for an unknown profile or settings that are not understood, else 1. */
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
  const found = async (address: string) => (await tokenStoreOf(preferences, flags['insecure-storage'])).find(address);
  const finding = baseUrl === null || given !== null ? null : await found(baseUrl).catch(unread);
  const token = given ?? (finding?.kind === 'found' ? (finding.token ?? null) : null);
  const route = baseUrl === null ? null : routeTo(baseUrl);

  const sections: readonly Section[] = [
    await sectionOf('Program', {
      rollcall: () => info(version),
      Node: () => info(`${process.versions.node} on ${process.platform} ${process.arch}`),
      'log for a report': () => info('rollcall --log FILE: keys, requests, ids of systems and organisations, no token'),
      settings: () => (from.ok ? passed('can be used') : failed(from.sentence)),
      proxy: () => (route?.ok === false ? failed(route.sentence) : null),
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

/** Every place in which a session leaves a file, except for exports, whose place the person chooses. */
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
    TERM: () => (name === 'dumb' ? failed('dumb: it cannot place text', mend) : info(name)),
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
  if ((env['NO_COLOR'] ?? '') !== '') return 'none (NO_COLOR)';
  if (/truecolor|24bit/.test(env['COLORTERM'] ?? '')) return 'all (COLORTERM); 16 are used';
  return /256/.test(env['TERM'] ?? '') ? '256 (TERM); 16 are used' : '16';
}

function multiplexerIn(env: NodeJS.ProcessEnv): string {
  if (env['TMUX'] !== undefined) return 'tmux';
  if (env['STY'] !== undefined) return 'GNU screen';
  return env['ZELLIJ'] === undefined ? 'none' : 'Zellij';
}

/** For people, and for reports: plain characters, one finding a line. */
function sectionsText(sections: readonly Section[], faults: number): string {
  const lines = sections.flatMap(({ title, checks }) => [title, ...checks.flatMap(lineOf), '']);
  return `${lines.join('\n')}\n${faults === 0 ? 'No problems found.' : `${plural(faults, 'problem')} found (marked !).`}\n`;
}

function lineOf({ name, ok, says, mend }: Section['checks'][number]): readonly string[] {
  const sign = ok === false ? '!' : ' ';
  const line = `${sign} ${name.padEnd(18)}${clean(says)}`;
  return mend === undefined ? [line] : [line, `${' '.repeat(20)}→ ${clean(mend)}`];
}
