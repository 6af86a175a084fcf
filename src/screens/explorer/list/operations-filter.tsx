/** The filter of operations: its field, its keys, and its language. */
import type { ReactNode } from 'react';
import { indexOf, operationsShown } from '../../../state/explorer/list/listing.ts';
import { isWords, readOperationsFilter } from '../../../state/explorer/list/filter.ts';
import type { State } from '../../../state/root/state.ts';
import { bind, type BindingGroup } from '../../keys/binding.ts';
import { languageBindings, remarkBelow, RemarkedLine } from '../../parts/field.tsx';
import type { Remark, ScreenDefinition, ViewProps } from '../../screen-definition.ts';
import { clean } from '../../text/clean.ts';
import { quoted } from '../../text/fit.ts';
import { count } from '../../text/quantities.ts';

const language: BindingGroup = {
  title: 'Filter of operations',
  bindings: [],
  examples: [
    { typed: 'system', means: 'anywhere: summary, path, tag, id …' },
    { typed: 'a b', means: 'both' },
    { typed: 'a or b', means: 'one of them, or both' },
    { typed: '(a or b) -c', means: 'a or b, and not c' },
    { typed: '-a  !a', means: 'not a' },
    { typed: 'tag:systems,tags', means: 'a part of the tag is enough' },
    { typed: 'method:put', means: 'by method' },
    { typed: 'path:*/disable', means: 'path with a pattern: * any text, ? one' },
    { typed: 'is:', means: isWords.join(', ') },
  ],
};

const promptKeys: BindingGroup = {
  title: 'Filter operations',
  bindings: [
    bind(['enter'], 'apply the filter', 'promptAccepted', { hint: 'apply' }),
    ...languageBindings,
    bind(['esc'], 'cancel, and restore the list', 'wentBack', { hint: 'cancel' }),
    bind(['down'], 'move down', { kind: 'moved', motion: 'down' }),
    bind(['up'], 'move up', { kind: 'moved', motion: 'up' }),
  ],
};

export const operationsFilterScreen: ScreenDefinition<'operationsFilter'> = {
  View: FilterPrompt,
  keys: [language, promptKeys],
  below: (state, screen) => remarkBelow(lineOf(state, screen)),
};

function FilterPrompt({ state, screen }: ViewProps<'operationsFilter'>): ReactNode {
  return <RemarkedLine {...lineOf(state, screen)} />;
}

function lineOf(state: State, prompt: ViewProps<'operationsFilter'>['screen']) {
  const { typed: value } = prompt;
  return { label: clean('filter:'), value, columns: state.columns, remark: remarkOf(state, prompt) };
}

function remarkOf(state: State, { typed, isRefused }: ViewProps<'operationsFilter'>['screen']): Remark | null {
  const { fault } = readOperationsFilter(typed);
  if (fault === null) return typed.trim() === '' ? null : countRemark(state);
  const isUnfinished = fault.isUnfinished && !isRefused;
  const sign = isUnfinished ? '' : '! ';
  const { filter } = state.operations;
  const inForce = filter === '' ? 'Still showing all.' : `Still showing ${quoted(filter)}.`;
  const says = sign + fault.says;
  const text = clean(`${says}${/[.?]$/.test(says) ? '' : '.'} ${inForce}`);
  return { text, kind: isUnfinished ? 'unfinished' : 'fault' };
}

function countRemark(state: State): Remark {
  const shown = count(operationsShown(state).length);
  return { text: clean(`${shown} of ${count(indexOf(state).all.length)}`), kind: 'count' };
}
