/** Prints what a report of a problem needs (`rollcall doctor`), and never the token. */
import process from 'node:process';
import type { WriteStream } from 'node:tty';
import { readToken } from '../../../api/token.ts';
import type { Environment } from '../../cli/settings.ts';
import { type Flags, version } from '../../cli/flags.ts';
import { cacheFolder, stateOfCache } from '../../process/compile-cache.ts';
import { configFolder, runsFolder, tokenFilePath } from '../../storage/paths.ts';
import { loadStartup } from '../../cli/startup.ts';
import { keychainHere, tokenStoreOf } from '../../ports.ts';
import { print } from '../../cli/print.ts';
import { networkTo, routeTo } from '../../network/proxy.ts';
import { redactSecrets } from '../../process/redact.ts';
import { accountFor } from '../../tokens/token-store.ts';
import { failed, info, isHealthy, passed, type Section, sectionsJson, sectionsText } from './check.ts';
import { serviceSection } from './service-checks.ts';
import { stateOfFolder } from '../../storage/private-folder.ts';
import { foldersSection, preferencesSection, tokenSection } from './storage-checks.ts';

/** Answers the exit code: 0 where all is well, else 1. */
export async function doctor(flags: Flags, environment: Environment): Promise<number> {
  const { preferences, settings: from, typed } = await loadStartup(flags, environment);
  const baseUrl = from.ok ? from.settings.baseUrl : null;
  const account = baseUrl === null ? 'https://rollcall.invalid' : accountFor(baseUrl, preferences.profileName);
  const given = from.ok ? (from.settings.token?.value ?? null) : null;
  const found =
    baseUrl === null || given !== null
      ? null
      : await (await tokenStoreOf(preferences, flags['insecure-storage'])).find(baseUrl);
  const token = given ?? found?.token ?? null;
  const route = baseUrl === null ? null : routeTo(baseUrl);

  const sections: Section[] = [
    {
      title: 'Program',
      checks: [
        info('rollcall', version),
        info('Node', `${process.versions.node} on ${process.platform} ${process.arch}`),
        from.ok ? passed('settings', 'can be used') : failed('settings', from.sentence),
        ...(route?.ok === false ? [failed('proxy', route.sentence)] : []),
      ],
    },
    terminalSection(process.stdout, process.env),
    foldersSection([
      { name: 'settings', path: await configFolder().catch(() => null), stateOf: stateOfFolder },
      { name: 'records', path: await runsFolder(flags.demo).catch(() => null), stateOf: stateOfFolder },
      { name: 'compiled code', path: cacheFolder(process.env), stateOf: stateOfCache },
    ]),
    preferencesSection(preferences),
    await tokenSection({
      preferences,
      keychain: keychainHere(),
      tokenFilePath: await tokenFilePath().catch(() => null),
      account,
      env: process.env,
    }),
    await serviceSection({
      baseUrl,
      token,
      tokenSays: found?.kind === 'failed' ? found.sentence : null,
      network: baseUrl === null || route?.ok === false ? null : networkTo(baseUrl),
      isTlsUnchecked: environment.isTlsUnchecked,
    }),
  ];
  const text = flags.json ? sectionsJson(sections) : sectionsText(sections);
  await print(redactSecrets(text, token ?? (readToken(typed ?? '').ok ? typed : null)));
  return isHealthy(sections) ? 0 : 1;
}

/** What this terminal can do, as far as that is known without asking it. */
function terminalSection({ isTTY, columns, rows }: Partial<WriteStream>, env: NodeJS.ProcessEnv): Section {
  const { TERM: name = 'not set', TMUX: tmux, SSH_CONNECTION: ssh } = env;
  const locale = [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].find((value) => (value ?? '') !== '') ?? 'not set';
  const mend = 'set TERM to its real name, such as xterm-256color';
  const copying =
    tmux === undefined
      ? 'by OSC 52: the terminal puts it on its clipboard, if it is set up to'
      : 'by tmux load-buffer -w: tmux 3.2 or later, with set-clipboard on';
  return {
    title: 'Terminal',
    checks: [
      info('size', isTTY === true ? `${columns ?? '?'}×${rows ?? '?'}` : 'the output is no terminal here'),
      name === 'dumb' ? failed('TERM', 'dumb: it cannot place text', mend) : info('TERM', name),
      info('colours', coloursIn(env)),
      info('characters', /utf-?8/i.test(locale) ? `UTF-8 (${locale})` : `not said to be UTF-8 (${locale})`),
      info('multiplexer', multiplexerIn(env)),
      info('copying', copying),
      info('over SSH', ssh === undefined ? 'no' : 'yes'),
    ],
  };
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
