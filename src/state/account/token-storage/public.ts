/** Offers the storages for a token. */
import { atTop } from '../../kernel/list-view.ts';
import type { State } from '../../root/state.ts';
import { type FailedStorage, type TokenStorage, tokenStorages } from '../../session/session.ts';

/** `why`: the storage that failed; null after a key. */
export function offerStorage(state: State, why: FailedStorage | null): State {
  return { ...state, overlay: { kind: 'keeping', why, list: atTop, command: null, message: null, isTrying: false } };
}

/** The storages in the order of the menu; the first one leaves no trace. */
export function storagesOffered(why: FailedStorage | null): readonly TokenStorage[] {
  // A keychain that has just failed is not offered again.
  return tokenStorages.filter((storage) => why?.place !== 'keychain' || storage !== 'keychain');
}

/** Does rollcall only wait for a storage, to find or store the token? */
export function isKeychainPending({ session, overlay }: State): boolean {
  return session.signIn.isSearching || (overlay?.kind === 'keeping' && overlay.isTrying);
}
