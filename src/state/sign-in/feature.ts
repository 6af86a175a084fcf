/** Declares the feature: the address of the service and the token. */
import type { None, Tagged } from '../kernel/declare.ts';
import type { Organisation } from '../../api/organisations.ts';
import type { Problem } from '../../api/problem.ts';
import type { Route, TokenSource } from './session.ts';
import type { RemovalResult, TokenFound } from '../token-storage/model.ts';

export type SignInAction = Tagged<{
  /** `token`: where it is from that is in use already; null: it is looked for where the profile keeps it. */
  serviceKnown: { baseUrl: string; token: TokenSource | null };
  serviceUnknown: { token: TokenSource | null; typed: string; says: string | null };
  routeChosen: { route: Route };
  baseUrlEntered: None;
  baseUrlAccepted: { baseUrl: string };
  baseUrlRefused: { reason: string };
  tokenSearched: { found: TokenFound };
  tokenEntered: None;
  tokenRefused: { reason: string };
  signOutRequested: None;
  signedOut: None;
  tokenForgotten: { report: readonly RemovalResult[] };
  newTokenEntered: None;
  /** `says`: what is wrong with what was entered; `problem`: what the service said to it. */
  newTokenRefused: { says: string | null; problem: Problem | null };
  /** Null: this token may not list the organisations. */
  newTokenAccepted: { organisations: readonly Organisation[] | null };
}>;

export type SignInEffect = Tagged<{
  checkBaseUrl: { typed: string };
  findToken: { baseUrl: string };
  forgetToken: { baseUrl: string };
  /** `organisation`: the new token must see it, because what is at work is of it. */
  replaceToken: { baseUrl: string; organisation: Organisation | null };
}>;

export type SignInRead = { readonly kind: 'tryToken'; readonly baseUrl: string };

export type SignInScreen = { readonly kind: 'signIn' };

export type SignInOverlay = Tagged<{
  signOut: None;
  /** The token is no longer accepted: another one can be entered, and work goes on where it stopped. */
  token: { says: string | null; problem: Problem | null; isTrying: boolean };
}>;

export interface SignInFeature {
  readonly action: SignInAction;
  readonly effect: SignInEffect;
  readonly read: SignInRead;
  readonly screen: SignInScreen;
  readonly overlay: SignInOverlay;
  readonly field: 'baseUrl' | 'token';
}
