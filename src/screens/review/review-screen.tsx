/** The review: the systems that will be deleted and why, its keys, and the phrase, which is typed and never bound. */
import { Box, Text } from 'ink';
import { type ReactNode, useContext } from 'react';
import {
  chosen,
  isReread,
  isTooMuch,
  leftToCheck,
  type Review,
  type ReviewItem,
  reviewStatusOf,
  sentenceOf,
} from '../../state/review/review.ts';
import type { Action, State } from '../../state/state.ts';
import { reviewLayout, smallest } from '../../state/kernel/layout.ts';
import { useTones, PlainContext } from '../parts/root-context.ts';
import { Field } from '../parts/field.tsx';
import { CursorRows, type Part, plain } from '../parts/table.tsx';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import { nameOf } from '../text/field-text.ts';
import { type Clean, clean } from '../text/clean.ts';
import { clip, fit, fitting, statusLine, width } from '../text/fit.ts';
import { count, plural } from '../text/quantities.ts';
import { fittingLines, reasonOf, summaryLines } from './review-wording.ts';
import type { ScreenDefinitions } from '../screen-definition.ts';
import { currentScan, isAnotherPending } from '../../state/list/listing.ts';
import { isGoing } from '../../state/deletion/run.ts';
import { isRestoring } from '../../state/resume/restore.ts';
import { systemUnderCursor } from '../../state/list/operations.ts';
import { readOnlyRefusal } from '../../state/sign-in/operations.ts';
import { bind, type Binding, type BindingGroup, type KeyName, listKeysWithoutPages } from '../keys/binding.ts';
import { globalKeys } from '../program/program-screens.tsx';

/** In the list. */
export const reviewBinding = bind(['d'], 'review and delete', 'reviewOpened', {
  hint: 'review',
  refusal: (state) => {
    if (state.session.mode === 'read-only' || state.settings.label.isReadOnly) return readOnlyRefusal(state);
    if (isGoing(state.deletion)) return 'a run is going';
    // s and d pressed at once mean all stale systems, not the one under the cursor.
    const scan = currentScan(state.list.listing);
    const isMarking = scan !== null && (scan.problem === null || state.marks.marked.size === 0);
    if (isMarking && scan.mode === 'markStale')
      return 'waits until every page is loaded and the stale systems are marked';
    if (isMarking && scan.mode === 'markShown')
      return 'waits until every page is loaded and the shown systems are marked';
    if (isRestoring(state)) return 'your marks are being restored; esc stops that';
    // d after a search means the systems that it finds, not the list that is still shown.
    if (state.marks.marked.size === 0 && isAnotherPending(state.list.listing))
      return 'another list is being read; esc stops';
    return state.marks.marked.size === 0 && systemUnderCursor(state) === undefined ? 'nothing is marked' : null;
  },
});

const reviewKeys: BindingGroup = {
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
  ...(['wentBack', 'paletteOpened', 'helpOpened', 'quitRequested', 'settingsOpened'] as const),
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
function keysInReview({ review }: State): readonly BindingGroup[] {
  if (review?.typed != null) return [phraseKeys];
  return review?.isArmed === true ? [reviewKeys, listKeysWithoutPages, besideReview] : beforeQuiet;
}

/** Without the keys that may be meant for the phrase. */
function withoutTyped(binding: Binding): Binding {
  const isTyped = (key: KeyName): boolean => Array.from(key).length === 1 || ['space', 'enter', 'tab'].includes(key);
  return { ...binding, keys: binding.keys.filter((key) => !isTyped(key)) };
}

/** While the phrase is typed. */
const phraseKeys: BindingGroup = {
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

export const reviewScreens: ScreenDefinitions<'review'> = {
  review: {
    View: ({ state }) => (state.review === null ? null : <ReviewScreen state={state} review={state.review} />),
    keys: [reviewKeys],
    fieldKeys: [phraseKeys],
    inForce: keysInReview,
    isClosed: true,
  },
};

function ReviewScreen({ state, review }: { readonly state: State; readonly review: Review }): ReactNode {
  const tones = useTones();
  const isPlain = useContext(PlainContext) !== null;
  const { columns } = state;
  const { summary, list, sentence } = reviewLayout(state, sentenceOf(review).length);
  const { row, top } = review.list;
  const items = review.items.slice(top, top + list);
  const lines = fittingLines(summaryLines(review), summary).map(({ text, tone }) => {
    const clipped = clip(text, columns);
    // For a screen reader, an indented line would be a row of the list.
    return { text: isPlain ? clean(clipped.trimStart()) : clipped, tone };
  });
  return (
    <ScreenFrame state={state} title={titleOf(review)} facts={factsOf(state, review)}>
      <Box height={Math.max(Math.min(6, summary), lines.length)} flexDirection="column" flexShrink={0}>
        {lines.map(({ text, tone }) => (
          <Text key={text} {...tones[tone]}>
            {text}
          </Text>
        ))}
      </Box>
      <Box height={list} flexDirection="column" flexShrink={0} overflow="hidden">
        <CursorRows
          items={items}
          at={{ row: row - top, top: 0 }}
          height={list}
          width={columns}
          partsOf={partsFor(items, columns)}
        />
      </Box>
      <Confirmation review={review} columns={columns} rows={sentence} />
    </ScreenFrame>
  );
}

function titleOf(review: Review): Clean {
  return clean(`Delete ${plural(chosen(review).length, 'system')}`);
}

function factsOf({ session, columns }: State, review: Review): Clean {
  const what = plural(chosen(review).length, 'system');
  const verbs =
    session.mode === 'preview'
      ? ['would be deleted; this is a preview', 'would be deleted (preview)', 'in a preview']
      : ['will be permanently deleted', 'permanently deleted', 'to delete'];
  const isIncomplete = review.isIncomplete || review.incompleteness !== null;
  const parts = [
    { forms: verbs.map((verb) => `${what} ${verb}`) },
    isIncomplete ? { forms: ['the list is incomplete', 'incomplete'] } : { forms: freshness(review), weight: 1 },
  ];
  return statusLine(parts, columns);
}

function freshness(review: Review): readonly string[] {
  if (review.reread === null) return ['each is read again just before', 'each read again before'];
  return isReread(review) ? ['read again just now', 'read again'] : ['being read again'];
}

/** Names and ids get what they need, where there is room; reasons take their short form where there is not. */
function partsFor(items: readonly ReviewItem[], columns: number): (item: ReviewItem) => readonly Part[] {
  const widest = (textOf: (item: ReviewItem) => Clean): number =>
    Math.max(1, ...items.map((one) => width(textOf(one))));
  const idCells = columns < 60 ? 0 : Math.min(14, widest(idOf));
  const room = columns - signCells - (idCells > 0 ? idCells + gap.length : 0) - gap.length;
  const share = Math.max(10, Math.min(28, Math.floor((columns - signCells) * 0.35)));
  const names = widest(({ system }) => nameOf(system));
  const fullReasons = widest((item) => reasonOf(item));
  const isShort = fullReasons > room - Math.min(names, share);
  const reasons = isShort ? widest((item) => reasonOf(item, true)) : fullReasons;
  const nameCells = Math.min(names, Math.max(share, room - reasons));
  return (item) => {
    const [sign, tone] = signs[reviewStatusOf(item) === 'counts' ? item.reason : 'kept'];
    return [
      plain(sign + fit(nameOf(item.system), nameCells)),
      ...(idCells > 0 ? [{ text: clean(gap + fit(idOf(item), idCells)), tone: 'dim' } as const] : []),
      { text: clean(gap + clip(reasonOf(item, isShort), room - nameCells)), tone },
    ];
  };
}

const signCells = 4;
const gap = '  ';
const signs = { kept: ['  ', 'dim'], byHand: ['! ', 'warning'], stale: ['✓ ', 'plain'] } as const;

function idOf({ system }: ReviewItem): Clean {
  return clean(system.systemId);
}

/** The sentence and the field of the phrase at the foot. No text of the service is ever drawn there. */
function Confirmation({ review, columns, rows }: { review: Review; columns: number; rows: number }): ReactNode {
  const tones = useTones();
  const obstacle = obstacleOf(review, columns);
  const words = isReread(review) ? obstacle === null && howToStart : checkingWords(review, columns);
  const beside = isReread(review) ? undefined : clean(`  ${checked(review)}`);
  const note = review.isWrong ? clean('  not the phrase: nothing was deleted') : beside;
  return (
    <>
      <Box height={rows} flexShrink={0} overflow="hidden">
        <Text>{obstacle === null ? clean(sentenceOf(review)) : clip(obstacle, columns)}</Text>
      </Box>
      {review.typed !== null && <Field label={clean('>')} value={review.typed} columns={columns} note={note} />}
      {review.typed === null && words !== false && <Text {...tones.dim}>{clip(words, columns)}</Text>}
    </>
  );
}

const howToStart = clean('The phrase is the only way to start; esc goes back.');

function checkingWords(review: Review, columns: number): Clean {
  const progress = clean(`${checked(review)}.`);
  const whole = clean(`${progress} Type the phrase now; enter works when the check is done.`);
  return review.isArmed ? fitting([whole, progress], columns) : progress;
}

/** `Checking 118 of 515` */
function checked({ reread, items }: Review): Clean {
  return clean(`Checking ${count(reread?.answered ?? 0)} of ${count(items.length)}`);
}

/** Why the phrase cannot be typed now; null where it can. */
function obstacleOf(review: Review, columns: number): Clean | null {
  const { total, rules, isArmed } = review;
  if (chosen(review).length === 0) {
    const most = clean('Nothing counts. esc goes back, space puts one back, ! lifts a guard.');
    return fitting([most, clean('Nothing counts. esc goes back.')], columns);
  }
  if (isTooMuch(review)) {
    const share = `more than ${rules.guards.share} % of the organisation (${count(total ?? 0)})`;
    return clean(`Blocked: ${share}. Its guards can be changed from the palette (:).`);
  }
  // The review is not armed yet: keys that type the phrase are dropped.
  return isArmed ? null : clean('…');
}
