/** A search at the service, a filter, and a pattern to mark by: their keys and prompts. */
import type { ReactNode } from 'react';
import { readFilter } from '../../state/filter/filter.ts';
import { patternCount } from '../../state/filter/update.ts';
import { promptKeys, PromptLine } from '../parts/field.tsx';
import type { ScreenDefinitions, ViewProps } from '../screen-definition.ts';
import { clean } from '../text/clean.ts';
import { count } from '../text/quantities.ts';
import { fieldErrors } from '../text/problem-wording.ts';
import { bind, type Binding, type BindingGroup, noneAsked } from '../keys/binding.ts';

export const searchBindings: readonly Binding[] = [
  bind(['/'], 'search the service', 'searchOpened', { hint: 'search', refusal: noneAsked }),
  bind(['f'], 'filter the loaded systems', 'filterOpened', { hint: 'filter', refusal: noneAsked }),
];

/** While a filter or a pattern is typed. */
const filterPromptKeys: BindingGroup = {
  title: 'Filter',
  bindings: [
    bind(['enter'], 'take the filter or pattern', 'promptAccepted', { hint: 'take it' }),
    bind(['tab'], 'complete: fields, values seen', 'filterCompleted', { hint: 'complete' }),
    bind(['up'], 'an earlier filter', { kind: 'filterRecalled', older: true }, { hint: 'earlier' }),
    bind(['down'], 'a later filter', { kind: 'filterRecalled', older: false }),
    bind(['esc'], 'leave, as it was before', 'wentBack', { hint: 'leave' }),
  ],
};

export const filterScreens: ScreenDefinitions<'search' | 'filter' | 'pattern'> = {
  search: { View: SearchPrompt, keys: [promptKeys] },
  filter: { View: FilterPrompt, keys: [filterPromptKeys] },
  pattern: { View: FilterPrompt, keys: [filterPromptKeys] },
};

function SearchPrompt({ state, screen }: ViewProps<'search'>): ReactNode {
  const { notice, columns } = state;
  const faults = notice?.kind === 'problem' ? fieldErrors(notice.problem, 'search').own : [];
  return <PromptLine label={clean('search at the service:')} value={screen.typed} columns={columns} faults={faults} />;
}

const labels = { filter: clean('filter what is here:'), pattern: clean('mark by:') };

function FilterPrompt({ state, screen }: ViewProps<'filter' | 'pattern'>): ReactNode {
  const { kind, typed, isRefused } = screen;
  const matching = kind === 'pattern' ? patternCount(state, typed) : null;
  return (
    <PromptLine
      label={labels[kind]}
      value={typed}
      columns={state.columns}
      faults={faultsOf(screen)}
      note={matching === null ? null : `${count(matching)} match`}
      isRefused={isRefused}
    />
  );
}

/** What is wrong with what is typed, and where. */
function faultsOf({ typed, isRefused }: ViewProps<'filter'>['screen']): readonly string[] {
  const { fault } = readFilter(typed);
  if (fault === null || (fault.isUnfinished && !isRefused)) return [];
  return [fault.at === 0 ? fault.says : `at ${fault.at + 1}: ${fault.says}`];
}
