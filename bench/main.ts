/** Does the program keep its goals? Prints a table and writes `bench/result.json`; `docs/performance.md` says how to read it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { measureOtherBytes, measureOwnBytes } from './bytes.ts';
import { latencyAlone, measureBareDeletions, measureDeletions } from './deletions.ts';
import { against, atMost, type Figure, plain, tableOf } from './figure.ts';
import { type LargeList, measureLargeList } from './large-lists.ts';
import { measureReading } from './reading.ts';
import { measureSoak } from './soak.ts';
import { measureStartUp } from './start-up.ts';

const runs = 7;
const keys = 200;
/** Their bytes are the same each time, but for the jumps of the list. */
const moves = 40;

/** Two frames at 60 a second. */
const frameMs = 33;

const home = mkdtempSync(join(tmpdir(), 'rollcall-bench-'));
let homes = 0;
/** Nothing that one part leaves is found by the next. */
const freshHome = (): string => mkdtempSync(join(home, `${(homes += 1)}-`));
const count = (value: number): string => value.toLocaleString('en');

async function start(): Promise<readonly Figure[]> {
  const { node, hello, firstTable } = await measureStartUp(runs, freshHome());
  const what = 'start to first table';
  return [
    against(what, 'ms', firstTable, { name: '`node -e 0`', values: node }, 4),
    against(what, 'ms', firstTable, { name: 'Ink, hello world, unbundled', values: hello }, 0.7),
  ];
}

async function lists(): Promise<readonly Figure[]> {
  const lists: LargeList[] = [];
  for (const systems of [260, 12_431, 100_000, 1_000_000]) {
    lists.push(await measureLargeList(systems, keys, systems > 100_000 ? 0 : runs, freshHome()));
  }
  const [, middle, large, largest] = lists;
  const figures = lists.map(({ systems, keys: times }) =>
    systems === 100_000
      ? atMost(`key to frame, ${count(systems)} systems`, 'ms', times, frameMs, 'p95')
      : plain(`key to frame, ${count(systems)} systems`, 'ms', times),
  );
  if (middle !== undefined && largest !== undefined) {
    const baseline = { name: `${count(middle.systems)} systems`, values: middle.keys };
    figures.push(against(`key to frame, ${count(largest.systems)} systems`, 'ms', largest.keys, baseline, 1.3));
  }
  if (large !== undefined) {
    for (const [name, times] of Object.entries(large.actions)) {
      figures.push(atMost(`${name}, ${count(large.systems)} systems`, 'ms', times, 100, 'p95'));
    }
    figures.push(atMost(`resident, ${count(large.systems)} systems read`, 'MiB', [large.residentMib], 200));
  }
  if (largest !== undefined) {
    figures.push(atMost(`resident, ${count(largest.systems)} systems read`, 'MiB', [largest.residentMib], 900));
  }
  return figures;
}

async function reading(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const [systems, times] of [
    [12_431, runs],
    [100_000, 1],
  ] as const) {
    const { reference, program } = await measureReading(systems, 20, times, freshHome());
    const name = 'bare loop, 50 a page';
    for (const [of, most] of [
      ['wall', 0.5],
      ['cpu', 1.5],
    ] as const) {
      const values = reference.map((cost) => cost[of]);
      const what = `reading ${count(systems)} systems at 20 ms, ${of === 'wall' ? 'time' : 'processor time'}`;
      const own = program.map((cost) => cost[of]);
      figures.push(against(what, 'ms', own, { name, values }, most));
    }
  }
  return figures;
}

async function bytes(): Promise<readonly Figure[]> {
  const own = await measureOwnBytes(moves, freshHome());
  const others = await measureOtherBytes(moves, freshHome());
  const figures: Figure[] = [
    atMost('a move of the cursor', 'bytes', own.move, 200),
    atMost('a line of a held key', 'bytes', [mean(own.scrolled)], 450),
    plain('half a screen down', 'bytes', own.page),
    plain('a key of a filter', 'bytes', own.filterKey),
    atMost('a second in which nothing happens', 'bytes', own.idleSecond, 0, 'max'),
  ];
  const goals: Readonly<Record<string, readonly ['move' | 'scrolled', number]>> = {
    htop: ['move', 0.5],
    tig: ['scrolled', 0.25],
  };
  for (const other of others) {
    const [of, most] = goals[other.program] ?? ['move', 1];
    const what = of === 'move' ? 'a move of the cursor' : 'a line of a held key';
    const values = of === 'move' ? other.move : [mean(other.scrolled)];
    const ours = of === 'move' ? own.move : [mean(own.scrolled)];
    figures.push(against(what, 'bytes', ours, { name: other.program, values }, most));
  }
  return figures;
}

const deletions = 1000;

function ofDeletions(latencyMs: number): () => Promise<number> {
  return () => measureDeletions(deletions, latencyMs, freshHome());
}

function againstLatency(latencyMs: number, values: readonly number[]): Figure {
  const what = `${count(deletions)} deletions at ${latencyMs} ms, each read again and recorded`;
  const baseline = { name: 'latency alone, 4 at a time', values: [latencyAlone(deletions, latencyMs)] };
  return against(what, 'ms', values, baseline, 1.15);
}

async function deleting(): Promise<readonly Figure[]> {
  const bare = await oneByOne(() => measureBareDeletions(deletions, 0));
  const baseline = { name: 'the same requests and nothing else', values: bare };
  const what = `${count(deletions)} deletions at 0 ms, each read again and recorded`;
  return [
    against(what, 'ms', await oneByOne(ofDeletions(0)), baseline, 1.15),
    againstLatency(20, await oneByOne(ofDeletions(20))),
  ];
}

/** What takes long and leaves the computer time: runs that wait for most of a minute, all at once, beside the soak. */
async function patience(): Promise<readonly Figure[]> {
  const [waited, { actions, resident, used, slope }] = await Promise.all([
    Promise.all(Array.from({ length: runs }, ofDeletions(100))),
    measureSoak(10_000, freshHome()),
  ]);
  return [
    againstLatency(100, waited),
    plain(`resident during ${count(actions)} actions`, 'MiB', resident),
    plain(`in use of the heap during ${count(actions)} actions`, 'MiB', used),
    atMost('growth of that for each 1,000 of the later half', 'MiB', [slope], 0.1),
  ];
}

async function oneByOne(measure: () => Promise<number>): Promise<readonly number[]> {
  const values: number[] = [];
  for (let run = 0; run < runs; run++) values.push(await measure());
  return values;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

const parts = { start, lists, reading, bytes, deleting, patience };
const asked = process.argv.slice(2);
const figures: Figure[] = [];
for (const [name, measure] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const begun = performance.now();
  figures.push(...(await measure()));
  process.stderr.write(`${name}: ${Math.round((performance.now() - begun) / 1000)} s\n`);
}
rmSync(home, { recursive: true, force: true });
console.log(tableOf(figures));
const machine = {
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  processor: cpus()[0]?.model ?? '',
  cores: cpus().length,
  memoryGib: Math.round(totalmem() / 2 ** 30),
};
const result = { at: new Date().toISOString(), machine, runs, figures };
writeFileSync(new URL('result.json', import.meta.url), `${JSON.stringify(result, null, 2)}\n`);
process.exit();
