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

export function askingForToken(state: State, says: string | null): State {
  const signIn: SignIn = { ...blankSignIn, field: 'token', typedBaseUrl: state.session.baseUrl ?? '', says };
  return { ...withSession(state, { signIn }), screen: { kind: 'signIn' } };
}

/** Looks up the token of the service where the profile keeps it. */
export function searching(state: State, baseUrl: string): Step {
  return [withSignIn(state, { isSearching: true }), { kind: 'findToken', baseUrl }];
}

/** The reason why this session changes nothing at the service, or in this organisation; null where it may. */
export function readOnlyRefusal({ session, settings }: Pick<State, 'session' | 'settings'>): string | null {
  if (session.settingsFault !== null) return 'read-only: the settings file is not understood (:)';
  if (session.mode !== 'normal') return `${session.mode}: nothing is changed`;
  return settings.label.isReadOnly ? 'this organisation is read-only in its settings (:)' : null;
}
