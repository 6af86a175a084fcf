/** The keys of a request: its phrase is typed and never bound; what became of it has keys of its own. */
import type { ChangeRequest } from '../../../state/change/request/feature.ts';
import { isReadingTarget } from '../../../state/change/request/requests.ts';
import type { State } from '../../../state/root/state.ts';
import { bind, type BindingGroup } from '../../keys/binding.ts';
import { isUnseen } from './request-layout.ts';

const looking = [
  bind(['up'], 'look at the rest', { kind: 'moved', motion: 'up' }, { label: '↑ ↓', hint: 'look' }),
  bind(['down'], 'look at the rest', { kind: 'moved', motion: 'down' }, { label: '↑ ↓' }),
  bind(['pageDown'], 'a screen further down', { kind: 'moved', motion: 'pageDown' }),
  bind(['pageUp'], 'a screen further up', { kind: 'moved', motion: 'pageUp' }),
];

const noRequest = 'there is no request';

function refusedBy(why: (request: ChangeRequest, state: State) => string | null): (state: State) => string | null {
  return (state) => {
    const { current } = state.request;
    return current === null ? noRequest : why(current, state);
  };
}

/** While the phrase is typed. */
export const phraseKeys: BindingGroup = {
  title: 'Send a request',
  bindings: [
    bind(['enter'], 'send it, if the phrase is right', 'requestConfirmed', {
      hint: 'send',
      refusal: refusedBy((request, state) => {
        if (isUnseen(state, request)) return 'the request does not fit into this terminal';
        return isReadingTarget(request) ? 'what is there now is still being read; your text stays' : null;
      }),
    }),
    ...looking,
    bind(['esc', 'tab'], 'back; nothing is sent', 'wentBack', { hint: 'back, nothing is sent' }),
  ],
};

/** Before keys count, and while it is sent: nothing but looking and leaving. */
const beforeQuiet: BindingGroup = {
  title: 'Send a request',
  bindings: [...looking, bind(['esc'], 'back; nothing is sent', 'wentBack', { hint: 'back, nothing is sent' })],
};

export const whileSending: BindingGroup = {
  title: 'A request under way',
  bindings: [...looking, bind(['esc'], 'look elsewhere; it is not stopped', 'wentBack', { hint: 'look elsewhere' })],
};

/** Keys of every screen that change nothing here. */
function beside(global: BindingGroup): BindingGroup {
  return { ...global, bindings: global.bindings.filter(({ worksInText }) => worksInText === true) };
}

/** After its answer. */
export const outcomeKeys: BindingGroup = {
  title: 'After a request',
  bindings: [
    bind(['r'], 'read what is there now', 'targetRefreshed', {
      hint: (state) => (state.request.current?.stage.kind === 'unknown' ? 'read now' : null),
      refusal: refusedBy(({ stage, target }) => {
        if (stage.kind !== 'unknown') return 'its outcome is known';
        return target.kind === 'none' ? 'the definition has no way to read it' : null;
      }),
    }),
    bind(['s'], 'ask for it again, with its phrase', 'requestRepeated', {
      hint: (state) => (state.request.current?.leavesBy === undefined ? 'again' : null),
      refusal: refusedBy(({ leavesBy }) => (leavesBy === undefined ? null : 'review its systems again first')),
    }),
    bind(['y'], 'copy the trace id', 'requestTraceCopied', {
      hint: 'trace id',
      refusal: refusedBy(({ stage }) => {
        const problem = 'problem' in stage ? stage.problem : null;
        return problem?.kind === 'refused' && problem.traceId !== null ? null : 'there is no trace id';
      }),
    }),
    ...looking,
    bind(['esc', 'h', 'left'], 'back to where you were', 'wentBack', { hint: 'back' }),
  ],
};

/** By how far the request is. */
export function keysOfRequest(
  { request: { current } }: State,
  _: unknown,
  global: readonly BindingGroup[],
): readonly BindingGroup[] {
  const stage = current?.stage;
  if (stage?.kind === 'asking') return stage.isArmed ? [phraseKeys] : [beforeQuiet, ...global.map(beside)];
  if (stage?.kind === 'saving' || stage?.kind === 'sending') return [whileSending, ...global.map(beside)];
  return [stage?.kind === 'paused' ? { ...outcomeKeys, bindings: looking } : outcomeKeys, ...global];
}
