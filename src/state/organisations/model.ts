/** Organisations: found by an id or a name, and the label that a person set for one. */
import type { Organisation } from '../../api/organisations.ts';
import { onOff, type SettingsRead, settingWord, settingWords } from '../kernel/setting-words.ts';

/** The one with this id, else with this name, in whatever case, where no other has it. `namesakes`: so many have it. */
export function organisationMeant(
  all: readonly Organisation[],
  wanted: string,
): { readonly organisation: Organisation | undefined; readonly namesakes: number } {
  const named = all.filter(({ orgName }) => orgName.toLowerCase() === wanted.toLowerCase());
  const organisation = listed(all, wanted) ?? (named.length === 1 ? named[0] : undefined);
  return { organisation, namesakes: named.length };
}

/** The one with an id that a person gave. Where no list has it, its id is all that is known of it. */
export function organisationWithId(orgId: string, all: readonly Organisation[] | null): Organisation {
  return listed(all ?? [], orgId) ?? { orgId, orgName: orgId, role: '' };
}

export function listed(all: readonly Organisation[], orgId: string): Organisation | undefined {
  return all.find((one) => one.orgId === orgId);
}

const labelColours = ['red', 'yellow', 'green', 'blue', 'magenta', 'cyan'] as const;

/** What a person set: a word and a colour, and whether it may be changed. */
export interface OrganisationLabel {
  /** A short word for the top line, such as PROD. */
  readonly word: string | null;
  readonly colour: (typeof labelColours)[number] | null;
  /** Nothing is changed in it until this is off. */
  readonly isReadOnly: boolean;
}

export const noLabel: OrganisationLabel = { word: null, colour: null, isReadOnly: false };

const longestWord = 12;
const usage = `word:PROD (${longestWord} at most) colour:${labelColours.join('|')} read-only:on`;

/** Reads `word:PROD colour:red read-only:on`; a word that is left out changes nothing, and an empty one unsets it. */
export function readLabel(text: string, before: OrganisationLabel): SettingsRead<{ label: OrganisationLabel }> {
  let label = before;
  for (const { word, name, value } of settingWords(text)) {
    const colour = labelColours.find((one) => one === value.toLowerCase());
    if (name === 'word' && value.length <= longestWord) label = { ...label, word: value === '' ? null : value };
    else if (name === 'colour' && (colour !== undefined || value === '')) label = { ...label, colour: colour ?? null };
    else if (name === 'read-only' && /^(on|off)$/.test(value)) label = { ...label, isReadOnly: value === 'on' };
    else return { ok: false, says: `${word}: ${usage}` };
  }
  return { ok: true, label };
}

/** The label as it is typed. */
export function labelText({ word, colour, isReadOnly }: OrganisationLabel): string {
  return [settingWord('word', word ?? ''), `colour:${colour ?? ''}`, `read-only:${onOff(isReadOnly)}`].join(' ');
}
