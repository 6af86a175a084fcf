/** What happens when a wait is over, or when a person does not want to wait? */
import type { Operation, Problem } from '../../api/problem.ts';
import { rereadGivenUp } from '../review/review.ts';
import { runStopped } from '../deletion/update.ts';
import { toSlice } from '../slices.ts';
import { noFailures, type State } from '../state.ts';
import { andThen, type Step } from '../kernel/step.ts';
import type { Read } from './model.ts';

/** Does going back mean to wait no longer? Not where it closes something that lies over the screen first. */
export function isLeavable({ requests: { wait }, overlay, prompt }: State): boolean {
  return wait !== null && (overlay?.kind === 'token' || (overlay === null && prompt === null));
}

/** What was held is not sent: a run stops with its queue kept, and every screen hears why it has no answer. */
export function waitLeft(state: State): Step {
  const { overlay } = state;
  const { wait } = state.requests;
  if (wait === null) return [state];
  const isReviewing = state.review !== null && wait.held.some(({ kind }) => kind === 'rereadSystem');
  const left: State = {
    ...state,
    review: isReviewing ? rereadGivenUp(state.review, { ...wait.problem, operation: 'read system' }) : state.review,
    requests: { ...state.requests, wait: null, failures: noFailures },
    overlay: overlay?.kind === 'token' ? null : overlay,
  };
  const stopped = runStopped(left, wait.until.kind === 'token' ? 'token' : 'asked');
  return wait.held.reduce<Step>(
    (step, read) => andThen(step, (next) => toSlice(next, failureOf(read, wait.problem, next))),
    stopped,
  );
}

function failureOf(read: Read, problem: Problem, { now }: State) {
  const told = (operation: Operation): Problem => ({ ...problem, operation });
  switch (read.kind) {
    case 'listOrganisations':
    case 'tryToken':
      return {
        kind: 'organisationsFailed',
        session: read.session,
        problem: told('list organisations'),
      } as const;
    case 'checkAccess':
      return { kind: 'accessCheckFailed', run: read.run, problem: told('list organisations'), now } as const;
    case 'readPage':
      return { kind: 'pageFailed', scan: read.scan, problem: told('list systems') } as const;
    case 'readCheckPage':
      return { kind: 'checkPageFailed', run: read.run, problem: told('list systems') } as const;
    case 'readSystem':
      return { kind: 'detailsFailed', systemId: read.systemId, problem: told('read system') } as const;
    case 'rereadSystem': {
      const { review, systemId } = read;
      return { kind: 'rereadFailed', review, systemId, problem: told('read system') } as const;
    }
    case 'recheckSystem': {
      const { run, systemId } = read;
      return { kind: 'recheckFailed', run, systemId, problem: told('read system'), now } as const;
    }
  }
}
