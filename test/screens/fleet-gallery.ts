/** The gallery's screens of ages, of settings, and of disabled systems. */
import { defaultGuards } from '../../src/state/fleet/protection/guards.ts';
import { dayMs, isStale } from '../../src/state/fleet/staleness/staleness.ts';
import type { DisabledTimes } from '../../src/state/fleet/systems/status.ts';
import type { Action, State } from '../../src/state/root/state.ts';
import { play } from '../state/root/play.ts';
import { aListing, aPage, now, refused } from '../support/make.ts';
import { after, down, type Gallery, list, ofThousands, whole } from './listed.ts';

const opens: Action = { kind: 'staleOpened' };
const tab: Action = { kind: 'staleGroupEntered' };

export const staleGallery: Gallery = {
  'systems, thousands': () => ofThousands(),
  'stale, thousands': () => ofThousands(opens),
  'review, thousands': () =>
    ofThousands({ kind: 'reviewOpened', does: 'delete' }, { kind: 'timerEnded', timer: 'arm' }),
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
