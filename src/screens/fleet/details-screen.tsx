/** The details screen of one system: the content of the list's pane, on the whole screen. */
import type { System } from '../../api/system.ts';
import type { State } from '../../state/root/state.ts';
import { type Tone, useTones } from '../parts/root-context.ts';
import { linkOf } from '../../state/session/profile-settings.ts';
import { linkTo, type Part, plain, ScrolledLines } from '../parts/table.tsx';
import { type Clean, clean, nameOf } from '../text/clean.ts';
import { clip, fit, width as cellsOf, wrapText } from '../text/fit.ts';
import { type FieldLine, judgingOf, systemFields, type Verdict, verdictOf } from './system-facts.ts';
import { watchBinding, watchReasons } from './mark-screens.tsx';
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { isSystemNotFound } from '../../api/problem.ts';
import { briefProblem, problemSentence } from '../text/problem-wording.ts';
import { age, count } from '../text/quantities.ts';
import { knownOrNull } from '../../state/kernel/declare.ts';
import { bodyRows } from '../../state/kernel/list-view.ts';
import { viewLength } from '../../state/fleet/list/listing.ts';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import {
  bind,
  type BindingGroup,
  listKeysWithoutPages,
  type ScreenDefinitions,
  textExtent,
  type ViewProps,
} from '../screen-definition.ts';

// One system as lines: its verdict with the reasons first, then every field.

type Line = readonly Part[];

interface LinesSize {
  readonly width: number;
  /** The reference for ages, in milliseconds since 1970. */
  readonly now: number;
  /** The list's other record of this system: see `systemFields`. */
  readonly listedTwice: System | null | undefined;
  /** The target of the name in a terminal with hyperlinks; null if there is none. */
  readonly link?: string | null;
}

/** A blank, because a line without text would have no height. */
const blank: Line = [plain(' ')];

const titleCells = 16;

/** Limit on the names of unknown fields. */
const maxTitleLength = 200;

/** Exactly as many lines as the pane has rows. If not all fit, a key is named; `foot` is the last line. */
export function paneLines(
  system: System,
  verdict: Verdict,
  { rows, foot, ...size }: LinesSize & { readonly rows: number; readonly foot?: Clean | undefined },
): readonly Line[] {
  const room = Math.max(1, rows - (foot === undefined ? 0 : 2));
  const lines: Line[] = [];
  for (const line of streamLines(system, verdict, size)) {
    if (lines.push(line) > room) break;
  }
  if (lines.length > room) lines.splice(room - 1, 2, [dim('… enter shows the rest')]);
  while (lines.length < room) lines.push(blank);
  return foot === undefined ? lines : [...lines, blank, [dim(clip(foot, size.width))]].slice(0, rows);
}

/** A generator, so that only visible lines are built. */
function* streamLines(
  system: System,
  verdict: Verdict,
  { width, now, listedTwice, link = null }: LinesSize,
): Generator<Line> {
  yield* headLines(system, width, link);
  yield* verdictLines(verdict, width);
  yield blank;
  let isOther = false;
  for (const field of systemFields(system, now, listedTwice)) {
    if (isInHead(field)) continue;
    if (field.part === 'other' && !isOther) yield* [blank, [dim('OTHER FIELDS')]];
    isOther ||= field.part === 'other';
    yield* fieldRows(field, width);
  }
}

function* headLines(system: System, width: number, link: string | null): Generator<Line> {
  const id = clean(system.systemId);
  const name = nameOf(system);
  if (name.endsWith(id) || cellsOf(name) + cellsOf(id) + 2 > width) {
    for (const line of wrapText(clip(name, 3 * width), width)) yield [{ ...plain(line), link }];
    if (!name.endsWith(id)) yield [dim(clip(id, width))];
  } else {
    yield [{ ...plain(fit(name, width - cellsOf(id))), link }, dim(id)];
  }
}

function isInHead({ name }: FieldLine): boolean {
  return name === 'name' || name === 'system id';
}

/** Minimum width for connection and identity side by side. */
const twoColumnsFrom = 76;

const gapCells = 2;

export function screenLines(state: State, system: System): readonly Line[] {
  const { columns: width, now, list } = state;
  const verdict = verdictOf(system, judgingOf(state, system));
  const fields = systemFields(system, now, list.listing.scan?.listedTwice.get(system.systemId));
  const isWide = width >= twoColumnsFrom;
  const column = isWide ? Math.floor((width - gapCells) / 2) : width;
  const rowsOfPart = (part: FieldLine['part'], cells: number): readonly Line[] =>
    fields
      .filter((field) => field.part === part)
      .flatMap((field) => {
        const rows = [...fieldRows(field, cells)];
        const link = field.name === 'name' ? linkOf(state, system) : null;
        return link === null
          ? rows
          : rows.map(([title, ...value]) => [title ?? plain(''), ...value.map((one) => ({ ...one, link }))]);
      });
  const titleLines = (title: string, lines: readonly Line[]): readonly Line[] =>
    lines.length === 0 ? [] : [[dim(title)], ...lines];
  const connection = titleLines('CONNECTION', rowsOfPart('connection', column));
  const identity = titleLines('IDENTITY', rowsOfPart('identity', column));
  const others = rowsOfPart('other', width);
  return [
    ...verdictLines(verdict, width),
    ...rowsOfPart('note', width),
    ...(isWide ? [blank] : []),
    ...(isWide ? besides(connection, identity, column + gapCells) : [...connection, ...identity]),
    ...rowsOfPart('long', width),
    ...(isWide && others.length > 0 ? [blank] : []),
    ...titleLines('OTHER FIELDS FROM THE SERVICE', others),
  ];
}

function besides(left: readonly Line[], right: readonly Line[], cells: number): readonly Line[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, at) => {
    const first = left[at] ?? [];
    const used = first.reduce((sum, { text }) => sum + cellsOf(text), 0);
    return [...first, plain(' '.repeat(Math.max(0, cells - used))), ...(right[at] ?? [])];
  });
}

function* verdictLines({ signs, reasons }: Verdict, width: number): Generator<Line> {
  let line: Part[] = [];
  let used = 0;
  for (const { text, tone } of signs) {
    const gap = used === 0 ? 0 : 3;
    const cells = cellsOf(text);
    if (used + gap + cells > width && used > 0) {
      yield line;
      [line, used] = [[], 0];
    } else if (gap > 0) line.push(plain(' '.repeat(gap)));
    line.push({ text: clip(text, width), tone });
    used += gap + cells;
  }
  yield line;
  for (const { name, value, tone } of reasons) yield* rowsOf(name, value, width, tone);
}

function fieldRows({ name, value, isWarning }: FieldLine, width: number): Generator<Line> {
  return rowsOf(name, value, width, isWarning === true ? 'warning' : 'plain');
}

/** A title and a text, which takes as many lines as it needs. A title never breaks: a long one gets its own line. */
function* rowsOf(name: Clean, value: Clean, width: number, tone: Tone): Generator<Line> {
  const title = clip(name, Math.min(maxTitleLength, width));
  const cells = cellsOf(title);
  if (cells >= titleCells && cells + gapCells + cellsOf(value) <= width) {
    yield [dim(`${title}${' '.repeat(gapCells)}`), { text: value, tone }];
    return;
  }
  if (cells >= titleCells) yield [dim(title)];
  const first = cells >= titleCells ? clean('') : title;
  for (const [at, text] of wrapText(value, Math.max(8, width - titleCells)).entries())
    yield [dim(fit(at === 0 ? first : clean(''), titleCells)), { text: clip(text, width), tone }];
}

function dim(text: string): Part {
  return { text: clean(text), tone: 'dim' };
}

// The pane of one system, beside a list.

interface SystemPaneProps {
  readonly state: State;
  readonly system: System;
  /** The width of the pane, including the line at its left. */
  readonly width: number;
  readonly rows: number;
  /** The age of the record, in the last row. */
  readonly foot?: Clean | undefined;
}

const edge = '│ ';

/** One text element for all lines: a single element keeps frames cheap. */
export function SystemPane({ state, system, width, ...size }: SystemPaneProps): ReactNode {
  const tones = useTones();
  const { now, list } = state;
  const listedTwice = list.listing.scan?.listedTwice.get(system.systemId);
  const verdict = verdictOf(system, judgingOf(state, system));
  const lines = paneLines(system, verdict, {
    ...size,
    now,
    listedTwice,
    link: linkOf(state, system),
    width: width - edge.length,
  });
  return (
    <Text>
      {lines.map((parts, row) => (
        <Text key={row}>
          <Text {...tones.dim}>{row === 0 ? edge : `\n${edge}`}</Text>
          {parts.map((part, at) =>
            part.tone === 'plain' && row > 0 ? (
              linkTo(part)
            ) : (
              <Text key={at} bold={row === 0 && at === 0} {...tones[part.tone]}>
                {linkTo(part)}
              </Text>
            ),
          )}
        </Text>
      ))}
    </Text>
  );
}

const minuteMs = 60_000;

/** The age of the shown record. It changes only with answers and each minute, so that an idle screen is not redrawn. */
export function freshnessOf({ details, list, now }: State, systemId: string): Clean {
  const { checking, checked } = details;
  if (checking === systemId) return clean('Checking…');
  if (checked?.systemId !== systemId) {
    const { since = null } = list.listing.scan ?? {};
    return clean(since === null ? 'As listed.' : `As listed ${ago(now - since)}.`);
  }
  const { problem, at } = checked;
  if (problem === null || isSystemNotFound(problem)) return clean(`Checked ${ago(now - at)}.`);
  return clean(`Not checked: ${briefProblem(problem)}.`);
}

function ago(ms: number): string {
  return ms < minuteMs ? 'just now' : `${age(ms)} ago`;
}

const detailsKeys: BindingGroup = {
  title: 'One system',
  bindings: [
    bind(['j', 'down'], 'next system', { kind: 'neighbourOpened', motion: 'down' }, { hint: 'next' }),
    bind(['pageDown'], 'down a screen', { kind: 'moved', motion: 'pageDown' }, { hint: scrollHint }),
    bind(['k', 'up'], 'previous system', { kind: 'neighbourOpened', motion: 'up' }, { hint: 'previous' }),
    bind(['space'], 'mark or unmark the system', 'markToggled', { hint: 'mark' }),
    bind(['y'], 'copy: name, id, fields, marked systems', 'copyOpened', { hint: 'copy' }),
    watchBinding,
    bind(['r'], 'refresh the system', 'detailsOpened', { hint: 'refresh' }),
  ],
};

const scrollKeys: BindingGroup = {
  title: 'Scroll',
  bindings: listKeysWithoutPages.bindings.filter(({ action }) => {
    return action.kind !== 'moved' || !['down', 'up', 'pageDown'].includes(action.motion);
  }),
};

export const detailsScreens: ScreenDefinitions<'details'> = {
  details: {
    View: DetailsScreen,
    hasOwnCommands: true,
    keys: [detailsKeys, scrollKeys],
    tells: watchReasons,
    backHint: 'back',
    extent: (state, screen) => textExtent(state, linesOf(state, screen)),
  },
};

type Details = ViewProps<'details'>['screen'];

/** The hint to scroll; null if all fields fit. */
function scrollHint(state: State): string | null {
  const { screen } = state;
  const isLong = screen.kind === 'details' && linesOf(state, screen).length > bodyRows(state.rows);
  return isLong ? 'scroll' : null;
}

function DetailsScreen({ state, screen }: ViewProps<'details'>): ReactNode {
  return (
    <ScreenFrame state={state} title={titleOf(screen)} aside={positionOf(state)} facts={factsOf(state, screen)}>
      <ScrolledLines lines={linesOf(state, screen)} at={screen.list} height={bodyRows(state.rows)} />
    </ScreenFrame>
  );
}

function linesOf(state: State, screen: Details): ReturnType<typeof screenLines> {
  const system = knownOrNull(screen.system);
  return system === null ? [] : screenLines(state, system);
}

function titleOf({ system }: Details): Clean {
  const value = knownOrNull(system);
  return value === null ? clean('System') : nameOf(value);
}

/** `12 of 1,953` */
function positionOf({ list: { listing } }: State): Clean {
  const { scan, view, cursor } = listing;
  const length = scan === null ? 0 : viewLength(view, scan);
  return clean(`${count(Math.min(cursor.row + 1, length))} of ${count(length)}`);
}

function factsOf(state: State, { system, systemId }: Details): Clean {
  if (system.kind === 'failed') return clean(`${problemSentence(system.problem)} r retries.`);
  return system.kind === 'loading' ? clean('Checking…') : freshnessOf(state, systemId);
}
