/** Effects of the details: the system is read. */
import type { Reads } from '../kernel/feature.ts';
import { systemRead } from '../systems/effects.ts';
import type { DetailsRead } from './feature.ts';

export const detailsReads: Reads<'details'> = {
  readSystem: {
    ...systemRead<DetailsRead>(
      ({ systemId }, { system }, now) => ({ kind: 'detailsArrived', systemId, system, now }),
      ({ systemId }, problem) => ({ kind: 'detailsFailed', systemId, problem }),
    ),
    slot: 'details',
    key: () => 'details',
    answers: { detailsArrived: () => 'details', detailsFailed: () => 'details' },
    retries: {
      detailsFailed({ organisation, screen }, { systemId }) {
        const isAwaited = screen.kind === 'details' && screen.systemId === systemId;
        if (!isAwaited || screen.system.kind !== 'loading' || organisation === null) return null;
        return { kind: 'readSystem', orgId: organisation.orgId, systemId };
      },
    },
  },
};
