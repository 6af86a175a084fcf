/** Compares an organisation with the last visit, once its list is loaded to the end. */
import { type Feature, overlayList } from '../../root/feature.ts';
import { systemsRead } from '../list/listing.ts';
import { moveCursor, isReadToEnd, renewList, showList } from '../list/public.ts';
import { readFilter } from '../filter/filter.ts';
import { grouped } from '../../kernel/spelling.ts';
import { atTop, isRoomy, tableRows } from '../../kernel/list-view.ts';
import { quietMs } from '../../kernel/form.ts';
import { andThen, refuse, withNotice, type Step } from '../../root/step.ts';
import { bannerOf } from '../../session/news/public.ts';
import { isFirstView } from '../columns/feature.ts';
import { areAny, type Changes, snapshotOf } from './feature.ts';
import { incompletenessOf } from '../list/scan.ts';
import type { Effect, State } from '../../root/state.ts';

/** Larger lists are not saved: the file must stay small. */
const maxSystems = 200_000;

/**
 * Runs once a visit, after a complete load. A snapshot has no disabled systems, and an incomplete list would report
 * its missing systems as gone.
 */
function snapshotTaken({ session, list: { listing }, changes, now }: State): readonly Effect[] {
  const { scan } = listing;
  if (changes !== null || scan === null || session.baseUrl === null || scan.count > maxSystems) return [];
  const { orgId, search, includeDisabled } = scan.query;
  if (search !== '' || includeDisabled || incompletenessOf(scan) !== null) return [];
  const snapshot = snapshotOf(systemsRead(listing), now);
  return [{ kind: 'compareWithLastVisit', baseUrl: session.baseUrl, orgId, snapshot }];
}

function withLine(state: State, line: NonNullable<State['changes']>['line']): State {
  return state.changes === null ? state : { ...state, changes: { ...state.changes, line } };
}

function withoutQuiet(state: State): State {
  return state.changes?.line === 'quiet' ? withLine(state, 'shown') : state;
}

function isAtTop({ screen, overlay, prompt, list, rows }: State): boolean {
  const isFree = screen.kind === 'systems' && overlay === null && prompt === null;
  // In a low terminal a notice replaces the line, so it must not get the cursor there.
  return isFree && list.listing.cursor.row === 0 && isRoomy(rows);
}

export function isChangesLineShown(state: State): boolean {
  const { screen, overlay, changes: known } = state;
  const isTold = known !== null && known.line !== 'away' && areAny(known);
  // A warning is drawn in the same place.
  return isTold && screen.kind === 'systems' && overlay === null && bannerOf(state) === null;
}

/** Maximum number of names in one notice. */
const maxNamed = 3;

/** The key comes before the names, which may be clipped. */
function goneWords(gone: Changes['gone']): string {
  const names = Array.from(gone, ([id, name]) => name ?? id);
  const more = names.length > maxNamed ? ` and ${grouped(names.length - maxNamed)} more` : '';
  return `${grouped(gone.size)} gone or disabled (:gone lists them): ${names.slice(0, maxNamed).join(', ')}${more}.`;
}

function showChanges(state: State): Step {
  const { changes: known, list } = state;
  if (known === null) return [refuse(state, 'No changes since your last visit are known.')];
  const shown = showList(state, { filter: readFilter('is:new,silent'), sort: list.listing.view.sort });
  return andThen(moveCursor(shown, 'first'), (next) => tellChanges(next, known));
}

/** Systems that are gone have no rows. If nothing else changed, their names are shown at once. */
function tellChanges(state: State, { fresh, silent, gone }: Changes): Step {
  if (gone.size === 0) return [withNotice(state, 'New, or stopped connecting, since your last visit.')];
  return [fresh.size + silent.size > 0 ? withNotice(state, goneWords(gone)) : showGone(state)];
}

function showGone(state: State): State {
  return { ...state, overlay: { kind: 'gone', list: atTop }, notice: null };
}

/** Marks the changes as seen, once you pressed a key while they were shown. */
function markSeenOnce(state: State, before: State): Step {
  const { changes: known, session, organisation } = state;
  const wasNews = before.changes?.line === 'quiet' || before.changes?.line === 'focused';
  const isSeen = wasNews && known !== null && areAny(known) && (known.line === 'shown' || known.line === 'away');
  if (!isSeen || session.baseUrl === null || organisation === null) return [state];
  return [state, { kind: 'lastVisitSeen', baseUrl: session.baseUrl, orgId: organisation.orgId }];
}

export const changes: Feature<'changes'> = {
  slice: { initial: null, lasts: 'organisation' },
  update: {
    visitCompared(state, { orgId, changes }) {
      if (state.organisation?.orgId !== orgId) return [state];
      const next = renewList({ ...state, changes: { ...changes, line: 'quiet' } });
      return areAny(changes) ? [next, { kind: 'startTimer', timer: 'changesLine', ms: quietMs }] : [next];
    },
    changesShown: (state) => showChanges(withoutQuiet(state)),
    goneShown: (state) => [showGone(withoutQuiet(state))],
  },
  timers: {
    changesLine: (state) => [
      state.changes?.line === 'quiet' && isChangesLineShown(state) && isAtTop(state)
        ? withLine(state, 'focused')
        : state,
    ],
  },
  intercept(state, action, carriedOut) {
    if (action.kind !== 'keyPressed' || !isChangesLineShown(state)) return null;
    const { action: key } = action;
    if (key.kind === 'bannerDismissed') return carriedOut(withLine(state, 'away'), action);
    if (state.changes?.line === 'focused') {
      const next = withLine(state, 'shown');
      if (key.kind === 'detailsOpened') return carriedOut(next, { ...action, action: { kind: 'changesShown' } });
      // The cursor is on the first row already: down from the line must not move it further.
      const isDown = key.kind === 'moved' && key.motion === 'down';
      return carriedOut(next, isDown ? { ...action, action: { ...key, motion: 'first' } } : action);
    }
    if (key.kind === 'moved' && key.motion === 'up' && isAtTop(state)) return [withLine(state, 'focused')];
    // A key during the quiet period is meant for a row, not for the line.
    return state.changes?.line === 'quiet' ? carriedOut(withLine(state, 'shown'), action) : null;
  },
  after: markSeenOnce,
  reacts: {
    pageArrived: (state, page) => [state, ...(isReadToEnd(state, page) ? snapshotTaken(state) : [])],
    viewShown(state, { digit }) {
      const { changes: known, tableColumns } = state;
      const isTold = digit === '4' && isFirstView(tableColumns.savedViews, digit) && known !== null && areAny(known);
      return isTold ? tellChanges(state, known) : [state];
    },
  },
  effects: {
    async compareWithLastVisit({ baseUrl, orgId, snapshot }, { ports, dispatch }) {
      const { changes, problem } = await ports.compareWithLastVisit(baseUrl, orgId, snapshot);
      if (problem !== null) dispatch({ kind: 'preferencesFailed', message: problem });
      return changes === null ? null : { kind: 'visitCompared', orgId, changes };
    },
    leaveOutOfLastVisit({ baseUrl, orgId, gone }, { ports, beforeLeaving }) {
      beforeLeaving(ports.leaveOutOfLastVisit(baseUrl, orgId, gone));
      return null;
    },
    lastVisitSeen({ baseUrl, orgId }, { ports, beforeLeaving }) {
      beforeLeaving(ports.lastVisitSeen(baseUrl, orgId));
      return null;
    },
  },
  screens: {
    gone: {
      list: (state, overlay) =>
        overlayList(state, overlay, { length: state.changes?.gone.size ?? 0, height: tableRows(state.rows) }),
    },
  },
};
