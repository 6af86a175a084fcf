/** Filters the list, or counts the matches of a pattern, at each typed letter. */
import type { None, Tagged } from '../../kernel/declare.ts';
import {
  type Completion,
  answerOf,
  completionsOf,
  type Filter,
  isFilterCommand,
  matches,
  nextCompletion,
  readFilter,
} from './filter.ts';
import { type Listing, markable, systemsRead } from '../list/listing.ts';
import { type Feature, type Field, type ScreenBehaviour, withNotice, type Step } from '../../root/feature.ts';
import type { System } from '../../../api/system.ts';
import { groupDigits } from '../../kernel/spelling.ts';
import { countHidden, changeMarks } from '../marks/feature.ts';
import { withMarked } from '../marks/marks.ts';
import { isComplete } from '../list/scan.ts';
import { filterContext, restoreListing, showList } from '../list/feature.ts';
import type { Prompt, State } from '../../root/state.ts';

export interface FilterFeature {
  readonly state: {
    /** Newest first. */
    readonly history: readonly string[];
  };
  readonly action: Tagged<{
    filterOpened: None;
    /** Applies a filter as if you had typed and accepted it. */
    filterSet: { text: string };
    patternOpened: None;
    filterCompleted: None;
    filterRecalled: { older: boolean };
  }>;
  /**
   * A filter, or a pattern to mark by. `completion`: the texts that tab cycles through; `recalled`: index in the
   * history; `settled`: the last valid text whose last word was finished; `before`: the list that esc restores.
   */
  readonly prompt: {
    readonly kind: 'filter' | 'pattern';
    readonly typed: string;
    readonly completion: Completion | null;
    readonly recalled: number | null;
    readonly settled: string;
    readonly before: Listing;
    /** You pressed enter on a mistake: show it from now on, even in an unfinished word. */
    readonly isRefused: boolean;
  };
  readonly field: 'filter';
}

declare module '../../root/state.ts' {
  interface Features {
    readonly filter: FilterFeature;
  }
}

type FilterPrompt = Prompt & { readonly kind: 'filter' | 'pattern' };

/** Longer patterns are truncated: the rest of the notice matters more. */
const maxQuotedLength = 24;

/** Maximum length of the history; drops the oldest. */
const maxHistory = 50;

function filterPrompt(state: State, kind: FilterPrompt['kind'], typed: string): FilterPrompt {
  return {
    kind,
    typed,
    before: state.list.listing,
    completion: null,
    recalled: null,
    settled: typed,
    isRefused: false,
  };
}

function openPrompt({ prompt }: State): FilterPrompt | null {
  return prompt?.kind === 'filter' || prompt?.kind === 'pattern' ? prompt : null;
}

/**
 * Applies the filter while you type. A text with a mistake is not applied: the last valid one, without the unfinished
 * word, stays in force.
 */
function applyTyped(state: State, prompt: FilterPrompt): State {
  const { kind, typed, settled } = prompt;
  const filter = readFilter(typed);
  const isSettled = filter.fault === null && /(?:^|\s)$/.test(typed);
  const next: State = { ...state, prompt: { ...prompt, settled: isSettled ? typed : settled, isRefused: false } };
  if (kind === 'pattern') return next;
  if (filter.fault === null) return showList(next, { filter });
  const isInLastWord = typed.startsWith(settled) && !/\s/.test(typed.slice(settled.length));
  return isInLastWord ? showList(next, { filter: readFilter(settled) }) : next;
}

/** Number of loaded systems that match; null while the pattern has a mistake. */
export function patternCount(state: State, typed: string): number | null {
  const filter = readFilter(typed);
  if (filter.fault !== null) return null;
  return typed.trim() === '' ? 0 : matchingOf(state, filter).length;
}

function matchingOf(state: State, filter: Filter): readonly System[] {
  const context = filterContext(state);
  return systemsRead(state.list.listing).filter((system) => matches(filter, system, context));
}

/** Number of loaded systems for which the filter gives no answer, because a field cannot be read. */
function countInDoubt(state: State, filter: Filter): number {
  const context = filterContext(state);
  return systemsRead(state.list.listing).filter((system) => answerOf(filter, system, context) === null).length;
}

function acceptFilter(state: State, prompt: FilterPrompt): Step {
  const filter = readFilter(prompt.typed);
  if (filter.fault !== null) return [{ ...state, prompt: { ...prompt, isRefused: true } }];
  const { text } = filter;
  const closed: State = { ...state, prompt: null };
  if (text === '') return [closed];
  const history = [text, ...state.filter.history.filter((one) => one !== text)].slice(0, maxHistory);
  const kept: State = { ...closed, filter: { history } };
  if (prompt.kind === 'filter') return [kept];
  const matching = markable(state.list.listing, matchingOf(state, filter));
  const marks = withMarked(state.marks.marked, matching, { by: 'filter', filter: text });
  const inDoubt = countInDoubt(state, filter);
  const doubt = inDoubt === 0 ? '' : `, ${groupDigits(inDoubt)} unreadable left out`;
  const message = `${groupDigits(marks.size - state.marks.marked.size)}${coverageWords(state, matching)}${doubt}`;
  const quoted = text.length > maxQuotedLength ? `${text.slice(0, maxQuotedLength)}…` : text;
  return [withNotice(changeMarks(kept, marks), `Marked by "${quoted}": ${message}. u undoes.`)];
}

/** Names the loaded part that the pattern was tested on, and its matches that the filter hides. */
function coverageWords(state: State, matching: readonly System[]): string {
  const { scan } = state.list.listing;
  const all = scan?.total == null ? '' : ` (${groupDigits(scan.total)} in all)`;
  const read = scan === null || isComplete(scan) ? '' : ` of the ${groupDigits(scan.count)} loaded${all}`;
  const hidden = countHidden(state, matching);
  return hidden === 0 ? read : `${read}, ${groupDigits(hidden)} hidden by the filter`;
}

function filterField(state: State, prompt: FilterPrompt): Field {
  const edit = (typed: string): Step => [applyTyped(state, { ...prompt, typed, completion: null, recalled: null })];
  return { name: prompt.kind, text: prompt.typed, edited: edit, isCommand: isFilterCommand };
}

const promptBehaviour: ScreenBehaviour<FilterPrompt> = {
  field: filterField,
  accepted: acceptFilter,
  back: (state, { before }) => restoreListing(state, before),
};

export const filter: Feature<'filter'> = {
  slice: { initial: { history: [] }, lasts: 'session' },
  update: {
    filterOpened: (state) => [{ ...state, prompt: filterPrompt(state, 'filter', state.list.listing.view.filter.text) }],
    filterSet(state, { text: typed }) {
      const prompt = { ...filterPrompt(state, 'filter', typed), settled: state.list.listing.view.filter.text };
      return acceptFilter(applyTyped(state, prompt), prompt);
    },
    patternOpened: (state) => [{ ...state, prompt: filterPrompt(state, 'pattern', '') }],
    filterCompleted(state) {
      const prompt = openPrompt(state);
      if (prompt === null) return [state];
      const texts = (): readonly string[] => completionsOf(prompt.typed, systemsRead(state.list.listing));
      const next = nextCompletion(prompt.completion, texts);
      return [next === null ? state : applyTyped(state, { ...prompt, ...next })];
    },
    filterRecalled(state, { older }) {
      const prompt = openPrompt(state);
      if (prompt === null) return [state];
      const at = (prompt.recalled ?? -1) + (older ? 1 : -1);
      const typed = at < 0 ? '' : state.filter.history[at];
      if (typed === undefined) return [state];
      return [applyTyped(state, { ...prompt, typed, completion: null, recalled: at < 0 ? null : at })];
    },
  },
  screens: {
    filter: promptBehaviour,
    pattern: promptBehaviour,
  },
};
