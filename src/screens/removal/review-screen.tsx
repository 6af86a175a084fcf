/**
 * The review: what will be deleted, disabled or enabled and why, in groups, and the phrase, which is always visible.
 */
import { Box, Text } from 'ink';
import { type ReactNode, useContext } from 'react';
import { memoize } from '../../state/kernel/store.ts';
import { chosenItems, groupOf, groupsIn, type Review, reviewGroups } from '../../state/removal/review/review.ts';
import type { ReviewItem } from '../../state/removal/review/judgement.ts';
import { itemAtCursor, phraseOf } from '../../state/removal/review/opening.ts';
import { capitalise, runRows } from '../../state/change/run-kinds.ts';
import type { State } from '../../state/root/state.ts';
import { stateWord } from '../../state/fleet/systems/status.ts';
import { SystemPane } from '../fleet/details-screen.tsx';
import { type Tone, PlainContext, useTones } from '../parts/root-context.ts';
import { type Clean, clean, keyOf } from '../text/clean.ts';
import { clip, fit, partLines, wrapText } from '../text/fit.ts';
import { count, plural } from '../text/quantities.ts';
import {
  requestLines,
  reasonUnder,
  type ReviewLayout,
  reviewLayout,
  reviewSigns,
  reviewTable,
  sampleOf,
  signOfItem,
} from './review-table.ts';
import {
  alternativeSentence,
  checkingWords,
  emptyWords,
  fittingLines,
  type TonedLine,
  noteOf,
} from './review-wording.ts';
import { groupWord } from './review-summary.ts';
import { placeCursor } from '../../state/kernel/list-view.ts';
import { isReread } from '../../state/removal/review/check.ts';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import { Table } from '../parts/table.tsx';
import { Tabs } from '../parts/text-lines.tsx';
import type { ScreenDefinitions } from '../screen-definition.ts';
import { PhraseBox, phraseNote } from '../change/phrase-box.tsx';
import { filterLanguage } from '../fleet/filter-screens.tsx';
import { keysInReview, phraseKeys, reviewKeys, runBindings } from './review-keys.ts';
import { reviewedSystemScreens } from './reviewed-system-screen.tsx';

// Beside the list of a review: the system under its cursor, and what the chosen systems have in common.

interface ReviewPaneProps {
  readonly state: State;
  readonly review: Review;
  /** Cells, including the line at its left. */
  readonly width: number;
  readonly rows: number;
}

/** The least height, in rows, with room for the counts beside the fields. */
const countedFrom = 10;

/** Limit of lines for a reason that no column shows. */
const maxOfReason = 2;

const titleCells = 10;

function ReviewPane({ state, review, width, rows }: ReviewPaneProps): ReactNode {
  const item = itemAtCursor(review);
  const cells = width - edge.length;
  const reason = reasonLines(state, review, cells);
  const asked = requestLines(state, review, cells);
  const counts = rows < countedFrom || asked.length > 0 ? [] : countLines(review, cells);
  const room = Math.floor((rows * 2) / 3);
  const request = asked.length === 0 ? [] : [heading, ...fittingLines(asked, Math.max(1, room - 2))];
  const fields = Math.max(1, rows - counts.length - request.length - reason.length);
  return (
    <Box width={width} height={rows} flexDirection="column" flexShrink={0} overflow="hidden">
      {item === undefined ? (
        <Edge rows={fields} />
      ) : (
        <SystemPane {...{ state, system: item.system, width, rows: fields }} />
      )}
      {reason.map((text, at) => (
        <Counts key={`reason ${at}`} text={text} />
      ))}
      {request.map(({ text, tone }, at) => (
        <Counts key={`request ${at}`} text={text} tone={tone} />
      ))}
      {counts.map((text, at) => (
        <Counts key={at} text={text} />
      ))}
    </Box>
  );
}

/** Why the system is in its group; omitted for a protected system, whose pane already shows its protection. */
function reasonLines(state: State, review: Review, cells: number): readonly Clean[] {
  const why = reasonUnder(review, reviewTable(state, review).columns);
  const item = itemAtCursor(review);
  const isInPane = review.group === 'protected' && item?.judgement.guard != null;
  if (why === null || why === '' || item === undefined || isInPane) return [];
  const { message } = signOfItem(item, review.kind);
  const words = why.startsWith(message) ? capitalise(why) : `${message.toUpperCase()}: ${why}`;
  return wrapText(clean(words), cells).slice(0, maxOfReason);
}

const edge = '│ ';

function Edge({ rows }: { readonly rows: number }): ReactNode {
  return <Text {...useTones().dim}>{Array<string>(rows).fill(edge.trimEnd()).join('\n')}</Text>;
}

const heading: TonedLine = { text: clean('REQUEST FOR THIS ROW'), tone: 'dim' };

function Counts({ text, tone = 'plain' }: { readonly text: Clean; readonly tone?: Tone }): ReactNode {
  const tones = useTones();
  return (
    <Text wrap="truncate">
      <Text {...tones.dim}>{edge}</Text>
      <Text {...tones[tone]}>{text}</Text>
    </Text>
  );
}

/** Limit of values counted per field; one number sums up the rest. */
const maxValues = 6;

function countLines({ kind, items }: Review, cells: number): readonly Clean[] {
  const { byKey, byState } = countsBy(items);
  if (byState.length === 0) return [];
  const lines = (title: string, values: readonly Counted[]): readonly Clean[] => {
    const shown = values.slice(0, maxValues).map(([name, n]) => `${name} ${count(n)}`);
    const more = values.length - shown.length;
    const all = more === 0 ? shown : [...shown, `${count(more)} more`];
    return partLines(all.map(clean), cells - titleCells)
      .slice(0, maxOfReason)
      .map((text, at) => clip(clean(fit(clean(at === 0 ? title : ''), titleCells) + text), cells));
  };
  return [
    clean(' '),
    clean(`TO ${runRows[kind].words.verb.toUpperCase()}`),
    ...lines('by state', byState),
    ...lines('by key', byKey),
  ];
}

type Counted = readonly [name: string, n: number];

/** The most frequent values first; cached for each list of items. */
const countsBy = memoize((items: readonly ReviewItem[]) => {
  const [byKey, byState] = [new Map<string, number>(), new Map<string, number>()];
  for (const item of items) {
    if (groupOf(item) !== 'taken') continue;
    const { system } = item;
    add(byState, stateWord(system) ?? 'no state');
    add(byKey, keyOf(system) ?? 'no key');
  }
  return { byKey: sortCounts(byKey), byState: sortCounts(byState) };
});

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function sortCounts(counts: ReadonlyMap<string, number>): readonly Counted[] {
  return [...counts].sort(([, a], [, b]) => b - a);
}

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
  // A screen reader takes an indented line for a row of the list.
  const indent = (text: Clean): Clean => (isPlain ? text : clip(clean(`  ${text}`), width));
  return (
    <ScreenFrame
      state={state}
      title={clean(`${capitalise(runRows[review.kind].words.verb)} ${plural(chosenItems(review).length, 'system')}`)}
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
          {layout.summary !== null && <Text>{indent(layout.summary)}</Text>}
          {layout.warnings.map(({ text, tone }) => (
            <Text key={text} {...tones[tone]}>
              {indent(text)}
            </Text>
          ))}
          {layout.hasGroups && <Groups review={review} columns={width} />}
          <ReviewList state={state} review={review} layout={layout} />
          {layout.reason !== null && <Text>{indent(layout.reason)}</Text>}
          {layout.request.map(({ text, tone }, at) => (
            <Text key={`request ${at}`} {...tones[tone]}>
              {indent(text)}
            </Text>
          ))}
          {layout.hasNote && <Text {...tones[note.tone]}>{indent(clip(note.text, width - 2))}</Text>}
          {layout.hasAlternative && (
            <Text {...tones.accent}>{indent(clip(alternativeSentence(state), width - 2))}</Text>
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
function Groups({ review, columns }: { readonly review: Review; readonly columns: number }): ReactNode {
  const groups = groupsIn(review.items);
  const tabs = reviewGroups.map((group) => ({
    name: groupWord(review, group),
    count: groups[group].length,
    isShown: group === review.group,
  }));
  return <Tabs tabs={tabs} columns={columns} />;
}

function ReviewList({ state, review, layout }: ReviewProps & { readonly layout: ReviewLayout }): ReactNode {
  const { columns, cells } = reviewTable(state, review);
  const { list: width } = cells;
  const { rows, list } = review;
  const { row, top } = placeCursor(list, list.row, rows.length, layout.list);
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

/** A note on the typed text. `hasNote`: another line already shows the progress of the check. */
function noteOnPhrase(review: Review, hasNote: boolean): Clean {
  if (!hasNote && !isReread(review)) return clean(checkingWords(review));
  const { verb, done } = runRows[review.kind].words;
  const enter = isReread(review)
    ? `enter ${verb}s ${plural(chosenItems(review).length, 'system')}`
    : 'enter works when the check is done';
  return phraseNote(review, { phrase: phraseOf(review), done, enter });
}
