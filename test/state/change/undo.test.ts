/** The run that undoes another one: of what was done, as far as it is known how it was before. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isJsonObject, type Json, jsonIn, type JsonObject, writeExactly } from '../../../src/api/exact-json.ts';
import { observeFields, observeRecord } from '../../../src/state/change/edit.ts';
import { fieldsOf } from '../../../src/state/change/journal/records-file.ts';
import { doneBy, type Outcome } from '../../../src/state/change/outcome.ts';
import type { Settled } from '../../../src/state/change/run.ts';
import { runKinds } from '../../../src/state/change/run-kinds.ts';
import { stayingWords, undoOf } from '../../../src/state/change/undo.ts';
import { anEdit } from '../../support/edits.ts';
import { aSystem } from '../../support/make.ts';
import { property } from '../../support/property.ts';

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
  const before = { description: 'old', tags: [{ tag: 'a' }] };
  const set = { sent: { description: 'new', tags: ['x'] }, before };
  const of = (all: readonly Settled[], by = edit) => undoOf({ kind: 'change', edit: by, settled: all });
  /** A definition by which no field may be null. */
  const strict = {
    ...edit,
    plan: edit.plan?.body ? { ...edit.plan, body: { ...edit.plan.body, canBeNull: () => false } } : null,
  };

  test('for each system where they are known, and are others', () => {
    const same = { sent: { tags: ['x'] }, before: { tags: ['x', 'x'] } };
    const undo = of([
      settled('S0', done, set),
      settled('S1'),
      settled('S2', { kind: 'failed', problem: null }, set),
      settled('S3', done, same),
      settled('S4', done, { sent: { description: 'new' }, before: { description: null } }),
    ]);
    expect(undo?.kind).toBe('change');
    expect(undo?.edit?.values.body).toBeUndefined();
    expect(undo?.edit?.bodies).toEqual(
      new Map<string, Json>([
        ['S0', before],
        ['S4', { description: null }],
      ]),
    );
    // As the run has left them.
    expect(undo?.edit?.expected).toEqual(
      new Map<string, Json>([
        ['S0', set.sent],
        ['S4', { description: 'new' }],
      ]),
    );
    expect(of([settled('S1'), settled('S2', { kind: 'failed', problem: null }, set)])).toBeNull();
  });

  test('where the service has made something else of them, as it has left them', () => {
    const undo = of([settled('S0', { kind: 'done', found: { description: 'NEW' } }, set)]);
    expect(undo?.edit?.bodies?.get('S0')).toEqual(before);
    expect(undo?.edit?.expected?.get('S0')).toEqual({ description: 'NEW', tags: ['x'] });
    const asBefore = { kind: 'done', found: { description: 'old' } } as const;
    expect(of([settled('S0', asBefore, { sent: { description: 'OLD' }, before: { description: 'old' } })])).toBeNull();
  });

  test('exactly, and in the shape that was sent only where the service itself has told that as another one', () => {
    const tags = [{ tag: 'a' }, { tag: 'b' }];
    const body = (sent: Json, found?: Json): unknown =>
      of([
        settled('S0', found === undefined ? done : { kind: 'done', found: { tags: found }, isAsSent: true }, {
          sent: { tags: sent },
          before: { tags },
        }),
      ])?.edit?.bodies?.get('S0');
    expect(body([])).toEqual({ tags });
    expect(body(['x'])).toEqual({ tags });
    expect(body(['x'], [{ tag: 'x' }])).toEqual({ tags: ['a', 'b'] });
    expect(body(['x'], [{ tag: 'y' }])).toEqual({ tags });
    expect(body([{ tag: 'x' }])).toEqual({ tags });
  });

  test('as none where a field was not there and may be null; else it stays, and is counted', () => {
    const added = { sent: { description: 'new', rack: '4' }, before: { description: 'old' } };
    const all = [settled('S0', done, added), settled('S1', done, { sent: { rack: '4' }, before: {} }), settled('S2')];
    expect([...(of(all)?.edit?.bodies?.values() ?? [])]).toEqual([{ description: 'old', rack: null }, { rack: null }]);
    expect(stayingWords({ edit, settled: all })).toBeNull();
    const undo = of(all, strict);
    expect([...(undo?.edit?.bodies ?? [])]).toEqual([['S0', { description: 'old' }]]);
    expect([...(undo?.edit?.expected ?? [])]).toEqual([['S0', { description: 'new' }]]);
    expect(stayingWords({ edit: strict, settled: all })).toBe('2 had no value; it stays');
    expect(of(all.slice(1), strict)).toBeNull();
    // Before the definition is read nobody knows.
    expect(of(all, { ...edit, plan: null })?.systems).toHaveLength(2);
  });

  test('not for an operation that sets no fields of the record', () => {
    const place = anEdit({ id: 'PUT /org/{orgId}/systems/{systemId}/place', body: { description: 'new' } });
    expect(of([settled('S0', done, set)], place)).toBeNull();
    expect(stayingWords({ edit: place, settled: [settled('S0', done, { ...set, before: {} })] })).toBeNull();
  });
});

describe('a service that stores what it is sent', () => {
  const anyField = fc.constantFrom('description', 'tags', 'customDns', 'lastSeen', 'isEnabled', 'rack', '__proto__');
  const anyTags = fc.array(fc.oneof(fc.string(), fc.record({ tag: fc.string() })), { maxLength: 3 });
  const anyNumber = fc.constantFrom('12345678901234567890', '1e400', '0.10', '-0');
  const anyValue = fc.oneof(
    fc.json(),
    anyTags.map((tags) => JSON.stringify(tags)),
    anyNumber,
  );

  property(
    'is as before once a change is undone, whatever the field and its values are',
    [anyField, fc.option(anyValue, { nil: null }), anyValue],
    { numRuns: 2000 },
    (field, was, text) => {
      const name = JSON.stringify(field);
      let record = `{"systemId":"S1"${was === null ? '' : `,${name}:${was}`}}`;
      const first = record;
      const sent = jsonIn(`{${name}:${text}}`);
      if (sent === undefined || !isJsonObject(sent)) throw new Error('It is no object.');
      const before = fieldsOf(jsonIn(first), [field]);
      const isThere = observeFields({ sent }, observeRecord(jsonIn(first))) === 'done';
      const store = (body: Json): void => {
        const known = jsonIn(record);
        if (!isJsonObject(known) || !isJsonObject(body)) throw new Error('It is no object.');
        record = writeExactly(Object.fromEntries([...Object.entries(known), ...Object.entries(body)]));
      };
      // Nothing is sent where it is so already.
      if (isThere) return;
      store(sent);
      const set = { sent, before };
      expect(observeFields(set, observeRecord(jsonIn(record), before))).toBe('done');
      const outcome = doneBy(set, jsonIn(record));
      expect(outcome).toEqual({ kind: 'done' });
      const undo = undoOf({ kind: 'change', edit: anEdit(), settled: [settled('S1', outcome, set)] });
      const [body] = undo?.edit?.bodies?.values() ?? [];
      if (body !== undefined) {
        expect(undo?.edit?.expected?.get('S1')).toEqual(sent);
        store(body);
      }
      // A field that was not there is none.
      const same = was === null ? `{"systemId":"S1",${name}:null}` : writeExactly(jsonIn(first) ?? null);
      expect(record).toBe(same);
    },
  );
});

describe('any systems, of which some were changed', () => {
  const names = ['description', 'tags', 'rack', 'customDns'] as const;
  const anyText = fc.string({ maxLength: 3 });
  const anyFields = fc.dictionary(fc.constantFrom(...names), fc.oneof(anyText, fc.array(anyText, { maxLength: 2 })), {
    minKeys: 1,
    noNullPrototype: true,
  });
  const anyOutcome = fc.constantFrom<Outcome>(
    ...([done, done, { kind: 'kept', why: 'changed' }, { kind: 'failed', problem: null }] satisfies Outcome[]),
  );

  property(
    'have every field as before after an undo, and as after it when the undo is undone',
    [fc.array(fc.record({ before: anyFields, outcome: anyOutcome }), { maxLength: 4 }), anyFields],
    { numRuns: 300 },
    (systems, sent) => {
      type Records = ReadonlyMap<string, JsonObject>;
      const changed = (records: Records, all: readonly Settled[]): Records =>
        new Map(
          [...records].map(([id, record]) => {
            const one = all.find(({ system, outcome }) => system.systemId === id && outcome.kind === 'done');
            return [id, { ...record, ...one?.set?.sent }];
          }),
        );
      // A field that was not there is none.
      const absent = Object.fromEntries(names.map((name) => [name, null]));
      const first: Records = new Map(systems.map(({ before }, at) => [`S${at}`, { ...absent, ...before }]));
      const run = systems.map(({ outcome }, at) => {
        const before = Object.fromEntries(Object.keys(sent).map((name) => [name, first.get(`S${at}`)?.[name] ?? null]));
        return settled(`S${at}`, outcome, { sent, before });
      });
      const after = changed(first, run);
      const undo = undoOf({ kind: 'change', edit: anEdit({ body: sent }), settled: run });
      if (undo?.edit == null) {
        expect(after).toEqual(first);
        return;
      }
      const undoing = undo.systems.map(({ systemId }) => {
        const { bodies, expected } = undo.edit ?? {};
        const set = { sent: bodies?.get(systemId) as JsonObject, before: expected?.get(systemId) ?? {} };
        // Nothing is replaced that is not as the run has left it.
        expect(after.get(systemId)).toMatchObject(set.before);
        return settled(systemId, done, set);
      });
      expect(changed(after, undoing)).toEqual(first);
      const redo = undoOf({ kind: 'change', edit: undo.edit, settled: undoing });
      const redoing = [...(redo?.edit?.bodies ?? [])].map(([id, body]) =>
        settled(id, done, { sent: body as JsonObject, before: {} }),
      );
      expect(changed(first, redoing)).toEqual(after);
    },
  );

  property(
    'are all enabled by the undo of a disabling, and exactly these disabled by its undo',
    [fc.constantFrom('disable', 'enable'), fc.array(anyOutcome)],
    (kind, outcomes) => {
      const run = outcomes.map((outcome, at) => settled(`S${at}`, outcome));
      const undo = undoOf({ kind, edit: null, settled: run });
      const ids = run.filter(({ outcome }) => outcome.kind === 'done').map(({ system }) => system.systemId);
      expect(undo?.systems.map(({ systemId }) => systemId) ?? []).toEqual(ids);
      if (undo === null) return;
      const redo = undoOf({ ...undo, settled: undo.systems.map(({ systemId }) => settled(systemId)) });
      expect(redo?.kind).toBe(kind);
      expect(redo?.systems.map(({ systemId }) => systemId)).toEqual(ids);
      expect(undo.systems.every(({ isEnabled }) => isEnabled === (kind === 'enable'))).toBe(true);
    },
  );
});
