/** Schemas that a reader may hang on, overflow on, or believe. */
import { nastyTexts, oneOf, RawJson, remoteReferences, wrongPieces } from './hostile-text.ts';

type Schemas = Record<string, unknown>;

export function schemaRef(name: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

/** All hostile schemas, by name. */
export function hostileSchemas(chance: () => number, elsewhere: string): Schemas {
  return { ...net(chance), ...cycles, ...doubling(), ...large(), ...remote(elsewhere), ...wrong(), ...odd };
}

export const NET_SIZE = 400;

/** Schemas that all refer to each other. */
function net(chance: () => number): Schemas {
  const other = (): object => schemaRef(`Net${String(Math.floor(chance() * NET_SIZE))}`);
  return named(NET_SIZE, 'Net', (at) => ({
    type: 'object',
    description: oneOf(chance, nastyTexts),
    required: ['a', 'a', '__proto__', 'constructor'],
    properties: {
      a: other(),
      b: { type: 'array', items: other() },
      c: { oneOf: [other(), other(), other()] },
      d: { allOf: [other(), { nullable: true }] },
      constructor: other(),
      [oneOf(chance, nastyTexts) + String(at)]: { anyOf: [other(), { type: 'string' }] },
    },
    additionalProperties: other(),
  }));
}

const cycles: Schemas = {
  Self: schemaRef('Self'),
  Left: schemaRef('Right'),
  Right: schemaRef('Left'),
  SelfAll: { allOf: [schemaRef('SelfAll')], properties: { a: { type: 'string' } } },
  SelfOne: { oneOf: [schemaRef('SelfOne'), schemaRef('SelfOne')] },
  SelfAny: { anyOf: [schemaRef('SelfAny'), { type: 'null' }] },
  SelfItems: { type: 'array', items: schemaRef('SelfItems') },
  SelfField: { type: 'object', required: ['again'], properties: { again: schemaRef('SelfField') } },
  SelfOthers: { type: 'object', additionalProperties: schemaRef('SelfOthers') },
  AllLeft: { allOf: [schemaRef('AllRight')] },
  AllRight: { allOf: [schemaRef('AllLeft'), schemaRef('SelfAll')] },
  Inside: {
    $ref: '#/components/schemas/Inside/properties/a',
    properties: { a: { $ref: '#/components/schemas/Inside' } },
  },
  ...named(100, 'Ring', (at) => schemaRef(`Ring${String((at + 1) % 100)}`)),
  ...named(100, 'Chain', (at) => (at === 99 ? { type: 'string' } : schemaRef(`Chain${String(at + 1)}`))),
};

/** Doubles everything in 40 steps: two to the power of 40. */
function doubling(): Schemas {
  const twice = (name: string, at: number): object[] => [
    schemaRef(name + String(at + 1)),
    schemaRef(name + String(at + 1)),
  ];
  return {
    ...named(41, 'AllOf', (at) =>
      at === 40 ? { type: 'object', properties: { a: { type: 'string' } } } : { allOf: twice('AllOf', at) },
    ),
    ...named(41, 'OneOf', (at) => (at === 40 ? { type: 'string' } : { oneOf: twice('OneOf', at) })),
    ...named(41, 'Required', (at) => ({
      type: 'object',
      required: ['left', 'right'],
      properties:
        at === 40
          ? {}
          : { left: schemaRef(`Required${String(at + 1)}`), right: schemaRef(`Required${String(at + 1)}`) },
    })),
    ...named(41, 'Names', (at) => ({
      required: [`n${String(at)}`, 'n'],
      ...(at < 40 && { allOf: twice('Names', at) }),
    })),
  };
}

function large(): Schemas {
  const fields = Array.from({ length: 2000 }, (_, at) => `field${String(at)}`);
  const levels = 3000;
  return {
    Deep: new RawJson(`${'{"type":"object","properties":{"a":'.repeat(levels)}{"type":"string"}${'}}'.repeat(levels)}`),
    DeepAll: new RawJson(`${'{"allOf":['.repeat(levels)}{"type":"string"}${']}'.repeat(levels)}`),
    DeepList: new RawJson(`${'{"type":"array","items":'.repeat(levels)}{}${'}'.repeat(levels)}`),
    ManyValues: { type: 'string', enum: Array.from({ length: 100_000 }, (_, at) => `v${String(at)}`) },
    ManyFields: {
      type: 'object',
      required: fields,
      properties: Object.fromEntries(fields.map((name) => [name, { type: 'string' }])),
    },
    ManyVariants: { oneOf: Array.from({ length: 1000 }, (_, at) => schemaRef(`Net${String(at % NET_SIZE)}`)) },
    ManyAll: { allOf: Array.from({ length: 1000 }, (_, at) => schemaRef(`Net${String(at % NET_SIZE)}`)) },
    LongDescription: { type: 'string', description: 'Gets something. \u001b[2J'.repeat(500) },
  };
}

function remote(elsewhere: string): Schemas {
  const references = remoteReferences(elsewhere);
  return {
    ...named(references.length, 'Remote', (at) => ({ $ref: references[at] })),
    RemoteFields: {
      type: 'object',
      properties: Object.fromEntries(references.map(($ref, at) => [`remote${String(at)}`, { $ref }])),
    },
    Nowhere: schemaRef('DoesNotExist'),
    Prototype: { $ref: '#/components/schemas/__proto__' },
    Constructor: { $ref: '#/constructor/prototype' },
    Malformed: { $ref: '#/%E0%A4%A/~2' },
    NotAPlace: { $ref: '#anchor' },
  };
}

const schemaPlaces = [
  ...'type properties required enum items allOf oneOf anyOf discriminator additionalProperties nullable'.split(' '),
  ...'format $ref title description minLength maximum minItems readOnly const'.split(' '),
];

/** Every place of a schema, with a piece of each wrong kind. */
function wrong(): Schemas {
  const all = schemaPlaces.flatMap((place) =>
    wrongPieces.map((piece) => ({ type: 'object', properties: { a: {} }, [place]: piece })),
  );
  return {
    ...named(all.length, 'Wrong', (at) => all[at]),
    WrongText: 'text',
    WrongNull: null,
    WrongList: [{}],
    WrongTrue: true,
  };
}

const odd: Schemas = {
  __proto__text: { type: 'string' },
  Same: new RawJson('{"type":"string","type":"object","properties":{"a":{"type":"string"},"a":{"type":"integer"}}}'),
  Prototypes: new RawJson(
    '{"type":"object","required":["__proto__"],"properties":{"__proto__":{"type":"string"},"constructor":{"type":"integer"},"toString":{"type":"boolean"}}}',
  ),
  Numbers: new RawJson(
    '{"type":"integer","format":"int64","minimum":-9223372036854775808,"maximum":9223372036854775807,"enum":[9223372036854775807,1e999,-1e999,0.1000000000000000055]}',
  ),
  Contradiction: { allOf: [{ type: 'string' }, { type: 'object', properties: {} }] },
  Secret: {
    type: 'object',
    properties: { password: { type: 'string' }, apiKey: { type: 'string' }, key: { type: 'integer' } },
  },
};

function named(count: number, name: string, schemaAt: (at: number) => unknown): Schemas {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [name + String(at), schemaAt(at)]));
}
