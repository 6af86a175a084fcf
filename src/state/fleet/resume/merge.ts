/** Merges the visits of two sessions to one organisation: neither drops the other's marks nor restores removed ones. */
import { type MarkField, mostMarks, type Visit } from './model.ts';

type Field = Exclude<keyof Visit, MarkField>;

const fields = ['at', 'orgId', 'orgName', 'search', 'includeDisabled', 'filter', 'sort', 'days', 'isWide', 'systemId'];

/** `base`: the visit this session began with or kept last; `theirs`: the currently kept one; null: none. */
export function mergedVisit(base: Visit | null, ours: Visit, theirs: Visit | null): Visit {
  if (theirs === null || theirs === base) return ours;
  const changed = (field: Field): boolean => JSON.stringify(base?.[field]) !== JSON.stringify(ours[field]);
  const own = Object.fromEntries((fields as readonly Field[]).filter(changed).map((field) => [field, ours[field]]));
  const marks = mergedIds(base?.marks ?? [], ours.marks, theirs.marks);
  const filterMarks = mergedIds(base?.filterMarks ?? [], ours.filterMarks, theirs.filterMarks);
  const byPerson = new Set([...marks, ...filterMarks]);
  const staleMarks = mergedIds(base?.staleMarks ?? [], ours.staleMarks, theirs.staleMarks);
  return { ...theirs, ...own, marks, filterMarks, staleMarks: staleMarks.filter((id) => !byPerson.has(id)) };
}

function mergedIds(base: readonly string[], ours: readonly string[], theirs: readonly string[]): string[] {
  const [before, own] = [new Set(base), new Set(ours)];
  const removed = (id: string): boolean => before.has(id) && !own.has(id);
  const added = ours.filter((id) => !before.has(id));
  return [...new Set([...theirs.filter((id) => !removed(id)), ...added])].slice(0, mostMarks);
}
