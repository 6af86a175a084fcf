/** A search at the service, a filter, and a pattern to mark by: their keys and prompts. */
import type { ReactNode } from 'react';
import { readFilter } from '../../../state/fleet/filter/filter.ts';
import { patternCount } from '../../../state/fleet/filter/update.ts';
import { memoize } from '../../../state/kernel/memoize.ts';
import { viewLength } from '../../../state/fleet/list/rows.ts';
import type { State } from '../../../state/root/state.ts';
import { faultRemark, languageBindings, promptKeys, remarkBelow, RemarkedLine } from '../../parts/field.tsx';
import type { Remark, ScreenDefinitions, ViewProps } from '../../screen-definition.ts';
import { clean } from '../../text/clean.ts';
import { count } from '../../text/quantities.ts';
import { fieldErrors } from '../../text/problem-wording.ts';
import { bind, type Binding, type BindingGroup, noneAsked } from '../../keys/binding.ts';
import { filterLanguage } from './filter-language.ts';

export const searchBindings: readonly Binding[] = [
  bind(['/'], 'search the service', 'searchOpened', { hint: 'search', refusal: noneAsked }),
  bind(['f'], 'filter the loaded systems', 'filterOpened', { hint: 'filter', refusal: noneAsked }),
];

/** The keys while a filter is typed. */
const filterPromptKeys: BindingGroup = {
  title: 'Filter',
  bindings: [
    bind(['enter'], 'apply the filter', 'promptAccepted', { hint: 'apply' }),
    bind(['tab'], 'complete: fields, values seen', 'filterCompleted', { hint: 'complete' }),
    bind(['up'], 'recall an earlier filter', { kind: 'filterRecalled', older: true }, { hint: 'recall' }),
    bind(['down'], 'recall a later filter', { kind: 'filterRecalled', older: false }),
    ...languageBindings,
    bind(['esc'], 'cancel, and restore the list', 'wentBack', { hint: 'cancel' }),
  ],
};

/** The text is the service's: `?` is a part of it. */
const searchKeys: BindingGroup = {
  ...promptKeys,
  bindings: [...promptKeys.bindings, bind(['ctrl-g'], 'show the language of filters (f)', 'languageShown')],
};

const filterPrompt = {
  View: FilterPrompt,
  keys: [filterLanguage, filterPromptKeys],
  below: (state: State) => remarkBelow(filterLine(state)),
} as const;

export const filterScreens: ScreenDefinitions<'search' | 'filter' | 'pattern'> = {
  search: { View: SearchPrompt, keys: [searchKeys], below: (state, screen) => remarkBelow(searchLine(state, screen)) },
  filter: filterPrompt,
  pattern: filterPrompt,
};

function SearchPrompt({ state, screen }: ViewProps<'search'>): ReactNode {
  return <RemarkedLine {...searchLine(state, screen)} />;
}

function searchLine({ notice, columns }: State, { typed: value }: ViewProps<'search'>['screen']) {
  const faults = notice?.kind === 'problem' ? fieldErrors(notice.problem, 'search').own : [];
  const remark = faults.length === 0 ? null : { text: clean(`! ${faults.join(' ')}`), kind: 'fault' as const };
  return { label: clean('search the service:'), value, columns, remark };
}

function FilterPrompt({ state }: ViewProps<'filter' | 'pattern'>): ReactNode {
  return <RemarkedLine {...filterLine(state)} />;
}

const labels = { filter: clean('filter:'), pattern: clean('mark by filter:') };

/** Cached by state: it is needed twice, and counting goes through all systems. */
const filterLine = memoize((state: State) => {
  const { prompt, columns } = state;
  if (prompt?.kind !== 'filter' && prompt?.kind !== 'pattern') {
    return { label: labels.filter, value: '', columns, remark: null };
  }
  const remark = faultIn(state, prompt) ?? matchesOf(state, prompt);
  return { label: labels[prompt.kind], value: prompt.typed, columns, remark };
});

type FilterScreen = ViewProps<'filter' | 'pattern'>['screen'];

function faultIn(state: State, { kind, typed, isRefused }: FilterScreen): Remark | null {
  const { fault } = readFilter(typed);
  if (fault === null) return null;
  return faultRemark(fault, isRefused, kind === 'filter' ? state.list.listing.view.filter.text : null);
}

function matchesOf(state: State, { kind, typed }: FilterScreen): Remark | null {
  if (kind === 'pattern') {
    const matching = patternCount(state, typed);
    return matching === null ? null : { text: clean(`${count(matching)} match`), kind: 'count' };
  }
  const { scan, view } = state.list.listing;
  if (scan === null || typed.trim() === '') return null;
  const shown = count(viewLength(view, scan));
  return { text: clean(`${shown} of ${count(scan.count)}`), kind: 'count' };
}
