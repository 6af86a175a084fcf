/** A system as JSON, in the service's own words. */
import { entriesOf } from '../../api/other-fields.ts';
import { fieldKinds, type FieldName, type System } from '../../api/system.ts';
import { fieldNames } from './fields.ts';

export type SystemRecord = Readonly<Record<FieldName, unknown>>;

/** The fields of the specification. Tags are objects there, each with one field. */
export function knownFields(system: System): SystemRecord {
  const entries = fieldNames.map((name) => [
    name,
    fieldKinds[name] === 'tags' ? system.tags.map((tag) => ({ tag })) : system[name],
  ]);
  return Object.fromEntries(entries) as SystemRecord;
}

/** `own`, and the service's other fields behind it; one that has a name of ours gets `service.` before it. */
export function withOtherFields<Own extends object>(
  own: Own,
  { others }: System,
): Own & Readonly<Record<string, unknown>> {
  const named = entriesOf(others).map(([name, value]) => [Object.hasOwn(own, name) ? `service.${name}` : name, value]);
  // A field may be called `__proto__`: as an own one it does nothing.
  return { ...own, ...(Object.fromEntries(named) as Readonly<Record<string, unknown>>) };
}

/** All that the service said of a system, as far as it is kept. */
export function recordOf(system: System): SystemRecord {
  return withOtherFields(knownFields(system), system);
}
