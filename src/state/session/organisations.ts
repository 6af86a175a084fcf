/** Finds organisations by an id or a name, and defines their label. */
import type { Organisation } from '../../api/organisations.ts';
import {
  choiceSetting,
  initialValues,
  numberSetting,
  type ValuesOf,
  wordSetting,
  yesNoSetting,
} from '../kernel/setting.ts';
import { didYouMean, fold, groupDigits, isSameName } from '../kernel/spelling.ts';

/** The organisation that you meant. `several`: all that match; `none`: with the nearest name or id, if any. */
type OrganisationMeant =
  | { readonly kind: 'found'; readonly organisation: Organisation }
  | { readonly kind: 'several'; readonly of: readonly Organisation[] }
  | { readonly kind: 'none'; readonly near: string | null };

/**
 * Matches the id; otherwise the name in any case; otherwise the only one with a part of its name or the beginning of
 * its id. `isWhole`: a part does not match, because the organisation will be changed.
 */
export function organisationMeant(all: readonly Organisation[], wanted: string, isWhole = false): OrganisationMeant {
  const exact = organisationById(all, wanted);
  const named = exact === undefined ? all.filter(({ orgName }) => isSameName(orgName, wanted)) : [exact];
  const part = fold(wanted);
  const isAlike = ({ orgName, orgId }: Organisation): boolean =>
    fold(orgName).includes(part) || fold(orgId).startsWith(part);
  const found = named.length > 0 || isWhole || part === '' ? named : all.filter(isAlike);
  const [organisation] = found;
  if (organisation === undefined) return { kind: 'none', near: nearest(all, wanted, isWhole) };
  return found.length === 1 ? { kind: 'found', organisation } : { kind: 'several', of: found };
}

/** Minimum length: shorter words and ids are near to too many others. */
const leastNear = 4;

/** The nearest name or id, also by one word of the name; the word may belong to several names when a part matches. */
function nearest(all: readonly Organisation[], wanted: string, isWhole: boolean): string | null {
  const name = didYouMean(
    wanted,
    all.map(({ orgName }) => orgName),
  );
  if (name !== null) return name;
  const parts = all
    .flatMap(({ orgName, orgId }) => [
      { part: orgId, whole: orgId },
      ...orgName.split(/\s+/).map((word) => ({ part: word, whole: orgName })),
    ])
    .filter(({ part }) => part.length >= leastNear);
  const near = didYouMean(wanted, [...new Set(parts.map(({ part }) => fold(part)))]);
  if (near === null) return null;
  const [found, ...others] = parts.filter(({ part }) => fold(part) === near);
  if (found !== undefined && others.length === 0) return found.whole;
  return isWhole ? null : (found?.part ?? null);
}

/** More names would hide the key or the flag that the sentence is about. */
const maxNamed = 4;

/**
 * Why no organisation matches, as a sentence without its full stop: `2 organisations match "lab": Contoso Labs,
 * Labour`.
 */
export function notMeantWords(meant: Exclude<OrganisationMeant, { kind: 'found' }>, wanted: string): string {
  if (meant.kind === 'none') {
    if (meant.near !== null) return `unknown organisation "${wanted}". Did you mean "${meant.near}"?`;
    return `no organisation has the name or id "${wanted}"`;
  }
  const names = meant.of.slice(0, maxNamed).map(({ orgName, orgId }) => {
    const isShared = meant.of.some((one) => one.orgId !== orgId && isSameName(one.orgName, orgName));
    return isShared ? `${orgName} (${orgId})` : orgName;
  });
  const more = meant.of.length > maxNamed ? ', …' : '';
  return `${groupDigits(meant.of.length)} organisations match "${wanted}": ${names.join(', ')}${more}`;
}

/** The organisation with the given id; built from the id alone when it is not listed. */
export function organisationWithId(orgId: string, all: readonly Organisation[] | null): Organisation {
  return organisationById(all ?? [], orgId) ?? { orgId, orgName: orgId, role: '' };
}

export function organisationById(all: readonly Organisation[], orgId: string): Organisation | undefined {
  return all.find((one) => one.orgId === orgId);
}

/** Is the screen about all organisations, and not about the open one? */
export function isOfAccount({ screen }: { readonly screen: { readonly kind: string } }): boolean {
  return screen.kind === 'organisations' || screen.kind === 'allStale';
}

const colours = ['red', 'yellow', 'green', 'blue', 'magenta', 'cyan'] as const;

/** Settings of one organisation: a word, a colour, and whether it may be changed. */
export const labelTable = {
  /** A short word for the top line, such as PROD. */
  word: wordSetting({
    inFile: 'word',
    initial: null,
    maxLength: 12,
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
  /** Blocks all changes in the organisation. */
  isReadOnly: yesNoSetting({
    inFile: 'readOnly',
    initial: false,
    sentence: 'Keep this organisation read-only',
    help: 'yes: rollcall deletes and changes nothing in this organisation.',
    protects: true,
    isWeaker: (before, after) => before && !after,
  }),
  /** z shows systems that rollcall disabled more than this many days ago. */
  graceDays: numberSetting({
    inFile: 'graceDays',
    initial: 30,
    min: 1,
    max: 999_999,
    sentence: 'Days between disabling and deleting',
    help: 'z shows systems that rollcall disabled longer ago. Nothing is deleted automatically.',
    protects: true,
  }),
};

export type OrganisationLabel = ValuesOf<typeof labelTable>;

export const noLabel: OrganisationLabel = initialValues(labelTable);
