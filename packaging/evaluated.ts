/** Tells which modules of a bundle are evaluated together. */
import type { Metafile } from 'esbuild';

/** These and all that they import, without what they load later. */
export function evaluatedWith(inputs: Metafile['inputs'], entries: readonly string[]): ReadonlySet<string> {
  const found = new Set(entries);
  // A set goes on to what is added while it is walked.
  for (const name of found) {
    const imports = inputs[name]?.imports ?? [];
    const before = imports.filter(({ kind, external }) => kind !== 'dynamic-import' && external !== true);
    for (const { path } of before) found.add(path);
  }
  return found;
}
