/** The session for other features: its changes, the search for its token, and its read-only rule. */
import type { Step } from '../../root/step.ts';
import type { State } from '../../root/state.ts';
import { blankSignIn, type Session, type SignIn } from '../../session/session.ts';

export function withSession(state: State, change: Partial<Session>): State {
  return { ...state, session: { ...state.session, ...change } };
}

export function withSignIn(state: State, change: Partial<SignIn>): State {
  return withSession(state, { signIn: { ...state.session.signIn, ...change } });
}

export function askForToken(state: State, message: string | null): State {
  const signIn: SignIn = { ...blankSignIn, field: 'token', typedBaseUrl: state.session.baseUrl ?? '', message };
  return { ...withSession(state, { signIn }), screen: { kind: 'signIn' } };
}

/** Looks up the token of the service in the profile's storage. */
export function searching(state: State, baseUrl: string): Step {
  return [withSignIn(state, { isSearching: true }), { kind: 'findToken', baseUrl }];
}
