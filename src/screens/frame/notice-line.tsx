/** The line above the hints: the open prompt, a pending request, else the notice. */
import { Text } from 'ink';
import { type ReactElement, type ReactNode, useContext } from 'react';
import { secondsAwaited, secondsLeft } from '../../state/pending.ts';
import type { Problem } from '../../api/problem.ts';
import { asksForPatience, longestPauseSeconds } from '../../state/requests/retry.ts';
import { isKeychainAwaited } from '../../state/token-storage/operations.ts';
import { isSameList } from '../../state/list/scan.ts';
import type { Notice } from '../../state/program/feature.ts';
import type { State } from '../../state/state.ts';
import type { Listing } from '../../state/list/listing.ts';
import { isRoomy } from '../../state/kernel/layout.ts';
import { ProblemLine } from '../parts/problem-line.tsx';
import { ScreenContext } from '../parts/root-context.ts';
import { bannerSentence } from '../text/banner-wording.ts';
import { type Clean, clean } from '../text/clean.ts';
import { clip, fitting } from '../text/fit.ts';
import { count, plural } from '../text/numbers.ts';
import { problemSentence } from '../text/problem-wording.ts';
import { comingTime } from '../text/times.ts';

/** The wait for an answer is shown from here on. */
const slowSeconds = 3;

/** Ten years. A longer wait has no useful date. */
const longestNamedSeconds = 10 * 365 * 24 * 60 * 60;

const tryAgain = clean('r tries again.');
const interruptedSentence = clean('ctrl-c again within 2 s leaves rollcall.');

export function NoticeLine({ state }: { readonly state: State }): ReactNode {
  const { columns } = state;
  const { wait } = state.requests;
  const { prompt } = useContext(ScreenContext);
  if (prompt !== null) return prompt;
  const left = secondsLeft(state);
  if (wait !== null && left !== null) {
    const next = clean(`Tries again in ${left} s; esc stops.`);
    return <ProblemLine columns={columns} sentence={problemSentence(wait.problem)} next={next} />;
  }
  // A notice about the last key is not hidden by a request in the background.
  const isSaid = ['interrupted', 'said', 'refused'].includes(state.notice?.kind ?? '');
  const seconds = isSaid ? 0 : secondsAwaited(state);
  if (seconds >= slowSeconds) {
    const whom = isKeychainAwaited(state) ? 'the keychain' : 'the service';
    return <Text>{clip(clean(`waiting for ${whom} · ${seconds} s`), columns)}</Text>;
  }
  const banner = isRoomy(state.rows) ? null : bannerSentence(state);
  if (state.notice === null && banner !== null) return <ProblemLine columns={columns} sentence={banner} />;
  return <NoticeText state={state} notice={state.notice} />;
}

function NoticeText({ state, notice }: { readonly state: State; readonly notice: Notice | null }): ReactElement {
  const { columns } = state;
  switch (notice?.kind) {
    case undefined:
      return <Text> </Text>;
    case 'staleMarked':
      return <Text>{clip(staleMarkedSentence(notice, columns), columns)}</Text>;
    case 'marksCleared':
      return <Text>{clip(clean(`Marks cleared: ${count(notice.count)}. u takes that back.`), columns)}</Text>;
    case 'said':
    case 'refused':
      return <Text>{clip(clean(notice.text), columns)}</Text>;
    case 'interrupted':
      return <ProblemLine columns={columns} sentence={interruptedSentence} />;
    case 'warning':
      return <ProblemLine columns={columns} sentence={clean(notice.text)} />;
    case 'problem':
      return (
        <ProblemLine
          columns={columns}
          sentence={problemSentence(notice.problem)}
          next={nextStep(notice.problem, state)}
        />
      );
  }
}

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
  const among = [
    ...(hidden === 0 ? [] : [`${count(hidden)} of them not shown by the filter`]),
    ...(disabled === 0 ? [] : [`${count(disabled)} ${hidden === 0 ? 'of them ' : ''}disabled`]),
  ];
  const marked = clean(`Marked as stale: ${[count(stale), ...among].join(', ')}.${over}`);
  return fitting([clean(`${marked} d reviews them.`), marked], columns);
}
