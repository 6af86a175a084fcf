/** The package of Debian: what lintian says of it, and a life of it on this computer, from installing to removing. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { resolve } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { completionFor } from '../../packaging/texts/completion.ts';
import { manPage } from '../../packaging/texts/man-page.ts';
import { aHome, open } from '../support/program.ts';
import { userAt } from '../support/user.ts';
import { makeOneFile, oneFilePath } from './one-file.ts';

const packagePath = resolve(`dist-binary/rollcall_${manifest.version}-1_amd64.deb`);

beforeAll(makeOneFile, 300_000);

test('lintian finds no error in it', () => {
  const { error, status, stdout } = spawnSync('lintian', ['--fail-on', 'error', packagePath], { encoding: 'utf8' });
  expect({ error, status, errors: stdout.match(/^E: .*/gm) ?? [] }).toEqual({
    error: undefined,
    status: 0,
    errors: [],
  });
});

function installedFiles(): readonly string[] {
  const { status, stdout } = spawnSync('dpkg', ['--listfiles', 'rollcall'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim().split('\n') : [];
}

test('it is installed, works with its man page and completions, and is removed whole', async () => {
  // A program that a person has installed here is theirs.
  expect(installedFiles()).toEqual([]);
  onTestFinished(() => {
    spawnSync('dpkg', ['--purge', 'rollcall'], { stdio: 'ignore' });
  });
  execFileSync('dpkg', ['--install', packagePath], { stdio: 'pipe' });
  const files = installedFiles().filter((path) => path.includes('rollcall'));
  expect(files).toEqual(expect.arrayContaining(['/usr/bin/rollcall', '/usr/share/doc/rollcall/copyright']));
  expect(readFileSync('/usr/bin/rollcall').equals(readFileSync(oneFilePath))).toBe(true);

  const home = aHome();
  const user = userAt(open('rollcall', ['--demo'], { cwd: home.path, env: home.env }), home);
  await user.opens('Tailspin Toys');
  await user.leaves();

  const page = execFileSync('man', ['--where', 'rollcall'], { encoding: 'utf8' }).trim();
  expect(page).toBe('/usr/share/man/man1/rollcall.1.gz');
  expect(gunzipSync(readFileSync(page)).toString()).toBe(manPage(manifest.version));
  const completion = '/usr/share/bash-completion/completions/rollcall';
  expect(readFileSync(completion, 'utf8')).toBe(completionFor('bash'));
  expect(readFileSync('/usr/share/zsh/vendor-completions/_rollcall', 'utf8')).toBe(completionFor('zsh'));
  expect(readFileSync('/usr/share/fish/vendor_completions.d/rollcall.fish', 'utf8')).toBe(completionFor('fish'));
  const licences = gunzipSync(readFileSync('/usr/share/doc/rollcall/licences.txt.gz')).toString();
  for (const name of ['rollcall contributors', 'ink 8.', 'Node.js 24.', 'OpenSSL']) expect(licences).toContain(name);

  execFileSync('dpkg', ['--remove', 'rollcall'], { stdio: 'pipe' });
  expect(files.filter((path) => existsSync(path))).toEqual([]);
});
