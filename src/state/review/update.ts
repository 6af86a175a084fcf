/** Review: opened from the marks, armed once the keyboard is quiet, checked, and confirmed by its phrase. */
import type { System } from '../../api/system.ts';
import { failedIn, isGoing } from '../deletion/run.ts';
import { runStarted } from '../deletion/operations.ts';
import { isSameService } from '../sign-in/session.ts';
import { filterContext, systemUnderCursor } from '../list/operations.ts';
import { matches } from '../filter/filter.ts';
import type { Feature } from '../kernel/feature.ts';
import { reviewLayout } from '../kernel/layout.ts';
import { placed } from '../kernel/list-cursor.ts';
import { andThen, onScreen, type Step } from '../kernel/step.ts';
import { rowOf, incompletenessOf, isComplete, systemById } from '../list/scan.ts';
import { marksChanged } from '../marks/operations.ts';
import { allMarks, withoutMarks } from '../marks/marks.ts';
import type { Action, State } from '../state.ts';
import { withLaterRecord } from '../systems/compare.ts';
import { systemRead } from '../systems/effects.ts';
import type { ReviewRead } from './feature.ts';
import { phraseCleared, reviewLeft } from './operations.ts';
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

/** No key for so long: the person has stopped typing ahead, and sees the question. */
export const quietMs = 400;

/** The state with a part of the review changed, where there is one. */
function changed(state: State, change: (review: Review) => Partial<Review>): State {
  const { review } = state;
  return review === null ? state : { ...state, review: { ...review, ...change(review) } };
}

/** Is what is typed now swallowed, because it may have been meant for another screen? */
function isQuietPending({ review, screen }: State): boolean {
  return screen.kind === 'review' && review !== null && !review.isArmed;
}

/** Debounces the keys, also while systems are checked: they count once none was pressed for a moment. */
function debounced(state: State): Step {
  return isQuietPending(state) ? [state, { kind: 'startTimer', timer: 'arm', ms: quietMs }] : [state];
}

/** What is typed on after a key that was refused does not hide why. */
function keyIgnored(state: State, _: Action, before: State): Step {
  if (isQuietPending(before) && before.overlay === null) {
    const text = 'Typed too early: ignored. Pause for a moment, then type the phrase.';
    const notice = before.notice?.kind === 'refused' ? before.notice : ({ kind: 'refused', text } as const);
    return debounced({ ...state, notice });
  }
  // A key that means nothing here was typed without looking: what follows it may be, too.
  const isOpen = state.screen.kind === 'review' && state.review?.typed === null;
  return debounced(isOpen ? changed(state, () => ({ isArmed: false })) : state);
}

function opened(state: State, systems: readonly System[]): Step {
  const { organisation, now, session, nextId: id, staleness, settings, list } = state;
  if (organisation === null) return [state];
  const { scan } = list.listing;
  // A record that came later, with the same id, may show life that the mark's does not.
  const listed = systems.map((system) => withLaterRecord(system, scan ? systemById(scan, system.systemId) : undefined));
  const review = newReview(organisation, listed, {
    id,
    total: organisationSize(state),
    rules: { days: staleness.days, now, guards: settings.guards, address: session.address },
    hidden: notShown(state, systems),
    isIncomplete: scan === null || !isComplete(scan),
    incompleteness: scan === null ? null : incompletenessOf(scan),
    isClockUnverified: state.clock.kind === 'unverified',
  });
  return andThen(reading({ ...onScreen(state, { kind: 'review' }), nextId: id + 1 }, review), debounced);
}

/** Systems of the organisation: what was read of it, where that is more certain than what the service says. */
function organisationSize({ list: { total, listing, unsearched } }: State): number | null {
  const { scan } = unsearched ?? listing;
  if (scan === null) return total;
  if (scan.query.search !== '') return total ?? scan.count;
  return isComplete(scan) ? scan.count : Math.max(total ?? 0, scan.count);
}

/** So many of them are in no row of the list: a filter or a search hides them. */
function notShown(state: State, systems: readonly System[]): number {
  const { scan, view } = state.list.listing;
  const context = filterContext(state);
  const isShown = (system: System): boolean =>
    scan !== null && rowOf(scan, system.systemId) !== undefined && matches(view.filter, system, context);
  return systems.filter((system) => !isShown(system)).length;
}

/** Asks for the systems that are to be checked next. */
function reading(state: State, before: Review): Step {
  const [review, systems] = rereading(before);
  const read = { kind: 'rereadSystem', review: review.id, orgId: review.organisation.orgId } as const;
  return [{ ...state, review }, ...systems.map(({ systemId }) => ({ ...read, systemId }))];
}

/** The review with what was read of a system, if it is still the same review. */
function reread(state: State, id: number, change: (review: Review) => Review, now = state.now): Step {
  if (state.review?.id !== id) return [state];
  const after = change(state.review);
  // That enter came too early is no longer so.
  const isDone = isReread(after) && state.notice?.kind === 'refused';
  return reading({ ...state, now, notice: isDone ? null : state.notice }, after);
}

function phraseEntered(state: State): Step {
  const { review, session } = state;
  // The count may still change, and with it the phrase: what was typed stays.
  if (review === null || review.typed === null || !isReread(review)) return [state];
  if (review.typed !== phraseOf(review) || chosen(review).length === 0 || isTooMuch(review)) {
    return [{ ...state, review: { ...review, isWrong: true } }];
  }
  if (session.mode === 'read-only' || state.settings.label.isReadOnly) {
    return [blocked(state, 'Read-only: nothing is deleted here.')];
  }
  if (isGoing(state.deletion))
    return [blocked(state, 'A run is going on: J shows it. The next one waits for its end.')];
  const { organisation } = review;
  return runStarted(excludedUnmarked(state), { organisation, ...confirmedIn(review) });
}

function blocked(state: State, text: string): State {
  return { ...phraseCleared(state), notice: { kind: 'warning', text } };
}

/** What was taken out of the review is no longer marked. */
function excludedUnmarked(state: State): State {
  const out = state.review?.items.filter(({ isChosen }) => !isChosen).map(({ system }) => system.systemId) ?? [];
  return out.length === 0 ? state : marksChanged(state, withoutMarks(state.marks.marked, new Set(out)));
}

function reviewRows(state: State, review: Review): number {
  return reviewLayout(state, sentenceOf(review).length).list;
}

function rereadKey({ systemId }: { readonly systemId: string }): string {
  return `reread ${systemId}`;
}

/** Are systems of the review still to be checked? */
function isRereading({ review }: State): boolean {
  return review !== null && !isReread(review);
}

export const review: Feature<'review'> = {
  update: {
    reviewOpened(state) {
      const marked = allMarks(state.marks.marked).map(({ system }) => system);
      if (marked.length > 0) return opened(state, marked);
      const system = systemUnderCursor(state);
      return system === undefined ? [state] : opened(state, [system]);
    },
    reviewItemToggled: (state) => [changed(state, (before) => withToggled(before, before.list.row))],
    guardToggled: (state) => [changed(state, (before) => withGuardToggled(before, before.list.row))],
    phraseStarted: (state, { typed }) => [
      state.review?.isArmed === true ? { ...changed(state, () => ({ typed })), notice: null } : state,
    ],
    phraseEntered,
    retryRequested(state) {
      const { deletion: run, session } = state;
      if (run === null || run.isElsewhere || !isSameService(run.baseUrl, session.baseUrl) || isGoing(run))
        return [state];
      const failed = failedIn(run).map(({ system }) => system);
      return opened(state, failed);
    },
    systemReread: (state, { review, systemId, system, now }) =>
      reread(state, review, (before) => withReread(before, systemId, system, null), now),
    rereadFailed: (state, { review, systemId, problem }) =>
      reread(state, review, (before) => withReread(before, systemId, null, problem)),
  },
  progress: { systemReread: isRereading, rereadFailed: isRereading },
  reads: {
    rereadSystem: {
      ...systemRead<ReviewRead>(
        ({ review, systemId }, { system }, now) => ({ kind: 'systemReread', review, systemId, system, now }),
        ({ review, systemId }, problem) => ({ kind: 'rereadFailed', review, systemId, problem }),
      ),
      key: rereadKey,
      answers: { systemReread: rereadKey, rereadFailed: rereadKey },
      retries: {
        rereadFailed({ review, screen }, { review: id, systemId }) {
          if (review?.id !== id || screen.kind !== 'review') return null;
          return { kind: 'rereadSystem', review: id, orgId: review.organisation.orgId, systemId };
        },
      },
    },
  },
  timers: { arm: (state) => [state.screen.kind === 'review' ? changed(state, () => ({ isArmed: true })) : state] },
  reacts: {
    resized: (state) => [
      changed(state, (before) => ({
        list: placed(before.list, before.list.row, before.items.length, reviewRows(state, before)),
      })),
    ],
    // To look through the list is not to type ahead.
    keyPressed: (state, { action }) => (action.kind === 'moved' ? [state] : debounced(state)),
    keyRefused: keyIgnored,
    keyUnknown: keyIgnored,
  },
  pending: ({ screen, review }) =>
    screen.kind === 'review' && review !== null && !isReread(review)
      ? `reread ${review.id} ${review.reread?.answered ?? 0}`
      : null,
  screens: {
    review: {
      back: (state) => [
        state.review?.typed == null
          ? reviewLeft(onScreen(excludedUnmarked(state), { kind: 'systems' }))
          : changed(state, () => ({ typed: null, isWrong: false })),
      ],
      field(state) {
        if (state.review?.typed == null) return null;
        // The key that opens the field is the phrase's first letter: a phrase typed from its start then has it once.
        const edited = (text: string): Step => [
          changed(state, () => ({ typed: text.replace(/^d+(?=d)/, ''), isWrong: false })),
        ];
        return { name: 'phrase', text: state.review.typed, edited };
      },
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
