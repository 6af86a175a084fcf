/** Is there a token among the arguments? Every user of the computer can read them for as long as the program runs. */
import { holdsToken } from '../../state/sign-in/token-pattern.ts';

/** The sentence for it, or undefined. It repeats nothing of the arguments. */
export function tokenRefusal(argv: readonly string[]): string | undefined {
  const isAmong = argv.some((argument) => [argument, decoded(argument), joined(argument)].some(isOrHoldsToken));
  return isAmong ? tokenSentence : undefined;
}

const tokenSentence =
  'Do not pass tokens as arguments; revoke that token in the portal, ' +
  'and give a new one when rollcall asks for it, or in ROLLCALL_TOKEN.';

/** By itself, within a longer text, or as the value of a flag of one letter. */
function isOrHoldsToken(text: string): boolean {
  return holdsToken(text) || /^-[a-z][a-z0-9]{63}$/i.test(text);
}

/** Without what copying puts between its letters: breaks of lines, quotes, invisible characters. */
function joined(text: string): string {
  return text.replace(/\s*[\r\n]+\s*|["'`\p{Cf}]/gu, '');
}

/** As a part of an address it may stand beside letters: `Bearer%20…`. */
function decoded(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (escape) => String.fromCharCode(Number.parseInt(escape.slice(1), 16)));
}
