/** A settings file with every protection, changed in 1,000 ways: what may be sent afterwards is never more. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parse, type ParseError } from 'jsonc-parser';
import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { memoryOf } from '../../../../src/app/storage/preferences/port.ts';
import { openPreferences } from '../../../../src/app/storage/preferences/preferences.ts';
import { settingsSchema } from '../../../../packaging/texts/settings-schema.ts';
import { isStale } from '../../../../src/state/fleet/staleness/staleness.ts';
import { guardOf } from '../../../../src/state/fleet/protection/guards.ts';
import { withheldBy } from '../../../../src/state/session/session.ts';
import { ownFolders } from '../../../support/folder.ts';
import { aSystem, now, daysAgo } from '../../../support/make.ts';

const baseUrl = 'https://a.example';

/** Each setting protects more than its usual value. */
const whole = JSON.stringify(
  {
    format: 1,
    commands: [{ key: '!p', name: 'ping', argv: ['ping', '{hostname}'], confirm: true, on: 'system' }],
    profiles: {
      default: {
        ...{ baseUrl, days: 365, pageSize: 50, markDisabled: false, bell: false },
        organisations: {
          [`${baseUrl} N1`]: {
            ...{ word: 'PROD', colour: 'red', graceDays: 60 },
            protection: { tags: ['keep'], keys: ['servers'], seenDays: 400, session: true, share: 10 },
            protectedSystems: ['PRINTER', 'DOOR'],
          },
          [`${baseUrl} N2`]: { readOnly: true },
        },
      },
      prod: { readOnly: true, days: 700 },
    },
  },
  null,
  2,
);

const old = { lastSeen: daysAgo(3000), enrolledAt: daysAgo(3000), tags: [] };
const systems = [
  aSystem({ ...old, systemId: 'PLAIN' }),
  aSystem({ ...old, systemId: 'PRINTER' }),
  aSystem({ ...old, systemId: 'DOOR' }),
  aSystem({ ...old, systemId: 'TAGGED', tags: ['keep'] }),
  aSystem({ ...old, systemId: 'USUAL', tags: ['protect'] }),
  aSystem({ ...old, systemId: 'KEYED', enrolmentKeyDescription: 'servers' }),
  ...[100, 200, 380, 500, 800].map((days) => aSystem({ ...old, systemId: `SEEN ${days}`, lastSeen: daysAgo(days) })),
];

/** Everything that these settings let through: each string is a thing more that may be sent or marked. */
async function letThrough(): Promise<ReadonlySet<string>> {
  const all = new Set<string>();
  for (const profile of ['default', 'prod']) {
    const preferences = await openPreferences(profile);
    if (preferences.isNewProfile) continue;
    const memory = memoryOf(preferences);
    if (preferences.fault !== null) {
      const modes = ['N1', 'N2', null].map(
        (orgId) => withheldBy({ isReadOnly: false, isPreview: false, memory }, baseUrl, orgId)?.mode,
      );
      expect(modes).toEqual(['read-only', 'read-only', 'read-only']);
      return all;
    }
    const { days, marksDisabled } = memory.settings();
    for (const orgId of ['N1', 'N2']) {
      if (withheldBy({ isReadOnly: false, isPreview: false, memory }, baseUrl, orgId) !== null) continue;
      const guarding = { guards: memory.guards(baseUrl, orgId), address: null };
      const { word, graceDays } = memory.label(baseUrl, orgId);
      const passed = systems.filter((system) => isStale(system, days, now) && guardOf(system, guarding, now) === null);
      const steps = (name: string, from: number, to: number) =>
        Array.from({ length: Math.max(0, to - from) }, (_, at) => `${name} ${from + at}`);
      const things = [
        ...passed.map(({ systemId }) => systemId),
        ...steps('share', 0, guarding.guards.share),
        ...steps('grace', Math.min(graceDays, 100), 100),
        ...(guarding.guards.session ? [] : ['the own system']),
        ...(marksDisabled ? ['disabled systems'] : []),
        ...(word === null ? ['without the word'] : []),
      ];
      for (const thing of things) all.add(`${profile} ${orgId} ${thing}`);
    }
    for (const { name, isConfirmed } of preferences.commands) if (!isConfirmed) all.add(`${name} unasked`);
  }
  return all;
}

/** A slip of the hand, of an editor or of a disk in a text. */
const mutation = fc.record({
  at: fc.nat({ max: whole.length - 1 }),
  length: fc.integer({ min: 1, max: 12 }),
  letter: fc.constantFrom(...Array.from('aeox0719_- \t\n"\':,;.{}[]/*#\\\0\u{FEFF}é…')),
  value: fc.constantFrom('null', '"yes"', 'yes', 'true', 'false', '0', '-1', '1e9', '[]', '{}', '"365"', '3.5', ''),
  kind: fc.constantFrom('drop', 'insert', 'replace', 'swap', 'repeat', 'cut', 'case', 'value', 'line', 'move', 'quote'),
});

function mutated(
  text: string,
  { at, length, letter, value, kind }: typeof mutation extends fc.Arbitrary<infer M> ? M : never,
): string {
  const [before, after] = [text.slice(0, at), text.slice(at)];
  const lines = text.split('\n');
  const line = before.split('\n').length - 1;
  const inLine = (change: (one: string) => string): string =>
    lines.map((one, row) => (row === line ? change(one) : one)).join('\n');
  const first = [lines.slice(0, 1), lines.slice(line, line + 1), lines.slice(1, line), lines.slice(line + 1)];
  return {
    drop: before + after.slice(length),
    insert: before + letter + after,
    replace: before + letter + after.slice(1),
    swap: before + after.slice(1, 2) + after.slice(0, 1) + after.slice(2),
    repeat: before + after.slice(0, length) + after,
    cut: before,
    case: before + after.slice(0, length).toUpperCase() + after.slice(length),
    value: inLine((one) => one.replace(/: .*?(,?)$/, `: ${value}$1`)),
    line: lines.filter((_, row) => row !== line).join('\n'),
    move: first.flat().join('\n'),
    quote: inLine((one) => one.replaceAll('"', length % 2 === 0 ? '' : "'")),
  }[kind];
}

const schema = z.fromJSONSchema(settingsSchema());

/** Another reader finds nothing wrong: a setting that differs then may be what the person wants. */
function isRight(text: string): boolean {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  return errors.length === 0 && schema.safeParse(value).success;
}

let file: string;

beforeEach(() => {
  const { config } = ownFolders();
  mkdirSync(config, { mode: 0o700 });
  file = join(config, 'config.json');
});

test('whatever is changed in the settings file, nothing more is sent than with the whole file', async () => {
  const aFile = (text: string): void => {
    writeFileSync(file, text, { mode: 0o600 });
  };
  aFile(whole);
  const before = await letThrough();
  expect([...before].filter((one) => one.startsWith('default N1'))).toEqual(
    expect.arrayContaining(['default N1 PLAIN', 'default N1 SEEN 500', 'default N1 share 9']),
  );
  let judged = 0;
  await fc.assert(
    fc.asyncProperty(mutation, async (one) => {
      const text = mutated(whole, one);
      // As after a start with the whole file.
      writeFileSync(join(file, '..', 'config.last-good.json'), whole, { mode: 0o600 });
      aFile(text);
      // Another setting than before, written as it must be, may be what the person wants.
      if (isRight(text)) return;
      judged++;
      const more = [...(await letThrough())].filter((thing) => !before.has(thing));
      expect({ more, text: more.length === 0 ? '' : text }).toEqual({ more: [], text: '' });
    }),
    // A mark of byte order in the place of a digit.
    {
      numRuns: 400,
      examples: [[{ at: whole.indexOf('60') + 1, length: 1, letter: '\u{FEFF}', value: '', kind: 'replace' }]],
    },
  );
  expect(judged).toBeGreaterThan(200);
});
