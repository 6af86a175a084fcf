/** The schema of the settings file, for editors: it follows from the table of its keys. */
import { type Schema, type SettingsKey, settingsKeys } from '../../src/app/storage/preferences/settings-keys.ts';

/** JSON Schema, 2020-12. */
export function settingsSchema(): Schema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Settings of rollcall',
    ...objectOf(settingsKeys),
  };
}

function objectOf(keys: readonly SettingsKey[]): Schema {
  const properties = keys.map((one) => [one.key, schemaOf(one)] as const);
  return { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false };
}

function schemaOf({ means, schema, usual, inside }: SettingsKey): Schema {
  const about = { description: means, ...(usual !== undefined && { default: usual }) };
  if (inside === undefined) return { ...schema, ...about };
  const object = objectOf(inside.keys);
  if (inside.of === 'keys') return { ...object, ...about };
  const within = inside.of === 'names' ? { additionalProperties: object } : { items: object };
  return { ...schema, ...within, ...about };
}
