/** How is memory kept small? By settings of the JavaScript engine, before much of it is taken. */
import { setFlagsFromString } from 'node:v8';
import type { State } from '../../state/state.ts';

/**
 * From here on the space for new objects does not grow, and the rest grows by a third at a time: left to itself, the
 * engine takes several times what 100,000 systems need, and saves no time that a person could notice.
 */
function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=30');
}

interface Watched {
  state(): State;
  subscribe(listener: () => void): () => void;
}

/** Fewer need little memory either way, and are read with a tenth less processor time when it need not be saved. */
const many = 15_000;

/** Once so many systems are read that it matters: until then it would only hold up the start, and the reading. */
export function keepHeapSmallForMany(store: Watched): void {
  const unsubscribe = store.subscribe(() => {
    if ((store.state().list.listing.scan?.count ?? 0) < many) return;
    keepHeapSmall();
    unsubscribe();
  });
}
