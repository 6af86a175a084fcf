/** Banners: what a person must know wherever they are, until they dismiss it. */
import type { ClockNote } from '../clock/clock.ts';
import type { State } from '../state.ts';

export type Banner =
  /** NODE_TLS_REJECT_UNAUTHORIZED=0: anybody on the way can read the token. It stays. */
  | { readonly kind: 'tls' }
  | { readonly kind: 'preferences'; readonly says: string }
  | { readonly kind: 'clock'; readonly note: Exclude<ClockNote, { kind: 'fine' }> };

/** The most important one that is not put away; null where there is none. */
export function bannerOf({ session, clock, program: { dismissed } }: State): Banner | null {
  if (session.isTlsUnchecked) return { kind: 'tls' };
  if (session.preferencesProblem !== null && !dismissed.has('preferences')) {
    return { kind: 'preferences', says: session.preferencesProblem };
  }
  if (clock.kind !== 'fine' && !dismissed.has('clock')) return { kind: 'clock', note: clock };
  return null;
}
