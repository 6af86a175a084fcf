/** The frame around every screen: crumbs, facts, banner, notice, and the hints of its bindings. */
import { Text, Box } from 'ink';
import { type ReactNode, useContext } from 'react';
import { isRoomy, bodyRows, isTooSmall, smallest } from '../../state/kernel/layout.ts';
import { unseenMarks } from '../../state/fleet/marks/public.ts';
import { noLabel } from '../../state/session/organisations.ts';
import { defaultProfile } from '../../state/session/profile-settings.ts';
import { runRows } from '../../state/change/run-kinds.ts';
import type { State } from '../../state/root/state.ts';
import { type Binding, type BindingGroup, bindingOf, hintOf, keyLabel, refusalFor } from '../keys/binding.ts';
import type { Tone } from '../parts/palette.ts';
import { ScreenContext, PlainContext, useTones } from '../parts/root-context.ts';
import { RemarkLine } from '../parts/field.tsx';
import { type Clean, clean } from '../text/clean.ts';
import { noticeLines } from './notice-lines.ts';
import { bannerLine, changesLine, noticeOf } from './notices.ts';
import { type Hint, HintBar } from './hint-bar.tsx';
import { type Badge, type Crumbs, type Title, TopLine, type TopLineProps } from './top-line.tsx';
import { fit, wrapped } from '../text/fit.ts';
import { count, counts } from '../text/quantities.ts';

interface ScreenFrameProps extends Pick<FrameProps, 'facts' | 'factsTone' | 'children'> {
  readonly state: State;
  /** The title of this screen, as the last of the crumbs; null where the place is enough. */
  readonly title: Title | null;
  /** A position or a count, such as `12 of 1,953`, at the right of the first line. */
  readonly aside?: Clean | undefined;
  /** Stands in the line above the hints while nothing else is said there. */
  readonly foot?: Clean | undefined;
}

export function ScreenFrame({ state, title, aside, foot, facts, factsTone, children }: ScreenFrameProps): ReactNode {
  const { keys, below, prompt } = useContext(ScreenContext);
  const { columns } = state;
  const wayBack = bindingOf(keys, 'esc');
  const stops = wayBack !== undefined && refusalFor(wayBack, state) === null;
  const notice = prompt === null ? noticeOf(state, foot, stops) : null;
  const [line, second] = notice === null ? [] : noticeLines(notice, columns);
  const told = (text: Clean | undefined): ReactNode =>
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
      notice={prompt ?? told(line)}
      hints={hints(state, keys)}
      below={below === null ? told(second) : <RemarkLine remark={below} columns={columns} />}
    >
      {children}
    </Frame>
  );
}

function isInside({ screen, organisation }: State): boolean {
  return screen.kind !== 'organisations' && screen.kind !== 'signIn' && organisation !== null;
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

/** Reminders that every screen in this place shows. */
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
  if (marks.size > 0 && state.screen.kind !== 'organisations') {
    const { notListed, hidden } = unseenMarks(state);
    const away = counts([hidden + notListed, 'not shown']).map((words) => `, ${words}`);
    all.push({ text: clean(`${count(marks.size)} marked${away.join('')}`), tone: 'accent' });
  }
  return all;
}

function hints(state: State, groups: readonly BindingGroup[]): readonly Hint[] {
  const bindings = groups.flatMap((group) => group.bindings);
  const isUrgent = ({ action }: Binding): boolean => action.kind === 'runShown';
  // Systems are marked for their review.
  const isNext = ({ action }: Binding): boolean => action.kind === 'reviewOpened' && state.marks.marked.size > 0;
  // The key that returns to a run in progress comes first: it is never cut off.
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

function RemarkOf({ remark }: Pick<FrameProps, 'remark'>): ReactNode {
  const tones = useTones();
  if (remark == null) return <Text> </Text>;
  return (
    <Text bold={remark.hasCursor} {...tones[remark.hasCursor ? 'accent' : 'plain']} wrap="truncate">
      {remark.text}
    </Text>
  );
}

interface FrameProps extends TopLineProps {
  readonly rows: number;
  /** The loaded part of the list, its filter and its sort. */
  readonly facts?: Clean | undefined;
  /** The tone of a warning in the facts. */
  readonly factsTone?: Tone | undefined;
  /** A warning, in the blank line below the facts. */
  readonly banner?: Clean | null;
  /** Stands in the same line where there is no warning. */
  readonly remark?: { readonly text: Clean; readonly hasCursor: boolean } | null;
  /** The line above the hints, which stays blank without it: a problem, or a field. */
  readonly notice?: ReactNode;
  /** The most important hint first. */
  readonly hints: readonly Hint[];
  /** A line in place of the hints. */
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
        {fit(facts, columns)}
      </Text>
      {isRoomy(rows) && (banner === null ? <RemarkOf remark={remark} /> : <NoticeLine text={banner} isWarning />)}
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
  const need = `${smallest.columns}×${smallest.rows}`;
  const words = `rollcall needs a terminal of ${need}. This one is ${columns}×${rows}: enlarge it.`;
  const lines = wrapped(clean(words), Math.max(1, columns)).slice(0, rows);
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
