/** Which keys work on the list of systems? */
import { currentScan, isAnotherAsked } from '../../state/list/listing.ts';
import { isRunGoing, systemUnderCursor } from '../../state/selectors.ts';
import { refusalOf } from '../../state/sign-in/session.ts';
import type { State } from '../../state/state.ts';
import type { OrderKey } from '../../state/list/sort.ts';
import { placedColumns } from './columns.ts';
import type { Binding, BindingGroup } from '../keys/binding.ts';

const viewBindings: readonly Binding[] = [
  { keys: ['0'], does: 'all systems, as listed', action: { kind: 'viewShown', digit: '0' }, refusal: noList },
  ...Array.from({ length: 9 }, (_, at): Binding => {
    const digit = String(at + 1);
    return {
      keys: [digit],
      does: `show the saved view ${digit}`,
      action: { kind: 'viewShown', digit },
      refusal: (state) => noList(state) ?? noView(state, digit),
    };
  }),
];

function noView({ tableColumns: { savedViews } }: State, digit: string): string | null {
  if (savedViews[digit] === undefined) return 'no view is saved there; : saves this one';
  return savedViews[digit] === 'unreadable' ? 'its saved view cannot be read; : saves this one' : null;
}

const orderWords: readonly (readonly [OrderKey, string])[] = [
  ['name', 'name'],
  ['age', 'last seen'],
  ['enrolled', 'enrolment'],
  ['state', 'state'],
  ['key', 'enrolment key'],
  ['platform', 'platform'],
  ['version', 'version'],
  ['tags', 'tags'],
  ['id', 'id'],
];

/** In the palette only: o goes through them. */
const orderBindings: readonly Binding[] = orderWords.map(([by, words]) => ({
  keys: [],
  does: `order by ${words}`,
  action: { kind: 'orderChosen', by },
  refusal: noList,
}));

export const systemsKeys: readonly BindingGroup[] = [
  {
    title: 'Mark',
    bindings: [
      { keys: ['space'], does: 'mark and move down', hint: 'mark', action: { kind: 'markToggled' }, refusal: noSystem },
      {
        keys: ['s'],
        does: 'mark all stale, all pages',
        hint: 'mark stale',
        action: { kind: 'staleMarkRequested' },
        refusal: noneAsked,
      },
      {
        keys: ['S'],
        does: 'ages, and the threshold',
        hint: 'threshold',
        action: { kind: 'staleOpened' },
        refusal: noList,
      },
      { keys: ['v'], does: 'begin a range, or mark it', action: { kind: 'rangeToggled' }, refusal: noSystem },
      { keys: ['t'], does: 'mark by a pattern', action: { kind: 'patternOpened' }, refusal: noList },
      {
        keys: [],
        does: 'mark the systems of a list, in $EDITOR',
        action: { kind: 'markListOpened' },
        refusal: noSystem,
      },
      { keys: ['a'], does: 'mark all that match', action: { kind: 'matchingMarked' }, refusal: noSystem },
      { keys: ['i'], does: 'invert the marks shown here', action: { kind: 'marksInverted' }, refusal: noSystem },
      {
        keys: ['u'],
        does: 'take the last change of marks back',
        action: { kind: 'markingUndone' },
        refusal: ({ marks: { before: marksBefore } }) => (marksBefore === null ? 'no marks were changed' : null),
      },
      { keys: ['U'], does: 'clear all marks', action: { kind: 'marksCleared' }, refusal: nothingMarked },
      { keys: ['m'], does: 'show only the marked', action: { kind: 'markedOnlyToggled' }, refusal: noList },
    ],
  },
  {
    title: 'Act',
    bindings: [
      {
        keys: ['d'],
        does: 'review and delete',
        hint: 'review',
        action: { kind: 'reviewOpened' },
        refusal: (state) => {
          if (state.session.mode === 'read-only' || state.settings.label.isReadOnly) return refusalOf(state);
          if (isRunGoing(state)) return 'a run is going';
          // Whoever presses s and d at once means all that is stale, not the one under the cursor.
          const scan = currentScan(state.list.listing);
          const isMarking = scan !== null && (scan.problem === null || state.marks.marked.size === 0);
          if (isMarking && scan.mode === 'markStale') return 'what is stale is not marked yet';
          if (isMarking && scan.mode === 'markShown') return 'what is shown is not marked yet';
          if (state.resume.toFind.marks.size > 0) return 'marks of the session before are still looked for';
          // Whoever searches and presses d means what is found, not what is still shown.
          if (state.marks.marked.size === 0 && isAnotherAsked(state.list.listing))
            return 'another list is being read; esc stops';
          return state.marks.marked.size === 0 && systemUnderCursor(state) === undefined ? 'nothing is marked' : null;
        },
      },
      { keys: ['enter', 'l', 'right'], does: 'show all fields', action: { kind: 'detailsOpened' }, refusal: noSystem },
      {
        keys: ['n'],
        does: 'create an enrolment key',
        hint: 'new key',
        action: { kind: 'newKeyOpened' },
        refusal: refusalOf,
      },
      { keys: ['y'], does: 'copy: name, id, fields, marked', action: { kind: 'copyOpened' }, refusal: noSystem },
      { keys: ['e'], does: 'export to CSV and JSON', action: { kind: 'exportOpened' }, refusal: noList },
      { keys: ['K'], does: 'enrolment keys seen', action: { kind: 'keysSeenOpened' }, refusal: noList },
    ],
  },
  {
    title: 'Find',
    bindings: [
      {
        keys: ['/'],
        does: 'search: asks the service',
        hint: 'search',
        action: { kind: 'searchOpened' },
        refusal: noneAsked,
      },
      {
        keys: ['f'],
        does: 'filter what is here',
        hint: 'filter',
        action: { kind: 'filterOpened' },
        refusal: noneAsked,
      },
      { keys: ['H'], does: 'disabled ones: show or not', action: { kind: 'disabledToggled' }, refusal: noList },
      { keys: ['o'], does: 'order by the next column', action: { kind: 'orderChanged' }, refusal: noList },
      { keys: ['O'], does: 'flip the order', action: { kind: 'orderFlipped' }, refusal: noList },
      ...orderBindings,
      { keys: ['c'], does: 'choose the columns', action: { kind: 'columnsOpened' }, refusal: noList },
      { keys: ['w'], does: 'wide: every column, or not', action: { kind: 'wideToggled' }, refusal: noWider },
      ...viewBindings,
      { keys: [], does: 'save this view under a digit', action: { kind: 'viewsOpened' }, refusal: noList },
      { keys: ['r'], does: 'read again, or read on', action: { kind: 'refreshRequested' } },
      { keys: ['R'], does: 'read again every minute, or not', action: { kind: 'autoRefreshToggled' }, refusal: noList },
      { keys: ['@'], does: 'switch organisation', action: { kind: 'switchRequested' } },
    ],
  },
];

function noList(state: State): string | null {
  return state.list.listing.scan === null ? 'no list has been read yet' : null;
}

/** Whoever types ahead of the first page means it: a field that is refused would leave its letters to the keys. */
function noneAsked(state: State): string | null {
  return currentScan(state.list.listing) === null ? noList(state) : null;
}

function noSystem(state: State): string | null {
  return systemUnderCursor(state) === undefined ? 'no system is shown' : null;
}

function noWider(state: State): string | null {
  const titles = (isWide: boolean): string =>
    placedColumns({
      ...state,
      tableColumns: { ...state.tableColumns, chosen: { ...state.tableColumns.chosen, isWide } },
    })
      .map(({ column }) => column.title)
      .join();
  const isOfUse = state.tableColumns.chosen.isWide || titles(true) !== titles(false);
  return noList(state) ?? (isOfUse ? null : `no further column fits into ${state.columns} columns`);
}

function nothingMarked(state: State): string | null {
  return state.marks.marked.size + state.resume.toFind.marks.size === 0 ? 'nothing is marked' : null;
}
