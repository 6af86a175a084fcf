/** What other features may change of the session. */
import type { State } from '../state.ts';
import { blankSignIn, type SignIn } from './session.ts';

export function withSession(state: State, change: Partial<State['session']>): State {
  return { ...state, session: { ...state.session, ...change } };
}

export function withSignIn(state: State, change: Partial<SignIn>): State {
  return withSession(state, { signIn: { ...state.session.signIn, ...change } });
}

export function askingForToken(state: State, says: string | null): State {
  const signIn: SignIn = { ...blankSignIn, field: 'token', typedBaseUrl: state.session.baseUrl ?? '', says };
  return { ...withSession(state, { signIn }), screen: { kind: 'signIn' } };
}
