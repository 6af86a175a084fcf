/** The review: opened from the marks, armed after a quiet period, checked, and confirmed by its phrase. */
import { troublesIn } from '../../change/outcome-groups.ts';
import { isGoing } from '../../change/run.ts';
import { stayingWords, undoOf } from '../../change/undo.ts';
import { capitalise, inProgress, phraseVerb, runRows, usualKind } from '../../change/run-kinds.ts';
import { isSameService } from '../../session/session.ts';
import { startRun } from '../deletion/public.ts';
import { isSystemNotFound } from '../../../api/problem.ts';
import { refreshRow } from '../../fleet/details.ts';
import { renewList, readRows, systemAtHand, systemUnderCursor } from '../../fleet/list/feature.ts';
import {
  type Feature,
  type Of,
  overlayList,
  andThen,
  onScreen,
  refuse,
  withNotice,
  type Step,
} from '../../root/feature.ts';
import { groupDigits } from '../../kernel/spelling.ts';
import { atTop, movePosition } from '../../kernel/list-view.ts';
import { withGone } from '../../fleet/list/scan.ts';
import { askNewToken } from '../../session/backoff/update.ts';
import { toggleWatch } from '../../fleet/watching.ts';
import { loseMarks, withExcluded } from '../../fleet/marks/feature.ts';
import type { State } from '../../root/state.ts';
import { systemRead } from '../../fleet/systems/effects.ts';
import type { ReviewRead } from './feature.ts';
import {
  armed,
  atCursor,
  changeReview,
  debounced,
  showGroup,
  isCheckStoppable,
  isTokenRefused,
  obstacleOf,
  openReview,
  phraseOf,
  itemAtCursor,
  reacts,
  requestRereads,
  renewRows,
  reviewList,
  sendable,
  giveUpRereading,
  leaveReview,
} from './opening.ts';
import {
  isReread,
  judgedEdit,
  rereadGivenUp,
  findUnchecked,
  uncheckedReread,
  withListCheck,
  withPageAnswered,
  withReread,
  withUncheckedToggled,
} from './check.ts';
import { readConfirmed, type Review, turnReview, withGuardToggled, withToggled } from './review.ts';
import {
  block,
  readExcluded,
  unmarkExcluded,
  finishLastCheck,
  peopleIn,
  readRowTarget,
  receiveRowTarget,
  restRowTarget,
  syncRowTarget,
  sendTogether,
  whereItBegan,
} from './one-request.ts';
import { readReviewPage } from './effects.ts';

/** Applies an answer, unless another review is open. */
function reread(state: State, id: number, change: (review: Review) => Review, now = state.now): Step {
  const { review: before } = state;
  if (before?.id !== id) return [state];
  const after = change(before);
  const isDone = isReread(after);
  if (isDone && after.confirmed !== null) return finishLastCheck({ ...state, now }, after);
  // The notice that enter came too early is outdated.
  const notice = isDone && state.notice?.kind === 'refused' ? null : state.notice;
  const next = { ...state, now, notice };
  // In the group that counts, kept systems leave the list at once. Excluding the next row by mistake is harmless.
  const isSettled = isDone && !isReread(before) && after.group === 'taken';
  return requestRereads(next, (isSettled ? renewRows({ ...next, review: after }).review : null) ?? after);
}

function enterPhrase(state: State): Step {
  const { review, session } = state;
  // The count may still change, and the phrase with it; the typed text stays.
  if (review === null || !review.isInField || !isReread(review)) return [state];
  if (review.typed !== phraseOf(review) || obstacleOf(review) !== null) {
    return [{ ...state, review: { ...review, isWrong: true } }];
  }
  if (session.mode === 'read-only' || state.settings.label.isReadOnly) {
    return [block(state, `Read-only: nothing is ${runRows[review.kind].words.done} here.`)];
  }
  if (isGoing(state.deletion)) {
    const what = capitalise(inProgress(state.deletion));
    return [block(state, `${what}; J shows it. Start this one after it.`)];
  }
  const { kind, edit, organisation } = review;
  if (edit !== null && edit.listField !== null) return sendTogether(state, review, edit);
  const plan = { kind, edit: edit && judgedEdit(edit, review), organisation, ...readConfirmed(review) };
  return startRun(unmarkExcluded(state), { ...plan, ...peopleIn(state, review) });
}

/** Marks and exclusions stay for the next review. Another person's review leaves none. */
function leave(state: State): State {
  const { key, words } = runRows[state.review?.kind ?? usualKind];
  if (state.review?.reviewer != null)
    return withNotice(
      leaveReview(onScreen(state, { kind: 'systems' })),
      `Nothing was ${words.done}. The file of the review stays.`,
    );
  const excluded = withExcluded(state, readExcluded(state.review));
  const next = leaveReview(whereItBegan(excluded));
  const { size } = next.marks.excluded;
  const systems = `${groupDigits(size)} marked ${size === 1 ? 'system stays' : 'systems stay'} excluded`;
  return size === 0 ? next : withNotice(next, `Nothing was ${words.done}. ${systems}; ${key} reviews again.`);
}

/** Esc leaves the phrase, stops the check of another person's review, clears the filter, then leaves the review. */
function back(state: State): Step {
  const { review } = state;
  if (review?.isInField !== true && isCheckStoppable(review)) {
    const next = changeReview(state, (before) => rereadGivenUp(before, { kind: 'aborted', operation: 'read system' }));
    return [next, { kind: 'abandonRead', slot: 'reviewPage' }];
  }
  // Leaving the phrase during the last check cancels the confirmation: press enter again to confirm.
  if (review?.isInField === true) {
    const next = changeReview(state, () => ({ isInField: false, isWrong: false, confirmed: null }));
    return [
      review.confirmed === null
        ? next
        : withNotice(next, 'Nothing was sent. Press enter behind the phrase to send it.'),
    ];
  }
  return [reviewList.unfiltered(state) ?? leave(state)];
}

function showReviewedSystem(state: State): State {
  return { ...state, overlay: { kind: 'reviewedSystem', list: atTop } };
}

/** Once no phrase is asked for, further typing is ignored. */
function closeField(state: State): Step {
  const { review } = state;
  if (review?.isInField !== true || obstacleOf(review) === null) return [state];
  return debounced(changeReview(state, () => ({ isInField: false, isWrong: false, isArmed: false })));
}

/**
 * After a review, unmarks systems that reconnected or are gone, and refreshes the list. Together with the exclusions
 * this is one change, which u undoes.
 */
function syncMarks(state: State, before: State): State {
  const { review } = before;
  const isFinished = state.review === null || state.screen.kind === 'deletion';
  if (before.screen.kind !== 'review' || review === null || !isFinished) return state;
  const found = review.items.filter(({ judgement }) => judgement.change !== null);
  const back = found.filter(({ judgement: { change } }) => change?.why === 'connected' || change?.why === 'seenSince');
  const gone = found.filter(({ judgement }) => judgement.change?.why === 'gone');
  const lost = [...back, ...gone].filter(({ system }) => state.marks.marked.has(system.systemId));
  const shown = renewList(state);
  if (lost.length === 0) return shown;
  const ids = lost.map(({ system }) => system.systemId);
  const next = loseMarks(shown, ids, before.marks.marked);
  if (state.screen.kind !== 'systems') return next;
  const words = countWords([back, 'reconnected'], [gone, 'gone']);
  return withNotice(next, `${words}: unmarked. u undoes.`);
}

function countWords(...groups: readonly (readonly [readonly unknown[], string])[]): string {
  return groups
    .filter(([{ length }]) => length > 0)
    .map(([{ length }, what]) => `${groupDigits(length)} ${what}`)
    .join(', ');
}

/** Accepts a doubled first letter: `ddelete` as `delete`. */
function withoutDoubled(text: string, { kind, edit }: Review): string {
  const first = phraseVerb(kind, edit).charAt(0);
  return text.replace(new RegExp(`^${first}+(?=${first})`), '');
}

function rereadKey({ systemId }: { readonly systemId: string }): string {
  return `reread ${systemId}`;
}

function isRereading({ review }: State): boolean {
  return review !== null && !isReread(review);
}

export const review: Feature<'review'> = {
  slice: { initial: null, lasts: 'organisation' },
  update: {
    reviewOpened(state, { does, edit }) {
      const { marked } = state.marks;
      const looked = edit === undefined && state.screen.kind === 'details' ? systemAtHand(state) : undefined;
      if (looked !== undefined) return openReview(state, does, [{ system: looked, why: { by: 'row' } }]);
      if (marked.size > 0) return openReview(state, does, [...marked.values()], { filled: edit ?? null });
      const system = edit === undefined ? systemUnderCursor(state) : undefined;
      return system === undefined ? [state] : openReview(state, does, [{ system, why: { by: 'row' } }]);
    },
    reviewItemToggled(state, { extent, stays }) {
      const { review } = state;
      const at = review === null ? undefined : atCursor(review);
      if (review === null || at === undefined) return [state];
      const toggled = withToggled(review, at);
      if (stays === true) return [{ ...state, review: toggled }];
      const list = movePosition(review.list, 'down', review.rows.length, extent?.height ?? 1);
      return [{ ...state, review: { ...toggled, list } }];
    },
    guardToggled: (state) => [
      changeReview(state, (before) => {
        const at = atCursor(before);
        return at === undefined ? before : withGuardToggled(before, at);
      }),
    ],
    reviewGroupShown: (state, { group }) => [showGroup(state, group)],
    reviewedSystemMoved: (state, { by }) => [
      showReviewedSystem(
        changeReview(state, ({ list, rows }) => ({
          list: movePosition(list, by === 1 ? 'down' : 'up', rows.length, 1),
        })),
      ),
    ],
    reviewedSystemWatched: (state) =>
      toggleWatch(state, state.review === null ? undefined : itemAtCursor(state.review)?.system),
    reviewedSystemOpened: (state) => [showReviewedSystem(state)],
    uncheckedRetried(state) {
      const { review } = state;
      if (review === null || !isReread(review)) return [state];
      const refused = findUnchecked(review)
        .flatMap(({ judgement }) => judgement.problem ?? [])
        .find(isTokenRefused);
      // The re-reads wait for the token.
      return requestRereads(
        refused === undefined ? state : askNewToken(state, refused),
        withListCheck(state, uncheckedReread(review)),
      );
    },
    uncheckedToggled: (state) => [renewRows(state, withUncheckedToggled)],
    phraseStarted(state, { typed }) {
      const { review } = state;
      if (review?.isArmed !== true || obstacleOf(review) !== null) return [state];
      const text = review.typed === '' ? typed : review.typed;
      return [{ ...changeReview(state, () => ({ typed: text, isInField: true })), notice: null }];
    },
    phraseEntered: enterPhrase,
    retryRequested(state) {
      const { deletion: run, session } = state;
      if (run === null || run.isElsewhere || !isSameService(run.baseUrl, session.baseUrl)) return [state];
      const { kind, edit: filled } = run;
      const left = isGoing(run) ? [] : troublesIn(run);
      const edit = sendable(state, filled);
      if (typeof edit === 'string') return [refuse(state, edit)];
      return left.length === 0 ? [state] : openReview(state, kind, left, { filled: edit, follows: 'retry' });
    },
    reviewTurned(state, { does }) {
      const { review } = state;
      // The systems of an undo that enables were not judged by the guards for a loss.
      if (review === null || review.kind === does || review.reviewer !== null || review.edit !== null) return [state];
      if (runRows[review.kind].guards !== 'loss' || runRows[does].guards !== 'loss') return [state];
      return debounced(renewRows({ ...state, notice: null }, (before) => turnReview(before, does)));
    },
    undoRequested(state) {
      const { deletion: run, organisation, session } = state;
      const known = run === null ? null : undoOf(run);
      if (run === null || known === null || run.isElsewhere) return [state];
      const isHere = organisation?.orgId === run.organisation.orgId && isSameService(run.baseUrl, session.baseUrl);
      if (!isHere || run.finishedAt === null || run.check !== null) return [state];
      const edit = sendable(state, known.edit);
      if (typeof edit === 'string') return [refuse(state, edit)];
      // Only the definition says which fields accept null.
      const planned = edit === null || run.edit === null ? run : { ...run, edit: { ...run.edit, plan: edit.plan } };
      const undo = undoOf(planned);
      if (undo === null) return [refuse(state, `${stayingWords(planned) ?? ''}.`)];
      return openReview(
        state,
        undo.kind,
        undo.systems.map((system) => ({ system })),
        { filled: undo.edit, follows: 'undo' },
      );
    },
    systemReread: (state, { review, systemId, system, askedAt, now }) =>
      reread(state, review, (before) => withReread(before, systemId, system, null, askedAt), now),
    rereadFailed: (state, { review, systemId, problem }) =>
      reread(state, review, (before) => withReread(before, systemId, null, problem)),
    reviewPageArrived: (state, { review, page, now }) =>
      reread(state, review, (before) => withPageAnswered(before, { ok: true, value: page }, state), now),
    reviewPageFailed: (state, { review, problem }) =>
      reread(state, review, (before) => withPageAnswered(before, { ok: false, problem }, state)),
    rowTargetRead: (state, { url, value }) => [receiveRowTarget(state, url, { value })],
    rowTargetFailed: (state, { url, problem }) => [receiveRowTarget(state, url, { problem })],
  },
  progress: { systemReread: isRereading, rereadFailed: isRereading, reviewPageArrived: isRereading },
  reads: {
    readRowTarget,
    readReviewPage,
    rereadSystem: {
      ...systemRead<Of<ReviewRead, 'rereadSystem'>>(
        ({ review, systemId }, { system, askedAt }, now) => {
          return { kind: 'systemReread', review, systemId, system, askedAt, now };
        },
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
  timers: { arm: armed, rowTarget: restRowTarget },
  reacts: {
    ...reacts,
    systemReread: (state, { review, system }, before) => [
      before.review?.id === review ? refreshRow(state, system) : state,
    ],
    rereadFailed: (state, { review, systemId, problem }, before) => [
      before.review?.id === review && isSystemNotFound(problem)
        ? readRows(state, (scan) => withGone(scan, [systemId]))
        : state,
    ],
    pauseLeft: (state, { queued, problem }) => [giveUpRereading(state, queued, problem)],
  },
  after: (state, before) => andThen(closeField(syncMarks(state, before)), (next) => syncRowTarget(next, before)),
  pending: ({ screen, review }) =>
    screen.kind === 'review' && review !== null && !isReread(review)
      ? `reread ${review.id} ${review.reread?.answered ?? 0} ${review.reread?.list?.addresses.length ?? 0}`
      : null,
  screens: {
    review: {
      asks: ({ review }) => ({ kind: 'phrase', typed: review?.typed ?? null }),
      back,
      field(state) {
        if (state.review?.isInField !== true) return null;
        // The key that opens the field types the first letter of the phrase; typing the whole phrase would double it.
        const editPhrase = (text: string): Step => [
          changeReview(state, (review) => ({ typed: withoutDoubled(text, review), isWrong: false, confirmed: null })),
        ];
        return { name: 'phrase', text: state.review.typed, edited: editPhrase, confirms: 'phrase' };
      },
      list: (state) => (state.review === null ? null : reviewList.list(state)),
    },
    reviewedSystem: { list: (state, overlay) => ({ ...overlayList(state, overlay, null), isText: true }) },
  },
};
