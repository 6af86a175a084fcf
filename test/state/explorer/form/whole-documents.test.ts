/** The forms of all operations of whole documents. */
import { expect, test } from 'vitest';
import { buildCall } from '../../../../src/api/calls/build-call.ts';
import { formOf, planOf } from '../../../../src/state/explorer/form/forms.ts';
import { withValueAt } from '../../../../src/state/explorer/form/shapes.ts';
import { definitionFrom } from '../../../support/definition.ts';
import { usualDocument } from '../../../support/documents/usual.ts';
import { aForm } from './filling.ts';

test('nothing set is nothing sent, in each operation: no default and no example is a value', () => {
  const definition = definitionFrom(usualDocument());
  for (const { id } of definition.operations) {
    const form = aForm(id, { definition });
    const { values } = formOf(form.state, form.screen().operation);
    expect(values).toEqual({ parameters: new Map(), body: undefined });
    const plan = planOf(form.shown());
    // Required values are typed by hand.
    const required = plan.parameters.filter(({ isRequired, name, unusable }) => {
      return isRequired && name !== 'orgId' && unusable === null;
    });
    const set = required.reduce((all, one) => withValueAt(all, [`${one.in} ${one.name}`], 'K3F9Q'), values);
    const built = buildCall({ ...plan, values: set });
    if (!built.ok) continue;
    expect(built.value.body ?? '{}').toMatch(/^(?:\{\}|--\S+--\r\n)$/);
    const names = [...new URL(built.value.url).searchParams.keys()];
    expect(names).toEqual(required.filter((one) => one.in === 'query').map(({ name }) => name));
  }
});
