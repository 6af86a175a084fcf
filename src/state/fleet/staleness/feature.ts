/** Marks systems by their age, and tries other thresholds. */
import type { None, Tagged } from '../../kernel/declare.ts';
import { type Visited, isStale, staleCount, unknownAges } from './staleness.ts';
import { noFilter, readFilter } from '../filter/filter.ts';
import { type Feature, type Of, type Step, andThen, withNotice } from '../../root/feature.ts';
import { groupDigits } from '../../kernel/spelling.ts';
import { movePosition } from '../../kernel/list-view.ts';
import { currentScan } from '../list/listing.ts';
import { showList, startScan, readOn, isReadingEverything, isWholeListRead, stopReading } from '../list/feature.ts';
import { isComplete, type ReadMode } from '../list/scan.ts';
import { markSomeStale, markStale } from '../marks/feature.ts';
import type { Screen, State } from '../../root/state.ts';
import { cursorIn, rowFilter, rowId, rowName, rowSystems, staleFigures, type StaleRow, withThreshold } from './rows.ts';

export interface StalenessFeature {
  readonly state: {
    /** The threshold, in days. */
    readonly days: number;
    /** The list has disabled systems only because stale ones were requested. */
    readonly isShowingDisabled: boolean;
    /** Last opened row of the stale screen, and its filter: while that is in force, S returns to the row. */
    readonly shown: { readonly row: string; readonly filter: string } | null;
    /** The last count of the open organisation before this visit; null: none is known. */
    readonly visited: Visited | null;
  };
  readonly action: Tagged<{
    staleMarkRequested: None;
    staleOpened: None;
    thresholdMoved: { days: number };
    thresholdTyped: { digit: string };
    thresholdErased: None;
    /** Moves from the ages to the keys, to the tags, and back. */
    staleGroupEntered: None;
    /** Shows the systems of the row under the cursor; on the row of the threshold, applies it to the list. */
    staleRowOpened: None;
    staleChosen: None;
    /** Sets the threshold of the list; marks nothing. */
    thresholdSet: { days: number };
  }>;
  /**
   * `days`: the threshold on trial, which the list gets when it is applied. `typed`: its digits so far. `row`: the id
   * of the row under the cursor.
   */
  readonly screen: {
    readonly kind: 'stale';
    readonly days: number;
    readonly typed: string | null;
    readonly row: string;
  };
}

declare module '../../root/state.ts' {
  interface Features {
    readonly staleness: StalenessFeature;
  }
}

/** Six digits, as in the settings of a profile. */
export const maxDays = 999_999;

type StaleScreen = Of<Screen, 'stale'>;

/**
 * Loads every page, with disabled systems if the profile counts them. Starts over if the list left them out, else
 * resumes.
 */
function readWholeList(state: State, mode: ReadMode): Step {
  const scan = currentScan(state.list.listing);
  if (scan === null) return [state];
  const isShowing = !scan.query.includeDisabled && state.session.profileSettings.marksDisabled;
  const next: State = isShowing ? { ...state, staleness: { ...state.staleness, isShowingDisabled: true } } : state;
  const reading = isShowing ? startScan(next, { ...scan.query, includeDisabled: true }, mode) : readOn(next, mode);
  if (mode !== 'markStale') return reading;
  const pages = `Loading every page${isShowing ? ', disabled systems included' : ''}`;
  return andThen(reading, (begun) => [withNotice(begun, `${pages}; then marking the stale ones.`)]);
}

function openStaleScreen(state: State): Step {
  const { days } = state.staleness;
  const fresh: StaleScreen = { kind: 'stale', days, typed: null, row: shownRow(state) ?? 'threshold' };
  const screen = state.screen.kind === 'stale' ? state.screen : fresh;
  const next: State = { ...state, screen, notice: null };
  const isMarking = currentScan(state.list.listing)?.mode === 'markStale';
  return isWholeListRead(state) ? [next] : readWholeList(next, isMarking ? 'markStale' : 'all');
}

/** The row whose systems the list shows; null: the list shows others. */
function shownRow({ list, staleness: { shown } }: State): string | null {
  return shown !== null && shown.filter === list.listing.view.filter.text ? shown.row : null;
}

/** Esc without applying leaves the threshold unchanged. */
function leaveStaleScreen(state: State, { days }: StaleScreen): State {
  const list: State = { ...state, screen: { kind: 'systems' }, notice: null };
  if (state.staleness.days === days) return list;
  return withNotice(list, `Threshold unchanged: ${groupDigits(state.staleness.days)} d. S tries another.`);
}

function tryThreshold(state: State, days: number, typed: string | null): Step {
  if (state.screen.kind !== 'stale') return [state];
  return [{ ...state, screen: { kind: 'stale', days, typed, row: 'threshold' } }];
}

function typeOn(state: State, digit: string): Step {
  if (state.screen.kind !== 'stale') return [state];
  const typed = `${state.screen.typed ?? ''}${digit}`.replace(/^0+/, '');
  if (typed === '') return [withNotice(state, 'The threshold is at least 1 day.')];
  if (Number(typed) > maxDays) return [withNotice(state, `The threshold is at most ${groupDigits(maxDays)} days.`)];
  return tryThreshold(state, Number(typed), typed);
}

/** Without digits, the threshold of the list is shown until you type another one. */
function eraseDigit(state: State): Step {
  const { screen } = state;
  if (screen.kind !== 'stale') return [state];
  const typed = (screen.typed ?? String(screen.days)).slice(0, -1);
  return tryThreshold(state, typed === '' ? state.staleness.days : Number(typed), typed);
}

function rowAtCursor(state: State, { days, row }: StaleScreen): StaleRow | undefined {
  const figures = staleFigures(state, days);
  return figures.rows[cursorIn(figures, row)];
}

/** Applies the threshold on trial to the list, and clears the filter of an opened row. */
function applyThreshold(state: State, { days }: StaleScreen): State {
  const list = withThreshold({ ...state, screen: { kind: 'systems' }, notice: null }, days);
  return shownRow(state) === null ? list : showList(list, { filter: noFilter });
}

function thresholdSentence(state: State): string {
  const { list, staleness, now } = state;
  const { days } = staleness;
  const { scan } = list.listing;
  if (isReadingEverything(state))
    return `Threshold ${groupDigits(days)} d. Loading every page to count the stale systems.`;
  const stale = scan === null ? 0 : staleCount(scan, days, now);
  const loaded = scan !== null && !isComplete(scan) ? 'loaded ' : '';
  const unknown = unknownAges(scan);
  const odd = unknown === null ? '' : `, ${groupDigits(unknown.count)} of unknown age`;
  const are = stale === 1 ? 'is' : 'are';
  const of = `${groupDigits(stale)} of ${groupDigits(scan?.count ?? 0)} ${loaded}systems ${are} stale${odd}.`;
  return `Threshold ${groupDigits(days)} d: ${of}${staying(state) ?? (stale === 0 ? '' : ' s marks them.')}`;
}

/** Marks do not follow a new threshold; those by the rule at an earlier one are replaced by s. Null: there are none. */
function staying({ marks: { marked }, staleness, now }: State): string | null {
  const stay = [...marked.values()].filter(({ system }) => !isStale(system, staleness.days, now));
  if (stay.length === 0) return null;
  const byRule = stay.filter(({ why }) => why.by === 'rule').length;
  const are = `${groupDigits(stay.length)} marked ${stay.length === 1 ? 'is' : 'are'} not, and stay`;
  return ` ${are}${byRule === 0 ? '.' : `: s unmarks ${byRule === stay.length ? 'them' : groupDigits(byRule)}.`}`;
}

function openRow(state: State): Step {
  const { screen } = state;
  if (screen.kind !== 'stale') return [state];
  const row = rowAtCursor(state, screen);
  if (row === undefined) return [state];
  const list = applyThreshold(state, screen);
  if (row.kind === 'threshold') return [withNotice(list, thresholdSentence(list))];
  const filter = readFilter(rowFilter(row));
  const opened: State = { ...list, staleness: { ...list.staleness, shown: { row: rowId(row), filter: filter.text } } };
  const shown = showList(opened, { filter });
  const name = rowName(row) ?? '';
  const systems = `${groupDigits(row.count)} ${row.count === 1 ? 'system' : 'systems'}`;
  const stale = row.kind === 'key' || row.kind === 'tag' ? 'stale, ' : '';
  return [withNotice(shown, `${systems}: ${stale}${name}. esc shows all, S goes back to the ages.`)];
}

/** Marks by the threshold on trial. The threshold's row marks all stale systems, once the list is loaded. */
function chooseRow(state: State): Step {
  const { screen } = state;
  if (screen.kind !== 'stale') return [state];
  const row = rowAtCursor(state, screen);
  const list = applyThreshold(state, screen);
  const name = row === undefined ? null : rowName(row);
  if (row === undefined || name === null) {
    return isWholeListRead(list) ? [markStale(list)] : readWholeList(list, 'markStale');
  }
  return [markSomeStale(list, rowSystems(list, screen.days, row), name)];
}

function enterGroup(state: State): Step {
  const { screen } = state;
  if (screen.kind !== 'stale') return [state];
  const { rows } = staleFigures(state, screen.days);
  const kinds = ['threshold', 'key', 'tag'] as const;
  const from = rowAtCursor(state, screen)?.kind;
  const at = from === 'tag' ? 2 : from === 'key' ? 1 : 0;
  const following = [...kinds.slice(at + 1), ...kinds.slice(0, at + 1)];
  const target = following.flatMap((kind) => rows.find((row) => row.kind === kind) ?? []).at(0);
  return [target === undefined ? state : { ...state, screen: { ...screen, typed: null, row: rowId(target) } }];
}

export const staleness: Feature<'staleness'> = {
  slice: {
    initial: { days: 90, isShowingDisabled: false, shown: null, visited: null },
    lasts: 'program',
  },
  update: {
    staleMarkRequested(state) {
      if (!isWholeListRead(state)) return readWholeList(state, 'markStale');
      return [markStale(state, state.notice?.kind === 'onlyDisabledStale')];
    },
    staleOpened: openStaleScreen,
    thresholdMoved(state, { days }) {
      if (state.screen.kind !== 'stale') return [state];
      return tryThreshold(state, Math.min(maxDays, Math.max(1, state.screen.days + days)), null);
    },
    thresholdTyped: (state, { digit }) => typeOn(state, digit),
    thresholdErased: eraseDigit,
    staleGroupEntered: enterGroup,
    staleRowOpened: openRow,
    staleChosen: chooseRow,
    thresholdSet(state, { days }) {
      const next = withThreshold(state, days);
      const [shown] = tryThreshold(next, days, null);
      return [withNotice(shown, thresholdSentence(next))];
    },
  },
  reacts: {
    disabledToggled: (state) => [{ ...state, staleness: { ...state.staleness, isShowingDisabled: false } }],
  },
  screens: {
    stale: {
      back: (state, screen) => [isReadingEverything(state) ? stopReading(state) : leaveStaleScreen(state, screen)],
      list(state, screen) {
        const figures = staleFigures(state, screen.days);
        const { length } = figures.rows;
        const at = { row: cursorIn(figures, screen.row), top: 0 };
        return {
          at,
          extent: { length, height: length },
          moved(motion) {
            // A page motion moves by half a screen: with so few rows, by a few rows.
            const row = figures.rows[movePosition(at, motion, length, Math.min(length, 8)).row];
            return [row === undefined ? state : { ...state, screen: { ...screen, typed: null, row: rowId(row) } }];
          },
        };
      },
    },
  },
};
