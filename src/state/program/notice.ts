/** Notices: what is said in the line above the hints. */
import type { Problem } from '../../api/problem.ts';

/** A warning stays until something else is said. */
export type Notice =
  | { readonly kind: 'said'; readonly text: string }
  /** Why a key does nothing: until there is another list, too. */
  | { readonly kind: 'refused'; readonly text: string }
  | {
      readonly kind: 'staleMarked';
      readonly count: number;
      readonly passedOver: number;
      readonly days: number;
      /** Of those marked: the filter leaves them out. */
      readonly hidden: number;
      /** Of those marked. */
      readonly disabled: number;
    }
  | { readonly kind: 'marksCleared'; readonly count: number }
  /** ctrl-c was pressed once. */
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'warning'; readonly text: string }
  | { readonly kind: 'problem'; readonly problem: Problem };
