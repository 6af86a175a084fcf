/** The keys of the list of systems: those of each feature, joined. Screens add those that open them (`opens`). */
import { sortFields } from '../../state/systems/fields.ts';
import { columnBindings } from '../columns/columns-screens.tsx';
import { newKeyBinding } from '../enrolment-keys/enrolment-key-screens.tsx';
import { copyBinding, exportBinding } from '../export/export-screens.tsx';
import { searchBindings } from '../filter/filter-screens.tsx';
import { bind, type Binding, type BindingGroup } from '../keys/binding.ts';
import { noList, noSystem } from '../keys/refusals.ts';
import { markBinding, markingBindings } from '../marks/mark-screens.tsx';
import { reviewBinding } from '../review/review-keys.ts';
import { staleBindings } from '../staleness/staleness-screen.tsx';

/** In the palette only: o cycles through them. */
const orderBindings: readonly Binding[] = sortFields.map(({ id, name }) =>
  bind([], `order by ${name}`, { kind: 'sortChosen', by: id }, { refusal: noList }),
);

export const systemsKeys: readonly BindingGroup[] = [
  { title: 'Mark', bindings: [markBinding, ...staleBindings, ...markingBindings] },
  {
    title: 'Act',
    bindings: [
      reviewBinding,
      bind(['enter', 'l', 'right'], 'show all fields', 'detailsOpened', { refusal: noSystem }),
      newKeyBinding,
      copyBinding,
      exportBinding,
    ],
  },
  {
    title: 'Find',
    bindings: [
      ...searchBindings,
      bind(['H'], 'disabled ones: show or not', 'disabledToggled', { refusal: noList }),
      bind(['o'], 'order by the next column', 'sortChanged', { refusal: noList }),
      bind(['O'], 'flip the order', 'sortReversed', { refusal: noList }),
      ...orderBindings,
      ...columnBindings,
      bind(['r'], 'read again, or read on', 'refreshRequested'),
      bind(['R'], 'read again every minute, or not', 'autoRefreshToggled', { refusal: noList }),
      bind(['@'], 'switch organisation', 'switchRequested'),
    ],
  },
];
