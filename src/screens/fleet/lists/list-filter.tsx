/** The prompts of lists and texts: the filter of any list but that of systems, with its language; and find. */
import { narrowedList } from '../../../state/fleet/lists/update.ts';
import type { State } from '../../../state/root/state.ts';
import { bind, type BindingGroup } from '../../keys/binding.ts';
import { findPromptKeys } from '../../parts/text-lines.tsx';
import { faultRemark, Field, languageBindings, remarkBelow, RemarkedLine } from '../../parts/field.tsx';
import type { Remark, ScreenDefinitions, ViewProps } from '../../screen-definition.ts';
import { clean } from '../../text/clean.ts';
import { count } from '../../text/quantities.ts';

const language: BindingGroup = {
  title: 'Filter a list',
  bindings: [
    bind(['enter'], 'apply the filter', 'promptAccepted', { hint: 'apply' }),
    bind(['tab'], 'complete: fields, values', 'listFilterCompleted', {
      hint: 'complete',
      isInForce: (state) => narrowedList(state)?.completions !== undefined,
    }),
    ...languageBindings,
    bind(['esc'], 'cancel, and restore the list', 'wentBack', { hint: 'cancel' }),
    bind(['down'], 'move down', { kind: 'moved', motion: 'down' }),
    bind(['up'], 'move up', { kind: 'moved', motion: 'up' }),
  ],
  examples: [
    { typed: 'a b', means: 'both, in any column' },
    { typed: 'a or b', means: 'one of them, or both' },
    { typed: '(a or b) -c', means: 'a or b, and not c' },
    { typed: '-a  !a', means: 'not a' },
    { typed: 'name:web', means: 'in one column: a part of its text is enough' },
    { typed: 'name:web*', means: 'all of its text: * is any text, ? is one sign' },
  ],
};

export const listFilterScreens: ScreenDefinitions<'listFilter' | 'textFind'> = {
  textFind: {
    View: ({ state, screen }) => <Field label={clean('find:')} value={screen.typed} columns={state.columns} />,
    keys: [findPromptKeys],
  },
  listFilter: {
    View: ({ state, screen }) => <RemarkedLine {...lineOf(state, screen)} />,
    keys: [language],
    // The words that one list alone has stand among the keys of its screen; a whole language is a group of its own.
    inForce(_, __, beneath) {
      const own = beneath.filter(({ examples = [] }) => examples.length > 0);
      const isWhole = own.some(({ bindings }) => bindings.length === 0);
      return [isWhole ? { ...language, examples: [] } : language, ...own.map((group) => ({ ...group, bindings: [] }))];
    },
    below: (state, screen) => remarkBelow(lineOf(state, screen)),
  },
};

function lineOf(state: State, prompt: ViewProps<'listFilter'>['screen']) {
  const { typed: value } = prompt;
  return { label: clean('filter:'), value, columns: state.columns, remark: remarkOf(state, prompt) };
}

function remarkOf(state: State, { typed, isRefused }: ViewProps<'listFilter'>['screen']): Remark | null {
  const list = narrowedList(state);
  if (list === null) return null;
  const fault = list.faultIn(typed);
  if (fault !== null) return faultRemark(fault, isRefused, list.filter);
  if (typed.trim() === '') return null;
  return { text: clean(`${count(list.shown)} of ${count(list.all)}`), kind: 'count' };
}
