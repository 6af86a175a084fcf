/** The checklist of a release: each finding, and a dry run in a clone. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import {
  changelogFinding,
  generatedFinding,
  packFinding,
  treeFinding,
  versionFinding,
} from '../../tools/release-checks.ts';
import { aFolder } from '../support/folder.ts';

test.each([
  ['1.2.3', ['1.2.3', '1.2.3'], ['v1.2.2'], '1.2.3, and the tag v1.2.3 is free.'],
  ['1.2.3-rc.1', ['1.2.3-rc.1'], [], '1.2.3-rc.1, and the tag v1.2.3-rc.1 is free.'],
  ['1.2', ['1.2'], [], '"1.2" is no version (semver.org): change it in package.json.'],
  ['01.2.3', ['01.2.3'], [], '"01.2.3" is no version (semver.org): change it in package.json.'],
  ['1.2.3', ['1.2.3', '1.2.2'], [], 'The lockfile has another version: run npm install.'],
  ['1.2.3', ['1.2.3', undefined], [], 'The lockfile has another version: run npm install.'],
  ['1.2.3', ['1.2.3'], ['v1.2.3'], 'The tag v1.2.3 is taken: choose the next version.'],
])('version %s, locked %j, tags %j', (version, locked, tags, message) => {
  expect(versionFinding(version, locked, tags)).toEqual({ ok: message.endsWith('free.'), message });
});

test.each([
  ['## 1.2.3, 2026-11-23\n\n- Add a.\n', 'CHANGELOG.md: 1.2.3, 2026-11-23.'],
  ['## 1.2.3, not released yet\n\n- Add a.\n', 'CHANGELOG.md has no date: write "## 1.2.3, YYYY-MM-DD".'],
  ['## 1.2.3, 2026-13-45\n\n- Add a.\n', 'CHANGELOG.md has no date: write "## 1.2.3, YYYY-MM-DD".'],
  ['## 1.2.3, 2026-11-23\n\n## 1.2.2, 2026-11-20\n\n- Add a.\n', 'CHANGELOG.md says nothing of 1.2.3.'],
  ['## 1.2.30, 2026-11-23\n\n- Add a.\n', 'CHANGELOG.md has no section 1.2.3: add one.'],
])('%j', (changelog, message) => {
  expect(changelogFinding(changelog, '1.2.3')).toEqual({ ok: message.startsWith('CHANGELOG.md: '), message });
});

test('the tree, and the pictures', () => {
  expect(treeFinding('')).toMatchObject({ ok: true });
  expect(treeFinding(' M a\n?? b\n')).toEqual({ ok: false, message: '2 files are not committed: git status.' });
  expect(generatedFinding('')).toMatchObject({ ok: true });
  expect(generatedFinding(' M docs/pictures/tour.svg\n M docs/keys.md\n')).toEqual({
    ok: false,
    message: 'Written again, docs/pictures/tour.svg, docs/keys.md differ: run npm run docs and npm run pictures.',
  });
});

test('the package has what is needed, nothing of how it is made, and is not too large', () => {
  const names = ['dist/rollcall.js', 'share/man/rollcall.1', 'share/licences.txt', 'share/bom.cdx.json'];
  const files = [...names, 'README.md', 'LICENSE'].map((path) => ({ path }));
  const sizes = { size: 1_234_000, unpackedSize: 4_000_000 };
  expect(packFinding({ files, ...sizes })).toEqual({
    ok: true,
    message: '6 files, 1,234 kB packed, 4,000 kB unpacked.',
  });
  expect(packFinding({ files: files.slice(1), ...sizes })).toMatchObject({
    message: 'The package lacks dist/rollcall.js.',
  });
  const extra = [...files, { path: 'src/app/main.ts' }];
  expect(packFinding({ files: extra, ...sizes })).toMatchObject({
    ok: false,
    message: expect.stringContaining('has src') as string,
  });
  expect(packFinding({ files, size: 1, unpackedSize: 9_000_000 })).toMatchObject({
    ok: false,
    message: expect.stringContaining('Too large') as string,
  });
});

test('a dry run of the quick steps in a clone says what is missing, and leaves nothing behind', () => {
  const folder = aFolder();
  const clone = join(folder, 'clone');
  spawnSync('git', ['clone', '--quiet', '--shared', resolve('.'), clone]);
  symlinkSync(resolve('node_modules'), join(clone, 'node_modules'));
  writeFileSync(join(clone, '.git', 'info', 'exclude'), 'node_modules\n');
  const temporary = mkdtempSync(join(folder, 'tmp-'));
  const { status, stdout } = spawnSync(process.execPath, ['tools/release.ts', '--dry-run', '--quick'], {
    ...{ cwd: clone, encoding: 'utf8' },
    env: { ...process.env, TMPDIR: temporary },
  });
  const lines = stdout.trimEnd().split('\n');
  expect(lines.map((line) => line.replace(/^. (\w+).*$/, '$1'))).toEqual([
    'version',
    'changelog',
    'tree',
    'pack',
    'checksums',
  ]);
  expect(stdout).toMatch(/^✓ version /m);
  expect(stdout).toMatch(/^✓ tree /m);
  expect(stdout).toMatch(/^✓ pack .* files, /m);
  expect(stdout).toMatch(/^✓ checksums +[0-9a-f]{64} {2}rollcall-/m);
  expect(status).toBe(stdout.includes('✗') ? 1 : 0);
  expect(readdirSync(temporary).filter((name) => name.startsWith('rollcall-'))).toEqual([]);
  expect(spawnSync('git', ['status', '--porcelain'], { cwd: clone, encoding: 'utf8' }).stdout).toBe('');
});

test('an unknown step or flag is answered with the steps there are', () => {
  for (const args of [['--only', 'everything'], ['--publish']]) {
    const { status, stderr } = spawnSync(process.execPath, ['tools/release.ts', ...args], { encoding: 'utf8' });
    expect({ status, stderr }).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('The steps: version,') as string,
    });
  }
});
