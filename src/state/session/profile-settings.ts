/** Profiles: their names, and the settings of one for all its organisations, one row a setting. */
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
import { didYouMean } from '../kernel/spelling.ts';
import { portalFault } from './portal.ts';

// The setting that says below which path of the service the operations of its definition are.

const maxPathLength = 200;
const fault = { ok: false, says: 'Type a path such as /api/v2, none or definition.' } as const;

/** Null: the definition says it; '': none, so that they are below the address that was signed in to. */
export const basePathSetting: Setting<string | null> = {
  inFile: 'basePath',
  initial: null,
  sentence: 'Send operations below the path',
  help: '/api/v2, say. none: your address. definition: its own path.',
  // A change would otherwise go to another address than the one that was written.
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

// The theme: which colours suit the terminal's background, as a person set it or as the terminal says.

const themeSettings = ['auto', 'dark', 'light', 'none'] as const;

type ThemeSetting = (typeof themeSettings)[number];

export type Background = 'dark' | 'light';

/** `none`: no colours. */
export type Theme = Background | 'none';

interface About {
  /** The environment asks for no colours (NO_COLOR). */
  readonly isColourless: boolean;
  /** The terminal's; null: it is not known. */
  readonly background: Background | null;
  readonly profileSettings: { readonly theme: ThemeSetting };
}

/** The theme in force. Where the background is not known, it is dark: such terminals usually are. */
export function themeOf({ isColourless, background, profileSettings: { theme } }: About): Theme {
  if (isColourless) return 'none';
  return theme === 'auto' ? (background ?? 'dark') : theme;
}

/** The default of the reference client, in days without a sign of life. */
export const defaultDays = 90;

export const profileTable = {
  /** The threshold: stale is what was not seen for more days. */
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
  /** Systems asked for in one page. 200: the most that services of this kind are known to give. */
  pageSize: numberSetting({
    inFile: 'pageSize',
    initial: 200,
    min: 1,
    max: 1000,
    sentence: 'Request in each page',
    unit: 'systems',
    help: 'From 1 to 1,000. Many services send 200 at most.',
  }),
  /** Nothing is changed at the service. */
  isReadOnly: yesNoSetting({
    inFile: 'readOnly',
    initial: false,
    sentence: 'Keep this profile read-only',
    help: 'yes: rollcall deletes and changes nothing with this profile.',
    protects: true,
    isWeaker: (before, after) => before && !after,
  }),
  /** `mark stale` marks disabled systems, too, and shows them. */
  marksDisabled: yesNoSetting({
    inFile: 'markDisabled',
    initial: true,
    sentence: 'Mark disabled systems as stale too',
    help: 'no: s leaves disabled systems out.',
    protects: true,
  }),
  /** A deletion that ends is told of outside its screen. */
  bell: yesNoSetting({
    inFile: 'bell',
    initial: true,
    sentence: 'Ring the bell when a deletion ends',
    help: 'no: no bell.',
  }),
  /** The system that rests under the cursor is checked with the service. */
  checksAtRest: yesNoSetting({
    inFile: 'checkAtRest',
    initial: true,
    sentence: 'Check the system under the cursor',
    help: 'no: rollcall reads one system only when you open it.',
  }),
  /** The colours suit a dark or a light background. */
  theme: oneOfSetting({
    inFile: 'theme',
    initial: 'auto',
    of: themeSettings,
    sentence: 'Use the colours of the theme',
    help: 'auto: dark or light, as the background is. none: no colours.',
  }),
  /** Where a system is found in a browser. */
  portal: wordSetting({
    inFile: 'portal',
    initial: null,
    maxLength: 300,
    fault: portalFault,
    sentence: 'Systems are in the portal at',
    help: 'Such as https://portal.example/{orgId}/systems/{systemId}. none: no links.',
  }),
  /** Operations of the definition are sent below it; null: below the path that the definition names. */
  basePath: basePathSetting,
  /** In reviews that two people need. */
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

/** Settings that are not understood: what they protected is not known, so that nothing is changed until they are. */
export interface SettingsFault {
  /** As a person named the file. */
  readonly path: string;
  /** Counted from 1; null where the file as a whole is not read. */
  readonly at: { readonly line: number; readonly column: number } | null;
  /** In one or two sentences. */
  readonly says: string;
  /** An editor can open the file. */
  readonly isEditable: boolean;
  /** When the copy of the last settings that were understood was written, in milliseconds since 1970; null: there is none. */
  readonly copyAt: number | null;
}

/** On every screen until the settings are understood. */
export const faultNotice = 'Settings not understood: nothing is changed. : edits the file.';

/** The file, the line, the column, and what is wrong there. */
export function faultSentence({ path, at, says }: Pick<SettingsFault, 'path' | 'at' | 'says'>): string {
  return at === null ? `${path}: ${says}` : `${path}, line ${at.line}, column ${at.column}: ${says}`;
}

/** The profile of a start without a name. It exists before anything is stored in it. */
export const defaultProfile = 'default';

/** The name is used in the file of preferences, in the keychain's entry and on the screen. */
export function isProfileName(text: string): boolean {
  return /^[a-z0-9][\w.-]{0,31}$/i.test(text);
}

/** A longer name is not quoted: it could be a part of a token. */
const maxShown = 16;

/** The reason why no session starts with this profile, which is not among `names`. */
export function unknownProfile(name: string, names: readonly string[]): string {
  const meant = didYouMean(name, names);
  const isShown = name.length <= maxShown;
  const what = isShown ? `There is no profile "${name}".` : 'There is no profile of this name.';
  if (meant !== null) return `${what} Did you mean ${meant}?`;
  return `${what} Profiles: ${names.join(', ')}. rollcall --new-profile ${isShown ? name : 'NAME'} creates it.`;
}

/** The profile with which a new one of this name would be confused, if any. */
export function namesake(name: string, names: readonly string[]): string | undefined {
  return names.find((one) => one.toLowerCase() === name.toLowerCase());
}
