/** What follows from looking for a token, and from storing one. */
import type { State } from '../state.ts';

/** Is a place in which the token may be being asked, with nothing else to be done meanwhile? */
export function isKeychainAwaited({ session, overlay }: State): boolean {
  return session.signIn.isSearching || (overlay?.kind === 'keeping' && overlay.isTrying);
}
