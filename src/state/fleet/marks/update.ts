/** Marks systems: one, a range, the shown ones, or a list of names. */
import { type Feature, type Of, andThen, withNotice, type Step } from '../../root/feature.ts';
import { toggleMarked, readFilter } from '../filter/filter.ts';
import { groupDigits } from '../../kernel/spelling.ts';
import { currentScan, markable, systemsBetween, systemsRead, withReadMode } from '../list/listing.ts';
import {
  moveCursor,
  isReadToEnd,
  showList,
  readOn,
  systemAtHand,
  systemUnderCursor,
  withListing,
  withoutAnchor,
} from '../list/feature.ts';
import { hasMore, isComplete } from '../list/scan.ts';
import type { Action, Effect, State } from '../../root/state.ts';
import {
  type SavedMarks,
  unmarkDisabled,
  changeMarks,
  marksToSave,
  leaveRange,
  rangeOf,
  invertShown,
  markShown,
  markStale,
  redoMarks,
  redoRefusal,
  undoMarks,
  undoRefusal,
} from './feature.ts';
import { noMarks, systemsListed, toggleMark, withMarked } from './marks.ts';

/** A pending "mark all" means the matches of the filter at the time of the key: changing the filter cancels it. */
function giveUpMarking(state: State, before: State): Step {
  const scan = currentScan(state.list.listing);
  const { filter } = state.list.listing.view;
  const isSame =
    filter.text === before.list.listing.view.filter.text &&
    (!filter.usesThreshold || state.staleness.days === before.staleness.days);
  if (isSame || scan?.mode !== 'markShown' || scan.id !== currentScan(before.list.listing)?.id) return [state];
  const text = 'The filter changed: nothing is marked at the end. a marks what it shows.';
  return [{ ...withListing(state, withReadMode(state.list.listing, 'all')), notice: { kind: 'warning', text } }];
}

/** Marks the systems of the open range, or starts a range at the cursor. */
function toggleRange(state: State): State {
  const range = rangeOf(state);
  if (range !== null) {
    const systems = markable(state.list.listing, systemsBetween(state.list.listing, range));
    const marks = withMarked(state.marks.marked, systems, { by: 'hand' });
    const text = `${groupDigits(marks.size - state.marks.marked.size)} of ${groupDigits(range.to - range.from + 1)} rows marked. u undoes.`;
    return withNotice(changeMarks(leaveRange(state), marks), text);
  }
  const system = systemUnderCursor(state);
  if (system === undefined) return state;
  return { ...state, marks: { ...state.marks, rangeFrom: system.systemId }, notice: null };
}

function marksLeft(before: State): readonly Effect[] {
  const { organisation, session } = before;
  if (organisation === null || session.baseUrl === null) return [];
  return [{ kind: 'saveMarks', baseUrl: session.baseUrl, organisation, systems: marksToSave(before) }];
}

function savedSentence({ orgName, count, saved }: Of<Action, 'marksSaved'>): string {
  const marks = `${groupDigits(count)} ${count === 1 ? 'mark' : 'marks'} of ${orgName}`;
  if (saved.kind === 'failed') return `Could not save ${marks} (${saved.code}). They last for this session.`;
  return `Saved ${marks}: "mark systems from a list" (:) opens them.`;
}

function openList(state: State, saved: SavedMarks | null): Step {
  const lines =
    saved === null ? '' : saved.kind === 'read' ? saved.text : `# The saved marks cannot be read (${saved.code}).\n`;
  const text = `${lines}${explanation(state)}`;
  return [
    { ...state, overlay: null, notice: null },
    { kind: 'editText', name: 'systems', text },
  ];
}

function explanation({ list: { listing } }: State): string {
  const { scan } = listing;
  const read =
    scan === null || isComplete(scan) ? '' : `# Only the ${groupDigits(scan.count)} loaded systems are searched.\n`;
  return `\n# One system per line: its whole name or its id. rollcall marks each one it finds.\n# A tab, a comma, a semicolon or two blanks end the name, unless a name has them.\n# Lines that begin with # are ignored.\n${read}`;
}

/** An ambiguous line marks nothing: it may mean several systems. */
function markList(state: State, text: string): State {
  const { listing } = state.list;
  const { systems, found, notFound, ambiguous, several } = systemsListed(text, markable(listing, systemsRead(listing)));
  const all = found + notFound.length + ambiguous.length + several.length;
  if (all === 0) return withNotice(state, 'The list was empty. Nothing was marked.');
  const parts = [
    `${groupDigits(found)} of ${groupDigits(all)} listed names marked`,
    ...(notFound.length === 0 ? [] : [`not found: ${someOf(notFound)}`]),
    ...(ambiguous.length === 0 ? [] : [`ambiguous: ${someOf(ambiguous)}`]),
    ...(several.length === 0 ? [] : [`several names on one line: ${someOf(several)}`]),
  ];
  const isWhole = found === all;
  const message = `${parts.join('; ')}.${isWhole ? ' u undoes.' : ''}`;
  const marked = changeMarks(state, withMarked(state.marks.marked, systems, { by: 'hand' }));
  return { ...marked, notice: { kind: isWhole ? 'said' : 'warning', text: message } };
}

/** Maximum number of names in a notice, and maximum length of each. */
const maxNamed = 3;
const maxNamedLength = 24;

function someOf(names: readonly string[]): string {
  const rest = names.length - maxNamed;
  const first = names
    .slice(0, maxNamed)
    .map((name) => (name.length > maxNamedLength ? `${name.slice(0, maxNamedLength)}…` : name));
  return `${first.join(', ')}${rest > 0 ? ` and ${groupDigits(rest)} more` : ''}`;
}

export const marks: Feature<'marks'> = {
  slice: {
    initial: {
      ...{ marked: noMarks, before: [], undone: [], isHistoryCut: false, redoEnd: 'none' },
      ...{ rangeFrom: null, excluded: new Set(), isNoneStale: false },
    },
    lasts: 'organisation',
  },
  update: {
    rangeToggled: (state) => [toggleRange(state)],
    markingUndone(state) {
      const next = undoMarks(state);
      if (next === null) return [withNotice(state, `Nothing to undo: ${undoRefusal(state) ?? ''}.`)];
      const more = next.marks.before.length === 0 ? '' : ' u undoes more,';
      return [withNotice(next, `Undone: ${groupDigits(next.marks.marked.size)} marked.${more} ctrl-r redoes.`)];
    },
    markingRedone(state) {
      const next = redoMarks(state);
      if (next === null) return [withNotice(state, `Nothing to redo: ${redoRefusal(state) ?? ''}.`)];
      return [withNotice(next, `Redone: ${groupDigits(next.marks.marked.size)} marked. u undoes.`)];
    },
    allMarked(state, action) {
      const asked: State = { ...state, overlay: null };
      return action.readFirst ? readOn(asked, 'markShown') : [markShown(asked)];
    },
    markToggled(state) {
      if (rangeOf(state) !== null && state.screen.kind === 'systems') return [toggleRange(state)];
      const system = systemAtHand(state);
      if (system === undefined) return [state];
      const next = changeMarks(withoutAnchor(state), toggleMark(state.marks.marked, system));
      // If the filter hides the row, the next row is under the cursor already.
      const isThere = systemUnderCursor(next)?.systemId === system.systemId;
      return isThere && state.screen.kind === 'systems' ? moveCursor(next, 'down') : [next];
    },
    matchingMarked(state) {
      const scan = currentScan(state.list.listing);
      // In an incomplete list "all" is ambiguous.
      if (scan !== null && hasMore(scan)) return [{ ...state, overlay: { kind: 'markAll' } }];
      return [markShown(state)];
    },
    marksInverted: (state) => [invertShown(state)],
    marksCleared: (state) => [
      changeMarks({ ...state, notice: { kind: 'marksCleared', count: state.marks.marked.size } }, noMarks),
    ],
    // An ordinary word of the filter: you see it, and esc removes it.
    markedOnlyToggled(state) {
      const { text } = state.list.listing.view.filter;
      return [showList(state, { filter: readFilter(toggleMarked(text)) })];
    },
    markListOpened(state) {
      const { organisation, session } = state;
      if (organisation === null || session.baseUrl === null) return [state];
      return [state, { kind: 'readSavedMarks', baseUrl: session.baseUrl, orgId: organisation.orgId }];
    },
    savedMarksRead: (state, { saved }) =>
      saved?.kind === 'read' ? [{ ...state, overlay: { kind: 'markList', saved } }] : openList(state, saved),
    markListChosen: (state, { isSaved }) =>
      openList(state, isSaved && state.overlay?.kind === 'markList' ? state.overlay.saved : null),
    marksSaved: (state, action) => {
      const text = savedSentence(action);
      return [
        action.saved.kind === 'failed' ? { ...state, notice: { kind: 'warning', text } } : withNotice(state, text),
      ];
    },
    markListEdited: (state, action) => [markList(state, action.text)],
    editingFailed: (state, action) => [
      { ...state, notice: { kind: 'warning', text: `Nothing was marked: ${action.message}.` } },
    ],
  },
  effects: {
    readSavedMarks: ({ baseUrl, orgId }, { ports }) => ({
      kind: 'savedMarksRead',
      saved: ports.savedMarks.read(baseUrl, orgId),
    }),
    saveMarks({ baseUrl, organisation: { orgId, orgName }, systems }, { ports }) {
      const saved = ports.savedMarks.save(baseUrl, orgId, systems);
      return systems.length === 0 ? null : { kind: 'marksSaved', orgName, count: systems.length, saved };
    },
    async editText({ name, text }, { ports }) {
      const edited = await ports.editText(name, text);
      return edited.ok
        ? { kind: 'markListEdited', text: edited.text }
        : { kind: 'editingFailed', message: edited.message };
    },
  },
  reacts: {
    keyPressed: (state) => [
      state.marks.isNoneStale ? { ...state, marks: { ...state.marks, isNoneStale: false } } : state,
    ],
    // Systems that left the list must not be deleted unseen.
    disabledToggled: (state, _, before) => [
      currentScan(before.list.listing)?.query.includeDisabled === true ? unmarkDisabled(state) : state,
    ],
    // Applies a bulk mark that waited for the last page.
    pageArrived(state, page, before) {
      if (!isReadToEnd(state, page)) return [state];
      const mode = currentScan(before.list.listing)?.mode;
      if (mode === 'markShown') return [markShown(state)];
      return [mode === 'markStale' ? markStale(state) : state];
    },
  },
  after(state, before) {
    const isLeft = before.organisation?.orgId !== state.organisation?.orgId;
    return andThen(giveUpMarking(state, before), (next) => [next, ...(isLeft ? marksLeft(before) : [])]);
  },
  screens: { markAll: {}, markList: {} },
};
