/** The session: who is signed in where, and what may be changed. The token is never here. */
import { withoutTail } from '../../api/exact-json.ts';
import type { ServiceAddress } from '../../api/calls/operations-at.ts';
import type { Problem } from '../../api/problem.ts';
import type { Background, ProfileSettings, SettingsFault } from './profile-settings.ts';
import type { Ports } from '../root/services.ts';
import type { State } from '../root/state.ts';

/** `preview` and `read-only` change nothing: the client refuses changes, whatever a screen does. */
export type Mode = 'normal' | 'preview' | 'read-only';

/** A mode that a flag sets for the whole session, whatever a profile says. */
export type Forced = Exclude<Mode, 'normal'>;

/** In the order of the menu. `session`: not stored beyond this session. */
export const tokenStorages = ['session', 'keychain', 'command', 'file'] as const;

export type TokenStorage = (typeof tokenStorages)[number];

export interface FailedStorage {
  readonly storage: TokenStorage | null;
  readonly sentence: string;
}

/** Where the token in use came from, or is stored. */
export type TokenSource = TokenStorage | 'environment' | 'stdin' | 'demo';

/** The network route of requests. Names of proxies contain neither user nor password. */
export type Route =
  | { readonly kind: 'direct' }
  | { readonly kind: 'proxy'; readonly name: string }
  /** A proxy is set but not used: the service is unencrypted on this computer, and the proxy is elsewhere. */
  | { readonly kind: 'proxyNotUsed'; readonly name: string };

export interface SignIn {
  readonly field: 'baseUrl' | 'token';
  readonly typedBaseUrl: string;
  /** One sentence: why the input is refused, or why the token is needed. */
  readonly message: string | null;
  /** The service's answer to the last token. */
  readonly problem: Problem | null;
  readonly isTrying: boolean;
  /** The token's storage is being asked, which can wait for your answer to the operating system. */
  readonly isSearching: boolean;
  /** Why the token command needs your confirmation for this address; null without a question. */
  readonly asked: string | null;
  /** Results of removing the token from each storage, after signing out. */
  readonly report: readonly string[];
  /** The storage that had no token, while you have not chosen another one; null when you have. */
  readonly unkept: FailedStorage | null;
}

interface SessionStart {
  readonly forced: Forced | null;
  /** The threshold from a flag, which wins over any profile; null: the profile's threshold. */
  readonly flaggedDays: number | null;
  /** The address from a flag or the environment, unless the profile keeps the same one. */
  readonly flaggedBaseUrl: string | null;
  /** The stored settings of the profile; the session may have another threshold, and another mode. */
  readonly profileSettings: ProfileSettings;
  readonly isDemo: boolean;
  /** The file for the log of this session (`--log`); null without a log. */
  readonly log: string | null;
  /** Output line by line for a screen reader, instead of drawing. */
  readonly isPlain: boolean;
  /** The environment asks for no colours (NO_COLOR), or the terminal has none (TERM). */
  readonly isColourless: boolean;
  /** The terminal supports links (OSC 8). */
  readonly hasLinks: boolean;
  /** As the terminal reports it; null when unknown. */
  readonly background: Background | null;
  /** The operating system can suspend and resume a program (job control). */
  readonly canSuspend: boolean;
  /** The home folder of the user; paths show it as `~`. */
  readonly home: string;
  /** The folder of exports, abbreviated. */
  readonly folder: string;
  readonly version: string;
  /** The user's name on this computer. */
  readonly user: string;
  readonly profile: string;
  /** Nothing is stored for the profile yet: signing in creates it. */
  readonly isNewProfile: boolean;
  /** Why preferences cannot be read or saved; null when they can. */
  readonly preferencesProblem: string | null;
  /** Why the settings are invalid, which makes the session read-only; null when they are valid. */
  readonly settingsFault: SettingsFault | null;
  /** The environment disables Node's certificate checks (NODE_TLS_REJECT_UNAUTHORIZED=0). */
  readonly isTlsUnchecked: boolean;
  /** Names of the token storages on this computer; `file` is null when there is no folder for one. */
  readonly tokenStorageNames: { readonly keychain: string; readonly file: string | null };
  /** Remote address of this session (SSH_CONNECTION); null for a local session. */
  readonly address: string | null;
  /** From flags: opened when the organisations are known, then cleared. */
  readonly wantedOrganisation: string | null;
  readonly wantedSearch: string;
  /** Filter and saved view from the flags, for the first list. Empty, null: as the list was left. */
  readonly wantedFilter: string;
  readonly wantedView: string | null;
}

export interface Session extends SessionStart {
  /**
   * Incremented whenever the service, the profile or the account may change: answers carry it, and older ones are
   * dropped.
   */
  readonly number: number;
  /** The forced mode, otherwise the profile's; `withProfileSettings` maintains it. */
  readonly mode: Mode;
  /** Normalised; null until it is known. */
  readonly baseUrl: string | null;
  readonly tokenSource: TokenSource | null;
  readonly route: Route;
  readonly signIn: SignIn;
}

declare module '../root/state.ts' {
  interface State {
    readonly session: Session;
  }
}

export const blankSignIn: SignIn = {
  field: 'baseUrl',
  typedBaseUrl: '',
  message: null,
  problem: null,
  isTrying: false,
  isSearching: false,
  asked: null,
  report: [],
  unkept: null,
};

export function newSession(start: SessionStart): Session {
  const unknown = { baseUrl: null, tokenSource: null, route: { kind: 'direct' }, signIn: blankSignIn } as const;
  return { ...start, ...unknown, number: 0, mode: modeOf(start) };
}

export function serviceAddress({ baseUrl, profileSettings }: Session): ServiceAddress {
  return { baseUrl: baseUrl ?? '', basePath: profileSettings.basePath };
}

/** Values forced by flags stay. */
export function withProfileSettings(session: Session, profileSettings: ProfileSettings): Session {
  return { ...session, profileSettings, mode: modeOf({ ...session, profileSettings }) };
}

/** Null once the settings are valid again. */
export function withSettingsFault(session: Session, settingsFault: SettingsFault | null): Session {
  return { ...session, settingsFault, mode: modeOf({ ...session, settingsFault }) };
}

/** Your name in reviews that need two people. */
export function personOf({ profileSettings, user }: Pick<SessionStart, 'profileSettings' | 'user'>): string {
  return profileSettings.person?.trim() || user;
}

/** The initial threshold of a session. */
export function firstDays({ flaggedDays, profileSettings }: Session): number {
  return flaggedDays ?? profileSettings.days;
}

function modeOf({ forced, profileSettings, settingsFault }: SessionStart): Mode {
  return forced ?? (profileSettings.isReadOnly || settingsFault !== null ? 'read-only' : 'normal');
}

/** Do both addresses mean one service? A computer has several names; another port or path may be another service. */
export function isSameService(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && plainAddress(one) === plainAddress(other);
}

/** Equal for every usual spelling of a service's address. */
export function plainAddress(address: string): string {
  const url = URL.parse(address);
  if (url === null) return address;
  const host = url.hostname.replace(/\.$/, '');
  const isLoopback = host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
  // `URL` drops the port when it is the default of the scheme.
  return `${url.protocol}//${isLoopback ? 'localhost' : host}:${url.port}${withoutTail(url.pathname, '/')}`;
}

// Decides whether changes may be sent: flags, the profile and the label of an organisation may forbid them.

/** The mode that blocks writes, and the setting that caused it. */
export interface Withheld {
  readonly mode: 'preview' | 'read-only';
  readonly by: 'flag' | 'profile' | 'organisation';
}

/** Null when changes are allowed. `orgId`: the organisation that a request names. */
export function withheldBy(
  { isReadOnly, isPreview, memory }: Pick<Ports, 'isReadOnly' | 'isPreview' | 'memory'>,
  baseUrl: string,
  orgId: string | null,
): Withheld | null {
  if (isReadOnly) return { mode: 'read-only', by: 'flag' };
  if (isPreview) return { mode: 'preview', by: 'flag' };
  if (memory.settings().isReadOnly) return { mode: 'read-only', by: 'profile' };
  const isOrganisation = orgId !== null && memory.label(baseUrl, orgId).isReadOnly;
  return isOrganisation ? { mode: 'read-only', by: 'organisation' } : null;
}

/** Why nothing may be changed at the service or in this organisation; null when changes are allowed. */
export function readOnlyRefusal({ session, settings }: Pick<State, 'session' | 'settings'>): string | null {
  if (session.settingsFault !== null) return 'read-only: the settings file is not understood (:)';
  if (session.mode !== 'normal') return `${session.mode}: nothing is changed`;
  return settings.label.isReadOnly ? 'this organisation is read-only in its settings (:)' : null;
}
