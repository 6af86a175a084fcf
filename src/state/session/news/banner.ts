/** The warning that stands above every screen until it is dismissed. */
import type { State } from '../../root/state.ts';
import type { ClockNote } from '../clock/clock.ts';

/** A message for every screen, until you dismiss it. */
type Banner =
  /** NODE_TLS_REJECT_UNAUTHORIZED=0: anybody on the network can read the token. It stays. */
  | { readonly kind: 'tls' }
  | { readonly kind: 'preferences'; readonly says: string }
  | { readonly kind: 'clock'; readonly note: Exclude<ClockNote, { kind: 'fine' }> };

/** The most important banner that is not dismissed; null where there is none. */
export function bannerOf({ session, clock, overlay, program: { dismissed } }: State): Banner | null {
  // The screen itself says all of it.
  if (overlay?.kind === 'settingsFault') return null;
  if (session.isTlsUnchecked) return { kind: 'tls' };
  if (session.preferencesProblem !== null && !dismissed.has('preferences')) {
    return { kind: 'preferences', says: session.preferencesProblem };
  }
  if (clock.kind !== 'fine' && !dismissed.has('clock')) return { kind: 'clock', note: clock };
  return null;
}
