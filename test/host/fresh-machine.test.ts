/** The two commands of the README, as a person with an older or newer Node types them after a clone. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { open } from '../support/program.ts';
import { aPerson, copySource, type Person } from './person.ts';

/** Tools of a person: each Node with an npm that runs on it. npm 12 runs install scripts only where they are approved. */
const computers = [
  { node: 18, npm: 10 },
  { node: 20, npm: 10 },
  { node: 22, npm: 12 },
  { node: 24, npm: 12 },
] as const;

const nodes = { 18: '18.20.8', 20: '20.20.2', 22: '22.23.3', 24: '24.21.0' } as const;
const npms = { 10: '10.9.9', 12: '12.2.0' } as const;

/** 400 MB are written each time. */
const maxInstallMs = 500_000;

const tools = mkdtempSync(join(tmpdir(), 'rollcall-nodes-'));
let person: Person;
let checkout: string;

beforeAll(() => {
  person = aPerson();
  installTools();
  checkout = join(person.place, 'roll call');
  copySource(checkout);
  person.give(checkout);
}, 300_000);

afterAll(() => {
  person.remove();
  rmSync(tools, { recursive: true });
});

/** By their names from the registry: these are what people have, and no dependency of rollcall. */
function installTools(): void {
  const packages = [
    ...Object.entries(nodes).map(([major, version]) => `node${major}@npm:node-linux-${process.arch}@${version}`),
    ...Object.entries(npms).map(([major, version]) => `npm${major}@npm:npm@${version}`),
  ];
  const how = ['--no-audit', '--no-fund', '--silent', '--prefer-offline', '--ignore-scripts', '--prefix', tools];
  execFileSync('npm', ['install', ...how, ...packages]);
  execFileSync('chmod', ['-R', 'go+rX', tools]);
}

type Computer = (typeof computers)[number];

/** A PATH on which these are found first. */
function pathOf({ node, npm }: Computer): string {
  const folders = [`node${node}/bin`, `npm${npm}/bin`].map((folder) => join(tools, 'node_modules', folder));
  const bin = join(tools, `bin-${node}-${npm}`);
  mkdirSync(bin, { recursive: true });
  // npm's own file for shells looks for Node beside itself.
  const [nodeBin = '', npmBin = ''] = folders;
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\nexec "${nodeBin}/node" "${npmBin}/npm-cli.js" "$@"\n`, { mode: 0o755 });
  return `${bin}:${nodeBin}:/usr/bin:/bin`;
}

/** Types a line into a terminal of 80×24; the table of organisations shows, and `q` ends it. */
async function showsTheDemo(line: string, path: string, isOffline = false): Promise<string> {
  const [command, args] = person.as(`${line}; echo "ended with $?"`, isOffline);
  const terminal = open(command, args, { cwd: checkout, env: { ...person.env, PATH: path } });
  await terminal.waitFor(/NAME +ROLE[^]*Tailspin Toys/, { timeout: maxInstallMs });
  terminal.write('q');
  await terminal.waitFor('ended with 0');
  await terminal.exited;
  return terminal.raw();
}

/** At most npm's own line. */
const quiet = /^\s*(added \d+ packages in \d+(?:ms|m|s))?\s*$/;

/** Output before the screen is drawn, without npm's own lines of what it runs and its turning sign. */
function before(raw: string): string {
  const text = stripVTControlCharacters(raw.split('\u001B[?1049h')[0] ?? '');
  return text.replace(/^> .*$/gm, '').replace(/[\u2800-\u28FF]/g, '');
}

const [oldest, ...newer] = computers;

test('Node 18: npm ci && npm run demo works; what does not, says which Node to install', async () => {
  const path = pathOf(oldest);
  expect(before(await showsTheDemo('npm ci && npm run demo', path))).toMatch(quiet);

  const tests = await person.run('npm test --silent', { cwd: checkout, env: { PATH: path } });
  expect(tests).toEqual({
    exitCode: 1,
    output: expect.stringMatching(/^The tests need .* on 18\.20\.8: install Node\.js 22 or newer .*\n$/) as string,
  });
  // Files of install scripts, where they are switched off.
  rmSync(join(checkout, 'node_modules/.bin/node'));
  const demo = await person.run('npm run --silent demo', { cwd: checkout, env: { PATH: path } });
  expect(demo).toEqual({
    exitCode: 1,
    output: expect.stringMatching(
      /^A checkout of rollcall needs Node\.js 24, .* `npm ci --ignore-scripts=false`.*\n$/,
    ) as string,
  });
});

test.each(newer)(
  'Node $node with npm $npm: npm ci && npm run demo is quiet, and shows the first table',
  async (computer) => {
    // A setting of some people for the packages that they install.
    writeFileSync(join(person.home, '.npmrc'), 'engine-strict=true\nignore-scripts=true\n');
    const raw = await showsTheDemo('npm ci --ignore-scripts=false && npm run demo', pathOf(computer));
    expect(before(raw)).toMatch(quiet);
  },
);

test('offline after npm ci: the demo, the build and tests, also those of files and rights', async () => {
  const path = pathOf(computers[3]);
  await showsTheDemo('npm run demo', path, true);
  const line = 'npm run --silent build && node_modules/.bin/vitest run --reporter=dot test/app/storage test/app/cli';
  const { exitCode, output } = await person.run(line, {
    cwd: checkout,
    env: { PATH: `${join(checkout, 'node_modules/.bin')}:${path}`, NO_COLOR: '1' },
    isOffline: true,
  });
  expect(output).toMatch(/Tests +\d+ passed/);
  expect(exitCode).toBe(0);
});
