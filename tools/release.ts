/**
 * The checklist of a release: `npm run release -- --dry-run [--quick] [--only STEP]`. It builds in a copy of the last
 * commit in a temporary folder; it publishes and tags nothing, and ends with the commands that do.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  changelogFinding,
  type Finding,
  generatedFinding,
  packFinding,
  type Packed,
  treeFinding,
  versionFinding,
} from './release-checks.ts';

interface Manifest {
  readonly version: string;
  readonly scripts: Readonly<Record<string, string>>;
}

interface Lockfile {
  readonly version?: string;
  readonly packages?: Readonly<Record<string, { readonly version?: string }>>;
}

interface Step {
  readonly name: string;
  /** It takes minutes: `--quick` leaves it out. */
  readonly isLong?: true;
  readonly check: (copy: () => string) => Finding;
}

const root = resolve(import.meta.dirname, '..');
const manifest = jsonIn('package.json') as Manifest;

function jsonIn(name: string): unknown {
  return JSON.parse(readFileSync(join(root, name), 'utf8'));
}

function git(...args: readonly string[]): string {
  return spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout;
}

/** Runs a script of package.json in the copy. */
function scriptFinding(copy: string, script: string, ...args: readonly string[]): Finding {
  if (!(script in manifest.scripts)) return { ok: false, message: `package.json has no script "${script}": add it.` };
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', script, '--', ...args], {
    cwd: copy,
    encoding: 'utf8',
  });
  if (status === 0) return { ok: true, message: `npm run ${script} succeeds.` };
  const last = `${stdout}\n${stderr}`.trimEnd().split('\n').at(-1) ?? '';
  return { ok: false, message: `npm run ${script} fails (${last.slice(0, 120)}): run it, and mend what it says.` };
}

/** Writes the pictures and the generated parts of the documents again. */
function generated(copy: string): Finding {
  for (const script of ['docs', 'pictures']) {
    const finding = scriptFinding(copy, script);
    if (!finding.ok) return finding;
  }
  const { stdout } = spawnSync('git', ['status', '--porcelain', '--untracked-files=no'], {
    cwd: copy,
    encoding: 'utf8',
  });
  return generatedFinding(stdout);
}

function packed(copy: string): Finding {
  const { status, stdout } = spawnSync('npm', ['pack', '--json', '--silent'], { cwd: copy, encoding: 'utf8' });
  const begin = stdout.indexOf('[');
  if (status !== 0 || begin === -1) return { ok: false, message: 'npm pack fails: run it, and mend what it says.' };
  const [result] = JSON.parse(stdout.slice(begin)) as readonly Packed[];
  return result === undefined ? { ok: false, message: 'npm pack made nothing.' } : packFinding(result);
}

/** The files that a person uploads, as `sha256sum` prints them. */
function checksums(copy: string): Finding {
  const folder = join(copy, 'dist-binary');
  const made = [
    ...readdirSync(copy).filter((name) => /^rollcall-.*\.tgz$/.test(name)),
    ...(existsSync(folder) ? readdirSync(folder).map((name) => join('dist-binary', name)) : []),
  ];
  if (made.length === 0) return { ok: false, message: 'Nothing is packed: the steps pack and binary come first.' };
  const lines = made.map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(join(copy, name)))
        .digest('hex')}  ${name}`,
  );
  return { ok: true, message: lines.join('\n             ') };
}

const steps: readonly Step[] = [
  {
    name: 'version',
    check() {
      const lock = jsonIn('package-lock.json') as Lockfile;
      const tags = git('tag', '--list').split('\n');
      return versionFinding(manifest.version, [lock.version, lock.packages?.['']?.version], tags);
    },
  },
  {
    name: 'changelog',
    check: () => changelogFinding(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), manifest.version),
  },
  { name: 'tree', check: () => treeFinding(git('status', '--porcelain')) },
  { name: 'generated', isLong: true, check: (copy) => generated(copy()) },
  {
    name: 'tests',
    isLong: true,
    check: (copy) => scriptFinding(copy(), 'test:all' in manifest.scripts ? 'test:all' : 'test'),
  },
  { name: 'bench', isLong: true, check: (copy) => scriptFinding(copy(), 'bench') },
  { name: 'pack', check: (copy) => packed(copy()) },
  { name: 'binary', isLong: true, check: (copy) => scriptFinding(copy(), 'binary') },
  { name: 'checksums', check: (copy) => checksums(copy()) },
];

/** The last commit in a temporary folder, with the packages that are installed here. */
function copyOfCommit(folder: string): string {
  const copy = join(folder, 'rollcall');
  spawnSync('git', ['clone', '--quiet', '--shared', root, copy]);
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

const usage = `Usage: npm run release -- [--dry-run] [--quick] [--only STEP]…
The steps: ${steps.map(({ name }) => name).join(', ')}.
--quick leaves out ${steps.flatMap(({ name, isLong }) => (isLong ? [name] : [])).join(', ')}.
`;

/** Answers the exit code: 0 where nothing is missing, 1 where something is, 2 for wrong usage. */
function main(args: readonly string[]): number {
  const options = {
    'dry-run': { type: 'boolean' },
    quick: { type: 'boolean' },
    only: { type: 'string', multiple: true },
  } as const;
  const { values } = parseArgs({ args: [...args], options, strict: false });
  const only = (values.only ?? []) as readonly string[];
  const known = [...Object.keys(options).map((name) => `--${name}`)];
  const isUnknown = args.some((one) => one.startsWith('-') && !known.includes(one.split('=')[0] ?? ''));
  if (isUnknown || only.some((name) => !steps.some((step) => step.name === name))) {
    process.stderr.write(usage);
    return 2;
  }
  const isDry = values['dry-run'] === true;
  const chosen = steps.filter(({ name, isLong }) =>
    only.length > 0 ? only.includes(name) : !(isLong && values.quick),
  );
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-release-'));
  let copy: string | null = null;
  let failures = 0;
  for (const { name, check } of chosen) {
    const { ok, message } = check(() => (copy ??= copyOfCommit(folder)));
    process.stdout.write(`${ok ? '✓' : '✗'} ${name.padEnd(10)} ${message}\n`);
    if (!ok) failures += 1;
    if (!ok && !isDry) break;
  }
  const isComplete = failures === 0 && chosen.length === steps.length;
  if (isDry || !isComplete) rmSync(folder, { recursive: true, force: true });
  if (!isDry && isComplete) process.stdout.write(commands(join(folder, 'rollcall')));
  return failures === 0 ? 0 : 1;
}

/** A person runs them: nothing here can be undone. */
function commands(copy: string): string {
  const { version } = manifest;
  return [
    '',
    'Everything is ready. To release it:',
    '',
    `  git tag --sign v${version} --message 'rollcall ${version}'`,
    `  git push origin v${version}`,
    `  npm publish ${join(copy, `rollcall-${version}.tgz`)}`,
    '',
  ].join('\n');
}

if (import.meta.main) process.exitCode = main(process.argv.slice(2));
