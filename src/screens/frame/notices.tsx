/** The line above the hints: a pending request, a banner, the notice of the last key, or recent changes. */
import { type Clean, clean } from '../text/clean.ts';
import { clip, width, wrapText } from '../text/fit.ts';
import type { Problem } from '../../api/problem.ts';
import { isRoomy } from '../../state/kernel/list-view.ts';
import type { Listing } from '../../state/fleet/list/listing.ts';
import { isSameList } from '../../state/fleet/list/scan.ts';
import { secondsLeft, secondsOfLongWait } from '../../state/root/pending.ts';
import { isFirstView } from '../../state/fleet/columns.ts';
import { isChangesLineShown } from '../../state/fleet/changes.ts';
import { bannerOf } from '../../state/session/news.ts';
import { staysInPause } from '../../state/root/navigation.ts';
import { asksForPatience, maxPauseSeconds } from '../../state/session/backoff/feature.ts';
import type { State } from '../../state/root/state.ts';
import { isKeychainPending } from '../../state/account/token-storage/feature.ts';
import { CURSOR } from '../parts/table.tsx';
import { connectedSentence, onlyDisabledSentence, staleMarkedSentence } from '../text/fleet-wording.ts';
import { clockSentence, comingTime, counts, plural, visitTime } from '../text/quantities.ts';
import { certificatesUnchecked, problemSentence } from '../text/problem-wording.ts';
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { useTones } from '../parts/root-context.ts';

// The lines of a notice: whole sentences, which also use the line of the hints if one line is too short.

export interface NoticeWords {
  readonly sentence: Clean;
  /** The next key, such as `r retries.`; never cut. */
  readonly next?: Clean | undefined;
  readonly isWarning?: true;
  /** The notice is unrelated to the last key, and never uses the line of the hints. */
  readonly isFoot?: true;
  /**
   * The notice stays while other keys are pressed: from 80 columns on, the service's message gives way to the hints.
   */
  readonly isLasting?: true;
}

/** Sentences are written for this width. */
const writtenFor = 80;

const warningSign = '! ';

export function noticeLines(
  { sentence, next, isWarning, isFoot, isLasting }: NoticeWords,
  columns: number,
): readonly Clean[] {
  const sign = isWarning === true ? warningSign : '';
  const ending = clean(next === undefined ? '' : ` ${next}`);
  const maxLines = isFoot === true || (isLasting === true && columns >= writtenFor) ? 1 : 2;
  const lines = wrapText(clean(sign + sentence + ending), columns);
  if (lines.length <= maxLines) return lines;
  if (maxLines === 1) return [clean(sign + clip(sentence, columns - sign.length - width(ending)) + ending)];
  const [first = clean('')] = wrapText(clean(sign + sentence), columns);
  const rest = clean((sign + sentence).slice(first.length).trimStart());
  return [first, clean(clip(rest, columns - width(ending)) + ending)];
}

// Which notice is shown.

export const interruptedSentence = 'Press ctrl-c again within 2 s to quit.';

/**
 * The line above the hints: a pending request, else the notice; null if there is neither. `stops`: esc stops the
 * request.
 */
export function noticeOf(state: State, foot: Clean | undefined, stops: boolean): NoticeWords | null {
  const { notice } = state;
  const { backoff } = state.requests;
  const say = (text: string): NoticeWords => ({ sentence: clean(text) });
  const warn = (sentence: Clean, next?: Clean): NoticeWords => ({ sentence, next, isWarning: true });
  const left = secondsLeft(state);
  if (backoff !== null && left !== null) {
    const next = clean(`Retries in ${left} s; esc ${staysInPause(state) ? 'pauses' : 'stops'}.`);
    return { ...warn(problemSentence(backoff.problem), next), isLasting: true };
  }
  const seconds = secondsOfLongWait(state);
  if (seconds !== null) {
    const whom = isKeychainPending(state) ? 'the keychain' : 'the service';
    const how = state.program.isLeaving ? ', then quits; ctrl-c twice quits at once.' : stops ? '; esc stops.' : '.';
    return say(`Waiting ${seconds} s for ${whom}${how}`);
  }
  const banner = isRoomy(state.rows) ? null : bannerNotice(state);
  const changed = isRoomy(state.rows) ? null : changesLine(state);
  switch (notice?.kind) {
    case undefined:
      if (banner !== null) return banner;
      return changed === null && foot === undefined ? null : { ...say(foot ?? changed?.text ?? ''), isFoot: true };
    case 'staleMarked':
      return say(staleMarkedSentence(notice));
    case 'onlyDisabledStale':
      return warn(onlyDisabledSentence(notice));
    case 'marksCleared':
      return say(`${plural(notice.count, 'mark')} cleared. u undoes.`);
    case 'watchedConnected':
      return say(connectedSentence(notice, state.now));
    case 'said':
    case 'refused':
      return say(notice.text);
    case 'interrupted':
      return warn(clean(interruptedSentence));
    case 'warning':
      return warn(clean(notice.text), notice.next === undefined ? undefined : clean(notice.next));
    case 'problem':
      return { ...warn(problemSentence(notice.problem), nextStep(notice.problem, state)), isLasting: true };
  }
}

/** Ten years in seconds. A longer wait has no useful date. */
const maxNamedSeconds = 10 * 365 * 24 * 60 * 60;

const tryAgain = clean('r retries.');

/** After a long Retry-After nothing is retried automatically: the time is shown instead. */
function nextStep(problem: Problem, { screen, list: { listing }, now }: State): Clean | undefined {
  // A form must be changed before it is sent again.
  if (screen.kind === 'operation') return undefined;
  const seconds = problem.kind === 'refused' && asksForPatience(problem) ? (problem.retryAfter ?? 0) : 0;
  if (seconds <= maxPauseSeconds || seconds > maxNamedSeconds) {
    return listing.missed?.problem === problem ? againWords(listing) : tryAgain;
  }
  return clean(`r retries, not before ${comingTime(now + seconds * 1000, now)}.`);
}

/** Names the list to retry if it differs from the shown list. */
function againWords({ scan, missed }: Listing): Clean {
  if (scan === null || missed === null || isSameList(scan.query, missed.query)) return tryAgain;
  const { search, includeDisabled } = missed.query;
  if (search === scan.query.search) return clean(`r retries, ${includeDisabled ? 'with' : 'without'} disabled.`);
  return clean(search === '' ? 'r loads the whole list.' : `r searches "${clip(clean(search), 20)}" again.`);
}

/** Changes since the last visit, and whether the line has the cursor; null if the line is hidden. */
export function changesLine(state: State): { readonly text: Clean; readonly hasCursor: boolean } | null {
  const { changes, rows, now } = state;
  if (changes === null || !isChangesLineShown(state)) return null;
  const hasCursor = changes.line === 'focused';
  const facts = counts(
    [changes.fresh.size, 'new'],
    [changes.silent.size, 'stopped connecting'],
    [changes.again, 'listed again'],
    [changes.gone.size, 'away'],
  );
  // Below the list, where it cannot have the cursor, the line starts at the edge as notices do.
  const edge = isRoomy(rows) ? `${hasCursor ? CURSOR : ' '} ` : '';
  return {
    text: clean(`${edge}Since ${visitTime(changes.since, now)}: ${facts.join(', ')} · ${keysOfChanges(state)}`),
    hasCursor,
  };
}

/** The keys of the line. While the changes are shown, it can only be hidden. */
function keysOfChanges({ changes, list, tableColumns: { savedViews } }: State): string {
  const isFocused = changes?.line === 'focused';
  if (!isFocused && list.listing.view.filter.usesChanges) return 'x hides';
  return `${isFocused ? 'enter' : isFirstView(savedViews, '4') ? '4' : ':changed'} shows, x hides`;
}

/** One sentence, and the key that dismisses it; null if there is no banner. */
export function bannerNotice(state: State): NoticeWords | null {
  const banner = bannerOf(state);
  if (banner === null) return null;
  const say = (sentence: string): NoticeWords => ({ sentence: clean(sentence), isWarning: true });
  if (banner.kind === 'tls') return say(certificatesUnchecked);
  return {
    ...say(banner.kind === 'preferences' ? banner.message : clockSentence(banner.note)),
    next: clean('x hides'),
  };
}

/** One line; its key is never cut. */
export function bannerLine(state: State): Clean | null {
  const banner = bannerNotice(state);
  return banner === null ? null : (noticeLines({ ...banner, isFoot: true }, state.columns)[0] ?? null);
}

// The last line of every screen: its keys at the left, commands and help at the right.

export interface Hint {
  readonly key: Clean;
  readonly does: Clean;
  /** Commands and help stay at the right end, at any width. */
  readonly isAlwaysThere?: boolean;
  /** The last hint to be left out, such as the key that goes back. */
  readonly isLeftOutLast?: boolean;
}

const HINT_GAP = '  ';

export function HintBar({ columns, hints }: { readonly columns: number; readonly hints: readonly Hint[] }): ReactNode {
  const tones = useTones();
  const { left, right } = fittingHints(hints, columns);
  const draw = (some: readonly Hint[]): ReactNode =>
    some.map(({ key, does }, index) => (
      <Text key={index}>
        {index > 0 && HINT_GAP}
        <Text bold {...tones.accent}>
          {key}
        </Text>
        {does !== '' && clip(clean(` ${does}`), columns - width(key))}
      </Text>
    ));
  return (
    <Text wrap="truncate">
      {draw(left)}
      {right.length > 0 && ' '.repeat(Math.max(0, columns - hintCells(left) - hintCells(right)))}
      {draw(right)}
    </Text>
  );
}

/** In fewer columns, the permanent hints show only their keys, to leave room for the screen's own. */
const namedFrom = 60;

/** As many hints as fit: permanent ones first, then those with `isLeftOutLast`. The order stays the same. */
export function fittingHints(
  hints: readonly Hint[],
  columns: number,
): Readonly<Record<'left' | 'right', readonly Hint[]>> {
  const permanent = hints.filter(({ isAlwaysThere }) => isAlwaysThere === true);
  const own = hints.filter(({ isAlwaysThere }) => isAlwaysThere !== true);
  const named = fitBeside(own, permanent, columns);
  if (columns >= namedFrom || named.left.length === own.length) return named;
  return fitBeside(
    own,
    permanent.map((hint) => ({ ...hint, does: clean('') })),
    columns,
  );
}

function fitBeside(own: readonly Hint[], right: readonly Hint[], columns: number) {
  const left = [...own];
  const maxCells = right.length === 0 ? columns : columns - hintCells(right) - HINT_GAP.length;
  while (left.length > (right.length === 0 ? 1 : 0) && hintCells(left) > maxCells) {
    const least = left.findLastIndex(({ isLeftOutLast }) => isLeftOutLast !== true);
    left.splice(least === -1 ? left.length - 1 : least, 1);
  }
  return { left, right };
}

function hintCells(hints: readonly Hint[]): number {
  const gaps = HINT_GAP.length * Math.max(0, hints.length - 1);
  return hints.reduce((sum, { key, does }) => sum + width(key) + (does === '' ? 0 : 1 + width(does)), gaps);
}
