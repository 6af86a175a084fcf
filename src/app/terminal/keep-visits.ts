/** Keeps changes in an organisation after a moment of quiet: a program that is killed loses little. */
import type { Store } from '../../state/kernel/store.ts';
import type { Visits } from '../../state/root/ports.ts';
import { isVisitChanged, visitOf } from '../../state/fleet/resume/restore.ts';
import type { Action, State } from '../../state/root/state.ts';

/** After so much quiet, so that a hundred thousand marks are not written at each key. */
export const visitMs = 3_000;

/** No timer runs while nothing changes. */
export function keepVisits(store: Store<State, Action>, visits: Visits): void {
  let timer: NodeJS.Timeout | undefined;
  store.subscribe((_, before) => {
    if (!isVisitChanged(store.state(), before)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      keepVisit(store.state(), visits);
    }, visitMs).unref();
  });
}

/** `isLast`: the program ends. */
export function keepVisit(state: State, visits: Visits, isLast = false): void {
  const { profile, baseUrl } = state.session;
  const visit = visitOf(state);
  if (visit !== null && baseUrl !== null) visits.keep(profile, baseUrl, visit, isLast);
}
