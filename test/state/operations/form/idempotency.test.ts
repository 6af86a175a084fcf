/** `Idempotency-Key`: rollcall makes a value of its own for each request, and a person's wins. */
import { describe, expect, test } from 'vitest';
import { buildCall } from '../../../../src/state/operations/call/build-call.ts';
import { planOf } from '../../../../src/state/operations/form/forms.ts';
import { aForm, type Filling } from './filling.ts';
import { definitionOf, formDocument } from '../../../support/form-definition.ts';

const header = { name: 'idempotency-KEY', in: 'header', required: true, schema: { type: 'string' } };
const key = 'header idempotency-KEY';

const definition = definitionOf({
  ...formDocument,
  paths: {
    '/invites': {
      get: { parameters: [header] },
      post: {
        parameters: [header, { name: 'note', in: 'query', required: true, schema: { type: 'string' } }],
      },
      put: { parameters: [{ ...header, in: 'query' }] },
    },
  },
});

function made(form: Filling, value: string): Filling {
  return form.does({ kind: 'idempotencyKeyMade', id: 'POST /invites', parameter: key, made: value });
}

const opened = (): Filling => aForm('POST /invites', { definition });
const wanted = { kind: 'makeIdempotencyKey', id: 'POST /invites', parameter: key };

describe('a form that changes something and declares the header', () => {
  test('asks for a value once, and sends it as it is shown', () => {
    expect(opened().effects).toContainEqual(wanted);
    const filled = made(opened(), 'a-1').on('note').types('hello');
    expect(filled.parameter(key)).toBe('a-1');
    const built = buildCall(planOf(filled.state, filled.screen()));
    expect(built.ok && built.value.headers).toMatchObject({ 'idempotency-KEY': 'a-1' });
    // It is no secret, although its name ends like one.
    expect(built.ok && built.value.secrets).toEqual([]);
  });

  test('has the cursor on what a person has to set', () => {
    const form = opened();
    expect(form.labels()[form.screen().list.row]).toBe('note');
  });

  test("a person's own value wins, and u goes past the one that was made", () => {
    const own = opened().on('idempotency-KEY').types('mine');
    expect(made(own, 'a-1').parameter(key)).toBe('mine');
    const changed = made(opened(), 'a-1').on('note').types('hello').presses('Undone', 'Undone');
    expect(changed.parameter(key)).toBe('a-1');
  });

  test('keeps its value when it is left and opened again, and has another one once it is cleared', () => {
    const left = made(opened(), 'a-1').back();
    const again = aForm('POST /invites', { definition, state: left.state });
    expect(again.parameter(key)).toBe('a-1');
    expect(again.effects).not.toContainEqual(wanted);
    const cleared = again.presses('Cleared');
    expect(cleared.effects).toContainEqual(wanted);
    expect(made(cleared, 'a-2').parameter(key)).toBe('a-2');
  });

  test('a value that comes when the form is left is dropped', () => {
    const left = opened().back();
    expect(made(left, 'a-1').state.operationForm.forms.get('POST /invites')?.values.parameters.has(key)).not.toBe(true);
  });
});

test.each(['GET /invites', 'PUT /invites'])('%s asks for none', (id) => {
  expect(aForm(id, { definition }).effects).toEqual([]);
});
