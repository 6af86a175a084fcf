import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join } from 'node:path';
import { build, type Metafile, transform } from 'esbuild';
import { expect, test } from 'vitest';
import { metafileOfProgram } from '../build.ts';
import manifest from '../package.json' with { type: 'json' };
import { commonJs, mapped, withoutNames } from '../packaging/commonjs.ts';
import { aFolder } from './support/folder.ts';

/** These modules of a bundle and all that they import, without what they load later. */
function evaluatedWith(inputs: Metafile['inputs'], entries: readonly string[]): ReadonlySet<string> {
  const found = new Set(entries);
  // A set goes on to what is added while it is walked.
  for (const name of found) {
    const imports = inputs[name]?.imports ?? [];
    const before = imports.filter(({ kind, external }) => kind !== 'dynamic-import' && external !== true);
    for (const { path } of before) found.add(path);
  }
  return found;
}

const program = readFileSync('dist/rollcall.js', 'utf8');

test('the build makes the program with its helpers, and it can be started by its name', () => {
  expect(readdirSync('dist').sort()).toEqual([
    'conf-file.js',
    'demo-service.js',
    'keychain-helper.js',
    'main.js',
    'main.js.map',
    'package.json',
    'proxied-exchange.js',
    'rollcall.js',
  ]);
  expect(program).toMatch(/^#!\/usr\/bin\/env node\n/);
  expect(statSync('dist/rollcall.js').mode & 0o111).toBe(0o111);
});

test('the first request does not wait for what draws the screen, nor the first frame for what few people use', async () => {
  const { inputs } = await metafileOfProgram();
  const packages = (names: string): RegExp => new RegExp(`node_modules/(${names})/`);
  const atOnce = [...evaluatedWith(inputs, ['src/app/main.ts'])];
  expect(atOnce).toContain('src/api/http/exchange.ts');
  expect(atOnce.filter((path) => packages('ink|react|react-reconciler|yoga-layout').test(path))).toEqual([]);
  const forTheFrame = [...evaluatedWith(inputs, ['src/app/main.ts', 'src/app/terminal/render.tsx'])];
  expect(forTheFrame.some((path) => packages('ink').test(path))).toBe(true);
  const late = /^src\/app\/commands\/(commands|systems)\.ts/;
  expect(forTheFrame.filter((path) => late.test(path) || packages('undici|env-paths').test(path))).toEqual([]);
  expect(Object.keys(inputs).filter((path) => late.test(path))).toHaveLength(2);
});

test('commands that print load nothing that draws a screen', async () => {
  const { inputs } = await metafileOfProgram();
  const loaded = [...evaluatedWith(inputs, ['src/app/main.ts', 'src/app/commands/commands.ts'])];
  expect(loaded).toContain('src/app/commands/api/api.ts');
  expect(loaded.filter((path) => /node_modules\/(ink|react|yoga-layout)\/|\.tsx$/.test(path))).toEqual([]);
});

test('the program needs nothing beside its own files', () => {
  const folder = aFolder();
  cpSync('dist', join(folder, 'dist'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const { stdout, stderr } = spawnSync(process.execPath, ['dist/rollcall.js', '--version'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const runtime = `Node.js ${process.versions.node}, ${process.platform} ${process.arch}`;
  expect({ stdout, stderr }).toEqual({ stdout: `rollcall ${manifest.version} (${runtime})\n`, stderr: '' });
});

test('every file is plain ASCII, which Node reads in half the memory', () => {
  for (const file of readdirSync('dist')) expect(readFileSync(join('dist', file), 'utf8')).toMatch(/^[\0-\x7F]*$/);
});

test('the first file leaves a removed working directory to the second, which must still see it', () => {
  expect(readFileSync('dist/rollcall.js', 'utf8')).not.toContain('chdir');
  expect(readFileSync('dist/main.js', 'utf8')).toContain('chdir');
});

test('nothing tells of the machine it was built on', () => {
  for (const file of readdirSync('dist')) {
    const text = readFileSync(join('dist', file), 'utf8');
    expect(text).not.toContain(process.cwd());
    expect(text).not.toContain('sourceMappingURL');
  }
});

test('an old Node can read the first file, so that it gets to say that it is too old', async () => {
  const [asIs, rewritten] = await Promise.all(['esnext', 'node12'].map((target) => transform(program, { target })));
  expect(rewritten?.code).toBe(asIs?.code);
  // Node 12 has these, and not by names with `node:`; the rest of the program is loaded once the version is known.
  const known = ['fs', 'path', 'process', 'vm'];
  const required = [...program.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name = '']) => name);
  expect(required).not.toHaveLength(0);
  expect(required.filter((name) => !known.includes(name))).toEqual([]);
});

test('the source map leads to every place of the source, and has no names, which nothing reads', async () => {
  const { outputFiles } = await build({ ...commonJs, ...mapped, outdir: 'out', entryPoints: ['src/api/access.ts'] });
  const [file] = outputFiles.filter(({ path }) => path.endsWith('.map'));
  const text = file?.text ?? '';
  const slim = withoutNames('main.js.map', text);
  const [whole, other] = [text, slim].map((one) => new SourceMap(JSON.parse(one) as SourceMapPayload));
  expect(slim).toContain('"names":[]');
  expect(slim.length).toBeLessThan(text.length);
  const code = outputFiles.find(({ path }) => path.endsWith('.js'))?.text ?? '';
  for (const [line, words] of code.split('\n').entries()) {
    for (let column = 1; column <= words.length; column++) {
      const [one, same] = [whole, other].map((map) => map?.findOrigin(line + 1, column));
      expect({ ...same, name: null }).toEqual({ ...one, name: null });
    }
  }
});
