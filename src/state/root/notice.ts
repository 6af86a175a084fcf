/** Notices in the line above the hints. A warning stays until another notice. */
import type { Problem } from '../../api/problem.ts';
import type { None, Tagged } from '../kernel/declare.ts';

/** Notices of any feature; those of one feature are in its declaration. */
export type PlainNotice = Tagged<{
  said: { text: string };
  /** Why a key does nothing: until there is another list, too. */
  refused: { text: string };
  /** ctrl-c was pressed once. */
  interrupted: None;
  /** `next`: the key, which is not cut off where the text is. */
  warning: { text: string; next?: string };
  problem: { problem: Problem };
}>;
