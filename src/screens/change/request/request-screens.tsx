/** One request that changes something: exactly what would be sent, and the phrase that sends it. */
import { Box } from 'ink';
import type { ReactNode } from 'react';
import { secondsPending } from '../../../state/root/pending.ts';
import type { PhrasePrompt } from '../../../state/change/phrase.ts';
import { isAsking, isReadingTarget } from '../../../state/change/request/requests.ts';
import type { ChangeRequest } from '../../../state/change/request/feature.ts';
import type { State } from '../../../state/root/state.ts';
import { ScreenFrame } from '../../frame/screen-frame.tsx';
import { ScrolledLines } from '../../parts/table.tsx';
import type { Extent, ScreenDefinitions, ViewProps } from '../../screen-definition.ts';
import { type Clean, clean } from '../../text/clean.ts';
import { count } from '../../text/quantities.ts';
import { PhraseBox, phraseNote } from '../phrase-box.tsx';
import { keysOfRequest, outcomeKeys, phraseKeys, whileSending } from './request-keys.ts';
import { requestLayout } from './request-layout.ts';
import { factsTone, requestFacts } from './request-words.ts';
import { SystemsTakenView, takenKeys } from './systems-taken.tsx';

export const requestScreens: ScreenDefinitions<'request' | 'systemsTaken'> = {
  request: {
    View: RequestScreen,
    keys: [whileSending, outcomeKeys],
    fieldKeys: [phraseKeys],
    inForce: keysOfRequest,
    isClosed: true,
    extent: requestExtent,
  },
  systemsTaken: { View: SystemsTakenView, keys: [takenKeys] },
};

function RequestScreen({ state, screen }: ViewProps<'request'>): ReactNode {
  const { current } = state.request;
  if (current === null) return null;
  const layout = requestLayout(state, current);
  const { lines, height } = layout;
  const top = Math.max(0, Math.min(screen.list.row, lines.length - height));
  const last = Math.min(lines.length, top + height);
  const more = lines.length <= height ? '' : `lines ${top + 1}–${last} of ${count(lines.length)}`;
  return (
    <ScreenFrame
      state={state}
      title={clean('Request')}
      facts={requestFacts(state, current, more, secondsPending(state))}
      factsTone={factsTone(current.stage)}
    >
      <Box height={height} flexDirection="column" flexShrink={0} overflow="hidden">
        <ScrolledLines lines={lines} at={screen.list} height={height} />
      </Box>
      {isAsking(current) && (
        <PhraseBox
          {...{ prompt: current.stage, layout, columns: state.columns, note: noteOnPhrase(current, current.stage) }}
          tone={current.judged.kind === 'change' ? 'plain' : 'danger'}
        />
      )}
    </ScreenFrame>
  );
}

/** Text without a cursor scrolls by its first line, down to the one that leaves the last screenful. */
function requestExtent(state: State): Extent {
  const { current } = state.request;
  if (current === null) return { length: 1, height: 1 };
  const { lines, height } = requestLayout(state, current);
  return { length: Math.max(1, lines.length - height + 1), height: Math.max(1, height) };
}

/** A note on the typed text. */
function noteOnPhrase(request: ChangeRequest, prompt: PhrasePrompt): Clean {
  const enter = isReadingTarget(request) ? 'enter works when the target is read' : 'enter sends it';
  return phraseNote(prompt, { phrase: request.judged.phrase, done: 'sent', enter });
}
