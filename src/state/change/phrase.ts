/** The phrase that confirms a change, and its typed part. */
import type { Organisation } from '../../api/organisations.ts';

/** The owner of the prompt knows the phrase. */
export interface PhrasePrompt {
  readonly typed: string;
  /** Input is accepted: no key was pressed during the quiet period. */
  readonly isArmed: boolean;
  /** Keys go into the phrase. */
  readonly isInField: boolean;
  /** You pressed enter on another phrase. */
  readonly isWrong: boolean;
}

export const newPhrase: PhrasePrompt = { typed: '', isArmed: false, isInField: false, isWrong: false };

/** A longer name is hard to type and breaks the line: the beginning of the id replaces it. */
const maxNameLength = 30;
const idCharacters = 8;

export function isTypable(text: string): boolean {
  return text.length <= maxNameLength && /^[!-~]+( [!-~]+)*$/.test(text);
}

/** Not everyone can type a name that is not plain ASCII: the beginning of the id replaces it. */
export function typedName({ orgName, orgId }: Organisation): string {
  return isTypable(orgName) ? orgName : orgId.slice(0, idCharacters);
}
