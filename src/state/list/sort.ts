/** Sorts the list: by which key, and how two systems compare. */
import type { System } from '../../api/system.ts';
import { sortFields, type SortId, type SortKey, systemFields } from '../systems/fields.ts';

/** `listed`: as the service lists them. `age`: by last seen, or by enrolment where never connected. */
export type SortBy = 'listed' | SortId;

export const sortKinds: readonly SortBy[] = ['listed', ...sortFields.map(({ id }) => id)];

export interface Sort {
  readonly by: SortBy;
  readonly reversed: boolean;
}

export const listedSort: Sort = { by: 'listed', reversed: false };

/** The next kind of sort, round and round. */
export function nextSort(sort: Sort): Sort {
  const next = sortKinds[(sortKinds.indexOf(sort.by) + 1) % sortKinds.length];
  return { by: next ?? 'listed', reversed: false };
}

const keyOf = new Map<SortBy, (system: System) => SortKey>(sortFields.map(({ id, key }) => [id, key]));

export function sortKeyOf(system: System, by: SortBy): SortKey {
  return keyOf.get(by)?.(system) ?? null;
}

/** By what rows that are equal are told apart, before the service's order: their names, in either direction. */
export function secondKeyOf(system: System, by: SortBy): SortKey {
  return by === 'listed' || by === 'name' ? null : systemFields.hostname.sort.key(system);
}

/** Compares two keys of one kind; 0 leaves the rows in the service's order. */
export function compareKeys(a: SortKey, b: SortKey, reversed: boolean): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  const ascending = a < b ? -1 : 1;
  return reversed ? -ascending : ascending;
}
