/** The names of profiles: valid ones, and the reasons to refuse a start with one. */
import { didYouMean } from '../../kernel/spelling.ts';

/** The profile of a start without a name. It exists before anything is stored in it. */
export const defaultProfile = 'default';

/** The name is used in the file of preferences, in the keychain's entry and on the screen. */
export function isProfileName(text: string): boolean {
  return /^[a-z0-9][\w.-]{0,31}$/i.test(text);
}

/** A longer name is not quoted: it could be a part of a token. */
const mostShown = 16;

/** The reason why no session starts with this profile, which is not among `names`. */
export function unknownProfile(name: string, names: readonly string[]): string {
  const meant = didYouMean(name, names);
  const isShown = name.length <= mostShown;
  const what = isShown ? `There is no profile "${name}".` : 'There is no profile of this name.';
  if (meant !== null) return `${what} Did you mean ${meant}?`;
  return `${what} Profiles: ${names.join(', ')}. rollcall --new-profile ${isShown ? name : 'NAME'} creates it.`;
}

/** The profile with which a new one of this name would be confused, if any. */
export function namesake(name: string, names: readonly string[]): string | undefined {
  return names.find((one) => one.toLowerCase() === name.toLowerCase());
}
