/** Finds the required fields that a body lacks, at any depth. */
import { isJsonObject, isList, type Json, type JsonObject } from '../exact-json.ts';
import type { Document, Missing, Shape, ShapeOf } from './definition.ts';
import { isOnlyAboutNames, newShapeBudget, partsOf } from './variants.ts';
import { listIn } from './json-pieces.ts';
import { shapeOf } from './shape.ts';

/** A body with several possible shapes is compared with the nearest one. The service judges values of another type. */
export function missingFields(definition: Document, schema: Json, body: Json): readonly Missing[] {
  const shapes = new Map<Json, Shape>();
  const shapeAt = (of: Json, name: string): Shape => {
    const known = shapes.get(of) ?? shapeOf(definition, of, { name });
    shapes.set(of, known);
    return known;
  };

  const within = (of: Json, value: Json, path: string): readonly Missing[] => {
    const shape = shapeAt(of, path);
    if (shape.kind === 'object')
      return isJsonObject(value) ? [...inObject(shape, value, path), ...inRules(of, value, path)] : [];
    if (shape.kind === 'list') {
      return isList(value) ? value.flatMap((item, at) => within(shape.items, item, `${path}[${at}]`)) : [];
    }
    return shape.kind === 'choice' ? inNearest(shape, value, path) : [];
  };

  const inObject = ({ fields }: ShapeOf<'object'>, value: JsonObject, path: string): readonly Missing[] =>
    fields.flatMap(({ name, isRequired, schema: of }): readonly Missing[] => {
      const inner = path === '' ? name : `${path}.${name}`;
      const one = Object.hasOwn(value, name) ? (value[name] ?? null) : undefined;
      const isUnset = one === undefined || (one === null && !mayBeNull(shapeAt(of, inner)));
      if (isUnset) return isRequired ? [{ names: [inner] }] : [];
      return within(of, one, inner);
    });

  /** `anyOf: [{required: ["a"]}, {required: ["b"]}]`: one of them must be set. */
  const inRules = (of: Json, value: JsonObject, path: string): readonly Missing[] => {
    const found = partsOf(definition, of, newShapeBudget());
    const rules = found.ok ? found.parts.flatMap((part) => [listIn(part, 'anyOf'), listIn(part, 'oneOf')]) : [];
    return rules.flatMap((rule): readonly Missing[] => {
      if (rule.length === 0 || !rule.every(isOnlyAboutNames)) return [];
      const lacking = rule.map((one) =>
        listIn(one, 'required').filter(
          (name): name is string => typeof name === 'string' && !Object.hasOwn(value, name),
        ),
      );
      if (lacking.some((names) => names.length === 0)) return [];
      const names = [...new Set(lacking.flatMap(([name]) => name ?? []))];
      return [{ names: names.map((name) => (path === '' ? name : `${path}.${name}`)) }];
    });
  };

  const inNearest = ({ variants, discriminator }: ShapeOf<'choice'>, value: Json, path: string): readonly Missing[] => {
    if (!isJsonObject(value)) {
      const [first = [], ...others] = variants.map((variant) => within(variant.schema, value, path));
      return others.reduce((least, one) => (one.length < least.length ? one : least), first);
    }
    const tag = discriminator === null ? undefined : value[discriminator];
    const tagged = variants.filter((variant) => variant.tag !== null && variant.tag === tag);
    const possible = tagged.length > 0 ? tagged : variants;
    const judged = possible.flatMap(({ schema: of }) => {
      const shape = shapeAt(of, path);
      const isSet = ({ name }: { readonly name: string }): boolean => Object.hasOwn(value, name);
      if (shape.kind === 'object')
        return [{ lacks: within(of, value, path), known: shape.fields.filter(isSet).length }];
      return shape.kind === 'choice' || shape.kind === 'free' ? [{ lacks: within(of, value, path), known: 0 }] : [];
    });
    if (judged.some(({ lacks }) => lacks.length === 0)) return [];
    const [nearest] = judged.sort((a, b) => b.known - a.known || a.lacks.length - b.lacks.length);
    return nearest?.lacks ?? [];
  };

  return within(schema, body, '');
}

/** Can the field of this name be null? False for several variants, because the intended one is unknown. */
export function canFieldBeNull(definition: Document, schema: Json, name: string): boolean {
  const shape = shapeOf(definition, schema);
  if (shape.kind !== 'object') return shape.kind === 'free';
  const field = shape.fields.find((one) => one.name === name)?.schema ?? shape.others;
  return field !== null && mayBeNull(shapeOf(definition, field, { name }));
}

/** Can a body have a field of this name? False for several variants, because the intended one is unknown. */
export function takesField(definition: Document, schema: Json, name: string): boolean {
  const shape = shapeOf(definition, schema);
  if (shape.kind !== 'object') return shape.kind === 'free';
  return shape.others !== null || shape.fields.some((one) => one.name === name);
}

function mayBeNull(shape: Shape): boolean {
  if (shape.kind === 'enum') return shape.isNullable || shape.values.includes(null);
  return shape.isNullable || shape.kind === 'free';
}
