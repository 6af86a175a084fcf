/** The gallery's screens of ages, of settings, of enrolment keys, and of disabled systems. */
import type { ServiceKey } from '../../src/api/enrolment-keys.ts';
import type { ServiceKeyList } from '../../src/state/account/enrolment-keys/feature.ts';
import { defaultGuards } from '../../src/state/fleet/protection/guards.ts';
import { pagingFrom } from '../../src/api/paging/envelope.ts';
import { dayMs, isStale } from '../../src/state/fleet/staleness/staleness.ts';
import type { DisabledTimes } from '../../src/state/fleet/systems/disabled.ts';
import { atTop } from '../../src/state/kernel/list-cursor.ts';
import type { Action, State } from '../../src/state/root/state.ts';
import { play } from '../state/root/play.ts';
import { aListing, aPage, now, refused } from '../support/make.ts';
import { after, down, type Gallery, list, whole } from './listed.ts';

const opens: Action = { kind: 'staleOpened' };
const tab: Action = { kind: 'staleGroupEntered' };

export const staleGallery: Gallery = {
  'stale, a threshold typed': () =>
    play(whole(), opens, { kind: 'thresholdTyped', digit: '4' }, { kind: 'thresholdTyped', digit: '5' }).state,
  'stale, on a tag': () => play(whole(), opens, tab, tab).state,
  'stale, no systems': () => play(list({ listing: aListing([aPage([])], { includeDisabled: true }) }), opens).state,
  'systems, only disabled stale': () =>
    list({ notice: { kind: 'onlyDisabledStale', count: 296, isAnyEnabledStale: false } }),
  'systems, stale ones of a tag marked': () => play(whole(), opens, tab, { kind: 'staleChosen' }).state,
};

const protection: Action = { kind: 'settingsOpened', about: 'guards' };
const applied: Action = { kind: 'settingsApplied' };
const types = (text: string): Action => ({ kind: 'textEdited', text });
const guarded = (): State => list({ guards: defaultGuards });

export const formGallery: Gallery = {
  'form, protection': () => play(guarded(), protection).state,
  'form, a mistake': () => play(guarded(), protection, down, down, down, down, types('500'), applied).state,
  'form, a field left empty': () => play(guarded(), protection, types('')).state,
  'form, organisation': () =>
    after({ kind: 'settingsOpened', about: 'label' }, types('PROD'), down, { kind: 'choiceMoved', by: 1 }),
  'form, profile': () => after({ kind: 'settingsOpened', about: 'profile' }),
  'form, weaker protection': () =>
    play(
      guarded(),
      ...[protection, types('none'), down, down, types('3'), down, { kind: 'choiceMoved', by: 1 } as const],
      ...[down, types('100'), applied],
    ).state,
  'form, unsaved changes': () => play(guarded(), protection, types('prod'), { kind: 'wentBack' }).state,
};

const enabled: ServiceKey = {
  id: 2,
  description: 'laptops',
  status: 'Enabled',
  usesRemaining: -1,
  lastUsedMs: now - 3 * dayMs,
  type: 'GeneralPurpose',
};

const keys: readonly ServiceKey[] = [
  enabled,
  { ...enabled, id: 3, description: 'tills of all shops in the south west, since spring 2025', usesRemaining: 120 },
  { ...enabled, id: 4, description: 'lab', status: 'NoUsesRemaining', usesRemaining: 0, lastUsedMs: now - 411 * dayMs },
  { ...enabled, id: 9, description: 'kiosk 2024', status: 'Disabled', usesRemaining: 12, lastUsedMs: null },
  { ...enabled, id: 1_234_567, description: null, status: 'Sus\u001b[2Jpended', usesRemaining: null, lastUsedMs: now },
];

function withKeys(about: Partial<ServiceKeyList>): State {
  const { organisation, ...state } = list();
  const orgId = organisation?.orgId ?? '';
  const read = { orgId, attempt: 1, isReading: false, keys, paging: pagingFrom('x'), problem: null, ...about };
  const serviceKeys = {
    list: read,
    isWithdrawn: false,
    withdrawn: new Set<'disable' | 'enable'>(),
    isFormWanted: false,
  };
  return { ...state, organisation, screen: { kind: 'keysSeen', list: atTop }, serviceKeys };
}

export const keysGallery: Gallery = {
  'keys of the service': () => withKeys({}),
  'keys of the service, to be disabled or enabled': () => {
    const state = withKeys({});
    const offers = new Set(['disable enrolment key', 'enable enrolment key'] as const);
    return { ...state, definition: { ...state.definition, offers } };
  },
  'keys of the service, loading': () => withKeys({ isReading: true, keys: [], paging: null }),
  'keys of the service, not loaded': () => withKeys({ keys: [], paging: null, problem: refused(503) }),
  'keys of the service, incomplete': () => withKeys({ problem: refused(503) }),
};

const noDefinition = { ...refused(404), operation: 'read definition' } as const;
const grace: Action = { kind: 'graceShown' };
const asked = { kind: 'keyPressed', action: { kind: 'switchingWanted', does: 'disable' } } as const;
const asking = (): State => after(asked, { kind: 'definitionNotKept' });

function disabledByUs(): Action {
  const pages = list().list.listing.scan?.pages.flat() ?? [];
  const silent = pages.filter((system) => system.isEnabled === false && isStale(system, 90, now)).slice(0, 4);
  const since = (at: number): number => now - (34 + at) * dayMs;
  return found(new Map(silent.map(({ systemId, enrolledAtMs }, at) => [systemId, { at: since(at), enrolledAtMs }])));
}

function found(times: DisabledTimes): Action {
  return { kind: 'disabledFound', orgId: 'N1', times };
}

export const disablingGallery: Gallery = {
  'disabling, the service is asked': asking,
  'disabling, without a definition': () => play(asking(), { kind: 'definitionFailed', problem: noDefinition }).state,
  'disabled by rollcall, loading': () => after(grace),
  'disabled by rollcall and silent': () => play(whole(), disabledByUs(), grace).state,
  'disabled by rollcall, details': () => play(whole(), grace, disabledByUs(), { kind: 'detailsOpened' }).state,
  'disabled by rollcall, none': () => play(whole(), grace, found(new Map())).state,
  'disabled by rollcall, none of them': () =>
    play(whole(), grace, found(new Map([['gone', { at: now - dayMs, enrolledAtMs: null }]])), {
      kind: 'filterSet',
      text: 'disabled:>90d',
    }).state,
};
