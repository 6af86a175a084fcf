/** The system under the cursor of a review, with all its fields. */
import type { ReactNode } from 'react';
import { bodyRows } from '../../state/kernel/list-view.ts';
import { groupOf, isAtGoal, type Review } from '../../state/removal/review/review.ts';
import type { ReviewItem } from '../../state/removal/review/judgement.ts';
import { itemAtCursor } from '../../state/removal/review/opening.ts';
import { runRows } from '../../state/change/run-kinds.ts';
import type { State } from '../../state/root/state.ts';
import { screenLines } from '../fleet/details-screen.tsx';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import { bind, type BindingGroup, type ScreenDefinitions, textExtent, type ViewProps } from '../screen-definition.ts';
import { type Part, plain, ScrolledLines } from '../parts/table.tsx';
import { clean, nameOf } from '../text/clean.ts';
import { wrapText } from '../text/fit.ts';
import { count } from '../text/quantities.ts';
import { judgingBindings } from './review-keys.ts';
import { requestLines, signOfItem } from './review-table.ts';
import { whyOf } from './review-wording.ts';

const reviewedSystemKeys: BindingGroup = {
  title: 'A system of the review',
  bindings: [
    ...judgingBindings,
    bind(['esc', 'h', 'left'], 'back to the review', 'overlayClosed', { hint: 'back' }),
    bind(['j'], 'next system of the review', { kind: 'reviewedSystemMoved', by: 1 }, { hint: 'next' }),
    bind(['k'], 'previous system of the review', { kind: 'reviewedSystemMoved', by: -1 }, { hint: 'previous' }),
    bind(['down'], 'scroll down', { kind: 'moved', motion: 'down' }),
    bind(['up'], 'scroll up', { kind: 'moved', motion: 'up' }),
    bind(['pageDown', 'ctrl-d'], 'scroll down a screen', { kind: 'moved', motion: 'pageDown' }),
    bind(['pageUp', 'ctrl-u'], 'scroll up a screen', { kind: 'moved', motion: 'pageUp' }),
  ],
};

export const reviewedSystemScreens: ScreenDefinitions<'reviewedSystem'> = {
  reviewedSystem: {
    View: ReviewedSystemScreen,
    keys: [reviewedSystemKeys],
    extent: (state) => textExtent(state, linesOfSystem(state)),
  },
};

function linesOfSystem(state: State): ReturnType<typeof screenLines> {
  const { review } = state;
  const item = review === null ? undefined : itemAtCursor(review);
  if (review === null || item === undefined) return [];
  // Shows both values in full, because the line above may be too narrow.
  const why = item.judgement.was === null ? [] : wrapText(whyOf(item, review), state.columns);
  const asked = requestLines(state, review, state.columns);
  const gap = asked.length === 0 ? [] : [[plain(' ')]];
  return [
    ...why.map((text) => [plain(text)]),
    ...asked.map((line) => [line]),
    ...gap,
    ...screenLines(state, item.system),
  ];
}

function ReviewedSystemScreen({ state, screen }: ViewProps<'reviewedSystem'>): ReactNode {
  const { review } = state;
  const item = review === null ? undefined : itemAtCursor(review);
  if (review === null || item === undefined) return null;
  const fate = fateOf(item, review);
  return (
    <ScreenFrame
      state={state}
      title={nameOf(item.system)}
      aside={clean(`${count(review.list.row + 1)} of ${count(review.rows.length)}`)}
      facts={fate.text}
      factsTone={fate.tone}
    >
      <ScrolledLines lines={linesOfSystem(state)} at={screen.list} height={bodyRows(state.rows)} />
    </ScreenFrame>
  );
}

const keptFates = {
  reconnected: { words: 'will be kept', tone: 'good' },
  protected: { words: 'protected, will be kept', tone: 'plain' },
  excluded: { words: 'excluded, will be kept', tone: 'plain' },
} as const;

function fateOf(item: ReviewItem, review: Review): Part {
  const group = groupOf(item);
  const { kind: does } = review;
  const why = whyOf(item, review);
  const sign = signOfItem(item, does).text;
  if (isAtGoal(item)) return { text: clean(`${sign} ${why}`), tone: 'plain' };
  const isTaken = group === 'taken';
  const { verb, done } = runRows[does].words;
  const taken = item.judgement.problem === null ? `will be ${done}` : `to ${verb}`;
  const words = isTaken ? taken : keptFates[group].words;
  const tone = isTaken ? runRows[does].tone : keptFates[group].tone;
  const fate = `${sign} ${words}`;
  return { text: clean(why === '' || why === 'excluded' ? fate : `${fate}: ${why}`), tone };
}
