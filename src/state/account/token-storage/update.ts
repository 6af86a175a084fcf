/** Stores the token; when no keychain answers, or on a key, you choose the storage. */
import { type Feature, type Of, overlayList, type Step } from '../../root/feature.ts';
import {
  createdSentence,
  storedSentence,
  type StorageChoice,
  type StoreResult,
  isKeychainPending,
  offerStorage,
  storagesOffered,
} from './feature.ts';
import type { Overlay, State } from '../../root/state.ts';
import { withSession } from '../sign-in/feature.ts';
import { holdsToken } from '../../kernel/form.ts';

function chooseStorage(state: State): Step {
  const { overlay } = state;
  if (overlay?.kind !== 'tokenStorage' || overlay.isTrying) return [state];
  const storage = storagesOffered(overlay.why)[overlay.list.row];
  if (storage === undefined) return [state];
  if (storage === 'command') return [{ ...state, overlay: { ...overlay, command: '', message: null } }];
  return storeIn(state, overlay, { storage, command: null });
}

function storeIn(state: State, overlay: Of<Overlay, 'tokenStorage'>, choice: StorageChoice): Step {
  const { baseUrl } = state.session;
  if (baseUrl === null) return [state];
  return [
    { ...state, overlay: { ...overlay, isTrying: true, message: null } },
    { kind: 'storeToken', baseUrl, choice },
  ];
}

function withStoredToken(state: State, kept: StoreResult): State {
  const { overlay } = state;
  const isChoosing = overlay?.kind === 'tokenStorage' && overlay.isTrying;
  if (isChoosing && !kept.ok) return { ...state, overlay: { ...overlay, isTrying: false, message: kept.sentence } };
  const { isNewProfile, profile, tokenSource } = state.session;
  const next = withSession(state, { tokenSource: kept.ok ? kept.storage : tokenSource, isNewProfile: false });
  const text = isNewProfile ? createdSentence(profile, kept) : storedSentence(kept);
  const notice = { kind: kept.ok ? 'said' : 'warning', text } as const;
  return { ...next, notice, overlay: isChoosing ? null : overlay };
}

export const tokenStorage: Feature<'tokenStorage'> = {
  update: {
    tokenStorageOpened: (state) => [offerStorage(state, null)],
    storageChosen: chooseStorage,
    commandEntered(state) {
      const { overlay } = state;
      if (overlay?.kind !== 'tokenStorage' || overlay.command === null || overlay.isTrying) return [state];
      const command = overlay.command.trim();
      if (command === '')
        return [{ ...state, overlay: { ...overlay, message: 'Type the command that prints the token.' } }];
      // Every user of this computer can read the arguments of a program, and the command is saved.
      if (holdsToken(command))
        return [
          {
            ...state,
            overlay: { ...overlay, command: '', message: 'That contains the token. Type a command that prints it.' },
          },
        ];
      return storeIn(state, overlay, { storage: 'command', command });
    },
    storageLeft(state) {
      const { overlay } = state;
      if (overlay?.kind !== 'tokenStorage' || overlay.isTrying) return [state];
      if (overlay.command !== null) return [{ ...state, overlay: { ...overlay, command: null, message: null } }];
      // Without a choice the token lasts for this session, and rollcall asks again next time.
      return [{ ...state, overlay: null }];
    },
    keychainCancelled: (state) => [state, { kind: 'cancelKeychain' }],
    tokenStored: (state, action) => [withStoredToken(state, action.kept)],
  },
  effects: {
    // The token goes directly from `credentials` to its storage, and through no action.
    async storeToken({ baseUrl, choice }, { ports, credentials }) {
      ports.memory.rememberBaseUrl(baseUrl);
      const kept = await ports.tokens.store(baseUrl, credentials.tokenFor(baseUrl) ?? '', choice);
      return { kind: 'tokenStored', kept };
    },
    cancelKeychain(_, { ports }) {
      ports.tokens.cancel();
      return null;
    },
  },
  pending: (state) => (isKeychainPending(state) ? 'keychain' : null),
  screens: {
    tokenStorage: {
      field(state, overlay) {
        if (overlay.command === null || overlay.isTrying) return null;
        const edit = (command: string): Step => [{ ...state, overlay: { ...overlay, command, message: null } }];
        return { name: 'tokenCommand', text: overlay.command, edited: edit };
      },
      list(state, overlay) {
        if (overlay.isTrying) return null;
        const { length } = storagesOffered(overlay.why);
        return overlayList(state, overlay, { length, height: length });
      },
    },
  },
};
