/** The review: what will be deleted, disabled or enabled and why, in groups, and the phrase, which is always on the screen. */
import { Box, Text } from 'ink';
import { type ReactNode, useContext } from 'react';
import { placed } from '../../../state/kernel/list-cursor.ts';
import { phraseOf } from '../../../state/removal/review/review-phrase.ts';
import { isReread } from '../../../state/removal/review/check.ts';
import { chosen, groupsIn, type Review, reviewGroups } from '../../../state/removal/review/review.ts';
import type { ReviewItem } from '../../../state/removal/review/judgement.ts';
import { capitalised, runRows } from '../../../state/change/run-kinds.ts';
import type { State } from '../../../state/root/state.ts';
import { ScreenFrame } from '../../frame/screen-frame.tsx';
import { PlainContext, useTones } from '../../parts/root-context.ts';
import { Table } from '../../parts/table.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import type { ScreenDefinitions } from '../../screen-definition.ts';
import { PhraseBox, phraseNote } from '../../change/phrase-box.tsx';
import { filterLanguage } from '../../fleet/filter/filter-language.ts';
import { type Clean, clean } from '../../text/clean.ts';
import { clip } from '../../text/fit.ts';
import { plural } from '../../text/quantities.ts';
import { keysInReview, phraseKeys, reviewKeys, runBindings } from './review-keys.ts';
import { type ReviewLayout, reviewLayout } from './review-layout.ts';
import { ReviewPane } from './review-pane.tsx';
import { reviewSigns, reviewTable, sampleOf } from './review-table.ts';
import { alternativeSentence, checkingWords, emptyWords, groupWord, noteOf } from './review-wording.ts';
import { reviewedSystemScreens } from './reviewed-system-screen.tsx';

export const reviewScreens: ScreenDefinitions<'review' | 'reviewedSystem'> = {
  review: {
    View: ({ state }) => (state.review === null ? null : <ReviewScreen state={state} review={state.review} />),
    offers: [
      { on: 'systems', title: 'Act', before: 'detailsOpened', bindings: runBindings },
      { on: 'details', title: 'One system', before: 'detailsOpened', bindings: runBindings },
    ],
    keys: [reviewKeys, filterLanguage],
    fieldKeys: [phraseKeys],
    inForce: keysInReview,
    isClosed: true,
    extent: (state) => {
      const { review } = state;
      if (review === null) return { length: 0, height: 1 };
      return { length: review.rows.length, height: reviewLayout(state, review).list };
    },
  },
  ...reviewedSystemScreens,
};

interface ReviewProps {
  readonly state: State;
  readonly review: Review;
}

function ReviewScreen({ state, review }: ReviewProps): ReactNode {
  const tones = useTones();
  const layout = reviewLayout(state, review);
  const { columns } = state;
  const { list: width, pane } = reviewTable(state, review).cells;
  const note = noteOf(review);
  const isPlain = useContext(PlainContext) !== null;
  // For a screen reader, an indented line would be a row of the list.
  const indented = (text: Clean): Clean => (isPlain ? text : clip(clean(`  ${text}`), width));
  return (
    <ScreenFrame
      state={state}
      title={clean(`${capitalised(runRows[review.kind].words.verb)} ${plural(chosen(review).length, 'system')}`)}
      facts={layout.bar[0]}
      factsTone={layout.barTone}
    >
      {layout.bar.slice(1).map((text) => (
        <Text key={text} bold {...tones[layout.barTone]}>
          {text}
        </Text>
      ))}
      <Box>
        <Box width={width} flexShrink={0} flexDirection="column">
          {layout.summary !== null && <Text>{indented(layout.summary)}</Text>}
          {layout.warnings.map(({ text, tone }) => (
            <Text key={text} {...tones[tone]}>
              {indented(text)}
            </Text>
          ))}
          {layout.hasGroups && <Groups review={review} />}
          <ReviewList state={state} review={review} layout={layout} />
          {layout.reason !== null && <Text>{indented(layout.reason)}</Text>}
          {layout.request.map(({ text, tone }, at) => (
            <Text key={`request ${at}`} {...tones[tone]}>
              {indented(text)}
            </Text>
          ))}
          {layout.hasNote && <Text {...tones[note.tone]}>{indented(clip(note.text, width - 2))}</Text>}
          {layout.hasAlternative && (
            <Text {...tones.accent}>{indented(clip(alternativeSentence(state), width - 2))}</Text>
          )}
        </Box>
        {pane > 0 && (
          <Box paddingLeft={columns - width - pane}>
            <ReviewPane state={state} review={review} width={pane} rows={layout.middle} />
          </Box>
        )}
      </Box>
      <PhraseBox
        {...{ prompt: review, layout, columns, tone: runRows[review.kind].tone }}
        note={noteOnPhrase(review, layout.hasNote)}
      />
    </ScreenFrame>
  );
}

/** `[1 delete 89]  2 reconnected 0  3 protected 1  4 excluded 40` */
function Groups({ review }: { readonly review: Review }): ReactNode {
  const groups = groupsIn(review.items);
  const tabs = reviewGroups.map((group) => ({
    name: groupWord(review, group),
    count: groups[group].length,
    isShown: group === review.group,
  }));
  return <Tabs tabs={tabs} />;
}

function ReviewList({ state, review, layout }: ReviewProps & { readonly layout: ReviewLayout }): ReactNode {
  const { columns, cells } = reviewTable(state, review);
  const { list: width } = cells;
  const { rows, list } = review;
  const { row, top } = placed(list, list.row, rows.length, layout.list);
  const items = rows
    .slice(top, top + layout.list)
    .flatMap((at): readonly ReviewItem[] => review.items.slice(at, at + 1));
  return (
    <Box height={layout.list + (layout.hasHeader ? 1 : 0)} flexDirection="column" flexShrink={0} overflow="hidden">
      {rows.length === 0 ? (
        <Text>{clip(clean(` ${emptyWords(review)}`), width)}</Text>
      ) : (
        <Table
          items={items}
          columns={columns}
          width={width}
          cursorIndex={row - top}
          signs={reviewSigns(review)}
          sample={sampleOf(review)}
          list={`${review.id} ${review.group} ${review.view.filter}`}
          hasHeader={layout.hasHeader}
        />
      )}
    </Box>
  );
}

/** A note on the typed text. `hasNote`: how far the check is stands elsewhere. */
function noteOnPhrase(review: Review, hasNote: boolean): Clean {
  if (!hasNote && !isReread(review)) return clean(checkingWords(review));
  const { verb, done } = runRows[review.kind].words;
  const enter = isReread(review)
    ? `enter ${verb}s ${plural(chosen(review).length, 'system')}`
    : 'enter works when the check is done';
  return phraseNote(review, { phrase: phraseOf(review), done, enter });
}
