/** What can happen while somebody signs in and out, or goes from one profile to another? */
import type { Organisation } from '../../api/organisation.ts';
import type { Problem } from '../../api/problem.ts';
import type { RemovalResult, StoreResult, TokenFound } from '../token-storage/model.ts';
import type { ProfileSettings } from '../profiles/settings.ts';
import type { Route, TokenSource } from './session.ts';

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
  | { readonly kind: 'tokenSearched'; readonly session: number; readonly found: TokenFound }
  | { readonly kind: 'tokenEntered' }
  | { readonly kind: 'tokenRefused'; readonly reason: string }
  | { readonly kind: 'signOutRequested' }
  | { readonly kind: 'signedOut' }
  | { readonly kind: 'tokenForgotten'; readonly session: number; readonly report: readonly RemovalResult[] };

/** Where the token is kept. */
export type KeepingAction =
  | { readonly kind: 'keepingOpened' }
  | { readonly kind: 'placeChosen' }
  | { readonly kind: 'commandEntered' }
  | { readonly kind: 'keepingLeft' }
  | { readonly kind: 'keychainCancelled' }
  | { readonly kind: 'tokenKept'; readonly session: number; readonly kept: StoreResult };

export type ProfileAction =
  | { readonly kind: 'profilesOpened' }
  | { readonly kind: 'profilesListed'; readonly names: readonly string[] }
  | { readonly kind: 'profileChosen' }
  | { readonly kind: 'profileNamed' }
  | { readonly kind: 'profilesLeft' }
  | { readonly kind: 'profileSwitched'; readonly name: string }
  | {
      readonly kind: 'profileUsed';
      readonly name: string;
      readonly baseUrl: string | null;
      readonly settings: ProfileSettings;
    };

/** What leads away from an organisation, and from the marks there. */
export type MarksLosing =
  | { readonly kind: 'organisationsOpened' | 'organisationOpened' | 'promptAccepted' }
  | (ProfileAction & { readonly kind: 'profileSwitched' });

/** A token that takes the place of one that is no longer accepted. */
export type NewTokenAction =
  | { readonly kind: 'newTokenEntered' }
  /** `says`: what is wrong with what was entered; `problem`: what the service said to it. */
  | {
      readonly kind: 'newTokenRefused';
      readonly session: number;
      readonly says: string | null;
      readonly problem: Problem | null;
    }
  /** Null: this token may not list the organisations. */
  | {
      readonly kind: 'newTokenAccepted';
      readonly session: number;
      readonly organisations: readonly Organisation[] | null;
    };
