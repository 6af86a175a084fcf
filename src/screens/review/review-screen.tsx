/** How is the review drawn: which systems, why, and the phrase that deletes them? */
import { Box, Text } from 'ink';
import { type ReactNode, useContext } from 'react';
import { chosen, countsOf, type Review, type ReviewItem, sentenceOf } from '../../state/review.ts';
import type { State } from '../../state/state.ts';
import { reviewLayout } from '../../state/viewport.ts';
import { FieldContext } from '../field-context.ts';
import { type Tone, useTones } from '../parts/colours.ts';
import { Field } from '../parts/field.tsx';
import { ScreenFrame } from '../screen-frame.tsx';
import { nameOf } from '../systems/system-columns.ts';
import { type Clean, clean } from '../text/clean.ts';
import { clip, fit } from '../text/fit.ts';
import { gapWords } from '../text/gap-wording.ts';
import { count, plural } from '../text/numbers.ts';
import { reasonOf } from './reason.ts';

export function ReviewScreen({ state, review }: { readonly state: State; readonly review: Review }): ReactNode {
  const layout = reviewLayout(state, sentenceOf(review).length);
  const { summary, list } = layout;
  const { row, top } = review.list;
  const items = review.items.slice(top, top + list);
  const lines = summaryLines(state, review).slice(0, summary);
  return (
    <ScreenFrame state={state} status={statusOf(state, review)}>
      <Box height={summary} flexDirection="column" flexShrink={0}>
        {lines.map(({ text, tone }) => (
          <Line key={text} text={clip(text, state.columns)} tone={tone} />
        ))}
      </Box>
      <Box height={list} flexDirection="column" flexShrink={0} overflow="hidden">
        {items.map((item, at) => (
          <ItemLine key={item.system.systemId} item={item} columns={state.columns} hasCursor={top + at === row} />
        ))}
      </Box>
      <Confirmation state={state} review={review} rows={layout.sentence} />
    </ScreenFrame>
  );
}

function Line({ text, tone }: { readonly text: Clean; readonly tone: Tone }): ReactNode {
  return <Text {...useTones()[tone]}>{text}</Text>;
}

function statusOf({ session }: State, review: Review): Clean {
  const what = plural(chosen(review).length, 'system');
  const verb = session.mode === 'preview' ? 'would be deleted; this is a preview' : 'will be deleted for ever';
  const list = review.isIncomplete || review.gap !== null ? 'the list is incomplete' : 'each is read again just before';
  return clean(`Review · ${what} ${verb} · ${list}`);
}

function summaryLines({ days }: State, review: Review): readonly { text: Clean; tone: Tone }[] {
  const { lastSeen, neverConnected, byHand, connected } = countsOf(review);
  const out = review.items.length - chosen(review).length;
  const gap = review.gap === null ? 'the list was not read to its end' : gapWords(review.gap);
  const lines: { text: Clean; tone: Tone; isShown: boolean }[] = [
    {
      text: clean(`Only systems seen are here: ${gap}.`),
      tone: 'warning',
      isShown: review.isIncomplete || review.gap !== null,
    },
    {
      text: clean('The clock is not verified: the ages may be wrong.'),
      tone: 'warning',
      isShown: review.isClockUnverified,
    },
    { text: clean(`${row(byHand)}  marked by hand, not stale: look at each`), tone: 'warning', isShown: byHand > 0 },
    { text: clean(`${row(connected)}  of them connected now`), tone: 'danger', isShown: connected > 0 },
    {
      text: clean(`${row(lastSeen)}  last seen more than ${plural(days, 'day')} ago`),
      tone: 'plain',
      isShown: lastSeen > 0,
    },
    {
      text: clean(`${row(neverConnected)}  never connected, enrolled more than ${plural(days, 'day')} ago`),
      tone: 'plain',
      isShown: neverConnected > 0,
    },
    { text: clean(`${row(out)}  taken out, not deleted`), tone: 'dim', isShown: out > 0 },
  ];
  return lines.filter(({ isShown }) => isShown);
}

function row(n: number): string {
  return fit(count(n), 7, 'right');
}

function ItemLine({ item, columns, hasCursor }: { item: ReviewItem; columns: number; hasCursor: boolean }): ReactNode {
  const tones = useTones();
  const { system, reason, isChosen } = item;
  const name = Math.max(10, Math.min(28, Math.floor((columns - 4) * 0.35)));
  const id = columns >= 60 ? 14 : 0;
  const why = isChosen ? reasonOf(item) : clean('taken out, not deleted');
  // Colours are hard to read in inverse, and the signs and words say the same.
  const toneOf = (tone: Tone) => (hasCursor ? tones.plain : tones[tone]);
  const tone = toneOf(!isChosen ? 'dim' : reason === 'byHand' ? 'warning' : 'plain');
  return (
    <Text wrap="truncate" bold={hasCursor} inverse={hasCursor}>
      {hasCursor ? '▸ ' : '  '}
      {isChosen ? (reason === 'byHand' ? '! ' : '✓ ') : '  '}
      {fit(nameOf(system), name)}
      {id > 0 && <Text {...toneOf('dim')}> {fit(clean(system.systemId), id)}</Text>}
      <Text {...tone}> {fit(why, columns - name - id - 6)}</Text>
    </Text>
  );
}

/** What is typed stands in a line of its own at the foot, and nothing from outside is ever drawn there. */
function Confirmation({ state, review, rows }: { state: State; review: Review; rows: number }): ReactNode {
  const tones = useTones();
  const link = useContext(FieldContext);
  if (chosen(review).length === 0)
    return <Text>Nothing is left in the review. esc goes back, space puts one back.</Text>;
  return (
    <>
      <Box height={rows} flexShrink={0} overflow="hidden">
        <Text>{clean(sentenceOf(review))}</Text>
      </Box>
      {review.typed === null ? (
        <Text {...tones.dim}>{clip(clean('The phrase is the only way to start; esc goes back.'), state.columns)}</Text>
      ) : (
        <Field
          label={clean('>')}
          value={review.typed}
          columns={state.columns}
          onChange={(text) => link?.edit(text)}
          {...(review.isWrong && { note: clean('  not the phrase: nothing was deleted') })}
        />
      )}
    </>
  );
}
