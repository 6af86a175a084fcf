/** The keys of the list of systems: those of each feature, joined. Screens add those that open them (`opens`). */
import { sortFields } from '../../state/systems/fields.ts';
import { columnBindings } from '../columns/columns-screens.tsx';
import { newKeyBinding } from '../enrolment-keys/enrolment-key-keys.ts';
import { copyBinding, exportBinding } from '../export/export-screens.tsx';
import { searchBindings } from '../filter/filter-screens.tsx';
import type { Binding, BindingGroup } from '../keys/binding.ts';
import { noList, noSystem } from '../keys/refusals.ts';
import { markBinding, markingBindings } from '../marks/mark-screens.tsx';
import { reviewBinding } from '../review/review-keys.ts';
import { staleBindings } from '../staleness/staleness-keys.ts';

/** In the palette only: o cycles through them. */
const orderBindings: readonly Binding[] = sortFields.map(({ id, name }) => ({
  keys: [],
  does: `order by ${name}`,
  action: { kind: 'orderChosen', by: id },
  refusal: noList,
}));

export const systemsKeys: readonly BindingGroup[] = [
  { title: 'Mark', bindings: [markBinding, ...staleBindings, ...markingBindings] },
  {
    title: 'Act',
    bindings: [
      reviewBinding,
      { keys: ['enter', 'l', 'right'], does: 'show all fields', action: { kind: 'detailsOpened' }, refusal: noSystem },
      newKeyBinding,
      copyBinding,
      exportBinding,
    ],
  },
  {
    title: 'Find',
    bindings: [
      ...searchBindings,
      { keys: ['H'], does: 'disabled ones: show or not', action: { kind: 'disabledToggled' }, refusal: noList },
      { keys: ['o'], does: 'order by the next column', action: { kind: 'orderChanged' }, refusal: noList },
      { keys: ['O'], does: 'flip the order', action: { kind: 'orderFlipped' }, refusal: noList },
      ...orderBindings,
      ...columnBindings,
      { keys: ['r'], does: 'read again, or read on', action: { kind: 'refreshRequested' } },
      { keys: ['R'], does: 'read again every minute, or not', action: { kind: 'autoRefreshToggled' }, refusal: noList },
      { keys: ['@'], does: 'switch organisation', action: { kind: 'switchRequested' } },
    ],
  },
];
