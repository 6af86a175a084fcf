/** Declares the feature: which systems are chosen. */
import type { Organisation } from '../../../api/organisations.ts';
import type { System } from '../../../api/system.ts';
import type { UnknownAges } from '../staleness/staleness.ts';
import type { None, Slice, Tagged } from '../../kernel/declare.ts';
import { type Marks, noMarks } from './marks.ts';

/** Result of marking stale systems. */
export interface StaleMarked {
  readonly count: number;
  readonly days: number;
  /** The stale systems of this key, tag or age; null: all of them. */
  readonly of: string | null;
  /** Listed under two names, and not marked. */
  readonly passedOver: number;
  /** The filter leaves so many of them out. */
  readonly hidden: number;
  /** Disabled systems among them. */
  readonly disabled: number;
  /** The list left disabled systems out before. */
  readonly isShowingDisabled: boolean;
  /** Disabled and stale, and not marked: the profile leaves them out. */
  readonly leftOut: number;
  /** Counts the whole list; null: none, or a part of the stale systems was marked. */
  readonly unknown: UnknownAges | null;
}

/** `kept`: there is no folder, and the list lasts as long as this session. `code`: why it could not be saved. */
export type MarksSaved = { readonly kind: 'saved' | 'kept' } | { readonly kind: 'failed'; readonly code: string };

/** The marks with which an organisation was left: ids and names, one system a line. */
export type SavedMarks =
  | { readonly kind: 'read'; readonly text: string; readonly count: number; readonly at: number }
  | { readonly kind: 'refused'; readonly code: string };

/** One list for each organisation. */
interface SavedMarkLists {
  /** Replaces the list. Without systems, a list that this session has read is removed. */
  save(baseUrl: string, orgId: string, systems: readonly System[]): MarksSaved;
  /** Null: nothing is saved. */
  read(baseUrl: string, orgId: string): SavedMarks | null;
}

export interface MarksFeature {
  readonly state: {
    readonly marked: Marks;
    /** The marks before the last change; undo is a change, too. */
    readonly before: Marks | null;
    /** The id of the system at which an open range begins. */
    readonly rangeFrom: string | null;
    /** Marked systems that a review left out: the next one leaves them out again. */
    readonly excluded: ReadonlySet<string>;
    /** The stale rule has just marked none: a review must not take the row under the cursor instead. */
    readonly isNoneStale: boolean;
  };
  readonly action: Tagged<{
    rangeToggled: None;
    markingUndone: None;
    /** The answer to whether to load every page first. */
    allMarked: { readFirst: boolean };
    markToggled: None;
    matchingMarked: None;
    marksInverted: None;
    marksCleared: None;
    markedOnlyToggled: None;
    markListOpened: None;
    savedMarksRead: { saved: SavedMarks | null };
    /** The answer to whether the editor opens with the saved list. */
    markListChosen: { isSaved: boolean };
    markListEdited: { text: string };
    editingFailed: { says: string };
    marksSaved: { orgName: string; count: number; saved: MarksSaved };
  }>;
  /** `name`: of the file for the editor. */
  readonly effect: Tagged<{
    editText: { name: string; text: string };
    readSavedMarks: { baseUrl: string; orgId: string };
    saveMarks: { baseUrl: string; organisation: Organisation; systems: readonly System[] };
  }>;
  readonly overlay: Tagged<{
    /** Marking all of a list that is not loaded to its end asks: the loaded systems, or all? */
    markAll: None;
    /** Asks for the saved list or an empty one. */
    markList: { saved: Extract<SavedMarks, { kind: 'read' }> };
  }>;
  readonly port: { readonly savedMarks: SavedMarkLists };
  readonly field: 'pattern';
  readonly notice: Tagged<{
    /** It stays until the marks change or something else is said. */
    staleMarked: StaleMarked;
    /** Only disabled systems, `count` of them, would be marked: pressing the key again marks them. */
    onlyDisabledStale: { count: number; isAnyEnabledStale: boolean };
    marksCleared: { count: number };
  }>;
}

export const marksSlice: Slice<MarksFeature['state']> = {
  initial: { marked: noMarks, before: null, rangeFrom: null, excluded: new Set(), isNoneStale: false },
  lasts: 'organisation',
};
