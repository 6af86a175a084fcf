/** Settings of a profile for all its organisations, one row a setting; and settings that are not understood. */
import { initialValues, numberSetting, type ValuesOf, yesNoSetting } from '../kernel/setting.ts';

/** The default of the reference client, in days without a sign of life. */
export const defaultDays = 90;

export const profileTable = {
  /** The threshold: stale is what was not seen for more days. */
  days: numberSetting({
    inFile: 'days',
    initial: defaultDays,
    least: 1,
    most: 999_999,
    sentence: 'Systems are stale after',
    unit: 'days',
    help: 'Days without a connection. S changes it for this session only.',
    protects: true,
  }),
  /** Systems asked for in one page. 200: the most that services of this kind are known to give. */
  pageSize: numberSetting({
    inFile: 'pageSize',
    initial: 200,
    least: 1,
    most: 1000,
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
    help: 'no: neither a bell nor a desktop notification.',
  }),
  /** The system that rests under the cursor is checked with the service. */
  checksAtRest: yesNoSetting({
    inFile: 'checkAtRest',
    initial: true,
    sentence: 'Check the system under the cursor',
    help: 'no: rollcall reads one system only when you open it.',
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
