/** The run that undoes another one: of what was done, as far as it is known how it was before. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../src/api/exact-json.ts';
import type { Outcome } from '../../../src/state/change/outcome.ts';
import type { Settled } from '../../../src/state/change/run.ts';
import { runKinds } from '../../../src/state/change/run-kinds.ts';
import { undoOf } from '../../../src/state/change/undo.ts';
import { anEdit } from '../../support/edits.ts';
import { aSystem } from '../../support/make.ts';

const done: Outcome = { kind: 'done' };

function settled(systemId: string, outcome: Outcome = done, set?: Settled['set']): Settled {
  return { system: aSystem({ systemId, isEnabled: null }), outcome, ...(set && { set }) };
}

test.each(runKinds)('a run to %s is undone for the systems that it changed, as it left them', (kind) => {
  const others: readonly Outcome[] = [
    ...([{ kind: 'already' }, { kind: 'would' }, { kind: 'kept', why: 'connected' }] as const),
    ...(['refused', 'failed', 'unknown', 'notAttempted'] as const).map((of) => ({ kind: of, problem: null })),
  ];
  const all = [settled('S0'), ...others.map((outcome, at) => settled(`S${at + 1}`, outcome)), settled('S9')];
  const undo = undoOf({ kind, edit: null, settled: all });
  const by = { disable: ['enable', false], enable: ['disable', true] } as const;
  if (kind !== 'disable' && kind !== 'enable') expect(undo).toBeNull();
  else {
    const [undoing, isEnabled] = by[kind];
    expect(undo).toMatchObject({ kind: undoing, edit: null });
    expect(undo?.systems.map((system) => [system.systemId, system.isEnabled])).toEqual([
      ['S0', isEnabled],
      ['S9', isEnabled],
    ]);
  }
  expect(undoOf({ kind, edit: null, settled: all.slice(1, -1) })).toBeNull();
});

describe('the values before a change are put back', () => {
  const edit = anEdit({ body: { description: 'new', tags: ['x'] } });
  const set = { sent: { description: 'new', tags: ['x'] }, before: { description: 'old', tags: ['a'] } };
  const of = (all: readonly Settled[], by = edit) => undoOf({ kind: 'change', edit: by, settled: all });

  test('for each system where they are known, and are others', () => {
    const same = { sent: { tags: ['x'] }, before: { tags: [{ tag: 'x' }] } };
    const undo = of([
      settled('S0', done, set),
      settled('S1'),
      settled('S2', { kind: 'failed', problem: null }, set),
      settled('S3', done, { ...set, before: {} }),
      settled('S4', done, same),
      settled('S5', done, { sent: { description: 'new', rack: '4' }, before: { description: null } }),
    ]);
    expect(undo?.kind).toBe('change');
    expect(undo?.systems.map(({ systemId }) => systemId)).toEqual(['S0', 'S5']);
    expect(undo?.edit?.values.body).toBeUndefined();
    expect(undo?.edit?.bodies).toEqual(
      new Map<string, Json>([
        ['S0', { description: 'old', tags: ['a'] }],
        ['S5', { description: null }],
      ]),
    );
    // As the run has left them; what was not there before may be anything.
    expect(undo?.edit?.expected).toEqual(
      new Map([
        ['S0', { description: 'new', tags: ['x'] }],
        ['S5', { description: 'new' }],
      ]),
    );
    expect(of([settled('S1'), settled('S2', { kind: 'failed', problem: null }, set)])).toBeNull();
  });

  test('in the shape in which they were sent', () => {
    const tags = [{ tag: 'a' }, 'b', { tag: 'c', by: 'anna' }, {}, { tag: null }];
    const body = (sent: Json): unknown =>
      of([settled('S0', done, { sent: { tags: sent }, before: { tags } })])?.edit?.bodies?.get('S0');
    expect(body(['x'])).toEqual({ tags: ['a', 'b', { tag: 'c', by: 'anna' }, {}, { tag: null }] });
    expect(body([{ tag: 'x' }])).toEqual({ tags });
    expect(body('x')).toEqual({ tags });
  });

  test('not for an operation that sets no fields of the record', () => {
    const place = anEdit({ id: 'PUT /org/{orgId}/systems/{systemId}/place', body: { description: 'new' } });
    expect(of([settled('S0', done, set)], place)).toBeNull();
  });
});
