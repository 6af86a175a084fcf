/** The keys that copy and export. */
import type { Binding, BindingGroup } from '../keys/binding.ts';
import { nextAndPrevious } from '../keys/motion-keys.ts';
import { noList, noSystem } from '../keys/refusals.ts';

/** In the list. */
export const copyBinding: Binding = {
  keys: ['y'],
  does: 'copy: name, id, fields, marked',
  action: { kind: 'copyOpened' },
  refusal: noSystem,
};

/** In the list. */
export const exportBinding: Binding = {
  keys: ['e'],
  does: 'export to CSV and JSON',
  action: { kind: 'exportOpened' },
  refusal: noList,
};

export const copyKeys: BindingGroup = {
  title: 'Copy',
  bindings: [
    { keys: ['enter', 'y'], does: 'send it to your terminal', hint: 'send it', action: { kind: 'textCopied' } },
    ...nextAndPrevious,
    { keys: ['esc', 'q'], does: 'copy nothing', hint: 'copy nothing', action: { kind: 'overlayClosed' } },
  ],
};

export const exportKeys: BindingGroup = {
  title: 'Export',
  bindings: [
    {
      keys: ['m'],
      does: 'write the marked into files',
      hint: 'the marked',
      action: { kind: 'systemsExported', scope: 'marked' },
      refusal: ({ marks: { marked: marks } }) => (marks.size === 0 ? 'nothing is marked' : null),
    },
    {
      keys: ['s', 'enter'],
      does: 'write those shown into files',
      hint: 'those shown',
      action: { kind: 'systemsExported', scope: 'shown' },
    },
    {
      keys: ['a'],
      does: 'write all that were read into files',
      hint: 'all read',
      action: { kind: 'systemsExported', scope: 'read' },
    },
    { keys: ['esc', 'q'], does: 'write nothing', hint: 'nothing', action: { kind: 'overlayClosed' } },
  ],
};
