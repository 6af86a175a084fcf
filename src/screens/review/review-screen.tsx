/** The review: the systems that will be deleted, why, and the phrase that confirms it. */
import { Box, Text } from 'ink';
import { type ReactNode, useContext } from 'react';
import { chosen, isReread, isTooMuch, type Review, sentenceOf } from '../../state/review/review.ts';
import { type ReviewItem, reviewStatusOf } from '../../state/review/item.ts';
import type { State } from '../../state/state.ts';
import { reviewLayout } from '../../state/kernel/layout.ts';
import { type Tone, useTones } from '../parts/theme.ts';
import { Field } from '../parts/field.tsx';
import { PlainContext } from '../parts/root-context.ts';
import { CursorRows, type Part, plain } from '../parts/row.tsx';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import { nameOf } from '../text/field-text.ts';
import { type Clean, clean } from '../text/clean.ts';
import { clip, fit, fitting, width } from '../text/fit.ts';
import { count, plural } from '../text/numbers.ts';
import { statusLine } from '../text/status-line.ts';
import { reasonOf } from './reason.ts';
import { fittingLines, summaryLines } from './summary.ts';
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
  const layout = reviewLayout(state, sentenceOf(review).length);
  const { summary, list } = layout;
  const { row, top } = review.list;
  const items = review.items.slice(top, top + list);
  const cells = itemCells(items, state.columns);
  const lines = fittingLines(summaryLines(review), summary);
  return (
    <ScreenFrame state={state} status={statusOf(state, review)}>
      <Box height={Math.max(Math.min(6, summary), lines.length)} flexDirection="column" flexShrink={0}>
        {lines.map(({ text, tone }) => (
          <Line key={text} text={clip(text, state.columns)} tone={tone} />
        ))}
      </Box>
      <Box height={list} flexDirection="column" flexShrink={0} overflow="hidden">
        <CursorRows
          items={items}
          at={{ row: row - top, top: 0 }}
          height={list}
          width={state.columns}
          partsOf={(item) => itemParts(item, cells)}
        />
      </Box>
      <Confirmation state={state} review={review} rows={layout.sentence} />
    </ScreenFrame>
  );
}

function Line({ text, tone }: { readonly text: Clean; readonly tone: Tone }): ReactNode {
  const isPlain = useContext(PlainContext) !== null;
  // For a screen reader, an indented line would be a row of the list.
  return <Text {...useTones()[tone]}>{isPlain ? clean(text.trimStart()) : text}</Text>;
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

interface ItemCells {
  readonly name: number;
  /** 0: left out, for lack of room. */
  readonly id: number;
  readonly reason: number;
  /** Reasons take their short form. */
  readonly isShort: boolean;
}

/** Names and ids get what they need, where there is room. */
function itemCells(items: readonly ReviewItem[], columns: number): ItemCells {
  const widest = (textOf: (item: ReviewItem) => Clean): number =>
    Math.max(1, ...items.map((one) => width(textOf(one))));
  const id = columns < 60 ? 0 : Math.min(14, widest(idOf));
  const room = columns - signCells - (id > 0 ? id + gap.length : 0) - gap.length;
  const share = Math.max(10, Math.min(28, Math.floor((columns - signCells) * 0.35)));
  const names = widest(({ system }) => nameOf(system));
  const fullReasons = widest((item) => reasonOf(item));
  const isShort = fullReasons > room - Math.min(names, share);
  const reasons = isShort ? widest((item) => reasonOf(item, true)) : fullReasons;
  const name = Math.min(names, Math.max(share, room - reasons));
  return { name, id, reason: room - name, isShort };
}

const signCells = 4;
const gap = '  ';

function idOf({ system }: ReviewItem): Clean {
  return clean(system.systemId);
}

function itemParts(item: ReviewItem, { name, id, reason: room, isShort }: ItemCells): readonly Part[] {
  const isByHand = item.reason === 'byHand';
  const [sign, tone] = reviewStatusOf(item) !== 'counts' ? signs.kept : isByHand ? signs.byHand : signs.stale;
  return [
    plain(sign + fit(nameOf(item.system), name)),
    ...(id > 0 ? [{ text: clean(gap + fit(idOf(item), id)), tone: 'dim' } as const] : []),
    { text: clean(gap + clip(reasonOf(item, isShort), room)), tone },
  ];
}

const signs = { kept: ['  ', 'dim'], byHand: ['! ', 'warning'], stale: ['✓ ', 'plain'] } as const;

/** The sentence and the field of the phrase at the foot. No text of the service is ever drawn there. */
function Confirmation({ state, review, rows }: { state: State; review: Review; rows: number }): ReactNode {
  const obstacle = obstacleOf(review, state.columns);
  return (
    <>
      <Box height={rows} flexShrink={0} overflow="hidden">
        <Text>{obstacle === null ? clean(sentenceOf(review)) : clip(obstacle, state.columns)}</Text>
      </Box>
      <PhraseLine review={review} columns={state.columns} isOpen={obstacle === null} />
    </>
  );
}

function PhraseLine({ review, columns, isOpen }: { review: Review; columns: number; isOpen: boolean }): ReactNode {
  const tones = useTones();
  if (review.typed === null) {
    const words = isReread(review) ? (isOpen ? howToStart : null) : checkingWords(review, columns);
    return words !== null && <Text {...tones.dim}>{clip(words, columns)}</Text>;
  }
  const note = review.isWrong ? wrongPhrase : isReread(review) ? null : clean(`  ${checked(review)}`);
  return <Field label={clean('>')} value={review.typed} columns={columns} {...(note !== null && { note })} />;
}

const howToStart = clean('The phrase is the only way to start; esc goes back.');
const wrongPhrase = clean('  not the phrase: nothing was deleted');

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
