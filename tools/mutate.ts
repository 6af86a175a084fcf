/**
 * Tries what the quick tests see: changes the source in a temporary copy, one mistake at a time, and runs the tests that
 * reach it (`npm run mutate -- --files 'src/state/removal/**' --seed 7 --count 50`).
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { compilerOf } from './mutate/compiled.ts';
import { copyOfCheckout } from './mutate/copy.ts';
import { mistaken, type Mutation, mutationsIn, switchable } from './mutate/mutations.ts';
import { nearestFirst, projects, recorded, seenByPrograms, tried, type Verdict } from './mutate/trial.ts';
import { seededRandom } from '../src/demo/fleet/random.ts';

interface Placed extends Mutation {
  readonly file: string;
}

interface Tried {
  readonly number: number;
  readonly mutation: Placed;
  readonly verdict: Verdict;
}

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    files: { type: 'string', multiple: true, default: ['src/{api,app,screens,state}/**/*.{ts,tsx}'] },
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '100' },
    // A mutation that so many stories do not see is hardly seen by more of them. Units are quick, and all are asked.
    most: { type: 'string', default: '25' },
    json: { type: 'string' },
    // The file that `--json` has written: those are tried again.
    again: { type: 'string' },
  },
});

/** As many of each kind, by turns: most of what could be wrong is a literal. */
function chosen(all: readonly Placed[], count: number, random: () => number): readonly Placed[] {
  const turns = new Map<string, number>();
  return all
    .map((mutation) => ({ mutation, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ mutation }) => {
      const turn = (turns.get(mutation.kind) ?? 0) + 1;
      turns.set(mutation.kind, turn);
      return { mutation, turn };
    })
    .sort((a, b) => a.turn - b.turn)
    .slice(0, count)
    .map(({ mutation }) => mutation);
}

function sourceOf(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

type Told = Pick<Placed, 'file' | 'line' | 'kind' | 'says'>;

/** The mutations that an earlier run has told of, wherever their lines are now. */
function toldIn(path: string, all: readonly Placed[]): readonly Placed[] {
  return (JSON.parse(readFileSync(path, 'utf8')) as readonly Told[]).flatMap((told) => {
    const alike = all.filter(({ file, kind, says }) => file === told.file && kind === told.kind && says === told.says);
    return alike.sort((a, b) => Math.abs(a.line - told.line) - Math.abs(b.line - told.line)).slice(0, 1);
  });
}

/** Their files in the copy, with all of them behind switches, and the program with one of them on. */
function writeSwitches(copy: string, mutations: readonly Placed[], on = 0): void {
  const numbered = mutations.map((mutation, at) => [at + 1, mutation] as const);
  for (const file of new Set(mutations.map((mutation) => mutation.file))) {
    const here = new Map(numbered.filter(([, mutation]) => mutation.file === file));
    writeFileSync(join(copy, file), switchable(file, sourceOf(file), here, on));
  }
  execFileSync(process.execPath, ['-r', './packaging/ready.cjs', 'build.ts'], { cwd: copy });
}

/** Tries these on the tests of a project, two at a time. */
async function triedOn(copy: string, project: string, mutations: readonly Tried[]): Promise<readonly Tried[]> {
  console.log(`\n${mutations.length} mutations; all tests of ${project} run once…`);
  const reach = await recorded(copy, project);
  const [left, results]: [Tried[], Tried[]] = [[...mutations], []];
  const worker = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) {
      const { number, mutation, verdict: before } = one;
      const reached = reach.get(number) ?? [];
      // A module is loaded once in a process: only the first of its files is seen to reach what acts then.
      const files = mutation.isStatic && reached.length > 0 ? (reach.get(0) ?? []) : reached;
      const tests = nearestFirst(mutation.file, files).slice(0, project === 'units' ? Infinity : Number(values.most));
      const now = await tried(copy, number, tests);
      const verdict = now === 'not reached' ? before : now;
      results.push({ number, mutation, verdict });
      console.log(`${verdict.padEnd(11)} ${mutation.file}:${mutation.line} ${mutation.says}`);
    }
  };
  await Promise.all([worker(), worker()]);
  return results;
}

/** Asks the compiler and the linter, which no test has to repeat: guards that only the types need are of these. */
function checked(mutations: readonly Tried[]): readonly Tried[] {
  const compiles = compilerOf(root);
  return mutations.map((one) => {
    const { file, isFloating } = one.mutation;
    const passes = isFloating !== true && compiles(file, mistaken(sourceOf(file), one.mutation));
    return passes ? one : { ...one, verdict: 'refused' };
  });
}

/** Tries these, one at a time, on the tests that start the built program: it has no environment that could ask for one. */
async function triedOnPrograms(copy: string, mutations: readonly Tried[]): Promise<readonly Tried[]> {
  console.log(`\n${mutations.length} mutations; the tests of programs run once…`);
  // Some read the files, where the switches stand.
  const fails = new Set<string>();
  for (let more = await seenByPrograms(copy, fails); more.length > 0; more = await seenByPrograms(copy, fails)) {
    for (const one of more) fails.add(one);
  }
  for (const one of fails) console.log(`not asked   ${one}`);
  const results: Tried[] = [];
  for (const { number, mutation, verdict: before } of mutations) {
    writeSwitches(copy, placed, number);
    const [seenBy] = await seenByPrograms(copy, fails);
    const verdict = seenBy === undefined ? before : 'killed';
    results.push({ number, mutation, verdict });
    console.log(`${verdict.padEnd(11)} ${mutation.file}:${mutation.line} ${mutation.says} ${seenBy ?? ''}`.trimEnd());
  }
  return results;
}

const verdicts: readonly Verdict[] = ['killed', 'refused', 'lived', 'not reached'];

/** The last two columns: the share that tests kill, and that with those that the compiler or the linter refuses. */
function tableOf(results: readonly Tried[]): string {
  const folderOf = ({ mutation }: Tried): string => dirname(mutation.file);
  const folders = [...new Set(results.map(folderOf))].sort();
  const line = (name: string, cells: readonly string[]): string =>
    [name.padEnd(40), ...cells.map((cell) => cell.padStart(12))].join(' ');
  const row = (name: string, of: readonly Tried[]): string => {
    const counts = verdicts.map((verdict) => of.filter((one) => one.verdict === verdict).length);
    const [killed = 0, refused = 0] = counts;
    const shares = [killed, killed + refused].map((count) => `${Math.round((100 * count) / of.length)} %`);
    return line(name, [...counts.map(String), ...shares]);
  };
  const rows = folders.map((folder) => {
    const here = results.filter((one) => folderOf(one) === folder);
    return row(folder, here);
  });
  return [line('folder', verdicts), ...rows, row('all', results)].join('\n');
}

const files = globSync(values.files, { cwd: root }).filter((file) => /\.tsx?$/.test(file));
const all = files.sort().flatMap((file) => mutationsIn(file, sourceOf(file)).map((of) => ({ ...of, file })));
const placed =
  values.again === undefined
    ? chosen(all, Number(values.count), seededRandom(Number(values.seed)))
    : toldIn(values.again, all);
const copy = copyOfCheckout(root);
writeSwitches(copy, placed);
console.log(`${placed.length} of ${all.length} mutations of ${files.length} files`);
let results: readonly Tried[] = placed.map((mutation, at) => ({ number: at + 1, mutation, verdict: 'not reached' }));
const steps = [
  ...projects.map((project) => triedOn.bind(null, copy, project)),
  checked,
  triedOnPrograms.bind(null, copy),
];
for (const step of steps) {
  const isAlive = ({ verdict }: Tried): boolean => verdict === 'lived' || verdict === 'not reached';
  const alive = results.filter(isAlive);
  if (alive.length > 0) results = [...results.filter((one) => !isAlive(one)), ...(await step(alive))];
}
console.log(`\n${tableOf(results)}`);
if (values.json !== undefined) {
  const told = results
    .filter(({ verdict }) => verdict !== 'killed')
    .map(({ mutation: { file, line, kind, says }, verdict }) => ({ file, line, kind, says, verdict }));
  writeFileSync(values.json, `${JSON.stringify(told, null, 2)}\n`);
}
