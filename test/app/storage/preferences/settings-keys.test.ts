import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { settingsSchema } from '../../../../packaging/texts/settings-schema.ts';
import { type SettingsKey, settingsKeys } from '../../../../src/app/storage/preferences/settings-keys.ts';
import { placeholders } from '../../../../src/state/shell/own-commands.ts';

function all(keys: readonly SettingsKey[]): readonly SettingsKey[] {
  return keys.flatMap((key) => [key, ...all(key.inside?.keys ?? [])]);
}

const organisation = {
  ...{ word: 'PROD', colour: 'red', readOnly: true },
  protection: { tags: ['keep'], keys: [], seenDays: 7, session: true, share: 50 },
  views: { 1: { filter: 'is:stale', by: 'age', reversed: true, columns: [] } },
};

const file = {
  $schema: './settings.schema.json',
  format: 1,
  commands: [{ key: '!p', name: 'ping', argv: ['ping', '-c', '3', '{connectedFrom}'], confirm: false, on: 'system' }],
  profiles: {
    default: { days: 90, baseUrl: 'https://a.example', organisations: { 'https://a.example n7': organisation } },
    constructor: { pageSize: 100 },
  },
};

describe('the schema', () => {
  const schema = z.fromJSONSchema(settingsSchema());

  test('takes a whole file', () => {
    expect(schema.safeParse(file).error).toBeUndefined();
  });

  test.each([
    [{ profiles: { a: { days: 0 } } }],
    [{ profiles: { a: { day: 1 } } }],
    [{ format: 2 }],
    [{ commands: [{ key: 'p' }] }],
    [{ profiles: { a: { organisations: { b: { colour: 'pink' } } } } }],
  ])('refuses %j', (wrong) => {
    expect(schema.safeParse(wrong).success).toBe(false);
  });

  test('takes every usual value', () => {
    const withUsual = all(settingsKeys).filter(({ usual }) => usual !== undefined);
    expect(withUsual.map(({ key }) => key)).toContain('days');
    for (const { key, schema: one, usual } of withUsual) {
      const value = z.fromJSONSchema(one);
      expect([key, value.safeParse(usual).success]).toEqual([key, true]);
    }
  });
});

test('docs/configuration.md explains every key', () => {
  const written = readFileSync('docs/configuration.md', 'utf8');
  for (const name of placeholders.system) expect(written).toContain(`\`{${name}}\``);
  for (const { key, means } of all(settingsKeys)) {
    expect(written).toContain(`\`${key}\``);
    expect(means.length).toBeGreaterThan(10);
  }
});
