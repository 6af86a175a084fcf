/** Profiles: their names, and the settings of one for all its organisations, one row per setting. */
import type { System } from '../../api/system.ts';
import { didYouMean } from '../kernel/spelling.ts';
import { isPlainPath } from '../../api/calls/operations-at.ts';
import {
  initialValues,
  numberSetting,
  oneOfSetting,
  type Setting,
  type ValuesOf,
  wordSetting,
  yesNoSetting,
} from '../kernel/setting.ts';
import type { State } from '../root/state.ts';

const names = ['orgId', 'systemId', 'hostname'];

const placeholder = /\{([^{}]*)\}/g;

/** The host must be literal, because a value from the service would lead elsewhere. http is for this computer only. */
const address = /^(?:https:\/\/[\w.-]+|http:\/\/(?:localhost|127(?:\.\d{1,3}){3}))(?::\d+)?(?:[/?#][^\s\p{C}]*)?$/u;

/** Why a text is not a valid template; null when it is valid. */
export function portalFault(template: string): string | null {
  if (!address.test(template)) return 'Type an address such as https://portal.example/{orgId}/systems/{systemId}.';
  const unknown = Array.from(template.matchAll(placeholder), ([, name = '']) => name).find(
    (name) => !names.includes(name),
  );
  if (unknown === undefined) return null;
  const meant = didYouMean(unknown, names);
  return `{${unknown}} is unknown. ${meant === null ? `Known: {${names.join('}, {')}}.` : `Did you mean {${meant}}?`}`;
}

/** ASCII, with each value encoded (RFC 3986, 2.1); null without a template, or when the system lacks a value. */
function portalAddress(template: string | null, orgId: string, system: System): string | null {
  if (template === null) return null;
  const values = new Map([
    ['orgId', orgId],
    ['systemId', system.systemId],
    ['hostname', system.hostname ?? ''],
  ]);
  const used = Array.from(template.matchAll(placeholder), ([, name = '']) => values.get(name) ?? '');
  // Browsers resolve `.` and `..` as path segments (RFC 3986, 5.2.4). A lone surrogate cannot be encoded.
  if (used.some((value) => value === '' || /^\.{1,2}$/.test(value) || !value.isWellFormed())) return null;
  return template
    .replaceAll(placeholder, (_, name: string) => encodeURIComponent(values.get(name) ?? ''))
    .replaceAll(/\P{ASCII}/gu, encodeURIComponent);
}

// The setting for the base path of the definition's operations.

const maxPathLength = 200;
const fault = { ok: false, message: 'Type a path such as /api/v2, none or definition.' } as const;

/** Null: the definition decides; '': no path, so operations are directly below the sign-in address. */
export const basePathSetting: Setting<string | null> = {
  inFile: 'basePath',
  initial: null,
  sentence: 'Send operations below the path',
  help: '/api/v2, say. none: your address. definition: its own path.',
  // Without it a change would go to another address than the configured one.
  protects: true,
  choices: null,
  schema: { type: 'string', maxLength: maxPathLength },
  text: (path) => path ?? 'definition',
  read(typed) {
    const word = typed.toLowerCase();
    if (word === 'definition') return { ok: true, value: null };
    if (word === 'none') return { ok: true, value: '' };
    return isBasePath(typed) ? { ok: true, value: typed } : fault;
  },
  decode: (stored) => (stored === '' || (typeof stored === 'string' && isBasePath(stored)) ? stored : undefined),
  encode: (path) => path ?? undefined,
};

function isBasePath(text: string): boolean {
  return text.startsWith('/') && text.length <= maxPathLength && isPlainPath(text);
}

// The theme: colours for the terminal's background, as you set it or as the terminal reports it.

const themeSettings = ['auto', 'dark', 'light', 'none'] as const;

type ThemeSetting = (typeof themeSettings)[number];

export type Background = 'dark' | 'light';

/** `none`: no colours. */
export type Theme = Background | 'none';

interface About {
  /** The environment asks for no colours (NO_COLOR), or the terminal has none (TERM). */
  readonly isColourless: boolean;
  /** As the terminal reports it; null when unknown. */
  readonly background: Background | null;
  readonly profileSettings: { readonly theme: ThemeSetting };
}

/** The active theme. An unknown background counts as dark, because such terminals usually are. */
export function themeOf({ isColourless, background, profileSettings: { theme } }: About): Theme {
  if (isColourless) return 'none';
  return theme === 'auto' ? (background ?? 'dark') : theme;
}

// The settings of a profile for all its organisations, one row per setting.

/** The default of the reference client, in days without a sign of life. */
export const defaultDays = 90;

export const profileTable = {
  /** Threshold: a system is stale when it was not seen for more than this many days. */
  days: numberSetting({
    inFile: 'days',
    initial: defaultDays,
    min: 1,
    max: 999_999,
    sentence: 'Systems are stale after',
    unit: 'days',
    help: 'Days without a connection. S changes it for this session only.',
    protects: true,
  }),
  /** Systems per page. 200 is the maximum that services of this kind are known to give. */
  pageSize: numberSetting({
    inFile: 'pageSize',
    initial: 200,
    min: 1,
    max: 1000,
    sentence: 'Request in each page',
    unit: 'systems',
    help: 'From 1 to 1,000. Many services send 200 at most.',
  }),
  /** Blocks all changes at the service. */
  isReadOnly: yesNoSetting({
    inFile: 'readOnly',
    initial: false,
    sentence: 'Keep this profile read-only',
    help: 'yes: rollcall deletes and changes nothing with this profile.',
    protects: true,
    isWeaker: (before, after) => before && !after,
  }),
  /** `mark stale` marks disabled systems as well, and shows them. */
  marksDisabled: yesNoSetting({
    inFile: 'markDisabled',
    initial: true,
    sentence: 'Mark disabled systems as stale too',
    help: 'no: s leaves disabled systems out.',
    protects: true,
  }),
  /** Announces the end of a deletion outside its screen, and the connection of a watched system. */
  bell: yesNoSetting({
    inFile: 'bell',
    initial: true,
    sentence: 'Ring the bell when a deletion ends',
    help: 'It also rings when a watched system connects. no: no bell.',
  }),
  /** Checks the system under a resting cursor with the service. */
  checksAtRest: yesNoSetting({
    inFile: 'checkAtRest',
    initial: true,
    sentence: 'Check the system under the cursor',
    help: 'no: rollcall reads one system only when you open it.',
  }),
  /** Colours for a dark or a light background. */
  theme: oneOfSetting({
    inFile: 'theme',
    initial: 'auto',
    of: themeSettings,
    sentence: 'Use the colours of the theme',
    help: 'auto: dark or light, as the background is. none: no colours.',
  }),
  /** The address of a system's page in a browser. */
  portal: wordSetting({
    inFile: 'portal',
    initial: null,
    maxLength: 300,
    fault: portalFault,
    sentence: 'Systems are in the portal at',
    help: 'Such as https://portal.example/{orgId}/systems/{systemId}. none: no links.',
  }),
  /** The base path of the definition's operations; null: the path that the definition names. */
  basePath: basePathSetting,
  /** Your name in reviews that need two people. */
  person: wordSetting({
    inFile: 'person',
    initial: null,
    maxLength: 30,
    sentence: 'Your name in reviews is',
    help: 'Two people need two names. none: your user name on this computer.',
    protects: true,
  }),
};

export type ProfileSettings = ValuesOf<typeof profileTable>;

export const defaultProfileSettings: ProfileSettings = initialValues(profileTable);

/** Unreadable settings: the protections in them are unknown, so all changes are blocked until they are fixed. */
export interface SettingsFault {
  /** The path as you typed it. */
  readonly path: string;
  /** Counts from 1; null when the whole file cannot be read. */
  readonly at: { readonly line: number; readonly column: number } | null;
  /** One or two sentences. */
  readonly message: string;
  /** True when an editor can open the file. */
  readonly isEditable: boolean;
  /** When the copy of the last valid settings was written, in milliseconds since 1970; null when there is none. */
  readonly copyAt: number | null;
}

/** Shown on every screen until the settings are valid. */
export const faultNotice = 'Settings not understood: nothing is changed. : edits the file.';

export function faultSentence({ path, at, message }: Pick<SettingsFault, 'path' | 'at' | 'message'>): string {
  return at === null ? `${path}: ${message}` : `${path}, line ${at.line}, column ${at.column}: ${message}`;
}

/** The profile of a start without a name. It exists before anything is stored in it. */
export const defaultProfile = 'default';

/** The name is used in the preferences file, in the keychain entry and on the screen. */
export function isProfileName(text: string): boolean {
  return /^[a-z0-9][\w.-]{0,31}$/i.test(text);
}

/** A longer name is not quoted: it could be part of a token. */
const maxShown = 16;

/** Why no session starts with this profile, which is not among `names`. */
export function unknownProfile(name: string, names: readonly string[]): string {
  const meant = didYouMean(name, names);
  const isShown = name.length <= maxShown;
  const what = isShown ? `There is no profile "${name}".` : 'There is no profile of this name.';
  if (meant !== null) return `${what} Did you mean ${meant}?`;
  return `${what} Profiles: ${names.join(', ')}. rollcall --new-profile ${isShown ? name : 'NAME'} creates it.`;
}

/** The profile whose name could be confused with a new one of this name; undefined when there is none. */
export function namesake(name: string, names: readonly string[]): string | undefined {
  return names.find((one) => one.toLowerCase() === name.toLowerCase());
}

/** Null: the profile names no portal, or the system lacks a value of the address. */
export function addressInPortal({ session, organisation }: State, system: System): string | null {
  if (organisation === null) return null;
  return portalAddress(session.profileSettings.portal, organisation.orgId, system);
}

/** Null also if the terminal does not support links. */
export function linkOf(state: State, system: System): string | null {
  return state.session.hasLinks ? addressInPortal(state, system) : null;
}
