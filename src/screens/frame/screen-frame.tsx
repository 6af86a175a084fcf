/** The frame around every screen: place, badges, banner, notice, and the hints of its bindings. */
import { Text } from 'ink';
import { type ReactNode, useContext } from 'react';
import type { Problem } from '../../api/problem.ts';
import { isRoomy } from '../../state/kernel/layout.ts';
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
import { ScreenContext } from '../parts/root-context.ts';
import { type Clean, clean } from '../text/clean.ts';
import { clip, fitting } from '../text/fit.ts';
import { count, counts, plural, clockSentence, comingTime } from '../text/quantities.ts';
import { problemSentence } from '../text/problem-wording.ts';
import { type Badge, Frame, type Hint, ProblemLine } from './frame.tsx';

interface ScreenFrameProps {
  readonly state: State;
  /** The title of the screen, and how much of its data is loaded. */
  readonly status: Clean;
  readonly children: ReactNode;
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
