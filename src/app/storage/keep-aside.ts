/** Where does a file go that cannot be read? Beside its place, before anything can overwrite it. */
import { renameSync } from 'node:fs';

/** Its path from then on; null where it cannot be moved. */
export function keepAside(path: string): string | null {
  const kept = `${path}.bad-${new Date().toISOString().replaceAll(':', '-')}`;
  try {
    renameSync(path, kept);
    return kept;
  } catch {
    return null;
  }
}
