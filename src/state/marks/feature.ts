/** Declares the feature: which systems are chosen. */
import type { Slice } from '../kernel/slice.ts';
import { type Marks, noMarks } from './marks.ts';

export interface MarksState {
  readonly marked: Marks;
  /** As they were before the last change; undoing that is a change, too. */
  readonly before: Marks | null;
  /** Where a range of rows begins that is to be marked: the system's id. */
  readonly rangeFrom: string | null;
}

export type MarksAction =
  | { readonly kind: 'rangeToggled' }
  | { readonly kind: 'markingUndone' }
  /** After the question whether every page is to be read first. */
  | { readonly kind: 'allMarked'; readonly readFirst: boolean }
  | { readonly kind: 'markToggled' }
  | { readonly kind: 'matchingMarked' }
  | { readonly kind: 'marksInverted' }
  | { readonly kind: 'marksCleared' }
  | { readonly kind: 'markedOnlyToggled' }
  | { readonly kind: 'markListOpened' }
  | { readonly kind: 'markListEdited'; readonly text: string }
  | { readonly kind: 'editingFailed'; readonly says: string };

export type MarksEffect =
  /** `name`: of the file in which it is edited. */
  { readonly kind: 'editText'; readonly name: string; readonly text: string };

export type MarksOverlay =
  /** All of a list that is not read to its end are to be marked: those that are here, or all of them? */
  { readonly kind: 'markAll' };

/** Which systems are chosen. */
export interface MarksFeature {
  readonly state: MarksState;
  readonly action: MarksAction;
  readonly effect: MarksEffect;
  readonly overlay: MarksOverlay;
}

export const marksSlice: Slice<MarksState> = {
  initial: { marked: noMarks, before: null, rangeFrom: null },
  lasts: 'organisation',
};
