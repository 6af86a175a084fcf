/** The screen of one changing request: exactly what would be sent, and the phrase that sends it. */
import type { ChangeRequest } from '../../state/change/request/feature.ts';
import { isAsking, isReadingTarget } from '../../state/change/request/requests.ts';
import type { State } from '../../state/root/state.ts';
import { bind, type BindingGroup, type Extent, type ScreenDefinitions, type ViewProps } from '../screen-definition.ts';
import { factsTone, isUnseen, requestFacts, requestLayout, SystemsTakenView, takenKeys } from './request-lines.tsx';
import { Box } from 'ink';
import type { ReactNode } from 'react';
import { secondsPending } from '../../state/root/pending.ts';
import type { PhrasePrompt } from '../../state/change/phrase.ts';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import { ScrolledLines } from '../parts/table.tsx';
import { type Clean, clean } from '../text/clean.ts';
import { count } from '../text/quantities.ts';
import { PhraseBox, phraseNote } from './phrase-box.tsx';

// The keys of a request. Its phrase is typed text and never a binding; its outcome has other keys.

const scrollKeys = [
  bind(['up'], 'look at the rest', { kind: 'moved', motion: 'up' }, { label: '↑ ↓', hint: 'look' }),
  bind(['down'], 'look at the rest', { kind: 'moved', motion: 'down' }, { label: '↑ ↓' }),
  bind(['pageDown'], 'a screen further down', { kind: 'moved', motion: 'pageDown' }),
  bind(['pageUp'], 'a screen further up', { kind: 'moved', motion: 'pageUp' }),
];

const noRequest = 'there is no request';

function refuseBy(why: (request: ChangeRequest, state: State) => string | null): (state: State) => string | null {
  return (state) => {
    const { current } = state.request;
    return current === null ? noRequest : why(current, state);
  };
}

const phraseKeys: BindingGroup = {
  title: 'Send a request',
  bindings: [
    bind(['enter'], 'send it, if the phrase is right', 'requestConfirmed', {
      hint: 'send',
      refusal: refuseBy((request, state) => {
        if (isUnseen(state, request)) return 'the request does not fit into this terminal';
        return isReadingTarget(request) ? 'what is there now is still being read; your text stays' : null;
      }),
    }),
    ...scrollKeys,
    bind(['esc', 'tab'], 'back; nothing is sent', 'wentBack', { hint: 'back, nothing is sent' }),
  ],
};

/** Keys before the quiet period ends and while the request is sent: only scrolling and leaving. */
const keysBeforeQuiet: BindingGroup = {
  title: 'Send a request',
  bindings: [...scrollKeys, bind(['esc'], 'back; nothing is sent', 'wentBack', { hint: 'back, nothing is sent' })],
};

const keysWhileSending: BindingGroup = {
  title: 'A request under way',
  bindings: [...scrollKeys, bind(['esc'], 'look elsewhere; it is not stopped', 'wentBack', { hint: 'look elsewhere' })],
};

/** Keeps the global keys that change nothing on this screen. */
function onlyInText(global: BindingGroup): BindingGroup {
  return { ...global, bindings: global.bindings.filter(({ worksInText }) => worksInText === true) };
}

const outcomeKeys: BindingGroup = {
  title: 'After a request',
  bindings: [
    bind(['r'], 'read what is there now', 'targetRefreshed', {
      hint: (state) => (state.request.current?.stage.kind === 'unknown' ? 'read now' : null),
      refusal: refuseBy(({ stage, target }) => {
        if (stage.kind !== 'unknown') return 'its outcome is known';
        return target.kind === 'none' ? 'the definition has no way to read it' : null;
      }),
    }),
    bind(['s'], 'ask for it again, with its phrase', 'requestRepeated', {
      hint: (state) => (state.request.current?.leavesBy === undefined ? 'again' : null),
      refusal: refuseBy(({ leavesBy }) => (leavesBy === undefined ? null : 'review its systems again first')),
    }),
    bind(['y'], 'copy the trace id', 'requestTraceCopied', {
      hint: 'trace id',
      refusal: refuseBy(({ stage }) => {
        const problem = 'problem' in stage ? stage.problem : null;
        return problem?.kind === 'refused' && problem.traceId !== null ? null : 'there is no trace id';
      }),
    }),
    ...scrollKeys,
    bind(['esc', 'h', 'left'], 'back to where you were', 'wentBack', { hint: 'back' }),
  ],
};

function keysOfRequest(
  { request: { current } }: State,
  _: unknown,
  global: readonly BindingGroup[],
): readonly BindingGroup[] {
  const stage = current?.stage;
  if (stage?.kind === 'asking') return stage.isArmed ? [phraseKeys] : [keysBeforeQuiet, ...global.map(onlyInText)];
  if (stage?.kind === 'saving' || stage?.kind === 'sending') return [keysWhileSending, ...global.map(onlyInText)];
  return [stage?.kind === 'paused' ? { ...outcomeKeys, bindings: scrollKeys } : outcomeKeys, ...global];
}

export const requestScreens: ScreenDefinitions<'request' | 'systemsTaken'> = {
  request: {
    View: RequestScreen,
    keys: [keysWhileSending, outcomeKeys],
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

/** Text without a cursor scrolls by its first line; the last position shows the last screenful. */
function requestExtent(state: State): Extent {
  const { current } = state.request;
  if (current === null) return { length: 1, height: 1 };
  const { lines, height } = requestLayout(state, current);
  return { length: Math.max(1, lines.length - height + 1), height: Math.max(1, height) };
}

function noteOnPhrase(request: ChangeRequest, prompt: PhrasePrompt): Clean {
  const enter = isReadingTarget(request) ? 'enter works when the target is read' : 'enter sends it';
  return phraseNote(prompt, { phrase: request.judged.phrase, done: 'sent', enter });
}
