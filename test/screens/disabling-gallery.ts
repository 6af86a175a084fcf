/** The gallery's screens of disabling: what waits for the service, and what rollcall disabled. */
import { dayMs, isStale } from '../../src/state/fleet/staleness/staleness.ts';
import type { Action, State } from '../../src/state/root/state.ts';
import type { DisabledTimes } from '../../src/state/fleet/systems/disabled.ts';
import { now, refused } from '../support/make.ts';
import { play } from '../state/root/play.ts';

const grace: Action = { kind: 'graceShown' };

export function disablingGallery(list: () => State): Readonly<Record<string, () => State>> {
  const found = (times: DisabledTimes): Action => ({ kind: 'disabledFound', orgId: 'N1', times });
  const disabled = (): DisabledTimes => {
    const systems = list().list.listing.scan?.pages.flat() ?? [];
    const silent = systems.filter((system) => system.isEnabled === false && isStale(system, 90, now));
    return new Map(
      silent
        .slice(0, 4)
        .map(({ systemId, enrolledAtMs }, at) => [systemId, { at: now - (34 + at) * dayMs, enrolledAtMs }]),
    );
  };
  const whole = (): State => {
    const { list: shown, ...state } = list();
    const { scan } = shown.listing;
    if (scan === null) throw new Error('There is no list.');
    const listing = { ...shown.listing, scan: { ...scan, query: { ...scan.query, includeDisabled: true } } };
    return { ...state, list: { ...shown, listing } };
  };
  const asking = (): State => {
    const wanted: Action = { kind: 'keyPressed', action: { kind: 'switchingWanted', does: 'disable' } };
    return play(list(), wanted, { kind: 'definitionNotKept' }).state;
  };
  const problem = { ...refused(404), operation: 'read definition' } as const;
  return {
    'disabling, the service is asked': asking,
    'disabling, without a definition': () => play(asking(), { kind: 'definitionFailed', problem }).state,
    'disabled by rollcall, loading': () => play(list(), grace).state,
    'disabled by rollcall and silent': () => play(whole(), found(disabled()), grace).state,
    'disabled by rollcall, details': () => play(whole(), grace, found(disabled()), { kind: 'detailsOpened' }).state,
    'disabled by rollcall, none': () => play(whole(), grace, found(new Map())).state,
    'disabled by rollcall, none of them': () =>
      play(whole(), grace, found(new Map([['gone', { at: now - dayMs, enrolledAtMs: null }]])), {
        kind: 'filterSet',
        text: 'disabled:>90d',
      }).state,
  };
}
