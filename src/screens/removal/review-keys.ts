/** The keys of the review: for its list, its groups, and the phrase, which is typed text and never a binding. */
import { isGoing } from '../../state/change/run.ts';
import { isOffered, offerRefusal, switchingOf } from '../../state/removal/disabling/offer.ts';
import { memoize } from '../../state/kernel/store.ts';
import { isTooSmall } from '../../state/kernel/list-view.ts';
import { currentScan, isAnotherPending } from '../../state/fleet/list/listing.ts';
import { systemAtHand, systemUnderCursor } from '../../state/fleet/list/feature.ts';
import { isCheckStoppable, itemAtCursor, obstacleOf } from '../../state/removal/review/opening.ts';
import { isReread, leftToCheck, findUnchecked } from '../../state/removal/review/check.ts';
import { countsOf, groupOf, maxReread, type Review, type ReviewGroup } from '../../state/removal/review/review.ts';
import type { ReviewItem } from '../../state/removal/review/judgement.ts';
import {
  forEachKind,
  inProgress,
  type RunKind,
  type RunRow,
  runRows,
  usualKind,
} from '../../state/change/run-kinds.ts';
import { readOnlyRefusal } from '../../state/session/session.ts';
import type { Action, State } from '../../state/root/state.ts';
import { bind, type Binding, type BindingGroup, type KeyName, listKeysWithoutPages } from '../screen-definition.ts';
import { filterKey, sortKeys } from '../fleet/lists.tsx';
import { count } from '../text/quantities.ts';
import { watchPhrase } from '../fleet/mark-screens.tsx';
import { watchRefusal } from '../../state/fleet/watching.ts';

/**
 * Keys in the list of systems. Changes that every service supports open their review at once; others read the service's
 * definition first.
 */
export const runBindings: readonly Binding[] = [
  // An operation opens its form first, which leads to its review.
  ...Map.groupBy(
    Object.values(runRows).filter(({ request }) => request !== null),
    ({ key }) => key,
  ).values(),
].flatMap(([row, undoing]) => {
  if (row === undefined) return [];
  const { kind, key, words, isEverywhere } = row;
  const action = { kind: isEverywhere ? 'reviewOpened' : 'switchingWanted', does: kind } as const;
  const again = undoing === undefined ? '' : `, or ${undoing.words.verb} again`;
  const refusal = (state: State): string | null =>
    reviewRefusal(state) ?? (isEverywhere ? null : notOffered(state, kind));
  return [
    bind([key], `review and ${words.verb}${again}`, action, { ...(kind === usualKind && { hint: 'review' }), refusal }),
  ];
});

function notOffered(state: State, kind: RunKind): string | null {
  if (state.disabling.isAsking !== null) return 'the service is being asked; esc stops that';
  return offerRefusal(state, switchingOf(state, kind));
}

/**
 * Why the systems (the one in view, else the marked ones, else the one under the cursor) cannot be reviewed now; null
 * if they can.
 */
function reviewRefusal(state: State): string | null {
  if (state.session.mode === 'read-only' || state.settings.label.isReadOnly) return readOnlyRefusal(state);
  if (isGoing(state.deletion)) return inProgress(state.deletion);
  if (state.screen.kind === 'details') return systemAtHand(state) === undefined ? 'no system is shown' : null;
  // Pressing s and d at once means all stale systems, not the one under the cursor.
  const scan = currentScan(state.list.listing);
  const isMarking = scan !== null && (scan.problem === null || state.marks.marked.size === 0);
  if (isMarking && scan.mode === 'markStale')
    return 'waits until every page is loaded and the stale systems are marked';
  if (isMarking && scan.mode === 'markShown')
    return 'waits until every page is loaded and the shown systems are marked';
  if (state.marks.isNoneStale) return 's marked no system; space marks this row';
  // After a search, d means the systems that it finds, not the list that is still shown.
  if (state.marks.marked.size === 0 && isAnotherPending(state.list.listing))
    return 'another list is loading; esc stops it';
  return state.marks.marked.size === 0 && systemUnderCursor(state) === undefined ? 'nothing is marked' : null;
}

/** Offers a reversible change to the same systems, in the same review. */
function turningTo(kind: RunKind): Binding {
  const { key, words } = runRows[kind];
  return bind(
    [key],
    `${words.verb} them instead: review that`,
    { kind: 'reviewTurned', does: kind },
    {
      hint: (state) => (isBlocked(state) ? null : `${words.verb} instead`),
      refusal: (state) =>
        notArmed(state) ??
        (state.review?.reviewer == null ? null : 'another person has reviewed this, and nothing else') ??
        offerRefusal(state, kind) ??
        (isOffered(state, kind) ? null : `it is not known yet whether the service can ${words.verb} systems`),
    },
  );
}

const keptGroupKeys: readonly (readonly [ReviewGroup, string])[] = [
  ['reconnected', 'show reconnected or changed systems'],
  ['protected', 'show the protected systems'],
  ['excluded', 'show the excluded systems'],
];

const toggling = { hint: togglingHint, refusal: refuseToggle, needsExtent: true } as const;
const including = bind(['!'], 'include a protected system, or not', 'guardToggled', {
  hint: (state) => (cursorItem(state)?.judgement.isGuardLifted === true ? 'protect' : 'include'),
  refusal: (state) => notArmed(state) ?? refuseProtected(cursorItem(state)),
});

const watching = bind(['W'], watchPhrase, 'reviewedSystemWatched', {
  refusal: (state) => notArmed(state) ?? watchRefusal(state, cursorItem(state)?.system),
});

export const judgingBindings: readonly Binding[] = [
  bind(['space'], 'exclude the system, or include it again', { kind: 'reviewItemToggled', stays: true }, toggling),
  including,
  watching,
];

function reviewKeysFor({ words, alternative }: RunRow, verb: string): BindingGroup {
  const groupKeys = [['taken', `show the systems to ${words.verb}`] as const, ...keptGroupKeys];
  const first = verb.charAt(0);
  return {
    title: 'Review',
    bindings: [
      // While unchecked systems remain, the review waits for one of these keys.
      bind(['r'], 'check the unchecked systems', 'uncheckedRetried', {
        hint: (state) => (uncheckedRefusal(state) === null ? 'check the rest' : null),
        refusal: (state) => notArmed(state) ?? uncheckedRefusal(state),
      }),
      bind(['-'], 'exclude unchecked systems, or include them', 'uncheckedToggled', {
        hint: uncheckedHint,
        refusal: (state) => notArmed(state) ?? uncheckedRefusal(state),
      }),
      bind(['space'], 'exclude, or include again', 'reviewItemToggled', toggling),
      including,
      watching,
      bind(['enter', 'right'], 'details of the system', 'reviewedSystemOpened', {
        hint: 'details',
        refusal: (state) => notArmed(state) ?? noRow(state),
      }),
      { ...filterKey('filter the review', { refusal: notArmed }), keys: ['f'] },
      ...sortKeys({ refusal: notArmed }),
      ...groupKeys.map(([group, does], at) =>
        bind([String(at + 1)], does, { kind: 'reviewGroupShown', group }, { refusal: notArmed }),
      ),
      // The first letter of the phrase opens its field and is typed into it, as the screen says "type".
      bind(
        [first],
        'type the phrase',
        { kind: 'phraseStarted', typed: first },
        { hint: 'phrase', refusal: noPhrase, startsPhrase: true },
      ),
      bind(['w'], 'write the review for a second person', 'reviewWriteRequested', {
        hint: (state) => (state.review !== null && obstacleOf(state.review)?.kind === 'secondPerson' ? 'write' : null),
        refusal: (state) => notArmed(state) ?? unwritable(state),
      }),
      ...(alternative === null ? [] : [turningTo(alternative)]),
      bind(['tab'], 'go to the field of the phrase', { kind: 'phraseStarted', typed: '' }, { refusal: noPhrase }),
      bind(
        ['P'],
        'change the limit that blocks the review',
        { kind: 'settingsOpened', about: 'guards' },
        { hint: (state) => (isBlocked(state) ? 'change the limit' : null), refusal: refuseUnblocked },
      ),
    ],
  };
}

const reviewKeysOf = forEachKind((row) => reviewKeysFor(row, row.words.verb));

/** An operation's phrase begins with its method, so each method has its own keys. */
const editKeysOf = memoize((row: RunRow) => new Map(methods.map((verb) => [verb, reviewKeysFor(row, verb)] as const)));

const methods = ['patch', 'put', 'post', 'delete'];

function keysOf({ kind, edit }: Review): BindingGroup {
  const own = edit === null ? undefined : editKeysOf(runRows[kind]).get(edit.operation.method.toLowerCase());
  return own ?? reviewKeysOf[kind];
}

/** The keys as the documents list them: the usual kind, with the first letter of any phrase. */
export const reviewKeys: BindingGroup = {
  ...reviewKeysOf[usualKind],
  bindings: reviewKeysOf[usualKind].bindings.map((binding) =>
    binding.startsPhrase === true ? { ...binding, keys: firstLetters() } : binding,
  ),
};

function firstLetters(): readonly KeyName[] {
  const ofKinds = Object.values(runRows).filter(({ request }) => request !== null);
  return [...new Set([...ofKinds.map(({ words }) => words.verb), ...methods].map((verb) => verb.charAt(0)))];
}

/** Global keys that change nothing and leave the review only by going back. */
const beside: ReadonlySet<Action['kind']> = new Set([
  ...(['wentBack', 'paletteOpened', 'helpOpened'] as const),
  ...(['interrupted', 'repaintRequested', 'suspendRequested'] as const),
]);

/** Letters of a phrase typed blindly must not leave the review: h does not go back, nor does q quit. */
function besideReview(global: BindingGroup): BindingGroup {
  const bindings = global.bindings
    .filter(({ action, keys }) => keys.length === 0 || beside.has(action.kind))
    .map((binding) => (binding.action.kind === 'wentBack' ? { ...withoutTyped(binding), hint: backHint } : binding));
  return { ...global, bindings };
}

function backHint({ review }: State): string {
  if (isCheckStoppable(review)) return 'stop the check';
  return review !== null && review.view.filter !== '' ? 'show all' : 'back';
}

/** Debounces the phrase: ignores its keys until the quiet period has passed. */
function beforeQuiet(group: BindingGroup): BindingGroup {
  const bindings = group.bindings
    .map(withoutTyped)
    .filter(({ keys, action }) => keys.length > 0 && action.kind !== 'paletteOpened');
  return { ...group, bindings };
}

/** All keys of the review: no other global key works on it. */
export function keysInReview({ review }: State, _: unknown, global: readonly BindingGroup[]): readonly BindingGroup[] {
  if (review?.isInField === true) return [phraseKeysOf[review.kind]];
  const others = [listKeysWithoutPages, ...global.map(besideReview)];
  return review?.isArmed === true ? [keysOf(review), ...others] : others.map(beforeQuiet);
}

function withoutTyped(binding: Binding): Binding {
  const isTyped = (key: KeyName): boolean => Array.from(key).length === 1 || ['space', 'enter', 'tab'].includes(key);
  return { ...binding, keys: binding.keys.filter((key) => !isTyped(key)) };
}

function phraseKeysFor({ words: { verb, done } }: RunRow): BindingGroup {
  return {
    title: 'Confirm',
    bindings: [
      bind(['enter'], `${verb}, if the phrase is right`, 'phraseEntered', {
        hint: verb,
        refusal: (state) => refuseUnseen(state) ?? refuseUnchecked(state),
      }),
      bind(['down'], 'move down in the list', { kind: 'moved', motion: 'down' }),
      bind(['up'], 'move up in the list', { kind: 'moved', motion: 'up' }),
      bind(['pageDown'], 'a screen further down in the list', { kind: 'moved', motion: 'pageDown' }),
      bind(['pageUp'], 'a screen further up in the list', { kind: 'moved', motion: 'pageUp' }),
      bind(['esc', 'tab'], `back to the list; nothing is ${done}`, 'wentBack', { hint: 'back to the list' }),
    ],
  };
}

const phraseKeysOf = forEachKind(phraseKeysFor);

export const phraseKeys = phraseKeysOf[usualKind];

function cursorItem({ review }: State): ReviewItem | undefined {
  return review === null ? undefined : itemAtCursor(review);
}

function togglingHint(state: State): string | null {
  const item = cursorItem(state);
  return item === undefined
    ? null
    : { taken: 'exclude', excluded: 'include', protected: null, reconnected: null }[groupOf(item)];
}

/** Why space cannot exclude or include the system under the cursor; null if it can. */
function refuseToggle(state: State): string | null {
  const item = cursorItem(state);
  if (item === undefined) return notArmed(state) ?? noRow(state);
  const kept = { taken: null, excluded: null, protected: 'it is protected; ! includes it', reconnected: 'it is kept' };
  return notArmed(state) ?? kept[groupOf(item)];
}

function refuseProtected(item: ReviewItem | undefined): string | null {
  if (item?.judgement.guard == null) return 'this system is not protected';
  if (item.judgement.change !== null) return 'it is kept';
  return item.judgement.isChosen ? null : 'it is excluded; space includes it';
}

function noRow(state: State): string | null {
  return cursorItem(state) === undefined ? 'no system is shown' : null;
}

/** A review that does not fit into the terminal cannot be confirmed. */
function refuseUnseen(state: State): string | null {
  return isTooSmall(state) ? 'the review does not fit into this terminal' : null;
}

/** The count may change until every system is checked. */
function refuseUnchecked({ review }: State): string | null {
  if (review === null || isReread(review)) return null;
  return `${count(leftToCheck(review))} of ${count(review.items.length)} systems left to check; your text stays`;
}

/** Why there are no unchecked systems to retry; null if there are. */
function uncheckedRefusal({ review }: State): string | null {
  if (review === null) return 'there is no review';
  if (review.reread === null) return `over ${count(maxReread)} systems are checked one by one, later`;
  if (!isReread(review)) return 'the check is not done';
  return findUnchecked(review).length === 0 ? 'every system is checked' : null;
}

function uncheckedHint(state: State): string | null {
  if (state.review === null || uncheckedRefusal(state) !== null) return null;
  return `${countsOf(state.review).unread > 0 ? 'exclude' : 'include'} unchecked`;
}

/** Refuses keys that were typed ahead. */
function notArmed(state: State): string | null {
  if (state.review === null) return 'there is no review';
  return refuseUnseen(state) ?? (state.review.isArmed ? null : 'the review was not on the screen yet');
}

function noPhrase(state: State): string | null {
  const { review } = state;
  const obstacle = review === null ? null : obstacleOf(review);
  if (obstacle === null) return notArmed(state);
  const verb = runRows[review?.kind ?? usualKind].words.verb;
  switch (obstacle.kind) {
    case 'nothing':
      return `there is nothing to ${verb}`;
    case 'lock':
      return 'blocked: no lock possible';
    case 'share':
      return 'blocked: too many systems at once';
    case 'unchecked':
      return `${count(obstacle.count)} not checked; r checks the rest, - excludes it`;
    case 'secondPerson':
      return 'a second person confirms this one; w writes the review';
  }
}

/**
 * Why the review cannot be written for a second person, who must review exactly what is checked here; null if it can.
 */
function unwritable(state: State): string | null {
  const { review } = state;
  if (review === null) return 'there is no review';
  if (review.reviewer !== null) return `it is the review of ${review.reviewer.by}`;
  if ((review.edit?.secrets.length ?? 0) > 0) return 'it has a secret, which goes into no file';
  const kind = obstacleOf(review)?.kind;
  return refuseUnchecked(state) ?? (kind === undefined || kind === 'secondPerson' ? null : noPhrase(state));
}

function isBlocked({ review }: State): boolean {
  return review !== null && obstacleOf(review)?.kind === 'share';
}

function refuseUnblocked(state: State): string | null {
  return isBlocked(state) ? notArmed(state) : 'no limit blocks this review';
}
