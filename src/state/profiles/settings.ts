/** What a profile sets for all of its organisations. */
import { onOff, type SettingsRead, settingWords } from '../kernel/setting-words.ts';
import { defaultDays } from '../staleness/staleness.ts';

export interface ProfileSettings {
  /** The threshold: stale is what was not seen for more days. */
  readonly days: number;
  /** Systems asked for in one page. */
  readonly pageSize: number;
  /** Nothing is changed at the service. */
  readonly isReadOnly: boolean;
  /** `mark stale` marks disabled systems, too, and shows them. */
  readonly marksDisabled: boolean;
}

const largestPage = 1000;

/** 200: the most that services of this kind are known to give in one page. */
export const defaultProfileSettings: ProfileSettings = {
  days: defaultDays,
  pageSize: 200,
  isReadOnly: false,
  marksDisabled: true,
};

/** Reads `days:90 page-size:200 read-only:off`; a word that is left out changes nothing. */
export function readProfileSettings(text: string, before: ProfileSettings): SettingsRead<{ profile: ProfileSettings }> {
  let profile = before;
  for (const { word, name, value } of settingWords(text)) {
    const number = /^[1-9]\d{0,5}$/.test(value) ? Number(value) : null;
    if (name === 'days' && number !== null) profile = { ...profile, days: number };
    else if (name === 'page-size' && number !== null && number <= largestPage)
      profile = { ...profile, pageSize: number };
    else if (name === 'read-only' && /^(on|off)$/.test(value)) profile = { ...profile, isReadOnly: value === 'on' };
    else return { ok: false, says: `${word}: days:90 page-size:200 (1 to ${largestPage}) read-only:off` };
  }
  return { ok: true, profile };
}

/** The settings as they are typed. */
export function profileSettingsText({ days, pageSize, isReadOnly }: ProfileSettings): string {
  return `days:${days} page-size:${pageSize} read-only:${onOff(isReadOnly)}`;
}
