/** The review: the systems that will be deleted, why, and the phrase that confirms it. */
import { Box, Text } from 'ink';
import { type ReactNode, useContext } from 'react';
import {
  chosen,
  isReread,
  isTooMuch,
  type Review,
  type ReviewItem,
  reviewStatusOf,
  sentenceOf,
} from '../../state/review/review.ts';
import type { State } from '../../state/state.ts';
import { reviewLayout } from '../../state/kernel/layout.ts';
import { useTones } from '../parts/theme.ts';
import { Field } from '../parts/field.tsx';
import { PlainContext } from '../parts/root-context.ts';
import { CursorRows, type Part, plain } from '../parts/table.tsx';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import { nameOf } from '../text/field-text.ts';
import { type Clean, clean } from '../text/clean.ts';
import { clip, fit, fitting, statusLine, width } from '../text/fit.ts';
import { count, plural } from '../text/numbers.ts';
import { fittingLines, reasonOf, summaryLines } from './review-wording.ts';
import type { ScreenDefinitions } from '../screen-definition.ts';
import { keysInReview, phraseKeys, reviewKeys } from './review-keys.ts';

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
    <ScreenFrame state={state} status={statusOf(state, review)}>
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

function statusOf({ session, columns }: State, review: Review): Clean {
  const what = plural(chosen(review).length, 'system');
  const verbs =
    session.mode === 'preview'
      ? ['would be deleted; this is a preview', 'would be deleted (preview)', 'in a preview']
      : ['will be deleted for ever', 'to be deleted for ever', 'to be deleted', 'to delete'];
  const isIncomplete = review.isIncomplete || review.incompleteness !== null;
  const parts = [
    { forms: ['Review'] },
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
