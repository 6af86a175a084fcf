/** What has come so far of a paste whose end has not? It is looked for in what is new: a paste may be megabytes. */
import { pasteEnd } from './input-parser.ts';

export interface OpenPaste {
  /** Takes what came next; answers all of it once the end is there, with what follows the paste, and null until then. */
  take(chunk: string): string | null;
  /** As far as it came. */
  text(): string;
}

/** `begun` holds the beginning, and no end. */
export function openPaste(begun: string): OpenPaste {
  const chunks = [begun];
  // The end may be cut anywhere.
  let tail = begun.slice(1 - pasteEnd.length);
  const text = (): string => chunks.join('');
  return {
    take(chunk) {
      chunks.push(chunk);
      const fresh = tail + chunk;
      tail = fresh.slice(1 - pasteEnd.length);
      return fresh.includes(pasteEnd) ? text() : null;
    },
    text,
  };
}
