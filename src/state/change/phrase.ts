/** The phrase that confirms a change, and what is typed of it. */
import type { Organisation } from '../../api/organisations.ts';

/** The phrase itself is its owner's. */
export interface PhrasePrompt {
  readonly typed: string;
  /** Keys count: none was pressed for a moment since the question was there. */
  readonly isArmed: boolean;
  /** Keys go into the phrase. */
  readonly isInField: boolean;
  /** Enter was pressed on another phrase. */
  readonly isWrong: boolean;
}

export const newPhrase: PhrasePrompt = { typed: '', isArmed: false, isInField: false, isWrong: false };

/** A longer name of an organisation is a burden to type, and breaks the line: the beginning of its id stands for it. */
const maxNameLength = 30;
const idCharacters = 8;

export function isTypable(text: string): boolean {
  return text.length <= maxNameLength && /^[!-~]+( [!-~]+)*$/.test(text);
}

/** A name that is not plain ASCII cannot be typed by everyone: its id can. */
export function typedName({ orgName, orgId }: Organisation): string {
  return isTypable(orgName) ? orgName : orgId.slice(0, idCharacters);
}
