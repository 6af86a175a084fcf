/** `Idempotency-Key`: rollcall makes a new value for each request, and a typed value wins. */
import { describe, expect, test } from 'vitest';
import { buildCall } from '../../../../src/api/calls/build-call.ts';
import { planOf } from '../../../../src/state/explorer/form/forms.ts';
import { syncIdempotency } from '../../../../src/state/explorer/form/sending.ts';
import type { ChangeRequest } from '../../../../src/state/change/request/feature.ts';
import type { Problem } from '../../../../src/api/problem.ts';
import type { State } from '../../../../src/state/root/state.ts';
import { aForm, filling, type Filling } from './filling.ts';
import { definitionFrom } from '../../../support/definition.ts';
import { formDocument } from '../../../support/form-definition.ts';

const header = { name: 'idempotency-KEY', in: 'header', required: true, schema: { type: 'string' } };
const key = 'header idempotency-KEY';

const definition = definitionFrom({
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

function made(form: Filling, value: string, instead: string | null = null): Filling {
  return form.does({ kind: 'idempotencyKeyMade', id: 'POST /invites', parameter: key, made: value, instead });
}

const opened = (): Filling => aForm('POST /invites', { definition });
const wanted = { kind: 'makeIdempotencyKey', id: 'POST /invites', parameter: key, instead: null };

describe('a form that changes something and declares the header', () => {
  test('asks for a value once, and sends it as it is shown', () => {
    expect(opened().effects).toContainEqual(wanted);
    const filled = made(opened(), 'a-1').on('note').types('hello');
    expect(filled.parameter(key)).toBe('a-1');
    const built = buildCall(planOf(filled.shown()));
    expect(built.ok && built.value.headers).toMatchObject({ 'idempotency-KEY': 'a-1' });
    // The key is not a secret, although its name ends like one.
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

  /** The form after its request was sent with the value and reached this stage. */
  function sent(form: Filling, stage: ChangeRequest['stage'] | null): Filling {
    const built = buildCall(planOf(form.shown()));
    if (!built.ok) throw new Error('It cannot be sent.');
    const request: ChangeRequest = {
      ...{ id: 1, call: built.value, operation: form.screen().operation, faults: [], target: { kind: 'none' } },
      ...{ judged: { kind: 'change', reasons: [], phrase: 'post' }, stage: { kind: 'sending' } },
    };
    const before: State = { ...form.state, request: { ...form.state.request, current: request } };
    const current = stage === null ? null : { ...request, stage };
    const [state, ...effects] = syncIdempotency({ ...before, request: { ...before.request, current } }, before);
    return filling(state, effects);
  }

  const ready = (): Filling => made(opened(), 'a-1').on('note').types('hello');
  const again = { ...wanted, instead: 'a-1' };
  const problem: Problem = { operation: 'send request', kind: 'timedOut', seconds: 20 };

  test('has another one for the next request, once this one was carried out or refused', () => {
    expect(sent(ready(), { kind: 'refused', problem }).effects).toEqual([again]);
    expect(sent(ready(), null).effects).toEqual([again]);
    const next = made(sent(ready(), { kind: 'refused', problem }), 'a-2', 'a-1');
    expect(next.parameter(key)).toBe('a-2');
    const own = sent(ready(), null).on('idempotency-KEY').types('mine');
    expect(made(own, 'a-2', 'a-1').parameter(key)).toBe('mine');
  });

  test('keeps it where nothing was sent, and for a pause', () => {
    expect(sent(ready(), { kind: 'withheld', because: 'Read-only.' }).effects).toEqual([]);
    expect(sent(ready(), { kind: 'paused', problem, seconds: 3 }).effects).toEqual([]);
  });

  test('keeps it while the outcome is not known, as long as it is the same request', () => {
    const unknown = sent(ready(), { kind: 'unknown', problem, after: null });
    expect(unknown.effects).toEqual([]);
    const moved = unknown.does({ kind: 'moved', motion: 'first' });
    expect(moved.effects).not.toContainEqual(again);
    const changed = moved.on('note').types('another');
    expect(changed.effects).toContainEqual(again);
    const renewed = made(changed, 'a-2', 'a-1');
    expect(renewed.parameter(key)).toBe('a-2');
    expect(renewed.on('note').types('third').effects).not.toContainEqual({ ...wanted, instead: 'a-2' });
  });

  test("a person's own value is theirs to change", () => {
    const own = opened().on('idempotency-KEY').types('mine').on('note').types('hello');
    expect(sent(own, { kind: 'refused', problem }).effects).toEqual([]);
  });
});

test.each(['GET /invites', 'PUT /invites'])('%s asks for none', (id) => {
  expect(aForm(id, { definition }).effects).toEqual([]);
});
