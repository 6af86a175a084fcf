/** What a profile sets for all of its organisations. */
import { onOff, settingWords } from '../kernel/setting-words.ts';
import { defaultDays } from '../staleness/staleness.ts';

export interface ProfileSettings {
  /** The threshold: stale is what was not seen for more days. */
  readonly days: number;
  /** Systems asked for in one page. */
  readonly pageSize: number;
  /** Nothing is changed at the service. */
  readonly isReadOnly: boolean;
}

/** The most that services of this kind are known to give in one page. */
const defaultPageSize = 200;

const largestPage = 1000;

export const defaultProfileSettings: ProfileSettings = {
  days: defaultDays,
  pageSize: defaultPageSize,
  isReadOnly: false,
};

/** Reads `days:90 page-size:200 read-only:off`; a word that is left out changes nothing. */
export function readProfileSettings(
  text: string,
  before: ProfileSettings,
): { ok: true; settings: ProfileSettings } | { ok: false; says: string } {
  let settings = before;
  for (const { word, name, value } of settingWords(text)) {
    const number = /^[1-9]\d{0,5}$/.test(value) ? Number(value) : null;
    if (name === 'days' && number !== null) settings = { ...settings, days: number };
    else if (name === 'page-size' && number !== null && number <= largestPage)
      settings = { ...settings, pageSize: number };
    else if (name === 'read-only' && /^(on|off)$/.test(value)) settings = { ...settings, isReadOnly: value === 'on' };
    else return { ok: false, says: `${word}: days:90 page-size:200 (1 to ${largestPage}) read-only:off` };
  }
  return { ok: true, settings };
}

/** The settings as they are typed. */
export function profileSettingsText({ days, pageSize, isReadOnly }: ProfileSettings): string {
  return `days:${days} page-size:${pageSize} read-only:${onOff(isReadOnly)}`;
}
