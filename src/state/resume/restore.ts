/** Are the systems that are to be found again in the page that has arrived? */
import { cursorFollowing } from '../list/cursor.ts';
import { grouped } from '../kernel/format-number.ts';
import { markable } from '../list/listing.ts';
import { withMarked } from '../marks/marks.ts';
import type { State } from '../state.ts';
import { nothingToFind } from './to-find.ts';
import type { ListQuery } from '../../api/systems.ts';
import { isSameList, type Scan, systemById } from '../list/scan.ts';
import { shownRowOf } from '../list/rows.ts';
import { tableRows } from '../kernel/layout.ts';

/** After a page has arrived; at the end of the list in which they were, it is said what became of the rest. */
export function foundInPage(state: State, isEnd: boolean): State {
  const { toFind } = state.resume;
  const { listing } = state.list;
  if (toFind.query === null || listing.scan === null) return state;
  const isEndOfAll = isEnd && holds(listing.scan.query, toFind.query);
  const next = marksFound(cursorFound(state), listing.scan, isEndOfAll);
  return isEndOfAll ? { ...next, resume: { ...next.resume, toFind: nothingToFind } } : next;
}

/** Has a list all that the other one has? */
function holds(list: ListQuery, other: ListQuery): boolean {
  return isSameList(list, other) || isSameList(list, { ...other, includeDisabled: true });
}

function marksFound(state: State, scan: Scan, isEnd: boolean): State {
  const { toFind } = state.resume;
  const { listing } = state.list;
  if (toFind.marks.size === 0) return state;
  // Not in the newest page alone: a list that takes the place of another brings several.
  const found = [...toFind.marks].flatMap((id) => systemById(scan, id) ?? []);
  const rest = new Set(toFind.marks);
  for (const { systemId } of found) rest.delete(systemId);
  const marks = withMarked(state.marks.marked, markable(listing, found));
  const next: State = {
    ...state,
    marks: { ...state.marks, marked: marks },
    resume: { ...state.resume, toFind: { ...toFind, marks: rest } },
  };
  if (!isEnd && rest.size > 0) return next;
  const isWhole = scan.query.search === '' && scan.query.includeDisabled;
  const where = isWhole ? 'listed any more' : 'in this list any more';
  const gone = rest.size === 0 ? '' : ` ${grouped(rest.size)} ${rest.size === 1 ? 'is' : 'are'} not ${where}.`;
  return { ...next, notice: { kind: 'said', text: `Marked again as before: ${grouped(marks.size)}.${gone}` } };
}

/** Whoever does not want to wait goes on with the marks that are back. */
export function findingStopped(state: State): State {
  return state.resume.toFind.marks.size === 0
    ? state
    : { ...state, resume: { ...state.resume, toFind: { ...state.resume.toFind, marks: new Set() } } };
}

/** Unless somebody has moved meanwhile. */
function cursorFound(state: State): State {
  const { listing } = state.list;
  const { toFind } = state.resume;
  const { scan, view, cursor } = listing;
  if (scan === null || toFind.systemId === null) return state;
  if (cursor.row > 0) return { ...state, resume: { ...state.resume, toFind: { ...toFind, systemId: null } } };
  if (shownRowOf(view, scan, toFind.systemId) < 0) return state;
  const followed = cursorFollowing({ ...cursor, systemId: toFind.systemId }, view, scan, tableRows(state.rows));
  return {
    ...state,
    list: { ...state.list, listing: { ...listing, cursor: followed } },
    resume: { ...state.resume, toFind: { ...toFind, systemId: null } },
  };
}

/** Nothing of an earlier session is looked for any longer. */
export function nothingSought(state: State): State {
  return { ...state, resume: { ...state.resume, toFind: nothingToFind } };
}

/** The session before is offered still, by whatever service the person signs in to. */
export function withLastSession(state: State, lastSession: State['resume']['lastSession']): State {
  return { ...state, resume: { ...state.resume, lastSession } };
}
