/** Runs tests of the copy: once with no mutation to see what they reach, then those that reach a mutation. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import process from 'node:process';

export type Verdict = 'killed' | 'refused' | 'lived' | 'not reached';

/** The files that reached each mutation, by its number; 0: all that passed. */
type Reach = ReadonlyMap<number, readonly string[]>;

/** These run the source in the quick suite: units, then stories for the mutations that the units leave alive. */
export const projects = ['units', 'stories'] as const;

/** A run that is longer than this is one that a mutation has stopped. */
const maxMs = 300_000;

interface Run {
  readonly copy: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly limitMs: number;
}

/** Does every test pass? */
async function passes({ copy, args, env, limitMs }: Run): Promise<boolean> {
  const vitest = join(copy, 'node_modules/vitest/vitest.mjs');
  const words = ['run', '--config', 'mutate.config.ts', ...args];
  // Its workers go with it.
  const options = { cwd: copy, env: { ...process.env, ...env }, stdio: 'ignore', detached: true } as const;
  const child = spawn(process.execPath, [vitest, ...words], options);
  const end = (): void => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  };
  process.once('exit', end);
  const timer = setTimeout(end, limitMs);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(timer);
  process.removeListener('exit', end);
  return code === 0;
}

/** Runs the tests of a project once. Files that fail without a mutation, because of the switches alone, tell nothing. */
export async function recorded(copy: string, project: string): Promise<Reach> {
  const path = join(copy, `${project}.jsonl`);
  const env = { ROLLCALL_REACHED: path, ROLLCALL_MUTATION: '0' };
  const failed = await failures({ copy, args: [`--project=${project}`], env, limitMs: 3_600_000 });
  if (!existsSync(path)) throw new Error(`No test of ${project} has run.`);
  const reach = new Map<number, string[]>();
  for (const line of readFileSync(path, 'utf8').trim().split('\n')) {
    const { file, reached } = JSON.parse(line) as { readonly file: string; readonly reached: readonly number[] };
    if (failed.some((one) => one.file === file)) continue;
    for (const number of [0, ...reached]) reach.set(number, [...(reach.get(number) ?? []), file]);
  }
  return reach;
}

interface FailedTest {
  /** Its path in the copy. */
  readonly file: string;
  /** Null: the whole file. */
  readonly name: string | null;
}

interface FileReport {
  readonly name: string;
  readonly status: string;
  readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
}

async function failures(run: Run): Promise<readonly FailedTest[]> {
  const report = join(run.copy, 'report.json');
  rmSync(report, { force: true });
  await passes({ ...run, args: [...run.args, '--reporter=json', `--outputFile=${report}`] });
  if (!existsSync(report)) return [{ file: 'all', name: null }];
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { readonly testResults: readonly FileReport[] };
  return testResults.flatMap(({ name: path, status, assertionResults }): readonly FailedTest[] => {
    const file = relative(run.copy, path);
    const failed = assertionResults.filter((one) => one.status === 'failed');
    const isWhole = status !== 'passed' && failed.length === 0;
    return isWhole ? [{ file, name: null }] : failed.map(({ fullName }) => ({ file, name: fullName }));
  });
}

/** The test of the same name first, then those of its folder. */
export function nearestFirst(source: string, tests: readonly string[]): readonly string[] {
  const own = join(dirname(source).replace(/^src/, 'test'), basename(source).replace(/\.tsx?$/, '')).split('/');
  const farness = (test: string): number => {
    const other = test.replace(/\.test\.tsx?$/, '').split('/');
    const differs = own.findIndex((part, at) => part !== other[at]);
    return differs === -1 ? 0 : own.length - differs;
  };
  return tests.toSorted((a, b) => farness(a) - farness(b));
}

/** The nearest test files mostly tell. */
const firstFew = 3;

/** Runs what reaches the mutation, the first few by themselves, until a test fails. */
export async function tried(copy: string, number: number, tests: readonly string[]): Promise<Verdict> {
  if (tests.length === 0) return 'not reached';
  const env = { ROLLCALL_MUTATION: String(number) };
  for (const files of [tests.slice(0, firstFew), tests.slice(firstFew)]) {
    const args = ['--reporter=dot', '--bail=1', '--maxWorkers=1', ...files];
    if (files.length > 0 && !(await passes({ copy, args, env, limitMs: maxMs }))) return 'killed';
  }
  return 'lived';
}

/** A story with one of these starts the built program, in an environment of its own. */
const startsIt =
  /\b(?:eachInItsOwnProcess|execFile|ownProcess|spawn|spawnSync|startFromShell|EDITOR|PAGER)\b|--demo|NODE_/;

/** The tests that start the built program and fail, but for `except`: of programs, or else of stories. */
export async function seenByPrograms(copy: string, except: ReadonlySet<string>): Promise<readonly string[]> {
  const paths = globSync('test/{app,explorer,hazards,stories}/**/*.test.ts', { cwd: copy });
  const stories = paths.filter((path) => startsIt.test(readFileSync(join(copy, path), 'utf8')));
  for (const args of [['--project=programs'], ['--project=stories', ...stories]]) {
    const failed = await failures({ copy, args, env: {}, limitMs: maxMs });
    const seen = failed.map(({ file, name }) => (name === null ? file : `${file}: ${name}`));
    const others = seen.filter((one) => !except.has(one));
    if (others.length > 0) return others;
  }
  return [];
}
