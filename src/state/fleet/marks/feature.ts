/** Declares the feature: marks systems. */
import type { Organisation } from '../../../api/organisations.ts';
import type { System } from '../../../api/system.ts';
import type { UnknownAges } from '../staleness/staleness.ts';
import type { None, Tagged } from '../../kernel/declare.ts';
import type { Marks } from './marks.ts';

export interface StaleMarked {
  readonly count: number;
  readonly days: number;
  /** The key, tag or age that was marked; null: all stale systems. */
  readonly of: string | null;
  /** Number of systems listed under two names, which are not marked. */
  readonly passedOver: number;
  readonly hidden: number;
  readonly disabled: number;
  /** The list left disabled systems out before. */
  readonly isShowingDisabled: boolean;
  /** Number of stale disabled systems that are not marked, because the profile excludes them. */
  readonly leftOut: number;
  /** Counts the whole list; null: none, or only a part of the stale systems was marked. */
  readonly unknown: UnknownAges | null;
}

/** `kept`: there is no folder, so the list lasts for this session. `code`: the operating system's error code. */
export type MarksSaved = { readonly kind: 'saved' | 'kept' } | { readonly kind: 'failed'; readonly code: string };

/** Marks saved when you left the organisation: ids and names, one system a line. */
export type SavedMarks =
  | { readonly kind: 'read'; readonly text: string; readonly count: number; readonly at: number }
  | { readonly kind: 'refused'; readonly code: string };

interface SavedMarkLists {
  /** Replaces the list. Without systems, removes a list that this session has read. */
  save(baseUrl: string, orgId: string, systems: readonly System[]): MarksSaved;
  /** Null: nothing is saved. */
  read(baseUrl: string, orgId: string): SavedMarks | null;
}

export interface MarksFeature {
  readonly state: {
    readonly marked: Marks;
    /** Marks before each of the last changes, the latest last (`maxUndone`). */
    readonly before: readonly Marks[];
    /** Marks that were undone, the next to restore last; empty after any other change. */
    readonly undone: readonly Marks[];
    /** `before` has lost its oldest changes, which u cannot undo. */
    readonly isHistoryCut: boolean;
    /** Why nothing is left to redo: no change was undone, all are redone, or a later change replaced them. */
    readonly redoEnd: 'none' | 'redone' | 'replaced';
    readonly rangeFrom: string | null;
    /** Marked systems that a review excluded; the next review excludes them again. */
    readonly excluded: ReadonlySet<string>;
    /** The stale rule has just marked nothing: a review must not fall back to the row under the cursor. */
    readonly isNoneStale: boolean;
  };
  readonly action: Tagged<{
    rangeToggled: None;
    markingUndone: None;
    markingRedone: None;
    allMarked: { readFirst: boolean };
    markToggled: None;
    matchingMarked: None;
    marksInverted: None;
    marksCleared: None;
    markedOnlyToggled: None;
    markListOpened: None;
    savedMarksRead: { saved: SavedMarks | null };
    markListChosen: { isSaved: boolean };
    markListEdited: { text: string };
    editingFailed: { message: string };
    marksSaved: { orgName: string; count: number; saved: MarksSaved };
  }>;
  /** `name`: of the file for the editor. */
  readonly effect: Tagged<{
    editText: { name: string; text: string };
    readSavedMarks: { baseUrl: string; orgId: string };
    saveMarks: { baseUrl: string; organisation: Organisation; systems: readonly System[] };
  }>;
  readonly overlay: Tagged<{
    /** Marking all of an incomplete list asks: the loaded systems, or all? */
    markAll: None;
    markList: { saved: Extract<SavedMarks, { kind: 'read' }> };
  }>;
  readonly port: { readonly savedMarks: SavedMarkLists };
  readonly field: 'pattern';
  readonly notice: Tagged<{
    /** Stays until marks change or another notice replaces it. */
    staleMarked: StaleMarked;
    /** Only `count` disabled systems would be marked: pressing the key again marks them. */
    onlyDisabledStale: { count: number; isAnyEnabledStale: boolean };
    marksCleared: { count: number };
  }>;
}
