/** The frame around every screen: crumbs, facts, banner, notice, and the hints of its bindings. */
import { Box, Text } from 'ink';
import { type ReactNode, useContext } from 'react';
import {
  type Chosen,
  palettes,
  type Tone,
  PlainContext,
  ScreenContext,
  ThemeContext,
  useTones,
} from '../parts/root-context.ts';
import { clean, type Clean } from '../text/clean.ts';
import { clip, clipPath, fit, width, wrapText } from '../text/fit.ts';
import { bodyRows, isRoomy, isTooSmall, minScreen } from '../../state/kernel/list-view.ts';
import { unseenMarks } from '../../state/fleet/marks/feature.ts';
import { isOfAccount, noLabel } from '../../state/session/organisations.ts';
import { defaultProfile } from '../../state/session/profile-settings.ts';
import { runRows } from '../../state/change/run-kinds.ts';
import type { State } from '../../state/root/state.ts';
import { type Binding, type BindingGroup, bindingOf, hintOf, keyLabel, refusalFor } from '../screen-definition.ts';
import { RemarkLine } from '../parts/field.tsx';
import { type Part, PartsLine } from '../parts/table.tsx';
import { bannerLine, changesLine, type Hint, HintBar, noticeLines, noticeOf } from './notices.tsx';
import { count, counts } from '../text/quantities.ts';

// The first line of every screen: the place, and pending requests.

/** A short word in the first line, such as `PREVIEW` or `227 marked`. */
interface Badge {
  readonly text: Clean;
  readonly tone?: Tone;
  /** A colour chosen in the settings, which overrides the tone. */
  readonly colour?: Chosen;
}

/** The place, as `rollcall › organisation LABEL › screen`. */
export interface Crumbs {
  readonly program: Clean;
  /** The organisation, or the address of the service; null before either is known. */
  readonly place: Pick<Badge, 'text' | 'colour'> | null;
  readonly labels: readonly Badge[];
  readonly title: Title | null;
}

/** The title of a screen. The path of an operation is cut at its start, because its end identifies it. */
export type Title = Clean | { readonly method: Clean; readonly path: Clean };

interface TopLineProps {
  readonly columns: number;
  readonly crumbs: Crumbs;
  /** Shown at the right, the most important first. */
  readonly pending?: readonly Badge[];
}

const SEPARATOR = ' › ';
const BADGE_GAP = '   ';
/** Minimum cells of a place or a title; then more is left out. */
const leastCells = 8;

/**
 * The crumbs at the left, pending badges at the right. If they do not fit, `rollcall` is left out, then the place is
 * cut, then the title, and then the last badge is left out. Cells that a cut place frees go to a title that would be
 * cut, because the title names the content. Labels stay whole.
 */
export function TopLine({ columns, crumbs, pending = [] }: TopLineProps): ReactNode {
  const { tones, chosen } = palettes[useContext(ThemeContext)];
  const { hasProgram, place, title, badges } = fitTopLine(crumbs, pending, columns);
  const { program, labels } = crumbs;
  const badge = ({ text, tone = 'plain', colour }: Badge, gap: string, index: number): ReactNode => (
    <Text key={index}>
      {gap}
      <Text bold={colour !== undefined} {...(colour === undefined ? tones[tone] : chosen[colour])}>
        {text}
      </Text>
    </Text>
  );
  const parts = [
    ...(hasProgram ? [<Text key="program">{program}</Text>] : []),
    ...(place === null && labels.length === 0
      ? []
      : [
          <Text key="place">
            <Text bold={title === null} {...(crumbs.place?.colour !== undefined && chosen[crumbs.place.colour])}>
              {place}
            </Text>
            {labels.map((label, index) => badge(label, place === null && index === 0 ? '' : ' ', index))}
          </Text>,
        ]),
    ...(title === null
      ? []
      : [
          <Text key="title" bold>
            {title}
          </Text>,
        ]),
  ];
  const used = leftCells(hasProgram ? program : null, place, labels, title);
  return (
    <Text wrap="truncate">
      {parts.flatMap((part, index) => (index === 0 ? [part] : [<Text key={index}>{SEPARATOR}</Text>, part]))}
      {' '.repeat(Math.max(0, columns - used - badgeCells(badges)))}
      {badges.map((each, index) => badge(each, BADGE_GAP, index))}
    </Text>
  );
}

function badgeCells(badges: readonly Badge[]): number {
  return badges.reduce((sum, { text }) => sum + BADGE_GAP.length + width(text), 0);
}

function leftCells(program: Clean | null, place: Clean | null, labels: readonly Badge[], title: Clean | null): number {
  const labelled = labels.map(({ text }) => width(text));
  const middle = [...(place === null ? [] : [width(place)]), ...labelled];
  const placeCells = middle.reduce((sum, cells) => sum + cells, Math.max(0, middle.length - 1));
  const parts = [
    ...(program === null ? [] : [width(program)]),
    ...(middle.length === 0 ? [] : [placeCells]),
    ...(title === null ? [] : [width(title)]),
  ];
  return parts.reduce((sum, cells) => sum + cells, SEPARATOR.length * Math.max(0, parts.length - 1));
}

interface FittedTopLine {
  readonly hasProgram: boolean;
  readonly place: Clean | null;
  readonly title: Clean | null;
  readonly badges: readonly Badge[];
}

function fitTopLine(
  { program, place, labels, title }: Crumbs,
  pending: readonly Badge[],
  columns: number,
): FittedTopLine {
  const name = place?.text ?? null;
  const whole = title === null ? null : titleIn(title, Infinity);
  const isAlone = name === null && title === null;
  const over = (hasProgram: boolean, badges: readonly Badge[], at = name, screen = whole): number =>
    leftCells(hasProgram || isAlone ? program : null, at, labels, screen) + badgeCells(badges) - columns;
  if (over(true, pending) <= 0) return { hasProgram: true, place: name, title: whole, badges: pending };
  const cutTitle = (text: Title | null, cells: number, least = leastCells): Clean | null => {
    if (text === null) return null;
    const all = titleIn(text, Infinity);
    return cells <= 0 ? all : titleIn(text, Math.max(least, width(all) - cells));
  };
  for (let shown = pending; ; shown = shown.slice(0, -1)) {
    const at = cutTitle(name, over(false, shown));
    const screen = cutTitle(title, over(false, shown, at));
    if (shown.length === 0 || over(false, shown, at, screen) <= 0) {
      const narrowest = screen === whole ? at : cutTitle(name, over(false, shown), 1);
      return {
        hasProgram: isAlone,
        place: narrowest,
        title: cutTitle(title, over(false, shown, narrowest)),
        badges: shown,
      };
    }
  }
}

function titleIn(title: Title, cells: number): Clean {
  if (typeof title === 'string') return clip(title, cells);
  const { method, path } = title;
  return clipPath(method, path, cells);
}

interface ScreenFrameProps extends Pick<FrameProps, 'facts' | 'factsTone' | 'bar' | 'children'> {
  readonly state: State;
  /** The title of this screen, the last of the crumbs; null if the place is enough. */
  readonly title: Title | null;
  /** A position or a count at the right of the first line, such as `12 of 1,953`. */
  readonly aside?: Clean | undefined;
  /** Stands in the line above the hints while there is no notice. */
  readonly foot?: Clean | undefined;
}

export function ScreenFrame({
  state,
  title,
  aside,
  foot,
  facts,
  factsTone,
  bar,
  children,
}: ScreenFrameProps): ReactNode {
  const { keys, below, prompt } = useContext(ScreenContext);
  const { columns } = state;
  const wayBack = bindingOf(keys, 'esc');
  const stops = wayBack !== undefined && refusalFor(wayBack, state) === null;
  const notice = prompt === null ? noticeOf(state, foot, stops) : null;
  const [line, second] = notice === null ? [] : noticeLines(notice, columns);
  const drawNotice = (text: Clean | undefined): ReactNode =>
    text === undefined ? null : <NoticeLine text={text} isWarning={notice?.isWarning === true} />;
  return (
    <Frame
      columns={state.columns}
      rows={state.rows}
      crumbs={crumbsOf(state, title)}
      pending={[...(aside === undefined ? [] : [{ text: aside }]), ...pendingOf(state)]}
      facts={facts}
      factsTone={factsTone}
      banner={bannerLine(state)}
      remark={changesLine(state)}
      bar={bar}
      notice={prompt ?? drawNotice(line)}
      hints={hints(state, keys)}
      below={below === null ? drawNotice(second) : <RemarkLine remark={below} columns={columns} />}
    >
      {children}
    </Frame>
  );
}

function isInside(state: State): boolean {
  return !isOfAccount(state) && state.screen.kind !== 'signIn' && state.organisation !== null;
}

function crumbsOf(state: State, title: Title | null): Crumbs {
  const { organisation, session } = state;
  const profile = session.profile === defaultProfile ? '' : ` (${session.profile})`;
  const place = isInside(state) ? organisation?.orgName : session.baseUrl?.replace(/^https:\/\//, '');
  const { colour } = isInside(state) ? state.settings.label : noLabel;
  return {
    program: clean(`rollcall${profile}`),
    place: place === undefined ? null : { text: clean(place), ...(colour !== null && { colour }) },
    labels: labelsOf(state),
    title,
  };
}

/** Badges of the open organisation and of the session: its label, DEMO, PREVIEW. */
function labelsOf(state: State): readonly Badge[] {
  const { session } = state;
  const { word, colour, isReadOnly } = isInside(state) ? state.settings.label : noLabel;
  return [
    ...(word === null ? [] : [{ text: clean(word), ...(colour !== null && { colour }) }]),
    ...(session.isDemo ? [{ text: clean('DEMO'), tone: 'accent' as const }] : []),
    ...(session.mode === 'preview' ? [{ text: clean('PREVIEW'), tone: 'warning' as const }] : []),
    ...(session.mode === 'read-only' || isReadOnly ? [{ text: clean('READ-ONLY'), tone: 'warning' as const }] : []),
    ...(session.settingsFault === null ? [] : [{ text: clean('SETTINGS UNREAD'), tone: 'danger' as const }]),
  ];
}

function pendingOf(state: State): readonly Badge[] {
  const { deletion: run } = state;
  const { marked: marks } = state.marks;
  const all: Badge[] = [];
  if (run !== null && run.finishedAt === null) {
    const progress = `${count(run.settled.length)} of ${count(run.planned.length)}`;
    const { noun, doing } = runRows[run.kind].words;
    const what = state.screen.kind === 'deletion' ? '' : run.isPaused ? `${noun} paused ` : `${doing} `;
    all.push({ text: clean(what + progress), tone: 'warning' });
  }
  if (marks.size > 0 && !isOfAccount(state)) {
    const { notListed, hidden } = unseenMarks(state);
    const away = counts([hidden + notListed, 'not shown']).map((words) => `, ${words}`);
    all.push({ text: clean(`${count(marks.size)} marked${away.join('')}`), tone: 'accent' });
  }
  return all;
}

function hints(state: State, groups: readonly BindingGroup[]): readonly Hint[] {
  const bindings = groups.flatMap((group) => group.bindings);
  const isUrgent = ({ action }: Binding): boolean => action.kind === 'runShown';
  // Marked systems make the review the next step.
  const isNext = ({ action }: Binding): boolean => action.kind === 'reviewOpened' && state.marks.marked.size > 0;
  // The key that returns to a run in progress comes first, so that it is never cut off.
  return [...bindings.filter(isUrgent), ...bindings.filter((binding) => !isUrgent(binding))].flatMap((binding) => {
    const hint = hintOf(binding, state);
    const [key] = binding.keys;
    const isHidden = key !== undefined && bindingOf(groups, key) !== binding;
    if (hint === null || isHidden || refusalFor(binding, state) !== null) return [];
    const isAlwaysThere = binding.action.kind === 'paletteOpened' || binding.action.kind === 'helpOpened';
    return [
      {
        key: clean(binding.label ?? keyLabel(binding.keys[0] ?? '')),
        does: clean(hint),
        isAlwaysThere,
        isLeftOutLast: binding.action.kind === 'wentBack' || isNext(binding),
      },
    ];
  });
}

function RemarkOf({ remark, bar = [] }: Pick<FrameProps, 'remark' | 'bar'>): ReactNode {
  const tones = useTones();
  if (remark == null) return bar.length === 0 ? <Text> </Text> : <PartsLine parts={bar} />;
  return (
    <Text bold={remark.hasCursor} {...tones[remark.hasCursor ? 'accent' : 'plain']} wrap="truncate">
      {remark.text}
    </Text>
  );
}

interface FrameProps extends TopLineProps {
  readonly rows: number;
  readonly facts?: Clean | undefined;
  readonly factsTone?: Tone | undefined;
  /** A warning, in the blank line below the facts. */
  readonly banner?: Clean | null;
  /** Shown in the line of the banner if there is no banner. */
  readonly remark?: { readonly text: Clean; readonly hasCursor: boolean } | null;
  /** Stands in that line if there is neither. */
  readonly bar?: readonly Part[] | undefined;
  /** The line above the hints, blank without it: a problem, or a field. */
  readonly notice?: ReactNode;
  /** The most important hint first. */
  readonly hints: readonly Hint[];
  /** A line that replaces the hints. */
  readonly below?: ReactNode;
  readonly children: ReactNode;
}

/** Exactly as high and wide as the terminal: Ink clears the whole scrollback for a higher frame. */
export function Frame({
  rows,
  facts = clean(''),
  factsTone = 'plain',
  banner = null,
  remark = null,
  bar = [],
  notice,
  hints,
  below = null,
  children,
  ...top
}: FrameProps): ReactNode {
  const { columns } = top;
  const tones = useTones();
  const plain = useContext(PlainContext);
  if (isTooSmall({ columns, rows })) return <TooSmall columns={columns} rows={rows} />;
  return (
    <Box width={columns} height={plain === null ? rows : rows + 1} flexDirection="column" overflow="hidden">
      <TopLine {...top} />
      <Text bold={factsTone !== 'plain'} {...tones[factsTone]}>
        {fit(clip(facts, columns), columns)}
      </Text>
      {isRoomy(rows) &&
        (banner === null ? <RemarkOf remark={remark} bar={bar} /> : <NoticeLine text={banner} isWarning />)}
      <Box width={columns} height={bodyRows(rows)} flexShrink={0} flexDirection="column" overflow="hidden">
        {/* Content that is too high is cut at its foot; Yoga would squeeze it, and draw lines over one another. */}
        <Box flexDirection="column" flexShrink={0}>
          {children}
        </Box>
      </Box>
      {plain !== null && <Text>{plain.position}</Text>}
      <Box width={columns} height={1} flexShrink={0} overflow="hidden">
        {notice}
      </Box>
      {below ?? <HintBar columns={columns} hints={hints} />}
    </Box>
  );
}

function TooSmall({ columns, rows }: Pick<FrameProps, 'columns' | 'rows'>): ReactNode {
  const need = `${minScreen.columns}×${minScreen.rows}`;
  const words = `rollcall needs a terminal of ${need}. This one is ${columns}×${rows}: enlarge it.`;
  const lines = wrapText(clean(words), Math.max(1, columns)).slice(0, rows);
  return (
    <Box width={columns} height={rows} flexDirection="column" overflow="hidden">
      {lines.map((line, at) => (
        <Text key={at}>{line}</Text>
      ))}
    </Box>
  );
}

function NoticeLine({ text, isWarning }: { readonly text: Clean; readonly isWarning: boolean }): ReactNode {
  return (
    <Text wrap="truncate" {...useTones()[isWarning ? 'warning' : 'plain']}>
      {text}
    </Text>
  );
}
