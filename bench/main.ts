/** Measures the program against its goals; prints a table and writes `bench/result.json` (see docs/performance.md). */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { type Bytes, measureBytes } from './bytes.ts';
import { latencyAlone, measureBareDeletions, type Done, measureRun } from './deletions.ts';
import { against, atMost, type Baseline, compared, type Figure, missedIn, tableOf } from './figure.ts';
import { type LargeList, measureInkList, measureLargeList } from './large-lists.ts';
import { documents, measureExplorer, measureOpening, measureText, type OpeningCosts } from './operations.ts';
import { measurePane } from './pane.ts';
import { measureOverview } from './overview.ts';
import { type Cost, measureLongReading, measureReading } from './reading.ts';
import { measureSoak } from './soak.ts';
import { measureStartUp, type Starts } from './start-up.ts';

const runs = 7;
const keys = 200;

/** Two frames at 60 a second. */
const frameMs = 33;

const home = mkdtempSync(join(tmpdir(), 'rollcall-bench-'));
let homes = 0;
/** Each part has a home of its own. */
const freshHome = (): string => mkdtempSync(join(home, `${(homes += 1)}-`));
const count = (value: number): string => value.toLocaleString('en');

async function start(): Promise<readonly Figure[]> {
  const { node, hello, built, oneFile } = await measureStartUp(3 * runs, freshHome());
  const bareNode = { name: '`node -e 0`', values: node };
  const simplest = { name: 'Ink, hello world, unbundled', values: hello };
  const judged = (what: string, { firstFrame, firstTable }: Starts): readonly Figure[] => [
    against(`${what} to first frame`, 'ms', firstFrame, simplest, 0.5),
    compared(`${what} to first frame`, 'ms', firstFrame, bareNode),
    compared(`${what} to first table`, 'ms', firstTable, simplest),
  ];
  return [...judged('start', built), ...(oneFile === null ? [] : judged('start of the one file', oneFile))];
}

async function lists(): Promise<readonly Figure[]> {
  const simplest = { name: 'the simplest list of Ink', values: await measureInkList(keys) };
  const lists: LargeList[] = [];
  for (const systems of [260, 12_431, 100_000, 1_000_000]) {
    lists.push(await measureLargeList(systems, keys, systems > 100_000 ? 0 : runs, freshHome()));
  }
  const counting = await measureOverview(20_000, keys, freshHome());
  const [, middle, large, largest] = lists;
  const figures = lists.map(({ systems, keys: times }) =>
    systems === 100_000
      ? atMost(`key to frame, ${count(systems)} systems`, 'ms', times, frameMs, 'p95', simplest)
      : compared(`key to frame, ${count(systems)} systems`, 'ms', times, simplest),
  );
  figures.push(atMost('key to frame, organisations being counted', 'ms', counting, frameMs, 'p95', simplest));
  if (middle === undefined || large === undefined || largest === undefined) return figures;
  const ofMiddle = { name: `${count(middle.systems)} systems`, values: middle.keys };
  figures.push(against(`key to frame, ${count(largest.systems)} systems`, 'ms', largest.keys, ofMiddle, 1.3));
  const aKey = { name: 'a key there', values: large.keys };
  for (const [name, times] of Object.entries(large.actions)) {
    figures.push(atMost(`${name}, ${count(large.systems)} systems`, 'ms', times, 100, 'p95', aKey));
  }
  const ofLarge = { name: `${count(large.systems)} systems`, values: [large.residentMib] };
  const resident = `resident, ${count(largest.systems)} systems read`;
  return [...figures, atMost(resident, 'MiB', [largest.residentMib], 900, 'median', ofLarge)];
}

async function reading(): Promise<readonly Figure[]> {
  const latencyMs = 20;
  const name = 'bare loop, 50 a page';
  const few = await measureReading(12_431, latencyMs, runs, freshHome());
  const many = await measureLongReading(100_000, latencyMs, runs, freshHome());
  const figures = [few, many].flatMap(({ systems, program, reference }) => {
    const what = `reading ${count(systems)} systems at ${latencyMs} ms`;
    const valuesOf = (of: keyof Cost, costs: readonly Cost[]): readonly number[] => costs.map((cost) => cost[of]);
    return [
      against(`${what}, time`, 'ms', valuesOf('wall', program), { name, values: valuesOf('wall', reference) }, 0.5),
      against(`${what}, processor`, 'ms', valuesOf('cpu', program), { name, values: valuesOf('cpu', reference) }, 1.5),
    ];
  });
  const [own, bare] = [many.program, many.reference].map((costs) => costs.map(({ residentMib }) => residentMib));
  const holding = { name: 'the bare loop, with all that it parsed', values: bare ?? [] };
  return [...figures, atMost(`resident, ${count(many.systems)} systems read`, 'MiB', own ?? [], 220, 'max', holding)];
}

type BytesOf = Exclude<keyof Bytes, 'program'>;

async function bytes(): Promise<readonly Figure[]> {
  const [own, ...others] = await measureBytes(freshHome());
  if (own === undefined) return [];
  const figures = (of: BytesOf, figureFor: (values: readonly number[], baseline: Baseline) => Figure): Figure[] =>
    others.map((other) => figureFor(own[of], { name: other.program, values: other[of] }));
  const most = (of: BytesOf, what: string, bytes: number): Figure[] =>
    figures(of, (values, baseline) => atMost(what, 'bytes', values, bytes, 'max', baseline));
  const known = (of: BytesOf, what: string): Figure[] =>
    figures(of, (values, baseline) => compared(what, 'bytes', values, baseline));
  const held = 'a line of a held key';
  return [
    ...most('move', 'a move of the cursor', 300),
    ...most('unframed', 'a move of the cursor, outside a whole frame', 0),
    ...figures('scrolled', (values, baseline) =>
      baseline.name === 'tig'
        ? against(held, 'bytes', values, baseline, 0.25)
        : compared(held, 'bytes', values, baseline),
    ),
    ...known('page', 'a screen down'),
    ...known('filterKey', 'a letter of a filter'),
    ...most('idleSecond', 'a second in which nothing happens', 0),
  ];
}

/** The pane beside the list, and the quiet checks of the system under the cursor. */
async function pane(): Promise<readonly Figure[]> {
  const systems = 100_000;
  const simplest = { name: 'the simplest list of Ink', values: await measureInkList(keys) };
  const costs = await measurePane(systems, keys, freshHome());
  const withPane = `${count(systems)} systems, pane at 120×40`;
  const aKey = { name: 'a key without a check', values: costs.keys };
  const nothing = { name: 'a terminal that is sent nothing', values: [0] };
  return [
    atMost(`key to frame, ${withPane}`, 'ms', costs.keys, frameMs, 'p95', simplest),
    atMost(`key to frame while a system is checked, ${withPane}`, 'ms', costs.keysWhileChecked, frameMs, 'p95', aKey),
    atMost(`a second in which nothing happens, ${withPane}`, 'bytes', costs.idleSeconds, 0, 'max', nothing),
  ];
}

/** With the goals for `A`: milliseconds, MiB more, and seconds of the processor. */
const definitions = [
  ['usual', '81 operations, 0.1 MB', 150, 12, 0.3],
  ['hostile', '5,000 hostile operations, 6 MB', 700, 60, 0.7],
  ['large', '10,000 operations, 13 MB', 1200, 70, 0.7],
] as const;

/** A definition is read and listed: milliseconds from the service and from the cache, memory and processor time. */
async function definition(): Promise<readonly Figure[]> {
  const usual = await measureOpening(documents.usual(), runs, freshHome);
  const judged =
    (costs: OpeningCosts, what: string) =>
    (of: keyof OpeningCosts, figure: string, unit: Figure['unit'], most: number): Figure =>
      atMost(`${figure}, ${what}`, unit, costs[of], most, 'median', {
        name: 'the usual definition',
        values: usual[of],
      });
  const figures: Figure[] = [];
  for (const [name, what, maxMs, maxMib, maxSeconds] of definitions) {
    const costs = name === 'usual' ? usual : await measureOpening(documents[name](), runs, freshHome);
    const figure = judged(costs, what);
    figures.push(
      figure('fromService', 'A to the list, from the service', 'ms', maxMs),
      figure('fromCache', 'A to the list, from the cache', 'ms', maxMs),
      figure('resident', 'resident after A', 'MiB', maxMib),
      figure('processor', 'processor time of A, from the service', 's', maxSeconds),
    );
  }
  return figures;
}

/** The explorer of operations, with the same definitions. */
async function operations(): Promise<readonly Figure[]> {
  const simplest = { name: 'the simplest list of Ink', values: await measureInkList(keys) };
  const usual = await measureExplorer(documents.usual(), keys, freshHome());
  const hostile = await measureExplorer(documents.hostile(), keys, freshHome());
  const large = await measureExplorer(documents.large(), keys, freshHome());
  const answer = await measureText(13 * 2 ** 20, keys, freshHome());
  const nothing = { name: 'a terminal that is sent nothing', values: [0] };
  const listed = { usual, hostile, large };
  const figures = definitions.flatMap(([name, what]) => [
    atMost(`key to frame in the list, ${what}`, 'ms', listed[name].keys, frameMs, 'p95', simplest),
    atMost(`a letter of its filter, ${what}`, 'ms', listed[name].filterLetters, 50, 'p95', simplest),
    atMost(`enter to the form, ${what}`, 'ms', listed[name].forms, 100, 'max', simplest),
    atMost(`a second in which nothing happens, ${what}`, 'bytes', listed[name].idleSeconds, 0, 'max', nothing),
  ]);
  return [
    ...figures,
    against(
      'key to frame in the list, hostile',
      'ms',
      hostile.keys,
      { name: 'the usual definition', values: usual.keys },
      1.3,
    ),
    atMost('key to frame in an answer of 13 MB', 'ms', answer.keys, frameMs, 'p95', simplest),
    atMost('to the last line of it that is shown', 'ms', answer.toLast, 150, 'median', simplest),
  ];
}

const deletions = 1000;

function ofRuns(does: Done, latencyMs: number): () => Promise<number> {
  return () => measureRun(does, deletions, latencyMs, freshHome());
}

function againstLatency(does: Done, latencyMs: number, values: readonly number[]): Figure {
  const nouns = { delete: 'deletions', disable: 'disables', change: 'changes by PATCH' };
  const what = `${count(deletions)} ${nouns[does]} at ${latencyMs} ms, each checked and recorded`;
  const ideal = latencyAlone(does, deletions, latencyMs);
  const baseline = { name: 'latency alone, 4 at a time, calculated', values: [ideal] };
  return against(what, 'ms', values, baseline, 1.15);
}

async function deleting(): Promise<readonly Figure[]> {
  const bare = {
    name: 'the same requests by fetch and nothing else',
    values: await oneByOne(() => measureBareDeletions(deletions, 'fetch')),
  };
  const barer = {
    name: 'the same requests by node:http and nothing else',
    values: await oneByOne(() => measureBareDeletions(deletions, 'node:http')),
  };
  const what = `${count(deletions)} deletions at 0 ms, each checked and recorded`;
  const values = await oneByOne(ofRuns('delete', 0));
  return [
    compared(what, 'ms', values, bare),
    compared(what, 'ms', values, barer),
    againstLatency('delete', 20, await oneByOne(ofRuns('delete', 20))),
  ];
}

async function disabling(): Promise<readonly Figure[]> {
  return [againstLatency('disable', 20, await oneByOne(ofRuns('disable', 20)))];
}

async function changing(): Promise<readonly Figure[]> {
  return [againstLatency('change', 20, await oneByOne(ofRuns('change', 20)))];
}

/** Long measurements that leave the processor idle: deletions that wait most of a minute, beside the soak. */
async function endurance(): Promise<readonly Figure[]> {
  const [waited, { actions, resident, used, growth }] = await Promise.all([
    Promise.all(Array.from({ length: runs }, ofRuns('delete', 100))),
    measureSoak(10_000, freshHome()),
  ]);
  const first = ([value = 0]: readonly number[]): Baseline => ({ name: 'after the first twentieth', values: [value] });
  return [
    againstLatency('delete', 100, waited),
    compared(`resident during ${count(actions)} actions`, 'MiB', resident, first(resident)),
    compared(`in use of the heap during ${count(actions)} actions`, 'MiB', used, first(used)),
    atMost('growth of that for each 1,000 of the later half', 'MiB', [growth], 0.1, 'median', {
      name: 'all that is in use',
      values: used,
    }),
  ];
}

async function oneByOne(measure: () => Promise<number>): Promise<readonly number[]> {
  const values: number[] = [];
  for (let run = 0; run < runs; run++) values.push(await measure());
  return values;
}

const parts = { start, lists, reading, bytes, deleting, disabling, changing, endurance, pane, definition, operations };
const chosen = process.argv.slice(2);
const figures: Figure[] = [];
let hasFailed = false;
for (const [name, measure] of Object.entries(parts)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const begun = performance.now();
  try {
    figures.push(...(await measure()));
  } catch (error) {
    // The figures of the other parts took minutes.
    process.stderr.write(`${name} failed: ${error instanceof Error ? error.message : String(error)}\n`);
    hasFailed = true;
  }
  process.stderr.write(`${name}: ${Math.round((performance.now() - begun) / 1000)} s\n`);
}
rmSync(home, { recursive: true, force: true });
console.log(`${missedIn(figures)}\n\n${tableOf(figures)}`);
const machine = {
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  processor: cpus()[0]?.model ?? '',
  cores: cpus().length,
  memoryGib: Math.round(totalmem() / 2 ** 30),
};
const result = { at: new Date().toISOString(), machine, runs, isWhole: chosen.length === 0 && !hasFailed, figures };
writeFileSync(new URL('result.json', import.meta.url), `${JSON.stringify(result, null, 2)}\n`);
process.exit(hasFailed ? 1 : 0);
