/** The frame around every screen: place, badges, banner, notice, and the hints of its bindings. */
import { Text, Box } from 'ink';
import { type ReactNode, useContext } from 'react';
import type { Problem } from '../../api/problem.ts';
import { isRoomy, bodyRows, smallest } from '../../state/kernel/layout.ts';
import type { Listing } from '../../state/list/listing.ts';
import { isSameList } from '../../state/list/scan.ts';
import { unseenMarks } from '../../state/marks/operations.ts';
import { noLabel } from '../../state/organisations/model.ts';
import { secondsPending, secondsLeft } from '../../state/pending.ts';
import { bannerOf } from '../../state/program/update.ts';
import type { Notice } from '../../state/program/feature.ts';
import { asksForPatience, longestPauseSeconds } from '../../state/requests/retry.ts';
import type { State } from '../../state/state.ts';
import { isKeychainPending } from '../../state/token-storage/operations.ts';
import { type Binding, type BindingGroup, hintOf, keyLabel, refusalFor } from '../keys/binding.ts';
import { ScreenContext, PlainContext, ColourContext, type Tone, useTones } from '../parts/root-context.ts';
import { type Clean, clean } from '../text/clean.ts';
import { clip, fitting, fit, width } from '../text/fit.ts';
import { count, counts, plural, clockSentence, comingTime } from '../text/quantities.ts';
import { problemSentence } from '../text/problem-wording.ts';

interface ScreenFrameProps extends Pick<FrameProps, 'status' | 'children'> {
  readonly state: State;
}

export function ScreenFrame({ state, status, children }: ScreenFrameProps): ReactNode {
  const { organisation, session } = state;
  const place = isInside(state) ? (organisation?.orgName ?? '') : (session.baseUrl ?? 'rollcall');
  const profile = session.profile === 'default' ? '' : ` (${session.profile})`;
  return (
    <Frame
      columns={state.columns}
      rows={state.rows}
      place={clean(place + profile)}
      {...(isInside(state) && state.settings.label.colour !== null && { placeColour: state.settings.label.colour })}
      badges={badges(state)}
      status={status}
      banner={bannerSentence(state)}
      notice={<NoticeLine state={state} />}
      hints={hints(state, useContext(ScreenContext).keys)}
    >
      {children}
    </Frame>
  );
}

function isInside({ screen, organisation }: State): boolean {
  return screen.kind !== 'organisations' && screen.kind !== 'signIn' && organisation !== null;
}

function badges(state: State): readonly Badge[] {
  const { session, deletion: run } = state;
  const { marked: marks } = state.marks;
  const all: Badge[] = [];
  if (session.isDemo) all.push({ text: clean('DEMO'), tone: 'accent' });
  if (session.mode === 'preview') all.push({ text: clean('PREVIEW'), tone: 'warning' });
  const { word, colour, isReadOnly } = isInside(state) ? state.settings.label : noLabel;
  if (word !== null) all.push({ text: clean(word), ...(colour !== null && { colour }) });
  if (session.mode === 'read-only' || isReadOnly) all.push({ text: clean('READ-ONLY'), tone: 'warning' });
  if (run !== null && run.finishedAt === null) {
    all.push({ text: clean(`run ${count(run.settled.length)}/${count(run.planned.length)}`), tone: 'warning' });
  }
  if (marks.size > 0 && state.screen.kind !== 'organisations') {
    const { notListed, hidden } = unseenMarks(state);
    const unseen = counts([hidden, 'hidden by the filter'], [notListed, 'not in this list']);
    const marked = `✓ ${count(marks.size)} marked`;
    const elsewhere = unseen.length === 0 ? '' : ` (${unseen.join(', ')})`;
    const away = unseen.length === 0 ? '' : `, ${count(hidden + notListed)} not here`;
    all.push({ text: clean(marked + elsewhere), short: clean(marked + away) });
  }
  return all;
}

function hints(state: State, groups: readonly BindingGroup[]): readonly Hint[] {
  const bindings = groups.flatMap((group) => group.bindings);
  const isUrgent = ({ action }: Binding): boolean => action.kind === 'runShown';
  // The key that leads back to a deletion in progress comes first: it is never cut off.
  return [...bindings.filter(isUrgent), ...bindings.filter((binding) => !isUrgent(binding))].flatMap((binding) => {
    const hint = hintOf(binding, state);
    if (hint === null || refusalFor(binding, state) !== null) return [];
    return [{ key: clean(keyLabel(binding.keys[0] ?? '')), does: clean(hint) }];
  });
}

/** The wait for an answer is shown from here on. */
const slowSeconds = 3;

/** The line above the hints: the open prompt, a pending request, else the notice. */
function NoticeLine({ state }: { readonly state: State }): ReactNode {
  const { columns, notice } = state;
  const { backoff } = state.requests;
  const { prompt } = useContext(ScreenContext);
  const said = (text: string): ReactNode => <Text>{clip(clean(text), columns)}</Text>;
  const warned = (sentence: Clean, next?: Clean): ReactNode => (
    <ProblemLine columns={columns} sentence={sentence} next={next} />
  );
  if (prompt !== null) return prompt;
  const left = secondsLeft(state);
  if (backoff !== null && left !== null) {
    return warned(problemSentence(backoff.problem), clean(`Tries again in ${left} s; esc stops.`));
  }
  // A notice about the last key is not hidden by a request in the background.
  const isSaid = ['interrupted', 'said', 'refused'].includes(notice?.kind ?? '');
  const seconds = isSaid ? 0 : secondsPending(state);
  if (seconds >= slowSeconds) {
    return said(`waiting for ${isKeychainPending(state) ? 'the keychain' : 'the service'} · ${seconds} s`);
  }
  const banner = isRoomy(state.rows) ? null : bannerSentence(state);
  switch (notice?.kind) {
    case undefined:
      return banner === null ? null : warned(banner);
    case 'staleMarked':
      return said(staleMarkedSentence(notice, columns));
    case 'marksCleared':
      return said(`Marks cleared: ${count(notice.count)}. u takes that back.`);
    case 'said':
    case 'refused':
      return said(notice.text);
    case 'interrupted':
      return warned(clean('ctrl-c again within 2 s leaves rollcall.'));
    case 'warning':
      return warned(clean(notice.text));
    case 'problem':
      return warned(problemSentence(notice.problem), nextStep(notice.problem, state));
  }
}

/** Ten years. A longer wait has no useful date. */
const longestNamedSeconds = 10 * 365 * 24 * 60 * 60;

const tryAgain = clean('r tries again.');

/** After a long Retry-After nothing is retried automatically: the time is named instead. */
function nextStep(problem: Problem, { list: { listing }, now }: State): Clean {
  const seconds = problem.kind === 'refused' && asksForPatience(problem) ? (problem.retryAfter ?? 0) : 0;
  if (seconds <= longestPauseSeconds || seconds > longestNamedSeconds) {
    return listing.missed?.problem === problem ? againWords(listing) : tryAgain;
  }
  return clean(`r tries again, not before ${comingTime(now + seconds * 1000, now)}.`);
}

/** Names the list where it differs from the one on the screen. */
function againWords({ scan, missed }: Listing): Clean {
  if (scan === null || missed === null || isSameList(scan.query, missed.query)) return tryAgain;
  const { search, includeDisabled } = missed.query;
  if (search === scan.query.search) return clean(`r tries again, ${includeDisabled ? 'with' : 'without'} disabled.`);
  return clean(search === '' ? 'r reads the whole list.' : `r searches "${clip(clean(search), 20)}" again.`);
}

function staleMarkedSentence(notice: Notice & { kind: 'staleMarked' }, columns: number): Clean {
  const { count: stale, passedOver, days, hidden, disabled } = notice;
  const over = passedOver === 0 ? '' : ` ${count(passedOver)} listed under two names: not marked.`;
  if (stale === 0) return clean(`No system is stale at ${plural(days, 'day')}.${over}`);
  const among = counts(
    [hidden, 'of them not shown by the filter'],
    [disabled, hidden === 0 ? 'of them disabled' : 'disabled'],
  );
  const marked = clean(`Marked as stale: ${[count(stale), ...among].join(', ')}.${over}`);
  return fitting([clean(`${marked} d reviews them.`), marked], columns);
}

/** One sentence, and the key that puts it away; null where there is no banner. */
export function bannerSentence(state: State): Clean | null {
  const banner = bannerOf(state);
  if (banner === null) return null;
  if (banner.kind === 'tls') return clean('NODE_TLS_REJECT_UNAUTHORIZED=0: anybody on the way can read the token.');
  return clean(`${banner.kind === 'preferences' ? banner.says : clockSentence(banner.note)} x hides`);
}

interface FrameProps extends TopLineProps {
  readonly rows: number;
  /** The title of the screen, and how much of its data is loaded. */
  readonly status: Clean;
  /** A warning, in the blank line below the head. */
  readonly banner?: Clean | null;
  /** The line above the hints, which stays blank without it: a problem, or a field. */
  readonly notice?: ReactNode;
  /** The most important first; the last one (`? all keys`) is always shown. */
  readonly hints: readonly Hint[];
  readonly children: ReactNode;
}

/** Exactly as high and wide as the terminal: Ink clears the whole scrollback for a frame that is taller. */
export function Frame({ rows, status, banner = null, notice, hints, children, ...top }: FrameProps): ReactNode {
  const { columns } = top;
  const tones = useTones();
  const plain = useContext(PlainContext);
  if (columns < smallest.columns || rows < smallest.rows) return <TooSmall columns={columns} rows={rows} />;
  return (
    <Box width={columns} height={plain === null ? rows : rows + 1} flexDirection="column" overflow="hidden">
      <TopLine {...top} />
      <Text {...tones.dim}>{fit(status, columns)}</Text>
      {isRoomy(rows) && (banner === null ? <Text> </Text> : <ProblemLine columns={columns} sentence={banner} />)}
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
      <HintBar columns={columns} hints={hints} />
    </Box>
  );
}

function TooSmall({ columns, rows }: Pick<FrameProps, 'columns' | 'rows'>): ReactNode {
  const need = `rollcall needs ${smallest.columns}×${smallest.rows}; this terminal is ${columns}×${rows}`;
  return (
    <Box width={columns} height={rows} overflow="hidden">
      <Text>{clip(clean(need), columns)}</Text>
    </Box>
  );
}

/** A short word at the right of the first line, such as `PREVIEW` or `227 marked`. */
interface Badge {
  readonly text: Clean;
  /** A shorter form, for where the place would have to be cut. */
  readonly short?: Clean;
  readonly tone?: Tone;
  /** A chosen colour, in place of a tone. */
  readonly colour?: string;
}

interface TopLineProps {
  readonly columns: number;
  /** The organisation's name, or the address of the service. */
  readonly place: Clean;
  /** The colour that was chosen for this organisation. */
  readonly placeColour?: string;
  /** The most important first. */
  readonly badges?: readonly Badge[];
}

const BADGE_GAP = '   ';

/**
 * The place at the left, the badges at the right. Where both do not fit, the badges take their short form; then the
 * place is cut, then the last badges are left out.
 */
export function TopLine({ columns, place, placeColour, badges = [] }: TopLineProps): ReactNode {
  const tones = useTones();
  const hasColours = useContext(ColourContext);
  const chosen = (colour: string | undefined) => (hasColours && colour !== undefined ? { color: colour } : undefined);
  const room = (some: readonly Badge[]): number =>
    some.reduce((sum, { text }) => sum + BADGE_GAP.length + width(text), 0);
  const isWhole = width(place) + room(badges) <= columns;
  const worded = isWhole ? badges : badges.map((badge) => ({ ...badge, text: badge.short ?? badge.text }));
  const shown = worded.filter((_, index) => room(worded.slice(0, index + 1)) <= columns);
  return (
    <Text wrap="truncate">
      <Text bold {...chosen(placeColour)}>
        {fit(place, columns - room(shown))}
      </Text>
      {shown.map(({ text, tone = 'plain', colour }, index) => (
        <Text key={index} {...(chosen(colour) ?? tones[tone])} bold={colour !== undefined}>
          {BADGE_GAP}
          {text}
        </Text>
      ))}
    </Text>
  );
}

interface ProblemLineProps {
  readonly columns: number;
  readonly sentence: Clean;
  /** What to press now, such as `r tries again.`; never cut. */
  readonly next?: Clean | undefined;
}

const SIGN = '! ';

/** A line with a problem, and the next key. */
export function ProblemLine({ columns, sentence, next }: ProblemLineProps): ReactNode {
  const ending = clean(next === undefined ? '' : ` ${next}`);
  return (
    <Text wrap="truncate" {...useTones().warning}>
      {SIGN}
      {clip(sentence, columns - SIGN.length - width(ending))}
      {ending}
    </Text>
  );
}

/** A key and what it does, in a word or two. */
interface Hint {
  readonly key: Clean;
  readonly does: Clean;
}

const HINT_GAP = '  ';

/** The keys that fit into the last line. */
export function HintBar({ columns, hints }: Pick<FrameProps, 'columns' | 'hints'>): ReactNode {
  const tones = useTones();
  return (
    <Text wrap="truncate">
      {fittingHints(hints, columns).map(({ key, does }, index) => (
        <Text key={index}>
          {index > 0 && HINT_GAP}
          <Text bold {...tones.accent}>
            {key}
          </Text>{' '}
          {clip(does, columns - width(key) - 1)}
        </Text>
      ))}
    </Text>
  );
}

/** As many hints as fit: the last one, and of the others the first ones. */
export function fittingHints(hints: readonly Hint[], columns: number): readonly Hint[] {
  const last = hints.slice(-1);
  const others = hints.slice(0, -1);
  while (others.length > 0 && room([...others, ...last]) > columns) others.pop();
  return [...others, ...last];
}

function room(hints: readonly Hint[]): number {
  return hints.reduce((sum, { key, does }) => sum + width(key) + 1 + width(does) + HINT_GAP.length, -HINT_GAP.length);
}
