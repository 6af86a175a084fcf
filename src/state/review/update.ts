/** What do marks, keys and answers do to the review? */
import { reviewReads } from './effects.ts';
import type { Feature, Of } from '../kernel/feature.ts';
import type { System } from '../../api/system.ts';
import { withLaterRecord } from '../systems/duplicates.ts';
import { matches } from '../filter/filter.ts';
import { rowOf } from '../list/id-index.ts';
import { marksChanged } from '../marks/operations.ts';
import { allMarks, type Mark, withoutMarks } from '../marks/marks.ts';
import {
  chosen,
  confirmedIn,
  isReread,
  isTooMuch,
  newReview,
  phraseOf,
  rereading,
  type Review,
  sentenceOf,
  withGuardToggled,
  withReread,
  withToggled,
} from './review.ts';
import { failedIn, isGoing } from '../deletion/run.ts';
import { runStarted } from '../deletion/operations.ts';
import { isSameService } from '../deletion/runs/same-service.ts';
import { incompletenessOf, isComplete, type Scan, systemById } from '../list/scan.ts';
import { filterContext } from '../filter/context.ts';
import { systemUnderCursor } from '../list/selectors.ts';
import type { Effect, Action, State } from '../state.ts';
import { andThen, onScreen, type Step } from '../kernel/step.ts';
import { reviewLayout } from '../kernel/layout.ts';
import { placed } from '../kernel/list-cursor.ts';

/** No key for so long: the person has stopped typing ahead, and sees the question. */
export const quietMs = 400;

/** Keys count once none was pressed for a moment, also while systems are checked: each key restarts that moment. */
export function quietAwaited(state: State): readonly Effect[] {
  return isQuietAwaited(state) ? [{ kind: 'startTimer', timer: 'arm', ms: quietMs }] : [];
}

/** Is what is typed now swallowed, because it may have been meant for another screen? */
export function isQuietAwaited({ review, screen }: State): boolean {
  return screen.kind === 'review' && review !== null && !review.isArmed;
}

/** A key that means nothing here was typed without looking: what follows it may be, too. */
export function disarmed(state: State): State {
  const { review, screen } = state;
  if (review === null || screen.kind !== 'review' || review.typed !== null) return state;
  return { ...state, review: { ...review, isArmed: false } };
}

export function armed(state: State): State {
  const { review } = state;
  if (review === null || state.screen.kind !== 'review') return state;
  return { ...state, review: { ...review, isArmed: true } };
}

function reviewOpened(state: State): Step {
  const system = systemUnderCursor(state);
  if (state.marks.marked.size > 0) return reviewOf(state, allMarks(state.marks.marked));
  return system === undefined ? [state] : reviewOf(state, [byHand(system)]);
}

function reviewOf(state: State, marks: readonly Mark[]): Step {
  const { organisation, now, session, nextId: id } = state;
  const { days } = state.staleness;
  const { guards } = state.settings;
  if (organisation === null) return [state];
  const { scan } = state.list.listing;
  const isWhole = scan !== null && isComplete(scan);
  const review = newReview(organisation, withListed(marks, scan), {
    id,
    total: organisationSize(state),
    rules: { days, now, guards, address: session.address },
    hidden: hiddenMarks(state, marks),
    isIncomplete: !isWhole,
    incompleteness: scan === null ? null : incompletenessOf(scan),
    isClockUnverified: state.clock.kind === 'unverified',
  });
  const opened = read({ ...state, nextId: id + 1, screen: { kind: 'review' }, notice: null }, review);
  return andThen(opened, (next) => [next, ...quietAwaited(next)]);
}

/** A record that came later, with the same id, may show life that the mark's does not. */
function withListed(marks: readonly Mark[], scan: Scan | null): readonly Mark[] {
  if (scan === null) return marks;
  return marks.map((mark) => {
    const system = withLaterRecord(mark.system, systemById(scan, mark.system.systemId));
    return system === mark.system ? mark : { ...mark, system };
  });
}

/** Systems of the organisation: what was read of it, where that is more certain than what the service says. */
function organisationSize({ list: { total: organisationTotal, listing, unsearched } }: State): number | null {
  const { scan } = unsearched ?? listing;
  if (scan === null) return organisationTotal;
  if (scan.query.search !== '') return organisationTotal ?? scan.count;
  return isComplete(scan) ? scan.count : Math.max(organisationTotal ?? 0, scan.count);
}

/** So many of them are in no row of the list: a filter or a search hides them. */
function hiddenMarks(state: State, marks: readonly Mark[]): number {
  const { scan, view } = state.list.listing;
  const context = filterContext(state);
  const isShown = ({ system }: Mark): boolean =>
    scan !== null && rowOf(scan.index, system.systemId) !== undefined && matches(view.filter, system, context);
  return marks.filter((mark) => !isShown(mark)).length;
}

function byHand(system: System): Mark {
  return { system, by: 'hand' };
}

/** Asks for the systems that are to be read again next. */
function read(state: State, review: Review): Step {
  const [reading, systems] = rereading(review);
  const { orgId } = review.organisation;
  const next: State = { ...state, review: reading };
  const effects = systems.map(({ systemId }): Effect => ({ kind: 'rereadSystem', review: review.id, orgId, systemId }));
  return [next, ...effects];
}

function phraseEntered(state: State): Step {
  const { review, session } = state;
  if (review === null || review.typed === null) return [state];
  // The count may still change, and with it the phrase: what was typed stays.
  if (!isReread(review)) return [state];
  if (review.typed !== phraseOf(review) || chosen(review).length === 0 || isTooMuch(review)) {
    return [{ ...state, review: { ...review, isWrong: true } }];
  }
  if (session.mode === 'read-only' || state.settings.label.isReadOnly) {
    return [held(state, review, 'Read-only: nothing is deleted here.')];
  }
  if (isGoing(state.deletion))
    return [held(state, review, 'A run is going on: J shows it. The next one waits for its end.')];
  const { organisation } = review;
  return runStarted(takenOutUnmarked(state), { organisation, ...confirmedIn(review) });
}

function held(state: State, review: Review, text: string): State {
  return { ...state, review: { ...review, typed: null }, notice: { kind: 'warning', text } };
}

/** What was taken out of the review is no longer marked. */
export function takenOutUnmarked(state: State): State {
  const out = state.review?.items.filter((item) => !item.isChosen).map((item) => item.system.systemId) ?? [];
  return out.length === 0 ? state : marksChanged(state, withoutMarks(state.marks.marked, new Set(out)));
}

/** The review again from its list, with what was typed gone. */
export function phraseLeft(state: State): State {
  return state.review === null ? state : { ...state, review: { ...state.review, typed: null, isWrong: false } };
}

/** The key that opens the field is the phrase's first letter: whoever then types the phrase from its start means it once. */
function phraseTyped(state: State, text: string): State {
  const typed = text.replace(/^d+(?=d)/, '');
  return state.review === null ? state : { ...state, review: { ...state.review, typed, isWrong: false } };
}

function reviewRows(state: State, review: Review): number {
  return reviewLayout(state, sentenceOf(review).length).list;
}

function withReviewInView(state: State): State {
  const { review } = state;
  if (review === null) return state;
  const { list, items } = review;
  return { ...state, review: { ...review, list: placed(list, list.row, items.length, reviewRows(state, review)) } };
}

/** Keys count once none was pressed for a moment; to look through the list is not to type ahead. */
function keyHeard(state: State, action: Of<Action, 'keyPressed'>): Step {
  return action.action.kind === 'moved' ? [state] : [state, ...quietAwaited(state)];
}

/** What is typed on after a key that was refused does not hide why. */
function keyIgnored(state: State, _: Action, before: State): Step {
  const isSwallowed = isQuietAwaited(before) && before.overlay === null;
  const text = 'Typed too early: ignored. Pause for a moment, then type the phrase.';
  const notice = before.notice?.kind === 'refused' ? before.notice : ({ kind: 'refused', text } as const);
  const next = isSwallowed ? { ...state, notice } : disarmed(state);
  return [next, ...quietAwaited(next)];
}

/** The review with what was read of a system, if it is still the same review. */
function reread(state: State, id: number, change: (review: Review) => Review): Step {
  const { review } = state;
  if (review?.id !== id) return [state];
  const after = change(review);
  // That enter came too early is no longer so.
  const isDone = isReread(after) && state.notice?.kind === 'refused';
  return read({ ...state, notice: isDone ? null : state.notice }, after);
}

export const review: Feature<'review'> = {
  update: {
    reviewOpened: reviewOpened,
    reviewItemToggled(state) {
      const { review } = state;
      return [review === null ? state : { ...state, review: withToggled(review, review.list.row) }];
    },
    guardToggled(state) {
      const { review } = state;
      return [review === null ? state : { ...state, review: withGuardToggled(review, review.list.row) }];
    },
    phraseStarted(state, action) {
      const { review } = state;
      if (review === null || !review.isArmed) return [state];
      return [{ ...state, review: { ...review, typed: action.typed }, notice: null }];
    },
    phraseEntered: phraseEntered,
    retryRequested(state) {
      const { deletion: run, session } = state;
      if (run === null || run.isElsewhere || !isSameService(run.baseUrl, session.baseUrl) || isGoing(run))
        return [state];
      return reviewOf(
        state,
        failedIn(run).map(({ system }) => byHand(system)),
      );
    },
    systemReread: (state, { review, systemId, system, now }) =>
      reread(state.review?.id === review ? { ...state, now } : state, review, (before) =>
        withReread(before, systemId, system, null),
      ),
    rereadFailed: (state, { review, systemId, problem }) =>
      reread(state, review, (before) => withReread(before, systemId, null, problem)),
  },
  reads: reviewReads,
  timers: { arm: (state) => [armed(state)] },
  reacts: {
    resized: (state) => [withReviewInView(state)],
    keyPressed: keyHeard,
    keyRefused: keyIgnored,
    keyUnknown: keyIgnored,
  },
  pending: ({ screen, review }) =>
    screen.kind === 'review' && review !== null && !isReread(review)
      ? `reread ${review.id} ${review.reread?.answered ?? 0}`
      : null,
  screens: {
    review: {
      back(state) {
        if (state.review?.typed != null) return [phraseLeft(state)];
        return [{ ...onScreen(takenOutUnmarked(state), { kind: 'systems' }), review: null }];
      },
      field: (state) =>
        state.review?.typed == null
          ? null
          : { name: 'phrase', text: state.review.typed, edited: (text) => [phraseTyped(state, text)] },
      list(state) {
        const { review } = state;
        if (review === null) return null;
        return {
          at: review.list,
          extent: { length: review.items.length, height: reviewRows(state, review) },
          withPosition: (list) => ({ ...state, review: { ...review, list } }),
        };
      },
    },
  },
};
