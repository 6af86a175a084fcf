/** Loaded before a package that listens for signals, to find its listeners after. */
import { constants } from 'node:os';
import process from 'node:process';

const before = listeners();

export function removeAddedListeners(): void {
  for (const [signal, there] of listeners()) {
    const earlier = before.get(signal) ?? [];
    for (const one of there) if (!earlier.includes(one)) process.removeListener(signal, one);
  }
}

function listeners() {
  const signals = Object.keys(constants.signals) as NodeJS.Signals[];
  return new Map(signals.map((signal) => [signal, process.listeners(signal)]));
}
