/** A change that its form or the service refuses: what is said of fields stands beside them. */
import { expect, test } from 'vitest';
import { buildCall } from '../../../../src/api/calls/build-call.ts';
import { fieldAtCursor, planOf } from '../../../../src/state/explorer/form/forms.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import { refused } from '../../../support/make.ts';
import { play } from '../../root/play.ts';
import { aForm } from './filling.ts';

/** The state after a new requirement was refused with these errors. */
function afterRefusal(errors: Readonly<Record<string, readonly string[]>>): State {
  const form = aForm('POST /org/{orgId}/trust-requirements').on('name').types('offices');
  const built = buildCall(planOf(form.shown()));
  if (!built.ok) throw new Error('It cannot be built.');
  const asked = play(form.state, { kind: 'requestShown', call: built.value, operation: form.screen().operation });
  const { current } = asked.state.request;
  if (current === null) throw new Error('It is not shown.');
  const { id, judged } = current;
  const steps: readonly Action[] = [
    { kind: 'timerEnded', timer: 'armRequest' },
    { kind: 'textEdited', text: judged.phrase },
    { kind: 'requestConfirmed' },
    { kind: 'requestSaved', id, saved: { ok: true, record: 'r1' } },
    { kind: 'changeAnswered', id, answer: { ok: false, problem: refused(400, { errors }) } },
  ];
  return play(asked.state, ...steps).state;
}

test('the form is there again, with the cursor among its fields and the sentences beside them', () => {
  const { screen, request, notice } = afterRefusal({ '$.Name': ['Taken.'] });
  expect(screen).toMatchObject({ kind: 'operation', faults: [{ path: ['body', 'name'], message: 'Taken.' }] });
  expect(request.current).toBeNull();
  expect(notice?.kind).toBe('problem');
});

test('the request stays with what the service says where that names no field of the form', () => {
  const { screen, request } = afterRefusal({ 'x-other': ['Odd.'] });
  expect(screen.kind).toBe('request');
  expect(request.current?.stage.kind).toBe('refused');
});

test('a change is not sent without the fields that its body must have, and the cursor is on the first one', () => {
  const form = aForm('POST /org/{orgId}/enrolment-keys').on('usesRemaining').types('3').presses('Send');
  expect(form.state.request.current).toBeNull();
  expect(form.said()).toBe('"description" must be set in the body.');
  expect(form.screen().faults).toEqual([
    { path: ['body', 'description'], message: '"description" must be set in the body.' },
  ]);
  expect(fieldAtCursor(form.shown())?.path).toEqual(['body', 'description']);
});
