/** What do addresses, tokens and the list of organisations do to the state? */
import type { Organisation } from '../api/organisation.ts';
import type { OrganisationsAction, SignInAction } from './actions.ts';
import { placed } from './list-position.ts';
import { organisationEntered } from './list-steps.ts';
import { known, readAgain } from './loadable.ts';
import { blankSignIn, type SignIn, type TokenSource } from './session.ts';
import { initialState, type State } from './state.ts';
import type { Step } from './step.ts';
import { bodyRows } from './viewport.ts';

export function reduceSignIn(state: State, action: SignInAction): Step {
  switch (action.kind) {
    case 'serviceKnown': {
      const { baseUrl, token, lastOrganisation } = action;
      const next = { ...withSession(state, { baseUrl }), lastOrganisation };
      return token === null ? [askingForToken(next, null)] : signedIn(next, token);
    }
    case 'serviceUnknown': {
      const signIn: SignIn = { ...blankSignIn, typedBaseUrl: action.typed, says: action.says };
      return [{ ...withSession(state, { signIn }), screen: { kind: 'signIn' } }];
    }
    case 'baseUrlEntered':
      return [state, { kind: 'checkBaseUrl', typed: state.session.signIn.typedBaseUrl }];
    case 'baseUrlRefused':
      return [withSignIn(state, { says: action.reason })];
    case 'baseUrlAccepted': {
      const { baseUrl } = action;
      const next = withSession(state, { baseUrl });
      return [withSignIn(next, { typedBaseUrl: baseUrl, says: null, isTrying: true }), { kind: 'findToken', baseUrl }];
    }
    case 'tokenSearched': {
      const next = { ...state, lastOrganisation: action.lastOrganisation };
      return action.found ? signedIn(next, 'keychain') : [askingForToken(next, action.says)];
    }
    case 'tokenEntered': {
      const { baseUrl } = state.session;
      if (baseUrl === null) return [state];
      return [withSignIn(state, { isTrying: true, says: null, problem: null }), { kind: 'tryToken', baseUrl }];
    }
    case 'tokenRefused':
      return [withSignIn(state, { isTrying: false, says: action.reason })];
    case 'tokenKept': {
      const tokenSource = action.isKept ? 'keychain' : 'session';
      const notice = { kind: 'said', text: action.sentence } as const;
      return [{ ...withSession(state, { tokenSource, keeping: action.sentence }), notice }];
    }
    case 'signedOut': {
      const { baseUrl, tokenSource } = state.session;
      if (baseUrl === null) return [state];
      return [askingForToken(forgotten(state), null), { kind: 'forgetToken', baseUrl, source: tokenSource }];
    }
    case 'tokenForgotten':
      return [withSignIn(state, { says: action.sentence })];
  }
}

export function reduceOrganisations(state: State, action: OrganisationsAction): Step {
  switch (action.kind) {
    case 'organisationsArrived':
      return organisationsArrived(state, action.organisations);
    case 'organisationsFailed': {
      const { problem } = action;
      if (problem.kind === 'aborted') return [state];
      const isRefused = problem.kind === 'refused' && problem.status === 401;
      if (state.screen.kind === 'signIn') return [withSignIn(state, { isTrying: false, problem })];
      if (isRefused) return [withSignIn(askingForToken(state, null), { problem })];
      return [{ ...state, organisations: { kind: 'failed', problem, last: known(state.organisations) } }];
    }
    case 'organisationOpened': {
      const organisation = known(state.organisations)?.[state.organisationList.row];
      return organisation === undefined ? [state] : organisationEntered(state, organisation, '');
    }
    case 'organisationsOpened':
      return organisationsListed(state);
  }
}

/** Reads the organisations again and shows them; what is known of them stays in view. */
export function organisationsListed(state: State): Step {
  const { baseUrl } = state.session;
  if (baseUrl === null) return [state];
  const next: State = {
    ...state,
    screen: { kind: 'organisations' },
    organisations: readAgain(state.organisations),
    notice: null,
  };
  return [next, { kind: 'listOrganisations', baseUrl }];
}

function organisationsArrived(state: State, organisations: readonly Organisation[]): Step {
  const isFirst = known(state.organisations) === null;
  const isSigningIn = state.screen.kind === 'signIn';
  const { baseUrl, wantedOrganisation: wanted, wantedSearch } = state.session;
  const row = organisations.findIndex(({ orgId }) => orgId === (state.organisation?.orgId ?? state.lastOrganisation));
  const position = isFirst ? Math.max(0, row) : state.organisationList.row;
  const next: State = {
    ...withSession(state, {
      signIn: blankSignIn,
      wantedOrganisation: null,
      wantedSearch: '',
      tokenSource: isSigningIn ? 'session' : state.session.tokenSource,
    }),
    screen: isSigningIn ? { kind: 'organisations' } : state.screen,
    organisations: { kind: 'ready', value: organisations },
    organisationList: placed(state.organisationList, position, organisations.length, bodyRows(state.rows)),
  };
  const [shown, ...effects] = isFirst ? firstOpened(next, organisations, wanted, wantedSearch) : ([next] as Step);
  return isSigningIn && baseUrl !== null ? [shown, { kind: 'keepToken', baseUrl }, ...effects] : [shown, ...effects];
}

/** The organisation that was asked for by name or id, else the only one, is opened at once. */
function firstOpened(state: State, all: readonly Organisation[], wanted: string | null, search: string): Step {
  const asked = all.find(({ orgId, orgName }) => orgId === wanted || orgName.toLowerCase() === wanted?.toLowerCase());
  if (wanted !== null && asked === undefined) {
    const text = `This account has no organisation with the name or id "${wanted}".`;
    return [{ ...state, notice: { kind: 'warning', text } }];
  }
  const only = asked ?? (all.length === 1 ? all[0] : undefined);
  return only === undefined ? [state] : organisationEntered(state, only, search);
}

function signedIn(state: State, tokenSource: TokenSource): Step {
  return organisationsListed(withSession(state, { tokenSource, signIn: blankSignIn }));
}

function askingForToken(state: State, says: string | null): State {
  const signIn: SignIn = { ...blankSignIn, field: 'token', typedBaseUrl: state.session.baseUrl ?? '', says };
  return { ...withSession(state, { signIn }), screen: { kind: 'signIn' } };
}

/** Everything that was read with the token goes with it. */
function forgotten(state: State): State {
  const session = { ...state.session, tokenSource: null, keeping: null };
  return { ...initialState({ ...state, session }), nextId: state.nextId };
}

function withSession(state: State, change: Partial<State['session']>): State {
  return { ...state, session: { ...state.session, ...change } };
}

export function withSignIn(state: State, change: Partial<SignIn>): State {
  return withSession(state, { signIn: { ...state.session.signIn, ...change } });
}
