/** Effects of the service's enrolment keys: reads them page by page. */
import { readServiceKeys } from '../../../api/service-keys.ts';
import type { Reads } from '../../root/feature.ts';
import { isAwaited, keysRead } from './reading.ts';

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
