/** Something that is read from the service. The last value stays during a refresh, and after a failed one. */
import type { Problem } from '../../api/problem.ts';

export type Loadable<T> =
  | { readonly kind: 'loading'; readonly last: T | null }
  | { readonly kind: 'ready'; readonly value: T }
  | { readonly kind: 'failed'; readonly problem: Problem; readonly last: T | null };

/** The value as far as it is known: read now, or before. */
export function known<T>(loadable: Loadable<T>): T | null {
  return loadable.kind === 'ready' ? loadable.value : loadable.last;
}

/** The same thing, being refreshed. */
export function readAgain<T>(loadable: Loadable<T>): Loadable<T> {
  return { kind: 'loading', last: known(loadable) };
}
