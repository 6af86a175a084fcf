import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { metafileOf } from '../build.ts';
import manifest from '../package.json' with { type: 'json' };

const program = readFileSync('dist/rollcall.js', 'utf8');

/** Parts that are loaded at their first use, and what they share; with the map of each. */
function isPart(name: string): boolean {
  return /^[a-z-]+-[0-9A-Z]{8}\.js(\.map)?$/.test(name);
}

test('the build makes the program with its helpers, and it can be started by its name', () => {
  expect(readdirSync('dist').filter((name) => !isPart(name))).toEqual([
    'demo-service.js',
    'keychain-helper.js',
    'main.js',
    'main.js.map',
    'proxied-exchange.js',
    'rollcall.js',
  ]);
  expect(program).toMatch(/^#!\/usr\/bin\/env node\n/);
  expect(statSync('dist/rollcall.js').mode & 0o111).toBe(0o111);
});

/** What the main file needs before it runs, and not what it loads later. */
async function inputsAtOnce(): Promise<string[]> {
  const { outputs } = await metafileOf('src/app/main.ts');
  const needed = (name: string): string[] => {
    const found = outputs[name];
    const before =
      found?.imports.filter(({ kind, external }) => kind === 'import-statement' && external !== true) ?? [];
    return [...Object.keys(found?.inputs ?? {}), ...before.flatMap(({ path }) => needed(path))];
  };
  return needed(Object.keys(outputs).find((name) => name.endsWith('main.js')) ?? '');
}

test('the first request does not wait for what draws the screen', async () => {
  const inputs = await inputsAtOnce();
  expect(inputs.some((path) => path === 'src/app/main.ts')).toBe(true);
  expect(inputs.filter((path) => /node_modules\/(ink|react|react-reconciler|yoga-layout)\//.test(path))).toEqual([]);
});

test('the program needs nothing beside its own files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  for (const file of readdirSync('dist')) copyFileSync(join('dist', file), join(folder, file));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const { stdout, stderr } = spawnSync(process.execPath, ['rollcall.js', '--version'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const runtime = `Node.js ${process.versions.node}, ${process.platform} ${process.arch}`;
  expect({ stdout, stderr }).toEqual({ stdout: `rollcall ${manifest.version} (${runtime})\n`, stderr: '' });
});

test('every file is plain ASCII, which Node reads in half the memory', () => {
  for (const file of readdirSync('dist')) expect(readFileSync(join('dist', file), 'utf8')).toMatch(/^[\0-\x7F]*$/);
});

test('nothing tells of the machine it was built on', () => {
  for (const file of readdirSync('dist')) {
    const text = readFileSync(join('dist', file), 'utf8');
    expect(text).not.toContain(process.cwd());
    expect(text).not.toContain('sourceMappingURL');
  }
});

/**
 * Node links every import of a file before it runs any of it, and refuses the file where a name is missing. These are
 * in Node 16.20 already; the rest of the program is loaded once the version is known.
 */
const namesInOldNodes = {
  'node:module': ['createRequire'],
  'node:path': ['basename', 'dirname', 'isAbsolute', 'join', 'resolve'],
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
