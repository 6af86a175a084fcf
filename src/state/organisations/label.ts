/** The label that a person set for an organisation: a word and a colour, and whether it may be changed. */
import { onOff, settingWord, settingWords } from '../kernel/setting-words.ts';

const labelColours = ['red', 'yellow', 'green', 'blue', 'magenta', 'cyan'] as const;
export type LabelColour = (typeof labelColours)[number];

export interface OrganisationLabel {
  /** A short word for the top line, such as PROD. */
  readonly word: string | null;
  readonly colour: LabelColour | null;
  /** Nothing is changed in it until this is off. */
  readonly isReadOnly: boolean;
}

export const noLabel: OrganisationLabel = { word: null, colour: null, isReadOnly: false };

const longestWord = 12;

/** Reads `word:PROD colour:red read-only:on`; a word that is left out changes nothing, and an empty one unsets it. */
export function readLabel(
  text: string,
  before: OrganisationLabel,
): { ok: true; label: OrganisationLabel } | { ok: false; says: string } {
  let label = before;
  for (const { word, name, value } of settingWords(text)) {
    const colour = labelColours.find((one) => one === value.toLowerCase());
    if (name === 'word' && value.length <= longestWord) label = { ...label, word: value === '' ? null : value };
    else if (name === 'colour' && (colour !== undefined || value === '')) label = { ...label, colour: colour ?? null };
    else if (name === 'read-only' && /^(on|off)$/.test(value)) label = { ...label, isReadOnly: value === 'on' };
    else
      return {
        ok: false,
        says: `${word}: word:PROD (${longestWord} at most) colour:${labelColours.join('|')} read-only:on`,
      };
  }
  return { ok: true, label };
}

/** The label as it is typed. */
export function labelText({ word, colour, isReadOnly }: OrganisationLabel): string {
  return [settingWord('word', word ?? ''), `colour:${colour ?? ''}`, `read-only:${onOff(isReadOnly)}`].join(' ');
}
