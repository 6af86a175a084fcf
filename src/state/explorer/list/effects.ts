/** Effects of the list of operations: opens an operation, and exports the list. */
import { written } from '../../fleet/export/effects.ts';
import type { Effects } from '../../root/feature.ts';

export const operationsEffects: Effects<'operations'> = {
  openOperation: ({ operation, known }) => ({ kind: 'operationOpened', operation, known }),
  exportOperations: ({ what }, { ports }) => written(() => ports.exportAnswer(what)),
};
