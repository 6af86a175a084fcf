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

function choosePlace(state: State): Step {
  const { overlay } = state;
  if (overlay?.kind !== 'keeping' || overlay.isTrying) return [state];
  const place = storagesOffered(overlay.why)[overlay.list.row];
  if (place === undefined) return [state];
  if (place === 'command') return [{ ...state, overlay: { ...overlay, command: '', message: null } }];
  return storeIn(state, overlay, { place, command: null });
}

function storeIn(state: State, overlay: Of<Overlay, 'keeping'>, choice: StorageChoice): Step {
  const { baseUrl } = state.session;
  if (baseUrl === null) return [state];
  return [
    { ...state, overlay: { ...overlay, isTrying: true, message: null } },
    { kind: 'keepToken', baseUrl, choice },
  ];
}

function keepToken(state: State, kept: StoreResult): State {
  const { overlay } = state;
  const isChoosing = overlay?.kind === 'keeping' && overlay.isTrying;
  if (isChoosing && !kept.ok) return { ...state, overlay: { ...overlay, isTrying: false, message: kept.sentence } };
  const { isNewProfile, profile, tokenSource } = state.session;
  const next = withSession(state, { tokenSource: kept.ok ? kept.place : tokenSource, isNewProfile: false });
  const text = isNewProfile ? createdSentence(profile, kept) : storedSentence(kept);
  const notice = { kind: kept.ok ? 'said' : 'warning', text } as const;
  return { ...next, notice, overlay: isChoosing ? null : overlay };
}

export const tokenStorage: Feature<'tokenStorage'> = {
  update: {
    keepingOpened: (state) => [offerStorage(state, null)],
    placeChosen: choosePlace,
    commandEntered(state) {
      const { overlay } = state;
      if (overlay?.kind !== 'keeping' || overlay.command === null || overlay.isTrying) return [state];
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
      return storeIn(state, overlay, { place: 'command', command });
    },
    keepingLeft(state) {
      const { overlay } = state;
      if (overlay?.kind !== 'keeping' || overlay.isTrying) return [state];
      if (overlay.command !== null) return [{ ...state, overlay: { ...overlay, command: null, message: null } }];
      // Without a choice the token lasts for this session, and rollcall asks again next time.
      return [{ ...state, overlay: null }];
    },
    keychainCancelled: (state) => [state, { kind: 'cancelKeychain' }],
    tokenKept: (state, action) => [keepToken(state, action.kept)],
  },
  effects: {
    // The token goes directly from `credentials` to its storage, and through no action.
    async keepToken({ baseUrl, choice }, { ports, credentials }) {
      ports.memory.rememberBaseUrl(baseUrl);
      const kept = await ports.tokens.store(baseUrl, credentials.tokenFor(baseUrl) ?? '', choice);
      return { kind: 'tokenKept', kept };
    },
    cancelKeychain(_, { ports }) {
      ports.tokens.cancel();
      return null;
    },
  },
  pending: (state) => (isKeychainPending(state) ? 'keychain' : null),
  screens: {
    keeping: {
      field(state, overlay) {
        if (overlay.command === null || overlay.isTrying) return null;
        const edited = (command: string): Step => [{ ...state, overlay: { ...overlay, command, message: null } }];
        return { name: 'tokenCommand', text: overlay.command, edited };
      },
      list(state, overlay) {
        if (overlay.isTrying) return null;
        const { length } = storagesOffered(overlay.why);
        return overlayList(state, overlay, { length, height: length });
      },
    },
  },
};
