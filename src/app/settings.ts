/** With which settings does this start run? */
import { readBaseUrl } from '../api/base-url.ts';
import { readToken } from '../api/token.ts';
import type { Mode } from '../state/session.ts';
import type { Environment } from './environment.ts';
import type { Flags } from './flags.ts';

export interface Settings {
  readonly isDemo: boolean;
  /** Normalised; null: the one used last, or else the person is asked. */
  readonly baseUrl: string | null;
  /** From the environment; null: the keychain's, or else the person is asked. */
  readonly token: string | null;
  readonly organisation: string | null;
  readonly search: string;
  readonly days: number;
  readonly mode: Mode;
  readonly isTlsUnchecked: boolean;
  /** Where the person comes from over SSH; null at the computer itself. */
  readonly address: string | null;
}

export type SettingsRead =
  { readonly ok: true; readonly settings: Settings } | { readonly ok: false; readonly sentence: string };

/** Flags win over the environment. The demo brings its own service and token, whatever the environment says. */
export function settingsFrom(flags: Flags, environment: Environment): SettingsRead {
  const { demo: isDemo, org: organisation, search, days } = flags;
  const mode = flags.readOnly ? 'read-only' : flags.preview ? 'preview' : 'normal';
  const { isTlsUnchecked, address } = environment;
  const common = { isDemo, organisation, search: search ?? '', days, mode, isTlsUnchecked, address } as const;
  if (isDemo) return { ok: true, settings: { ...common, baseUrl: null, token: null } };

  const given = flags.baseUrl ?? environment.baseUrl;
  const baseUrl = given === null ? null : readBaseUrl(given);
  if (baseUrl?.ok === false) {
    return refused(flags.baseUrl === null ? 'ROLLCALL_BASE_URL' : '--base-url', baseUrl.reason);
  }
  const token = environment.token === null ? null : readToken(environment.token);
  if (token?.ok === false) return refused('ROLLCALL_TOKEN', token.reason);
  return { ok: true, settings: { ...common, baseUrl: baseUrl?.baseUrl ?? null, token: token?.token ?? null } };
}

function refused(source: string, reason: string): SettingsRead {
  return { ok: false, sentence: `${source}: ${reason}` };
}
