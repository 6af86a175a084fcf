/** A definition that means harm: it is read, and no look at a piece of it costs more than its budget. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/api/exact-json.ts';
import { bodyOf, responsesOf } from '../../../src/api/openapi/bodies.ts';
import type { DefinedOperation, Definition } from '../../../src/api/openapi/definition.ts';
import type { JsonPieces } from '../../../src/api/openapi/json-pieces.ts';
import { parametersOf } from '../../../src/api/openapi/parameters.ts';
import { readDefinition } from '../../../src/api/openapi/read-definition.ts';
import { shapeOf } from '../../../src/api/openapi/shape.ts';
import { definitionFrom, schemaNamed, schemasOf } from '../../support/definition.ts';
import { hostileDocument } from '../../support/documents/hostile.ts';
import { usualDocument } from '../../support/documents/usual.ts';
import { property, holds } from '../../support/property.ts';

const hostile = definitionFrom(hostileDocument());

/** Opens what a form and an answer open first. */
function open(definition: Definition, operation: DefinedOperation): void {
  for (const { name, schema } of parametersOf(definition, operation)) shapeOf(definition, schema, { name });
  const body = bodyOf(definition, operation);
  if (body !== null) openOneMore(definition, body.schema);
  for (const { bodies } of responsesOf(definition, operation)) {
    for (const { schema } of bodies) shapeOf(definition, schema, { isAnswer: true });
  }
}

/** A shape, and each that is right below it; the first of those for the next level. */
function openOneMore(definition: Definition, schema: Json): Json | undefined {
  const below = schemasBelow(definition, schema);
  for (const each of below.slice(0, 20)) shapeOf(definition, each);
  return below.find((each) => shapeOf(definition, each).kind !== 'text') ?? below[0];
}

function schemasBelow(definition: Definition, schema: Json): readonly Json[] {
  const shape = shapeOf(definition, schema);
  switch (shape.kind) {
    case 'object':
      return [...shape.fields.map((field) => field.schema), ...(shape.others === null ? [] : [shape.others])];
    case 'list':
      return [shape.items];
    case 'choice':
      return shape.variants.map((variant) => variant.schema);
    case 'text':
    case 'number':
    case 'yesNo':
    case 'enum':
    case 'free':
      return [];
  }
}

test('each operation of the hostile document opens', () => {
  for (const operation of hostile.operations) open(hostile, operation);
});

test('each operation of the usual document opens', () => {
  const usual = definitionFrom(usualDocument());
  for (const operation of usual.operations) open(usual, operation);
});

describe('a definition without an end', () => {
  test.each(['Net0', 'SelfField', 'SelfItems', 'SelfOthers', 'Required0', 'Deep', 'DeepList'])(
    '%s opens ten levels down',
    (name) => {
      let schema: Json = schemaNamed(name);
      for (let level = 0; level < 10; level += 1) {
        const below = openOneMore(hostile, schema);
        if (below === undefined) throw new Error(`${name} ends after ${String(level)} levels`);
        schema = below;
      }
    },
  );

  test.each([
    ['Self', 'Its references lead in a circle.'],
    ['Left', 'Its references lead in a circle.'],
    ['SelfOne', 'Its references lead in a circle.'],
    ['Ring0', 'It is more than 64 references away.'],
    ['Chain0', 'It is more than 64 references away.'],
    ['AllOf0', 'Its description is more than 32 levels deep.'],
    ['OneOf0', 'Its description is more than 32 levels deep.'],
    ['Names0', 'Its description is more than 32 levels deep.'],
    ['DeepAll', 'Its description is more than 32 levels deep.'],
  ])('%s takes JSON, and says why', (name, reason) => {
    expect(shapeOf(hostile, schemaNamed(name))).toMatchObject({ kind: 'free', reason });
  });

  test('what knows itself by allOf is merged once', () => {
    expect(shapeOf(hostile, schemaNamed('SelfAll'))).toMatchObject({ kind: 'object', fields: [{ name: 'a' }] });
    expect(shapeOf(hostile, schemaNamed('AllOf10'))).toMatchObject({ kind: 'object', fields: [{ name: 'a' }] });
    expect(shapeOf(hostile, schemaNamed('OneOf10'))).toMatchObject({ kind: 'text' });
    expect(shapeOf(hostile, schemaNamed('SelfAny'))).toMatchObject({ kind: 'free', isNullable: true });
  });

  test('no shape reads more of the document than its budget allows', () => {
    const { definition, reads } = counted(hostile);
    const most = new Map<string, number>();
    for (const name of schemasOf(hostile).keys()) {
      const before = reads();
      shapeOf(definition, schemaNamed(name));
      most.set(name, reads() - before);
    }
    // Schemas with 100,000 values or 2,000 fields are read once; the others cost far less.
    most.delete('ManyValues');
    expect(Math.max(...most.values())).toBeLessThan(60_000);
    expect(most.get('AllOf0')).toBeLessThan(5000);
    expect(most.get('Names0')).toBeLessThan(5000);
    expect(most.get('Required0')).toBeLessThan(500);
  });
});

/** The same definition, which counts what is read of it. */
function counted(definition: Definition): { readonly definition: Definition; readonly reads: () => number } {
  const made = new WeakMap<object, object>();
  let count = 0;
  const watched = <T>(value: T): T => {
    if (typeof value !== 'object' || value === null) return value;
    const known = made.get(value) ?? new Proxy(value, handler);
    made.set(value, known);
    return known as T;
  };
  const handler: ProxyHandler<object> = {
    get: (target, name) => {
      count += 1;
      return watched(Reflect.get(target, name) as unknown);
    },
  };
  const { document } = definition;
  const pieceAt: JsonPieces['pieceAt'] = (steps) => watched(document.pieceAt(steps));
  return { definition: { ...definition, document: { ...document, pieceAt } }, reads: () => count };
}

test('no prototype is touched', () => {
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(Object.getOwnPropertyNames(Object.prototype)).toHaveLength(12);
  expect(hostile.operations.filter(({ operationId }) => operationId === '__proto__').length).toBeGreaterThan(1);
});

test('another seed makes another document, the same seed the same', () => {
  expect(hostileDocument(2) === hostileDocument(2)).toBe(true);
  expect(hostileDocument(2) === hostileDocument(3)).toBe(false);
});

describe('nothing makes it throw', () => {
  const keywords = `
    type properties required items allOf oneOf anyOf enum const $ref discriminator propertyName mapping
    additionalProperties nullable format readOnly writeOnly default minimum exclusiveMinimum in name schema
    content parameters requestBody responses 200 application/json style get post /a /a/{b} paths tags summary
    __proto__ constructor
  `
    .trim()
    .split(/\s+/);
  const words = `
    string object array integer null query path header #/paths # #/components/schemas/A a
  `
    .trim()
    .split(/\s+/);
  const { value: piece } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 7, depthSize: 'large' },
      fc.constantFrom<unknown>(null, true, false, 0, -1.5, ...words),
      fc.string(),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom(...keywords), tie('value'), { maxKeys: 6 }),
    ),
  }));

  property('any text', [fc.string({ unit: 'binary' })], (text) => void readDefinition(Buffer.from(text)));

  test('any JSON, wherever it stands', () => {
    const version = fc.constantFrom({ openapi: '3.0.1' }, { openapi: '3.1.0' }, { swagger: '2.0' });
    holds([version, piece, piece, piece], { numRuns: 500 }, (start, operation, pathItem, A) => {
      const paths = { '/a/{b}': { post: operation, get: {} }, '/b': pathItem };
      const definition = definitionFrom({ ...start, paths, components: { schemas: { A } } });
      for (const each of definition.operations) open(definition, each);
      openOneMore(definition, schemaNamed('A'));
    });
  });
});

test('a schema with a piece of the wrong kind leaves those beside it as they are', () => {
  const wrong = [...schemasOf(hostile).keys()].filter((name) => /^Wrong\d/.test(name));
  expect(wrong.length).toBeGreaterThan(60);
  const properties: JsonObject = Object.fromEntries([...wrong, 'Net0'].map((name) => [name, schemaNamed(name)]));
  for (const name of wrong) shapeOf(hostile, { properties: { a: schemaNamed(name), b: { type: 'string' } } });
  const shape = shapeOf(hostile, { type: 'object', properties });
  expect(shape.kind === 'object' ? shape.fields.length + shape.more : 0).toBeGreaterThan(wrong.length / 2);
});
