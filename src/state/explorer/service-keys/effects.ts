/** Effects of the service's enrolment keys: reads them page by page. */
import { readServiceKeys } from '../../../api/enrolment-keys.ts';
import type { Of, Reads } from '../../root/feature.ts';
import type { Read, State } from '../../root/state.ts';
import type { ServiceKeyList } from '../../account/enrolment-keys/feature.ts';

const key = (): string => 'service keys';

export const serviceKeysReads: Reads<'serviceKeys'> = {
  readServiceKeys: {
    slot: 'serviceKeys',
    key,
    async send({ attempt, orgId, paging }, { client, signal }) {
      const answer = await readServiceKeys(client(), orgId, paging, signal);
      return answer.ok
        ? { kind: 'serviceKeysArrived', attempt, page: answer.value }
        : { kind: 'serviceKeysFailed', attempt, problem: answer.problem };
    },
    answers: { serviceKeysArrived: key, serviceKeysFailed: key },
    retries: {
      serviceKeysFailed(state, { attempt }) {
        const { list } = state.serviceKeys;
        return list?.attempt === attempt && isAwaited(state) ? keysRead(list) : null;
      },
    },
    givenUp: ({ attempt }, problem) => ({
      kind: 'serviceKeysFailed',
      attempt,
      problem: { ...problem, operation: 'list enrolment keys' },
    }),
  },
};

/** Is the screen of the keys shown, or beneath the shown one? */
export function isAwaited({ screen, trail }: State): boolean {
  return [screen, ...trail].some(({ kind }) => kind === 'keysSeen');
}

/** The next page of the list. */
export function keysRead({ attempt, orgId, paging }: ServiceKeyList): Of<Read, 'readServiceKeys'> {
  return { kind: 'readServiceKeys', attempt, orgId, paging };
}
