/** The keys of the review. The phrase itself is typed, never bound. */
import type { Action, State } from '../../state/state.ts';
import { currentScan, isAnotherPending } from '../../state/list/listing.ts';
import { isGoing } from '../../state/deletion/run.ts';
import { systemUnderCursor } from '../../state/list/operations.ts';
import { readOnlyRefusal } from '../../state/sign-in/operations.ts';
import {
  chosen,
  isReread,
  isTooMuch,
  leftToCheck,
  type ReviewItem,
  reviewStatusOf,
} from '../../state/review/review.ts';
import { smallest } from '../../state/kernel/layout.ts';
import { bind, type Binding, type BindingGroup, type KeyName, listKeysWithoutPages } from '../keys/binding.ts';
import { globalKeys } from '../program/program-screens.tsx';
import { count, plural } from '../text/numbers.ts';

/** In the list. */
export const reviewBinding = bind(['d'], 'review and delete', 'reviewOpened', {
  hint: 'review',
  refusal: (state) => {
    if (state.session.mode === 'read-only' || state.settings.label.isReadOnly) return readOnlyRefusal(state);
    if (isGoing(state.deletion)) return 'a run is going';
    // s and d pressed at once mean all stale systems, not the one under the cursor.
    const scan = currentScan(state.list.listing);
    const isMarking = scan !== null && (scan.problem === null || state.marks.marked.size === 0);
    if (isMarking && scan.mode === 'markStale') return 'what is stale is not marked yet';
    if (isMarking && scan.mode === 'markShown') return 'what is shown is not marked yet';
    if (state.resume.toFind.marks.size > 0) return 'marks of the session before are still looked for';
    // d after a search means the systems that it finds, not the list that is still shown.
    if (state.marks.marked.size === 0 && isAnotherPending(state.list.listing))
      return 'another list is being read; esc stops';
    return state.marks.marked.size === 0 && systemUnderCursor(state) === undefined ? 'nothing is marked' : null;
  },
});

export const reviewKeys: BindingGroup = {
  title: 'Review',
  bindings: [
    bind(
      ['enter', 'tab'],
      'type the phrase in its field',
      { kind: 'phraseStarted', typed: '' },
      { hint: 'type the phrase', refusal: promptClosed },
    ),
    bind(['space'], 'take out, or put back', 'reviewItemToggled', { hint: takingHint, refusal: notArmed }),
    // The first letter of the phrase opens its field and is typed into it, as the screen says "Type …".
    bind(['d'], 'type the phrase that deletes', { kind: 'phraseStarted', typed: 'd' }, { refusal: promptClosed }),
    bind(['!'], 'lift its guard, or set it again', 'guardToggled', {
      hint: (state) => (itemAtCursor(state)?.isGuardLifted === true ? 'set the guard' : 'lift the guard'),
      refusal: (state) => (itemAtCursor(state)?.guard == null ? 'this one has no guard' : notArmed(state)),
    }),
  ],
};

/** The global keys that change nothing and lead nowhere but back. */
const beside: ReadonlySet<Action['kind']> = new Set([
  ...(['wentBack', 'paletteOpened', 'helpOpened', 'quitRequested'] as const),
  ...(['interrupted', 'repaintRequested', 'suspendRequested'] as const),
]);

/** No letter of a phrase that is typed without looking leaves the review: h does not go back. */
const besideReview: BindingGroup = {
  ...globalKeys,
  bindings: globalKeys.bindings
    .filter(({ action, keys }) => keys.length === 0 || beside.has(action.kind))
    .map((binding) => (binding.action.kind === 'wentBack' ? { ...withoutTyped(binding), hint: 'back' } : binding)),
};

/** Debounces the phrase: until the keyboard was quiet for a moment, no key that types it does anything. */
const beforeQuiet: readonly BindingGroup[] = [listKeysWithoutPages, besideReview].map((group) => ({
  ...group,
  bindings: group.bindings
    .map(withoutTyped)
    .filter(({ keys, action }) => keys.length > 0 && action.kind !== 'paletteOpened'),
}));

/** All keys of the review: no global key works beside them. */
export function keysInReview({ review }: State): readonly BindingGroup[] {
  if (review?.typed != null) return [phraseKeys];
  return review?.isArmed === true ? [reviewKeys, listKeysWithoutPages, besideReview] : beforeQuiet;
}

/** Without the keys that may be meant for the phrase. */
function withoutTyped(binding: Binding): Binding {
  const isTyped = (key: KeyName): boolean => Array.from(key).length === 1 || ['space', 'enter', 'tab'].includes(key);
  return { ...binding, keys: binding.keys.filter((key) => !isTyped(key)) };
}

/** While the phrase is typed. */
export const phraseKeys: BindingGroup = {
  title: 'Confirm',
  bindings: [
    bind(['enter'], 'delete, if the phrase is right', 'phraseEntered', {
      hint: 'delete',
      refusal: (state) => unseen(state) ?? unchecked(state),
    }),
    bind(['down'], 'look further down the list', { kind: 'moved', motion: 'down' }),
    bind(['up'], 'look further up the list', { kind: 'moved', motion: 'up' }),
    bind(['pageDown'], 'look a screen further down', { kind: 'moved', motion: 'pageDown' }),
    bind(['pageUp'], 'look a screen further up', { kind: 'moved', motion: 'pageUp' }),
    bind(['esc', 'tab'], 'back to the list; nothing is deleted', 'wentBack', { hint: 'back to the list' }),
  ],
};

function itemAtCursor({ review }: State): ReviewItem | undefined {
  return review?.items[review.list.row];
}

/** What space does to the system under the cursor; null where it is kept anyway. */
function takingHint(state: State): string | null {
  const item = itemAtCursor(state);
  return item === undefined
    ? null
    : { counts: 'take out', out: 'put back', guarded: null, changed: null }[reviewStatusOf(item)];
}

/** A review that the terminal is too small to show cannot be confirmed. */
function unseen({ columns, rows }: State): string | null {
  return columns < smallest.columns || rows < smallest.rows ? 'the review does not fit into this terminal' : null;
}

/** The count may change until every system is checked. */
function unchecked({ review }: State): string | null {
  if (review === null || isReread(review)) return null;
  return `${count(leftToCheck(review))} of ${plural(review.items.length, 'system')} left to check; the text stays`;
}

/** Keys typed ahead change nothing. */
function notArmed(state: State): string | null {
  if (state.review === null) return 'there is no review';
  return unseen(state) ?? (state.review.isArmed ? null : 'the question was not there yet');
}

function promptClosed(state: State): string | null {
  const { review } = state;
  if (review !== null && chosen(review).length === 0) return 'nothing counts';
  if (review !== null && isTooMuch(review)) return 'too many of the organisation';
  return notArmed(state);
}
