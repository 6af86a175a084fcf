/** Declares the feature: which systems are chosen. */
import type { None, Slice, Tagged } from '../../kernel/declare.ts';
import { type Marks, noMarks } from './marks.ts';

export interface MarksFeature {
  readonly state: {
    readonly marked: Marks;
    /** As they were before the last change; undoing that is a change, too. */
    readonly before: Marks | null;
    /** Where a range of rows begins that is to be marked: the system's id. */
    readonly rangeFrom: string | null;
    /** Marked systems that a review left out: the next one leaves them out again. */
    readonly excluded: ReadonlySet<string>;
    /** The stale rule has just marked none: the row under the cursor is not what a review would be meant for. */
    readonly isNoneStale: boolean;
  };
  readonly action: Tagged<{
    rangeToggled: None;
    markingUndone: None;
    /** After the question whether every page is to be read first. */
    allMarked: { readFirst: boolean };
    markToggled: None;
    matchingMarked: None;
    marksInverted: None;
    marksCleared: None;
    markedOnlyToggled: None;
    markListOpened: None;
    markListEdited: { text: string };
    editingFailed: { says: string };
  }>;
  /** `name`: of the file in which it is edited. */
  readonly effect: { readonly kind: 'editText'; readonly name: string; readonly text: string };
  /** All of a list that is not read to its end are to be marked: those that are here, or all of them? */
  readonly overlay: { readonly kind: 'markAll' };
  readonly field: 'pattern';
}

export const marksSlice: Slice<MarksFeature['state']> = {
  initial: { marked: noMarks, before: null, rangeFrom: null, excluded: new Set(), isNoneStale: false },
  lasts: 'organisation',
};
