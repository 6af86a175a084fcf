/** Switches to another profile as in a new start: nothing of the previous one stays. */
import type { None, Tagged } from '../kernel/declare.ts';
import { type ListPosition, atTop, bodyRows } from '../kernel/list-view.ts';
import { type ProfileSettings, isProfileName } from '../session/profile-settings.ts';
import { type Feature, type Of, overlayList, type Effects, type Step } from '../root/feature.ts';
import { blankSignIn, firstDays, withProfileSettings } from '../session/session.ts';
import { isGoing } from '../change/run.ts';
import { capitalise, inProgress } from '../change/run-kinds.ts';
import { withoutSession } from '../root/registry.ts';
import type { Action, Overlay, State } from '../root/state.ts';
import { searching, withSession } from './sign-in/feature.ts';
import { withThreshold } from '../fleet/staleness/rows.ts';
import { readBaseUrl } from '../../api/access.ts';

export interface ProfilesFeature {
  readonly action: Tagged<{
    profilesOpened: None;
    profilesListed: { names: readonly string[] };
    profileChosen: None;
    profileNamed: None;
    profilesLeft: None;
    profileSwitched: { name: string };
    /** `refused`: why the address in the profile's settings is not used, as a sentence. */
    profileUsed: {
      name: string;
      isNew: boolean;
      baseUrl: string | null;
      refused?: string;
      settings: ProfileSettings;
    };
  }>;
  readonly effect: Tagged<{ listProfiles: None; useProfile: { name: string } }>;
  readonly overlay: Tagged<{
    /** `typed`: the name of another profile, while its field is open. */
    profiles: { names: readonly string[]; list: ListPosition; typed: string | null; message: string | null };
  }>;
  readonly field: 'profileName';
}

declare module '../root/state.ts' {
  interface Features {
    readonly profiles: ProfilesFeature;
  }
}

function useChosenProfile(state: State, overlay: Of<Overlay, 'profiles'>, name: string): Step {
  if (name === state.session.profile) return [{ ...state, overlay: null }];
  // An interrupted run may have been found since the list was opened.
  if (isGoing(state.deletion)) {
    const message = `${capitalise(inProgress(state.deletion))}. J shows it. Switch profiles after it.`;
    return [{ ...state, overlay: { ...overlay, message } }];
  }
  return switchProfile(state, name);
}

function switchProfile(state: State, name: string): Step {
  const next = withSession(state, { number: state.session.number + 1 });
  return [
    { ...next, overlay: null },
    { kind: 'useProfile', name },
  ];
}

function useProfile(state: State, { name, isNew, baseUrl, refused, settings }: Of<Action, 'profileUsed'>): Step {
  const session = {
    ...withProfileSettings(state.session, settings),
    profile: name,
    isNewProfile: isNew,
    baseUrl,
    tokenSource: null,
    signIn: { ...blankSignIn, message: refused ?? null },
    wantedOrganisation: null,
    ...{ wantedSearch: '', wantedFilter: '', wantedView: null },
  } as const;
  const fresh = withThreshold(withoutSession({ ...state, session }), firstDays(session));
  if (baseUrl === null) return [{ ...fresh, screen: { kind: 'signIn' } }];
  return searching(fresh, baseUrl);
}

const profilesEffects: Effects<'profiles'> = {
  listProfiles: (_, { ports }) => ({ kind: 'profilesListed', names: ports.memory.profileNames() }),
  useProfile({ name }, { ports: { memory }, credentials }) {
    credentials.forget();
    memory.useProfile(name);
    const isNew = memory.isNewProfile();
    const stored = memory.baseUrl();
    const used = { kind: 'profileUsed', name, isNew, settings: memory.settings() } as const;
    if (stored === null) return { ...used, baseUrl: null };
    // As at a start: an address in the settings may be any text.
    const read = readBaseUrl(stored);
    return read.ok
      ? { ...used, baseUrl: read.baseUrl }
      : { ...used, baseUrl: null, refused: `The profile: ${read.reason}` };
  },
};

export const profiles: Feature<'profiles'> = {
  update: {
    profilesOpened: (state) => [state, { kind: 'listProfiles' }],
    profilesListed(state, { names }) {
      const list = { ...atTop, row: Math.max(0, names.indexOf(state.session.profile)) };
      return [{ ...state, overlay: { kind: 'profiles', names, list, typed: null, message: null } }];
    },
    profileChosen(state) {
      const { overlay } = state;
      if (overlay?.kind !== 'profiles') return [state];
      const name = overlay.names[overlay.list.row];
      if (name === undefined) return [{ ...state, overlay: { ...overlay, typed: '' } }];
      return useChosenProfile(state, overlay, name);
    },
    profileNamed(state) {
      const { overlay } = state;
      if (overlay?.kind !== 'profiles' || overlay.typed === null) return [state];
      const name = overlay.typed.trim();
      if (!isProfileName(name)) {
        const message = 'Use letters, digits, ".", "-" and "_", at most 32.';
        return [{ ...state, overlay: { ...overlay, message } }];
      }
      return useChosenProfile(state, overlay, name);
    },
    profilesLeft(state) {
      const { overlay } = state;
      if (overlay?.kind !== 'profiles') return [state];
      return [{ ...state, overlay: overlay.typed === null ? null : { ...overlay, typed: null, message: null } }];
    },
    profileSwitched: (state, action) => switchProfile(state, action.name),
    profileUsed: useProfile,
  },
  effects: profilesEffects,
  screens: {
    profiles: {
      field(state, overlay) {
        if (overlay.typed === null) return null;
        const edit = (typed: string): Step => [{ ...state, overlay: { ...overlay, typed, message: null } }];
        return { name: 'profileName', text: overlay.typed, edited: edit };
      },
      list(state, overlay) {
        if (overlay.typed !== null) return null;
        return overlayList(state, overlay, { length: overlay.names.length + 1, height: bodyRows(state.rows) });
      },
    },
  },
};
