/** Beside the list of a review: the system under its cursor, and what the systems that count have in common. */
import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { memoize } from '../../../state/kernel/memoize.ts';
import { groupOf, type Review } from '../../../state/removal/review/review.ts';
import type { ReviewItem } from '../../../state/removal/review/judgement.ts';
import { itemAtCursor } from '../../../state/removal/review/rows.ts';
import { runRows } from '../../../state/change/run-kinds.ts';
import type { State } from '../../../state/root/state.ts';
import { stateWord } from '../../../state/fleet/systems/connection.ts';
import { SystemPane } from '../../fleet/details/system-pane.tsx';
import type { Tone } from '../../parts/palette.ts';
import { useTones } from '../../parts/root-context.ts';
import { type Clean, clean } from '../../text/clean.ts';
import { keyOf } from '../../text/field-text.ts';
import { clip, fit, partLines, wrapped } from '../../text/fit.ts';
import { count } from '../../text/quantities.ts';
import { requestLines } from './review-request.ts';
import { reasonUnder, reviewTable, signOfGroup } from './review-table.ts';
import { fittingLines, type Line } from './review-wording.ts';

interface ReviewPaneProps {
  readonly state: State;
  readonly review: Review;
  /** Cells, with the line at its left. */
  readonly width: number;
  readonly rows: number;
}

/** From this height on, the counts have room beside the fields. */
const countedFrom = 10;

/** Lines of a reason that no column has, and of counts. */
const mostOfReason = 2;

/** The title of counts, and the blank after it. */
const titleCells = 10;

export function ReviewPane({ state, review, width, rows }: ReviewPaneProps): ReactNode {
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

/** Why the system is in its group. The pane has told of a protected one what protects it. */
function reasonLines(state: State, review: Review, cells: number): readonly Clean[] {
  const why = reasonUnder(review, reviewTable(state, review).columns);
  const isTold = review.group === 'protected' && itemAtCursor(review)?.judgement.guard != null;
  if (why === null || isTold) return [];
  const { says } = signOfGroup(review.group, review.kind);
  return wrapped(clean(`${says.toUpperCase()}: ${why}`), cells).slice(0, mostOfReason);
}

const edge = '│ ';

function Edge({ rows }: { readonly rows: number }): ReactNode {
  return <Text {...useTones().dim}>{Array<string>(rows).fill(edge.trimEnd()).join('\n')}</Text>;
}

const heading: Line = { text: clean('REQUEST FOR THIS ROW'), tone: 'dim' };

function Counts({ text, tone = 'plain' }: { readonly text: Clean; readonly tone?: Tone }): ReactNode {
  const tones = useTones();
  return (
    <Text wrap="truncate">
      <Text {...tones.dim}>{edge}</Text>
      <Text {...tones[tone]}>{text}</Text>
    </Text>
  );
}

/** Limit of values counted per field; one number tells the rest. */
const mostValues = 6;

function countLines({ kind, items }: Review, cells: number): readonly Clean[] {
  const { byKey, byState } = countsBy(items);
  if (byState.length === 0) return [];
  const lines = (title: string, values: readonly Counted[]): readonly Clean[] => {
    const shown = values.slice(0, mostValues).map(([name, n]) => `${name} ${count(n)}`);
    const more = values.length - shown.length;
    const all = more === 0 ? shown : [...shown, `${count(more)} more`];
    return partLines(all.map(clean), cells - titleCells)
      .slice(0, mostOfReason)
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

/** The most frequent first; counted once for each change of the items. */
const countsBy = memoize((items: readonly ReviewItem[]) => {
  const [byKey, byState] = [new Map<string, number>(), new Map<string, number>()];
  for (const item of items) {
    if (groupOf(item) !== 'taken') continue;
    const { system } = item;
    add(byState, stateWord(system) ?? 'no state');
    add(byKey, keyOf(system) ?? 'no key');
  }
  return { byKey: sorted(byKey), byState: sorted(byState) };
});

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function sorted(counts: ReadonlyMap<string, number>): readonly Counted[] {
  return [...counts].sort(([, a], [, b]) => b - a);
}
