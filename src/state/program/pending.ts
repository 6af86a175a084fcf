/** What does the person wait for now, and since how many seconds? */
import { currentScan } from '../list/listing.ts';
import { isReread } from '../review/review.ts';
import { isGoing } from '../deletion/run.ts';
import { isKeychainAwaited } from '../selectors.ts';
import type { State } from '../state.ts';

/** A name for what is awaited, another one for each request or pause; null while nothing is. */
export function awaited(state: State): string | null {
  const { session, screen, deletion: run } = state;
  const { wait } = state.requests;
  const { list: organisations } = state.organisations;
  if (wait !== null) return wait.until.kind === 'time' ? `pause ${wait.id}` : null;
  const scan = currentScan(state.list.listing);
  const names = [
    isKeychainAwaited(state) ? 'keychain' : null,
    session.signIn.isTrying || (state.overlay?.kind === 'token' && state.overlay.isTrying) ? 'token' : null,
    screen.kind === 'organisations' && organisations.kind === 'loading' ? 'organisations' : null,
    // Behind the list of organisations nobody waits for a page.
    scan?.inFlight === true && screen.kind !== 'organisations' ? `page ${scan.id} ${scan.addresses.length}` : null,
    screen.kind === 'details' && screen.system.kind === 'loading' ? `details ${screen.systemId}` : null,
    screen.kind === 'newKey' && screen.creation.kind === 'creating' ? `key ${screen.creation.attempt}` : null,
    screen.kind === 'review' && state.review !== null && !isReread(state.review)
      ? `reread ${state.review.id} ${state.review.reread?.answered ?? 0}`
      : null,
    isGoing(run) && run.inFlight.size > 0 ? `run ${run.id} ${run.settled.length}` : null,
    run?.check?.kind === 'reading' ? `check ${run.check.scan.id} ${run.check.scan.addresses.length}` : null,
    run?.check?.kind === 'looking'
      ? `check ${run.check.scan.id} left ${run.check.asked.size + run.check.left.length}`
      : null,
  ].filter((name) => name !== null);
  return names.length === 0 ? null : names.join(', ');
}

/** Seconds for which it has been awaited; 0 while nothing is. */
export function secondsAwaited(state: State): number {
  return state.program.awaited !== null && state.program.awaited.what === awaited(state)
    ? state.program.awaited.seconds
    : 0;
}

/** Seconds until what is held is sent, at least 1; null where no time is waited for. */
export function secondsLeft(state: State): number | null {
  const { wait } = state.requests;
  return wait?.until.kind === 'time' ? Math.max(1, wait.until.seconds - secondsAwaited(state)) : null;
}
