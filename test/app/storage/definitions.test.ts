/** The definitions of services are kept, and only used where they are this person's and whole. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { definitionsCheck } from '../../../src/app/commands/doctor/doctor.ts';
import { keptDefinitions, openDefinitions } from '../../../src/app/storage/definitions.ts';
import { aSmallDisk, canMount, fillBut } from '../../support/small-disk.ts';
import { aFolder } from '../../support/folder.ts';

const baseUrl = 'https://api.example';
const about = { etag: '"1"', lastModified: null, at: 5 };

let folder: string;

beforeEach(() => {
  const home = aFolder();
  folder = join(home, 'rollcall', 'definitions');
});

function keep(text: string, profile = 'default', address = baseUrl): string | null {
  const definitions = openDefinitions(folder);
  const bytes = Buffer.from(text);
  return definitions.keep(profile, address, { ...about, text: bytes, sha256: definitions.identify(bytes) });
}

async function recalled(profile = 'default', address = baseUrl) {
  const kept = await openDefinitions(folder).recall(profile, address);
  return kept === null ? null : { ...kept, text: Buffer.from(kept.text).toString() };
}

/** The file of the text, and the one beside it. */
function files(): { readonly text: string; readonly meta: string } {
  const [meta = '', text = ''] = fs
    .readdirSync(folder)
    .sort((a, b) => b.length - a.length)
    .map((name) => join(folder, name));
  return { text, meta };
}

test('a definition is kept as it came, for its owner alone, by address and profile', async () => {
  expect(keep('{"a":"ü"}')).toBeNull();
  expect(await recalled()).toMatchObject({ text: '{"a":"ü"}', etag: '"1"', lastModified: null, at: 5 });
  expect(await recalled('other')).toBeNull();
  expect(await recalled('default', 'https://other.example')).toBeNull();
  const names = fs.readdirSync(folder);
  expect(names).toHaveLength(2);
  expect(names.map((name) => fs.statSync(join(folder, name)).mode & 0o777)).toEqual([0o600, 0o600]);
  expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
});

test('the time alone can change', async () => {
  keep('{}');
  const before = fs.statSync(files().text).mtimeMs;
  const kept = await recalled();
  if (kept === null) throw new Error('Nothing was kept.');
  expect(openDefinitions(folder).keep('default', baseUrl, { ...kept, at: 9, text: null })).toBeNull();
  expect(await recalled()).toMatchObject({ text: '{}', at: 9 });
  expect(fs.statSync(files().text).mtimeMs).toBe(before);
});

test('without a folder nothing is kept, and nothing fails', async () => {
  const definitions = openDefinitions(null);
  const text = Buffer.from('{}');
  expect(definitions.keep('default', baseUrl, { ...about, text, sha256: definitions.identify(text) })).toBeNull();
  expect(await definitions.recall('default', baseUrl)).toBeNull();
});

const spoilt: Readonly<Record<string, string>> = {
  ...(process.getuid?.() === 0 && { 'another owner': 'chown 12345:12345 "$0"' }),
  'a link': 'mv "$0" "$0.there"; ln -s "$0.there" "$0"',
  'a pipe': 'rm "$0"; mkfifo "$0"',
  'another SHA-256': 'sed -i s/first/other/ "$0"',
  'a part of it': 'truncate -s 4 "$0"',
  'writable by others': 'chmod 622 "$0"',
};

describe.each(Object.entries(spoilt))('a cache file with %s', (name, spoil) => {
  test.each(['text', 'meta'] as const)(
    'in the place of the %s is not used, not followed, and replaced',
    async (file) => {
      const text = '{"title":"first","sha256":"x"}';
      keep(text);
      const before = files()[file];
      execFileSync('sh', ['-ec', spoil, before]);
      // The notes about it hold no text that tells it from another one, but for its SHA-256.
      if (file === 'meta' && name === 'another SHA-256') fs.writeFileSync(before, '{"format":1,"sha256":"0"}');
      expect(await recalled()).toBeNull();
      expect(keep('{"second":1}')).toBeNull();
      expect(await recalled()).toMatchObject({ text: '{"second":1}' });
      expect(fs.lstatSync(before).isFile()).toBe(true);
      const there = `${before}.there`;
      if (name === 'a link' && file === 'text') expect(fs.readFileSync(there, 'utf8')).toBe(text);
    },
  );
});

test('a definition in a folder that others may write to is not used', async () => {
  keep('{"first":1}');
  fs.chmodSync(folder, 0o777);
  expect(await recalled()).toBeNull();
  fs.chmodSync(folder, 0o700);
  expect(await recalled()).toMatchObject({ text: '{"first":1}' });
});

test('a definition kept for another address is not used', async () => {
  keep('{"first":1}');
  const { meta } = files();
  fs.writeFileSync(meta, fs.readFileSync(meta, 'utf8').replace(baseUrl, 'https://other.example'));
  expect(await recalled()).toBeNull();
});

test('the oldest go of more than 8 services, or of more than 64 MiB', async () => {
  const address = (at: number): string => `${baseUrl}/${at}`;
  const past = (at: number): void => {
    for (const name of fs.readdirSync(folder)) {
      const path = join(folder, name);
      if (fs.statSync(path).mtimeMs > 1e12) fs.utimesSync(path, 1000 + at, 1000 + at);
    }
  };
  for (let at = 0; at < 10; at++) {
    keep(`{"at":${at}}`, 'default', address(at));
    past(at);
  }
  expect(keptDefinitions(folder)).toMatchObject({ services: 8 });
  expect(await recalled('default', address(1))).toBeNull();
  expect(await recalled('default', address(2))).toMatchObject({ text: '{"at":2}' });
  for (let at = 10; at < 13; at++) {
    keep(`"${'x'.repeat(25 * 1024 * 1024)}"`, 'default', address(at));
    past(at);
  }
  expect(keptDefinitions(folder)).toMatchObject({ services: 2 });
  expect(await recalled('default', address(12))).not.toBeNull();
  expect(fs.readdirSync(folder)).toHaveLength(4);
});

test('the doctor says what is kept, and where nothing can be', () => {
  expect(definitionsCheck(folder)).toMatchObject({ ok: null, message: `${folder} (none is kept yet)` });
  keep('{}');
  expect(definitionsCheck(folder)).toMatchObject({ ok: true, message: `${folder}, of 1 service, 1 kB, for you alone` });
  fs.chmodSync(folder, 0o777);
  expect(definitionsCheck(folder)).toMatchObject({
    ok: false,
    message: expect.stringMatching(/^not used: /) as string,
  });
  expect(keep('{}')).toBe('writable by others');
  expect(definitionsCheck(null).ok).toBeNull();
});

test.runIf(canMount)('on a full disk nothing is kept, what was kept stays, and the doctor says it', async () => {
  aSmallDisk(folder, 128);
  keep('{"first":1}');
  fillBut(folder, 0);
  expect(keep(`"${'x'.repeat(50_000)}"`)).toBe('ENOSPC');
  expect(await recalled()).toMatchObject({ text: '{"first":1}' });
  expect(definitionsCheck(folder)).toMatchObject({
    ok: false,
    message: `${folder} cannot be written (ENOSPC): every start reads the definition of the service`,
  });
});
