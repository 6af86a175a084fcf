/** Effects of the details: the system is read. */
import { readSystem } from '../../api/systems.ts';
import type { Reads } from '../kernel/feature.ts';

export const detailsReads: Reads<'details'> = {
  readSystem: {
    slot: 'details',
    key: () => 'details',
    async send({ orgId, systemId }, { client, clock, signal }) {
      const answer = await readSystem(client(), orgId, systemId, signal);
      return answer.ok
        ? { kind: 'detailsArrived', systemId, system: answer.value.system, now: clock.now() }
        : { kind: 'detailsFailed', systemId, problem: answer.problem };
    },
    answers: { detailsArrived: () => 'details', detailsFailed: () => 'details' },
    retries: {
      detailsFailed({ organisation, screen }, { systemId }) {
        const isAwaited = screen.kind === 'details' && screen.systemId === systemId;
        if (!isAwaited || screen.system.kind !== 'loading' || organisation === null) return null;
        return { kind: 'readSystem', orgId: organisation.orgId, systemId };
      },
    },
    givenUp: ({ systemId }, problem) => ({
      kind: 'detailsFailed',
      systemId,
      problem: { ...problem, operation: 'read system' },
    }),
  },
};
