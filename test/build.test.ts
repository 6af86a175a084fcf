import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

const program = readFileSync('dist/rollcall.js', 'utf8');

test('the build makes the program with its helpers, and it can be started by its name', () => {
  expect(readdirSync('dist')).toEqual([
    'demo-service.js',
    'keychain-helper.js',
    'preferences-writer.js',
    'proxied-fetch.js',
    'rollcall.js',
  ]);
  expect(program).toMatch(/^#!\/usr\/bin\/env node\n/);
  expect(statSync('dist/rollcall.js').mode & 0o111).toBe(0o111);
});

test('the program needs nothing beside it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  copyFileSync('dist/rollcall.js', join(folder, 'rollcall.mjs'));
  const { stdout, stderr } = spawnSync(process.execPath, ['rollcall.mjs', '--version'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect({ stdout, stderr }).toEqual({ stdout: `rollcall ${manifest.version}\n`, stderr: '' });
});

test('nothing tells of the machine it was built on', () => {
  for (const file of readdirSync('dist')) {
    const text = readFileSync(join('dist', file), 'utf8');
    expect(text).not.toContain(process.cwd());
    expect(text).not.toContain('sourceMappingURL');
  }
});

/**
 * Node links every import of the file before it runs any of it, and refuses the file where a name is missing. These
 * are in Node 16.20 already: a name that is not listed may be used after a look at "Added in" in Node's documentation,
 * or through the default import, which links everywhere.
 */
const namesInOldNodes = {
  'node:buffer': ['Buffer'],
  'node:child_process': ['execFileSync', 'spawn'],
  'node:crypto': ['createHash', 'randomUUID'],
  'node:events': ['EventEmitter', 'once'],
  'node:dns/promises': ['lookup'],
  'node:fs': [
    ...['chmodSync', 'closeSync', 'existsSync', 'fsyncSync', 'lstatSync', 'mkdirSync', 'openSync', 'readFileSync'],
    ...['renameSync', 'rmSync', 'writeFileSync', 'writeSync'],
  ],
  'node:fs/promises': ['mkdir', 'open', 'readdir', 'readFile', 'writeFile'],
  'node:module': ['createRequire'],
  'node:net': ['connect', 'createServer'],
  'node:os': ['userInfo'],
  'node:path': ['basename', 'dirname', 'join', 'relative'],
  'node:process': ['cwd', 'env'],
  'node:readline': ['createInterface'],
  'node:stream': ['PassThrough', 'Readable', 'Stream'],
  'node:timers/promises': ['setImmediate', 'setTimeout'],
  'node:tls': ['connect'],
  'node:tty': ['ReadStream', 'isatty'],
  'node:url': ['fileURLToPath'],
  'node:v8': ['setFlagsFromString'],
  'node:util': ['isDeepStrictEqual', 'parseArgs', 'promisify', 'stripVTControlCharacters', 'types'],
};

test('an old Node can link the program, so that it gets to say that it is too old', () => {
  const known = Object.entries(namesInOldNodes).flatMap(([module, names]) =>
    names.map((name) => `${name} of ${module}`),
  );
  const imported = [...program.matchAll(/\bimport\{([^}]+)\}from"([^"]+)"/g)].flatMap(([, names = '', module = '']) =>
    names.split(',').map((name) => `${name.replace(/ as .*/, '')} of ${module}`),
  );
  expect(imported).not.toHaveLength(0);
  expect(imported.filter((name) => !known.includes(name))).toEqual([]);
});
