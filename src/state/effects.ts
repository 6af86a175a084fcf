/** What may the reducer ask for? Plain data; `run-effect` alone carries it out. One effect is one request. */
import type { Organisation } from '../api/organisation.ts';
import type { TokenSource } from './session.ts';
import type { Question } from './scan.ts';
import type { Outcome } from './run.ts';

/** Reads that replace one another: a new read in a slot aborts the one before it. */
export type Slot = 'organisations' | 'page' | 'details';

/** Timers that replace one another. */
export type Timer = 'searchPause' | 'interrupt' | 'wait';

/** What the file of a run begins with. */
export interface RunHeader {
  readonly orgId: string;
  readonly orgName: string;
  readonly baseUrl: string | null;
  readonly days: number;
  readonly systems: number;
}

export type Effect =
  | { readonly kind: 'checkBaseUrl'; readonly typed: string }
  | { readonly kind: 'findToken'; readonly baseUrl: string }
  | { readonly kind: 'tryToken'; readonly baseUrl: string }
  /** `organisation`: the new token must see it, because what is at work is of it. */
  | { readonly kind: 'replaceToken'; readonly baseUrl: string; readonly organisation: Organisation | null }
  | { readonly kind: 'keepToken'; readonly baseUrl: string }
  | { readonly kind: 'forgetToken'; readonly baseUrl: string; readonly source: TokenSource | null }
  | { readonly kind: 'listOrganisations'; readonly baseUrl: string }
  | { readonly kind: 'recallOrganisation'; readonly baseUrl: string }
  | { readonly kind: 'rememberOrganisation'; readonly baseUrl: string; readonly orgId: string }
  | {
      readonly kind: 'readPage';
      readonly scan: number;
      readonly question: Question;
      readonly from:
        | { readonly kind: 'first' }
        | {
            readonly kind: 'link';
            readonly url: string;
            readonly seen: readonly string[];
            readonly lastIndex: number | null;
          };
    }
  | { readonly kind: 'readSystem'; readonly orgId: string; readonly systemId: string }
  | {
      readonly kind: 'createEnrolmentKey';
      readonly attempt: number;
      readonly orgId: string;
      readonly description: string;
    }
  | { readonly kind: 'openJournal'; readonly run: number; readonly header: RunHeader }
  | { readonly kind: 'recheckSystem'; readonly run: number; readonly orgId: string; readonly systemId: string }
  | { readonly kind: 'recordIntent'; readonly run: number; readonly systemId: string; readonly record: unknown }
  | { readonly kind: 'deleteSystem'; readonly run: number; readonly orgId: string; readonly systemId: string }
  | { readonly kind: 'recordOutcome'; readonly run: number; readonly systemId: string; readonly outcome: Outcome }
  | { readonly kind: 'closeJournal'; readonly run: number }
  | { readonly kind: 'abandonRead'; readonly slot: Slot }
  /** `jitterMs`: at most so much later, by chance. */
  | { readonly kind: 'startTimer'; readonly timer: Timer; readonly ms: number; readonly jitterMs?: number }
  | { readonly kind: 'copyText'; readonly text: string }
  | { readonly kind: 'repaint' }
  | { readonly kind: 'leave' };
