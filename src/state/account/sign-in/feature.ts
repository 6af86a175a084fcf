/** Declares the feature: the address of the service and the token. */
import type { None, Tagged } from '../../kernel/declare.ts';
import type { Organisation } from '../../../api/organisations.ts';
import type { Problem } from '../../../api/problem.ts';
import { type Route, type TokenSource, blankSignIn, type Session, type SignIn } from '../../session/session.ts';
import type { RemovalResult, TokenFound } from '../token-storage/feature.ts';
import type { Step } from '../../root/feature.ts';
import type { State } from '../../root/state.ts';

export interface SignInFeature {
  readonly action: Tagged<{
    /** `token`: the source of the token in use; null: it is looked up in the profile's storage. */
    serviceKnown: { baseUrl: string; token: TokenSource | null };
    serviceUnknown: { token: TokenSource | null; typed: string; message: string | null };
    routeChosen: { route: Route };
    baseUrlEntered: None;
    baseUrlAccepted: { baseUrl: string };
    baseUrlRefused: { reason: string };
    tokenSearched: { found: TokenFound };
    /** Accepts the token command for this address. */
    addressAccepted: None;
    tokenEntered: None;
    tokenRefused: { reason: string };
    signOutRequested: None;
    signedOut: None;
    tokenForgotten: { report: readonly RemovalResult[] };
    newTokenEntered: None;
    /** `message`: the mistake in the input; `problem`: the service's answer. */
    newTokenRefused: { message: string | null; problem: Problem | null };
    /** Null when this token may not list the organisations. */
    newTokenAccepted: { organisations: readonly Organisation[] | null };
  }>;
  readonly effect: Tagged<{
    checkBaseUrl: { typed: string };
    /** `isAccepted`: you have just accepted the token command for this address. */
    findToken: { baseUrl: string; isAccepted?: boolean };
    forgetToken: { baseUrl: string };
    /** `organisation`: the new token must see it, because the work in progress belongs to it. */
    replaceToken: { baseUrl: string; organisation: Organisation | null };
  }>;
  readonly read: { readonly kind: 'tryToken'; readonly baseUrl: string };
  readonly screen: { readonly kind: 'signIn' };
  readonly overlay: Tagged<{
    signOut: None;
    /** The token was refused: enter another one, and work continues where it stopped. */
    token: { message: string | null; problem: Problem | null; isTrying: boolean };
  }>;
  readonly field: 'baseUrl' | 'token';
}

declare module '../../root/state.ts' {
  interface Features {
    readonly signIn: SignInFeature;
  }
}

// Functions for other features: changes of the session, and the search for its token.

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
