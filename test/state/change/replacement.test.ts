/** A request that replaces the record of a system: what it does not name may be cleared, is told, and is put back. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/api/exact-json.ts';
import { observeFields, observeRecord } from '../../../src/state/change/edit.ts';
import { fieldsBefore } from '../../../src/state/change/journal/records-file.ts';
import { doneBy } from '../../../src/state/change/outcome.ts';
import { unnamedFields } from '../../../src/state/change/same-value.ts';
import { stayingWords, undoOf } from '../../../src/state/change/undo.ts';
import { anEdit } from '../../support/edits.ts';
import { aSystem } from '../../support/make.ts';

const record: JsonObject = {
  ...{ systemId: 'S0', lastSeen: '2026-01-01T00:00:00Z', description: 'old', customDns: [], tags: [{ tag: 'a' }] },
  ...{ site: 'one', meta: { rack: 4 }, notes: null },
};
const sent = { description: 'new' };

test.each([
  ['PUT', ['tags', 'site', 'meta']],
  ['PATCH', []],
  ['POST', []],
])('%s may clear the fields with a value that it does not name: %j', (method, names) => {
  expect(unnamedFields(method, sent, record)).toEqual(names);
});

test('no request clears the fields that the agent and the service set themselves', () => {
  expect(unnamedFields('PUT', {}, { systemId: 'S0', state: 'Connected', lastSeen: 'x', serviceVersion: '1' })).toEqual(
    [],
  );
});

const edit = anEdit({ id: 'PUT /org/{orgId}/systems/{systemId}', body: sent });
const set = { sent, before: fieldsBefore('PUT', sent, record) };

function ran(now: JsonObject, by = edit) {
  const outcome = doneBy(set, now);
  const run = { kind: 'change', edit: by, settled: [{ system: aSystem({ systemId: 'S0' }), outcome, set }] } as const;
  return {
    look: observeFields(set, observeRecord(now, set.before)),
    outcome,
    undo: undoOf(run),
    stays: stayingWords(run),
  };
}

test('a record that keeps all of it is as it was sent, and the undo names the whole of it', () => {
  const { look, outcome, undo, stays } = ran({ ...record, ...sent });
  expect(look).toBe('done');
  expect(outcome).toEqual({ kind: 'done' });
  expect(undo?.edit?.bodies?.get('S0')).toEqual({
    ...{ description: 'old', tags: [{ tag: 'a' }], site: 'one', meta: { rack: 4 } },
  });
  expect(stays).toBeNull();
});

test('fields that are cleared are told by their names, and put back', () => {
  const { site, ...left } = record;
  const { look, outcome, undo } = ran({ ...left, ...sent, meta: {}, tags: [] });
  expect(look).toBe('other');
  expect(outcome).toEqual({ kind: 'done', found: { tags: null, site: null, meta: null } });
  expect(undo?.edit?.bodies?.get('S0')).toMatchObject({ site, meta: { rack: 4 }, tags: [{ tag: 'a' }] });
  expect(undo?.edit?.expected?.get('S0')).toMatchObject({ description: 'new', site: null });
});

test('fields that the definition does not take stay cleared, which is said', () => {
  const plan = edit.plan?.body
    ? { ...edit.plan, body: { ...edit.plan.body, takes: (name: string) => name !== 'site' } }
    : null;
  const { undo, stays } = ran({ ...record, ...sent, site: null, meta: null }, { ...edit, plan });
  expect(undo?.edit?.bodies?.get('S0')).toEqual({ description: 'old', meta: { rack: 4 }, tags: [{ tag: 'a' }] });
  expect(stays).toBe('it cannot restore site');
});
