/** The session: who is signed in where, and what may be changed. The token itself is never here. */
import { withoutTail } from '../../api/exact-json.ts';
import type { ServiceAddress } from '../../api/calls/operations-at.ts';
import type { Problem } from '../../api/problem.ts';
import type { Background, ProfileSettings, SettingsFault } from './profile-settings.ts';

/** `preview` and `read-only` change nothing; the client refuses their changes, whatever a screen does. */
export type Mode = 'normal' | 'preview' | 'read-only';

/** A mode that a flag sets for the whole session, whatever a profile says. */
export type Forced = Exclude<Mode, 'normal'>;

/** In the order in which they are offered. `session`: nowhere beyond this session. */
export const tokenStorages = ['session', 'keychain', 'command', 'file'] as const;

/** Where a token can be kept. */
export type TokenStorage = (typeof tokenStorages)[number];

/** The storage that should hold the token did not give it. */
export interface FailedStorage {
  readonly place: TokenStorage | null;
  readonly sentence: string;
}

/** Where the token in use came from, or is kept. */
export type TokenSource = TokenStorage | 'environment' | 'stdin' | 'demo';

/** Which way requests take. Names of proxies hold neither user nor password. */
export type Route =
  | { readonly kind: 'direct' }
  | { readonly kind: 'proxy'; readonly name: string }
  /** Set, and passed by: the service is on this computer and not encrypted, and the proxy is elsewhere. */
  | { readonly kind: 'proxyNotUsed'; readonly name: string };

/** Fields of the sign-in screen, and its work in progress. */
export interface SignIn {
  readonly field: 'baseUrl' | 'token';
  readonly typedBaseUrl: string;
  /** One sentence: why what was entered is not used, or why the token is asked for. */
  readonly says: string | null;
  /** The service's answer to the token that was tried. */
  readonly problem: Problem | null;
  readonly isTrying: boolean;
  /** Where the token is kept is being asked; that can take until a person has answered their system. */
  readonly isSearching: boolean;
  /** Why the token command is not run for this address unless the person accepts it; null: nothing is asked. */
  readonly asked: string | null;
  /** Results for the token in each place, after signing out. */
  readonly report: readonly string[];
  /** Where the token was not found, while no place was chosen that could keep another; null where one was. */
  readonly unkept: FailedStorage | null;
}

/** Initial values of a session. */
interface SessionStart {
  readonly forced: Forced | null;
  /** The threshold that a flag says, with whatever profile the session begins; null: that of the profile. */
  readonly flaggedDays: number | null;
  /** As the profile remembers them; the session may have another threshold, and another mode. */
  readonly profileSettings: ProfileSettings;
  readonly isDemo: boolean;
  /** The file that a log of this session is written to (`--log`); null: none is kept. */
  readonly log: string | null;
  /** Told line by line to a screen reader, not drawn. */
  readonly isPlain: boolean;
  /** The environment asks for no colours (NO_COLOR). */
  readonly isColourless: boolean;
  /** The terminal takes links (OSC 8). */
  readonly hasLinks: boolean;
  /** The terminal's; null: it is not known. */
  readonly background: Background | null;
  /** The system can stop a program, and let it go on (job control). */
  readonly canSuspend: boolean;
  /** The folder of exports, in short words. */
  readonly folder: string;
  readonly version: string;
  /** The user's name on this computer. */
  readonly user: string;
  /** The name of the profile in use. */
  readonly profile: string;
  /** Nothing is stored of it yet: signing in creates it. */
  readonly isNewProfile: boolean;
  /** Why preferences are not read or saved; null where they are. */
  readonly preferencesProblem: string | null;
  /** Why the settings are not understood, which makes the session read-only; null where they are. */
  readonly settingsFault: SettingsFault | null;
  /** The environment tells Node not to look at certificates (NODE_TLS_REJECT_UNAUTHORIZED=0). */
  readonly isTlsUnchecked: boolean;
  /** Storage of the token on this computer, as a person knows it; `file` null where there is no folder for one. */
  readonly tokenPlaces: { readonly keychain: string; readonly file: string | null };
  /** Where this session comes from (SSH_CONNECTION); null where it is local. */
  readonly address: string | null;
  /** From the flags: opened when the organisations are known, then forgotten. */
  readonly wantedOrganisation: string | null;
  readonly wantedSearch: string;
}

export interface Session extends SessionStart {
  /** Raised whenever the service, the profile or the account may be another: answers carry it, and older ones are dropped. */
  readonly number: number;
  /** The one that is forced, else that of the profile: `withProfileSettings` keeps it so. */
  readonly mode: Mode;
  /** Normalised; null until it is known. */
  readonly baseUrl: string | null;
  readonly tokenSource: TokenSource | null;
  readonly route: Route;
  readonly signIn: SignIn;
}

export const blankSignIn: SignIn = {
  field: 'baseUrl',
  typedBaseUrl: '',
  says: null,
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

/** The same session with these settings of its profile. Values forced by flags stay. */
/** The service, as the operations of its definition are placed at it. */
export function serviceAddress({ baseUrl, profileSettings }: Session): ServiceAddress {
  return { baseUrl: baseUrl ?? '', basePath: profileSettings.basePath };
}

export function withProfileSettings(session: Session, profileSettings: ProfileSettings): Session {
  return { ...session, profileSettings, mode: modeOf({ ...session, profileSettings }) };
}

/** The same session while its settings are not understood, or once they are (null). */
export function withSettingsFault(session: Session, settingsFault: SettingsFault | null): Session {
  return { ...session, settingsFault, mode: modeOf({ ...session, settingsFault }) };
}

/** The person's name in reviews that two people need. */
export function personOf({ profileSettings, user }: Pick<SessionStart, 'profileSettings' | 'user'>): string {
  return profileSettings.person?.trim() || user;
}

/** The threshold that a profile begins with. */
export function firstDays({ flaggedDays, profileSettings }: Session): number {
  return flaggedDays ?? profileSettings.days;
}

function modeOf({ forced, profileSettings, settingsFault }: SessionStart): Mode {
  return forced ?? (profileSettings.isReadOnly || settingsFault !== null ? 'read-only' : 'normal');
}

/** Are both names of one service? A computer has several names; another port or path may be another service. */
export function isSameService(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && plainAddress(one) === plainAddress(other);
}

/** The same for every usual spelling of a service's address. */
export function plainAddress(address: string): string {
  const url = URL.parse(address);
  if (url === null) return address;
  const host = url.hostname.replace(/\.$/, '');
  const isLoopback = host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
  // Without its port where that is the scheme's own one.
  return `${url.protocol}//${isLoopback ? 'localhost' : host}:${url.port}${withoutTail(url.pathname, '/')}`;
}
