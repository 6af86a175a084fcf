/** Search at the service, filter, and mark by filter: their keys and prompts. */
import { filterFields } from '../../state/fleet/filter/fields.ts';
import { unitNames } from '../../state/fleet/filter/tests.ts';
import {
  bind,
  type Binding,
  type BindingGroup,
  noneAsked,
  type Remark,
  type ScreenDefinitions,
  type ViewProps,
} from '../screen-definition.ts';
import type { ReactNode } from 'react';
import { readFilter } from '../../state/fleet/filter/filter.ts';
import { patternCount } from '../../state/fleet/filter/feature.ts';
import { memoize } from '../../state/kernel/store.ts';
import { viewLength } from '../../state/fleet/list/listing.ts';
import type { State } from '../../state/root/state.ts';
import { faultRemark, languageBindings, promptKeys, remarkBelow, RemarkedLine } from '../parts/field.tsx';
import { clean } from '../text/clean.ts';
import { count } from '../text/quantities.ts';
import { fieldErrors } from '../text/problem-wording.ts';

// Examples of the filter language, for the help of the list and of the field.

/** A separate example, because this word tests rollcall's records. */
const ofRecords = 'disabled-by-us';

const isWords = (filterFields.get('is')?.words ?? []).filter((word) => word !== ofRecords);

export const filterLanguage: BindingGroup = {
  title: 'Filter language',
  bindings: [],
  examples: [
    { typed: 'web', means: 'anywhere: name, tag, key, state …' },
    { typed: 'a b', means: 'both' },
    { typed: 'a or b', means: 'one of them, or both' },
    { typed: '(a or b) -c', means: 'a or b, and not c' },
    { typed: '-a  !a  -(a b)', means: 'not a; not both' },
    { typed: '"a b"', means: 'exactly this text' },
    { typed: 'key:a,b', means: 'enrolment key a or b' },
    { typed: 'name:srv-1*', means: 'name with a pattern: * any text, ? one' },
    { typed: 'tag:* -tag:*', means: 'with any tag, without one' },
    { typed: 'state: os: id:', means: 'a part of it is enough' },
    { typed: 'desc:rack', means: 'description' },
    { typed: 'ip:10.0.0.0/8', means: 'connected from there; ip:10.* too' },
    { typed: 'key:=a', means: 'this key alone, not a part of it' },
    { typed: 'offline:>90d', means: 'not connected for more than 90 days' },
    { typed: 'seen:>90d', means: 'last seen more than 90 days ago' },
    { typed: 'seen:never', means: 'never connected' },
    { typed: 'enrolled:<2w', means: 'enrolled within 2 weeks' },
    { typed: 'seen:<2026-01-31', means: 'before that day (UTC)' },
    { typed: unitNames.join(' '), means: 'units of time; mo is 30 days' },
    { typed: 'version:<4.10', means: 'version, compared by its numbers' },
    ...pairs(isWords).map((words) => ({ typed: 'is:', means: words })),
    { typed: `is:${ofRecords}`, means: 'disabled by rollcall, and still so' },
    { typed: 'disabled:>30d', means: 'by rollcall, over 30 days ago' },
  ],
};

function pairs(words: readonly string[]): readonly string[] {
  const lines: string[] = [];
  for (let at = 0; at < words.length; at += 4) lines.push(words.slice(at, at + 4).join(', '));
  return lines;
}

export const searchBindings: readonly Binding[] = [
  bind(['/'], 'search the service', 'searchOpened', { hint: 'search', refusal: noneAsked }),
  bind(['f'], 'filter the loaded systems', 'filterOpened', { hint: 'filter', refusal: noneAsked }),
];

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

/** The service searches this text literally, so `?` does not open the help. */
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

/** Cached by state: it is needed twice, and counts over all systems. */
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
