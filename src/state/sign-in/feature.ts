/** Declares the feature: the address of the service and the token. */
import type { Organisation } from '../../api/organisation.ts';
import type { Problem } from '../../api/problem.ts';
import type { Route, TokenSource } from './session.ts';
import type { RemovalResult, TokenFound } from '../token-storage/model.ts';

export type SignInAction =
  /** `token`: where it is from that is in use already; null: it is looked for where the profile keeps it. */
  | { readonly kind: 'serviceKnown'; readonly baseUrl: string; readonly token: TokenSource | null }
  | {
      readonly kind: 'serviceUnknown';
      readonly token: TokenSource | null;
      readonly typed: string;
      readonly says: string | null;
    }
  | { readonly kind: 'routeChosen'; readonly route: Route }
  | { readonly kind: 'baseUrlEntered' }
  | { readonly kind: 'baseUrlAccepted'; readonly baseUrl: string }
  | { readonly kind: 'baseUrlRefused'; readonly reason: string }
  | { readonly kind: 'tokenSearched'; readonly found: TokenFound }
  | { readonly kind: 'tokenEntered' }
  | { readonly kind: 'tokenRefused'; readonly reason: string }
  | { readonly kind: 'signOutRequested' }
  | { readonly kind: 'signedOut' }
  | { readonly kind: 'tokenForgotten'; readonly report: readonly RemovalResult[] }
  | { readonly kind: 'newTokenEntered' }
  /** `says`: what is wrong with what was entered; `problem`: what the service said to it. */
  | {
      readonly kind: 'newTokenRefused';
      readonly says: string | null;
      readonly problem: Problem | null;
    }
  /** Null: this token may not list the organisations. */
  | {
      readonly kind: 'newTokenAccepted';
      readonly organisations: readonly Organisation[] | null;
    };

export type SignInEffect =
  | { readonly kind: 'checkBaseUrl'; readonly typed: string }
  | { readonly kind: 'findToken'; readonly baseUrl: string }
  | { readonly kind: 'forgetToken'; readonly baseUrl: string }
  /** `organisation`: the new token must see it, because what is at work is of it. */
  | {
      readonly kind: 'replaceToken';
      readonly baseUrl: string;
      readonly organisation: Organisation | null;
    };

export type SignInRead = { readonly kind: 'tryToken'; readonly baseUrl: string };

export type SignInScreen = { readonly kind: 'signIn' };

export type SignInOverlay =
  | { readonly kind: 'signOut' }
  /** The token is no longer accepted: another one can be entered, and work goes on where it stopped. */
  | {
      readonly kind: 'token';
      readonly says: string | null;
      readonly problem: Problem | null;
      readonly isTrying: boolean;
    };

/** The address of the service and the token. */
export interface SignInFeature {
  readonly action: SignInAction;
  readonly effect: SignInEffect;
  readonly read: SignInRead;
  readonly screen: SignInScreen;
  readonly overlay: SignInOverlay;
}
