/** Organisations: found by an id or a name, and the label that a person set for one. */
import type { Organisation } from '../../api/organisations.ts';
import {
  choiceSetting,
  initialValues,
  numberSetting,
  type ValuesOf,
  wordSetting,
  yesNoSetting,
} from '../kernel/setting.ts';
import { folded, isSameName } from '../kernel/spelling.ts';

/** The one with this id, else with this name, in whatever case, where no other has it. `namesakes`: so many have it. */
export function organisationMeant(
  all: readonly Organisation[],
  wanted: string,
): { readonly organisation: Organisation | undefined; readonly namesakes: number } {
  const named = all.filter(({ orgName }) => isSameName(orgName, wanted));
  const organisation = listed(all, wanted) ?? (named.length === 1 ? named[0] : undefined);
  return { organisation, namesakes: named.length };
}

/** Organisations with this text in their name or id, in any case. */
export function matchingOrganisations(all: readonly Organisation[], filter: string): readonly Organisation[] {
  const wanted = folded(filter.trim());
  if (wanted === '') return all;
  return all.filter(({ orgName, orgId }) => [orgName, orgId].some((text) => folded(text).includes(wanted)));
}

/** The one with an id that a person gave. Where no list has it, its id is all that is known of it. */
export function organisationWithId(orgId: string, all: readonly Organisation[] | null): Organisation {
  return listed(all ?? [], orgId) ?? { orgId, orgName: orgId, role: '' };
}

export function listed(all: readonly Organisation[], orgId: string): Organisation | undefined {
  return all.find((one) => one.orgId === orgId);
}

const colours = ['red', 'yellow', 'green', 'blue', 'magenta', 'cyan'] as const;

/** Settings of one organisation: a word and a colour, and whether it may be changed. */
export const labelTable = {
  /** A short word for the top line, such as PROD. */
  word: wordSetting({
    inFile: 'word',
    initial: null,
    longest: 12,
    sentence: 'Show the word',
    help: 'At most 12 characters, such as PROD. none: no word.',
    protects: true,
  }),
  colour: choiceSetting({
    inFile: 'colour',
    initial: null,
    of: colours,
    sentence: 'Draw the name in',
    help: 'A colour of the terminal. none: its usual colour.',
  }),
  /** Nothing is changed in it until this is off. */
  isReadOnly: yesNoSetting({
    inFile: 'readOnly',
    initial: false,
    sentence: 'Keep this organisation read-only',
    help: 'yes: rollcall deletes and changes nothing in this organisation.',
    protects: true,
    isWeaker: (before, after) => before && !after,
  }),
  /** Systems that rollcall disabled longer ago are shown as those to delete next. */
  graceDays: numberSetting({
    inFile: 'graceDays',
    initial: 30,
    least: 1,
    most: 999_999,
    sentence: 'Days between disabling and deleting',
    help: 'z shows systems that rollcall disabled longer ago. Nothing is deleted by itself.',
    protects: true,
  }),
};

export type OrganisationLabel = ValuesOf<typeof labelTable>;

export const noLabel: OrganisationLabel = initialValues(labelTable);
