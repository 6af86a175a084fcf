/** Loads the code of the operations of the service at its first use: most sessions never need it. */
import type { Feature } from '../../root/feature.ts';

export const operationsLoading: Feature<'operationsLoading'> = {
  update: {
    operationsWanted: (state, { then }) => [state, { kind: 'loadOperations', then }],
  },
  effects: {
    async loadOperations({ then }, { ports }) {
      await ports.loadOperations();
      return { kind: then };
    },
  },
};
