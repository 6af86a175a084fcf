/** The gallery's reviews: of deleting, of disabling, and of enabling again. */
import type { System } from '../../src/api/system.ts';
import type { RunKind } from '../../src/state/change/run-kinds.ts';
import type { ReviewFile } from '../../src/state/removal/review-file/format.ts';
import { noMarks, withMarked } from '../../src/state/fleet/marks/marks.ts';
import { defaultGuards } from '../../src/state/fleet/protection/guards.ts';
import type { Action, State } from '../../src/state/root/state.ts';
import { reread, typed } from '../state/removal/deletion/story.ts';
import { play } from '../state/root/play.ts';
import { anOrganisation, aSystem, baseUrl, type StateParts, systemNotFound } from '../support/make.ts';
import { down, type Gallery, list, marked, old, reviewOf, systems } from './listed.ts';

const excludes: Action = { kind: 'reviewItemToggled' };
const showsProtected: Action = { kind: 'reviewGroupShown', group: 'protected' };
const turned: Action = { kind: 'reviewTurned', does: 'disable' };
const opensReview: readonly Action[] = [
  { kind: 'reviewOpened', does: 'delete' },
  { kind: 'timerEnded', timer: 'arm' },
];

const secondPerson: readonly Action[] = [
  { kind: 'settingsOpened', about: 'guards' },
  ...Array.from({ length: 5 }, () => down),
  { kind: 'textEdited', text: '2' },
  { kind: 'settingsApplied' },
];

/** Three old systems, as another person has reviewed them. */
const ofAnna: ReviewFile = {
  ...{ kind: 'delete', by: 'anna', at: '2026-04-06T10:00:00.000Z', days: 60, checksum: '0'.repeat(64) },
  ...{ baseUrl, orgId: anOrganisation().orgId, orgName: 'Northwind' },
  systems: old.map((system) => ({ system, by: 'rule', isIncluded: false })),
};
const annasReread: readonly Action[] = [...old.map((system) => reread(system)), { kind: 'timerEnded', timer: 'arm' }];

/** The usual protection, with a smaller share. */
const share = { guards: { ...defaultGuards, share: 30 } };

function review(...more: readonly Action[]): State {
  return reviewOf('delete', list(byHand), ...more);
}

function reviewBy(some: readonly System[], ...more: readonly Action[]): State {
  return reviewOf('delete', list({ marks: withMarked(noMarks, some, { by: 'hand' }), ...share }), ...more);
}

/** A review where the service offers to disable and enable. */
function switching(does: RunKind, about: StateParts, ...more: readonly Action[]): State {
  const state = list(about);
  const offers = new Set(['disable system', 'enable system'] as const);
  return reviewOf(does, { ...state, definition: { ...state.definition, offers } }, ...more);
}

const disabled = systems.map((system) => ({ ...system, isEnabled: false }));
const byHand = { marks: marked };
const everything = { marks: withMarked(noMarks, systems, { by: 'hand' }) };

export const reviewGallery: Gallery = {
  'review, being read again': () => play(list(byHand), ...opensReview).state,
  'review, not quiet yet': () => play(list(byHand), { kind: 'reviewOpened', does: 'delete' }).state,
  review: () => review(),
  'review, a guard': () =>
    reviewOf('delete', list({ marks: withMarked(noMarks, systems.slice(0, 1), { by: 'hand' }) }), showsProtected),
  'review, phrase typed': () => review({ kind: 'phraseStarted', typed: '' }, { kind: 'textEdited', text: 'delete 3' }),
  'review, another phrase': () => review(...typed('delete 4')),
  'review, excluded': () => review(excludes, excludes),
  'review, blocked': () => reviewBy(systems),
  'review, nothing to delete': () => reviewBy(systems.slice(0, 1)),
  'review, protected systems': () => reviewBy(systems, showsProtected),
  'review, filtered': () => review({ kind: 'listFilterOpened' }, { kind: 'textEdited', text: 'key:lab' }),
  'review, a filter without a match': () =>
    review({ kind: 'listFilterOpened' }, { kind: 'textEdited', text: 'key:none' }, { kind: 'promptAccepted' }),
  'review, details of a system': () => review({ kind: 'reviewedSystemOpened' }),
  'review, disabling offered': () => switching('delete', byHand),
  'review, turned': () => switching('delete', byHand, turned),
  'review to disable': () => switching('disable', byHand),
  'review to disable, phrase typed': () =>
    switching('disable', byHand, { kind: 'phraseStarted', typed: '' }, { kind: 'textEdited', text: 'disable 3' }),
  'review to disable, another phrase': () => switching('disable', byHand, ...typed('delete 3')),
  'review to disable, blocked': () => switching('disable', { ...everything, ...share }),
  'review to disable, those that are disabled already': () =>
    switching('disable', everything, { kind: 'reviewGroupShown', group: 'reconnected' }),
  'review to disable, details of a system': () => switching('disable', byHand, { kind: 'reviewedSystemOpened' }),
  'review to enable': () => switching('enable', { marks: withMarked(noMarks, disabled, { by: 'hand' }) }),
  'review to enable, nothing to enable': () => switching('enable', byHand),
  'review, above which a second person confirms': () => review(...secondPerson),
  'review, written for a second person': () =>
    review({ kind: 'reviewWritten', path: '/home/anna/rollcall-review-2026-11-26T10-00-00.json', systems: 3 }),
  'review of another person': () => play(list(), { kind: 'reviewFileRead', file: ofAnna }, ...annasReread).state,
  'review of another person, one changed': () =>
    play(
      list(),
      { kind: 'reviewFileRead', file: ofAnna },
      ...annasReread.slice(1),
      reread(aSystem({ ...old[0], hostname: 'pos-0100.retail' })),
      { kind: 'reviewGroupShown', group: 'reconnected' },
    ).state,
  'review of another person, refused': () =>
    play(list(), { kind: 'reviewFileRefused', message: 'There is no file "a.json" there. Check the path.' }).state,
  'review of another person, its file asked for': () =>
    play(list(), { kind: 'reviewFileAsked' }, { kind: 'textEdited', text: '~/review.json' }).state,
  'review, reconnected and gone': () =>
    play(
      list(byHand),
      ...opensReview,
      reread(aSystem({ ...old[0], systemId: 'POS99', state: 'Connected' })),
      { kind: 'rereadFailed', review: 1, systemId: 'OLD12', problem: systemNotFound },
      { kind: 'reviewGroupShown', group: 'reconnected' },
    ).state,
};
