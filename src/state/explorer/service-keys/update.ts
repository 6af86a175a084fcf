/** Reads the service's enrolment keys for the screen that counts them, if the definition has the operation. */
import type { Paging } from '../../../api/paging/envelope.ts';
import type { Problem } from '../../../api/problem.ts';
import { isSameKey, keyRows } from '../../account/enrolment-keys/selectors.ts';
import type { Feature } from '../../root/feature.ts';
import type { Step } from '../../root/step.ts';
import type { State } from '../../root/state.ts';
import { capabilityOf } from '../../../api/calls/capabilities.ts';
import { definitionNeeded } from '../definition/reading.ts';
import { isAwaited, keysRead, serviceKeysReads } from './effects.ts';
import type { ServiceKeyList } from '../../account/enrolment-keys/feature.ts';
import { newKeyFieldsWanted, newKeyFormFollowed } from './new-key-form.ts';
import { afterKeyChange, isAboutKeys, keySwitchRequested, withKeys } from './switching.ts';

export const serviceKeys: Feature<'serviceKeys'> = {
  update: {
    serviceKeysWanted: keysNeeded,
    serviceKeysArrived(state, { attempt, page }) {
      const { list } = state.serviceKeys;
      if (list?.attempt !== attempt) return [state];
      const { paging } = page;
      const keys = list.paging === null ? page.keys : [...list.keys, ...page.keys];
      // Pages that nobody looks at are not requested.
      const isReading = paging.next.kind === 'page' && isAwaited(state);
      const read: ServiceKeyList = { ...list, keys, paging, problem: problemOf(paging), isReading };
      const after = withCursorKept(state, withKeys(state, { list: read }));
      return isReading ? [after, keysRead(read)] : [after];
    },
    serviceKeysFailed(state, { attempt, problem }) {
      const { list } = state.serviceKeys;
      if (list?.attempt !== attempt) return [state];
      const isUnknown = problem.kind === 'refused' && (problem.status === 404 || problem.status === 405);
      return isUnknown && list.paging === null
        ? [withCursorKept(state, withKeys(state, { list: null, isWithdrawn: true }))]
        : [withKeys(state, { list: { ...list, isReading: false, problem } })];
    },
    keySwitchRequested,
    newKeyFieldsWanted,
  },
  effects: {
    // Dispatched at once: a key of the same input already belongs to the request.
    showKeyRequest({ call, operation }, { dispatch }) {
      dispatch({ kind: 'requestShown', call, operation });
      return null;
    },
    openKeyForm({ operation, description }) {
      const body = description === '' ? {} : { description };
      return { kind: 'operationOpened', operation, known: {}, body };
    },
  },
  reacts: {
    keysSeenOpened: keysNeeded,
    definitionArrived(state, { definition }) {
      const isNamed = capabilityOf(definition, 'list enrolment keys') !== null;
      if (!isNamed) return [withCursorKept(state, withKeys(state, { list: null }))];
      return isAwaited(state) && state.serviceKeys.list === null ? keysAsked(state) : [state];
    },
    changeAnswered(state, { id }, before) {
      const { current } = state.request;
      const isOwn = current?.id === id && before.request.current?.stage.kind === 'sending';
      if (!isOwn || !isAboutKeys(current.operation)) return [state];
      const next = afterKeyChange(state, current);
      const isSent = current.stage.kind === 'done' || current.stage.kind === 'unknown';
      return isSent && isAwaited(next) ? keysAsked(next) : [next];
    },
  },
  after: (state, before) => newKeyFormFollowed(state, before),
  reads: serviceKeysReads,
  pending({ screen, serviceKeys: { list } }) {
    const isPending = screen.kind === 'keysSeen' && list?.isReading === true;
    return isPending ? `keys ${list.attempt} ${list.paging?.addresses.length ?? 0}` : null;
  },
};

function keysNeeded(state: State): Step {
  return state.definition.definition === null ? definitionNeeded(state) : keysAsked(state);
}

/** Requests the first page, if the definition has exactly one such operation and an organisation is open. */
function keysAsked(state: State): Step {
  const { organisation, nextId: attempt } = state;
  const { definition } = state.definition;
  if (definition === null || organisation === null || state.serviceKeys.isWithdrawn) return [state];
  if (capabilityOf(definition, 'list enrolment keys') === null) return [withKeys(state, { list: null })];
  const { orgId } = organisation;
  const last = state.serviceKeys.list;
  const keys = last?.orgId === orgId ? last.keys : [];
  const list = { orgId, attempt, keys, isReading: true, paging: null, problem: null };
  return [{ ...withKeys(state, { list }), nextId: attempt + 1 }, keysRead(list)];
}

function problemOf({ next, addresses: { length: page } }: Paging): Problem | null {
  return next.kind === 'untrusted' ? { ...next, operation: 'list enrolment keys', kind: 'untrustedLink', page } : null;
}

/** The state after a change of rows, with the cursor on the same key. */
function withCursorKept(before: State, after: State): State {
  const { screen } = after;
  if (screen.kind !== 'keysSeen') return after;
  const { row, top } = screen.list;
  const key = keyRows(before)[row];
  const at = key === undefined ? -1 : keyRows(after).findIndex((other) => isSameKey(key, other));
  return at < 0 ? after : { ...after, screen: { ...screen, list: { row: at, top: Math.max(0, top + at - row) } } };
}
