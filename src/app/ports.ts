/** What does this machine offer the program? Keychain, preferences, clipboard, folders and clock. */
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { Memory, Network, Ports } from '../state/ports.ts';
import type { Settings } from './settings.ts';
import { copyText } from './clipboard.ts';
import { runsFolder } from './folders.ts';
import { exportRun } from './export-run.ts';
import { holdOrganisation } from './run-lock.ts';
import { linesOf } from './run-report.ts';
import { openKeychain } from './keychain.ts';
import type { Preferences, loadPreferences } from './preferences.ts';
import type { createProxiedFetch } from './proxied-fetch.ts';
import { routeTo } from './proxy.ts';
import { version } from './version.ts';

/** Preferences are loaded when they are first asked for, and once; null where their file is not beside the program. */
export type LoadPreferences = () => Promise<Preferences | null>;

export function preferencesOnce(): LoadPreferences {
  let loading: Promise<Preferences | null> | undefined;
  return () =>
    (loading ??= importPreferences().then(
      ({ loadPreferences }) => loadPreferences(),
      () => null,
    ));
}

interface PreferencesModule {
  readonly loadPreferences: typeof loadPreferences;
}

/** A file of its own in `dist/`: the bundler must not take it into the program. */
function importPreferences(): Promise<PreferencesModule> {
  return import(new URL('preferences.js', import.meta.url).href) as Promise<PreferencesModule>;
}

/** Node's own `fetch` unless the environment has to do with proxies: then Node must not choose by itself. */
function networkTo(baseUrl: string): Network {
  const read = routeTo(baseUrl);
  const { route, proxy } = read.ok ? read : { route: { kind: 'direct' } as const, proxy: null };
  if (route.kind === 'direct' && process.env['NODE_USE_ENV_PROXY'] === undefined) return { route, fetch };
  const loading = importProxiedFetch().then(({ createProxiedFetch }) => createProxiedFetch(proxy));
  return { route, fetch: async (input, init) => (await loading)(input, init) };
}

interface ProxiedFetchModule {
  readonly createProxiedFetch: typeof createProxiedFetch;
}

function importProxiedFetch(): Promise<ProxiedFetchModule> {
  return import(new URL('proxied-fetch.js', import.meta.url).href) as Promise<ProxiedFetchModule>;
}

/** In `dist/`, beside the program. */
const helperPath = fileURLToPath(new URL('keychain-helper.js', import.meta.url));

/** `terminal` are the two things that only the terminal's owner can do. */
export function portsOf(
  settings: Settings,
  preferences: LoadPreferences,
  terminal: Pick<Ports, 'repaint' | 'leave'>,
): Ports {
  return {
    version,
    mode: settings.mode,
    tokens: openKeychain({ helperPath, env: process.env }),
    memory: settings.isDemo ? noMemory : memoryOf(preferences),
    networkTo,
    runsFolder: () => runsFolder(settings.isDemo),
    now: () => Date.now(),
    random: () => Math.random(),
    holdOrganisation: async (baseUrl, orgId) => holdOrganisation(await runsFolder(settings.isDemo), baseUrl, orgId),
    exportRun: (run) => exportRun(run, () => runsFolder(settings.isDemo)),
    copyText,
    copyOutcomes: (run) => {
      copyText(linesOf(run.settled));
    },
    ...terminal,
  };
}

function memoryOf(preferences: LoadPreferences): Memory {
  return {
    lastOrganisation: async (baseUrl) => (await preferences())?.lastOrganisation(baseUrl) ?? null,
    rememberOrganisation: async (baseUrl, orgId) => {
      (await preferences())?.rememberOrganisation(baseUrl, orgId);
    },
    rememberBaseUrl: async (baseUrl) => {
      (await preferences())?.rememberBaseUrl(baseUrl);
    },
    guards: async (baseUrl, orgId) => (await preferences())?.guards(baseUrl, orgId) ?? null,
    rememberGuards: async (baseUrl, orgId, guards) => {
      (await preferences())?.rememberGuards(baseUrl, orgId, guards);
    },
  };
}

/** The demo's service has another address each time: nothing of it is worth remembering. */
const noMemory: Memory = {
  lastOrganisation: () => Promise.resolve(null),
  rememberOrganisation: () => Promise.resolve(),
  rememberBaseUrl: () => Promise.resolve(),
  guards: () => Promise.resolve(null),
  rememberGuards: () => Promise.resolve(),
};
