/** Does the program keep its budgets? Prints a table and writes `bench/result.json`. Every figure names its baseline. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureDeletions } from './deletions.ts';
import { measureKeyToFrame } from './key-to-frame.ts';
import { measureStartUp } from './start-up.ts';
import { spreadOf } from './statistics.ts';

const runs = 9;
const keys = 200;
const systems = 12_431;

/** Milliseconds in which a key must show its effect: two frames at 60 a second. */
const frameBudgetMs = 33;

/** First table: at most this many times what Node needs to start and the service to answer. */
const startBudget = 3;

/** A run: at most this many times what the latency of the service alone costs. */
const runBudget = 1.15;

const deleted = 1000;
const deletionLatencyMs = 20;

const home = mkdtempSync(join(tmpdir(), 'rollcall-bench-'));
const start = await measureStartUp(runs, home);
const node = spreadOf(start.node);
const answers = spreadOf(start.answers);
const firstTable = spreadOf(start.firstTable);
const key = spreadOf(await measureKeyToFrame(systems, keys, home));
const deletions = await measureDeletions(deleted, deletionLatencyMs, home);
rmSync(home, { recursive: true });

const startRatio = firstTable.median / (node.median + answers.median);
const runRatio = deletions.run / deletions.ideal;
const one = (value: number) => rounded(spreadOf([value]));
const rows = [
  { figure: '`node -e 0`', ...rounded(node), budget: '', kept: '' },
  { figure: 'answers of the service (2 × 40 ms latency)', ...rounded(answers), budget: '', kept: '' },
  {
    figure: `first table (${startRatio.toFixed(2)} × both of the above)`,
    ...rounded(firstTable),
    budget: `≤ ${startBudget} ×`,
    kept: startRatio <= startBudget ? 'yes' : 'no',
  },
  {
    figure: `key to frame, ${systems.toLocaleString('en')} systems read`,
    ...rounded(key),
    budget: `p95 ≤ ${frameBudgetMs} ms`,
    kept: key.p95 <= frameBudgetMs ? 'yes' : 'no',
  },
  {
    figure: `${deleted.toLocaleString('en')} deletions, each read again, 4 at a time: latency alone (${deletionLatencyMs} ms)`,
    ...one(deletions.ideal),
    budget: '',
    kept: '',
  },
  {
    figure: `the same run, with its records (${runRatio.toFixed(2)} × the above)`,
    ...one(deletions.run),
    budget: `≤ ${runBudget} ×`,
    kept: runRatio <= runBudget ? 'yes' : 'no',
  },
];
console.table(rows);
const machine = { node: process.version, cpu: cpus()[0]?.model ?? '', cores: cpus().length };
const json = {
  at: new Date().toISOString(),
  machine,
  unit: 'ms',
  runs,
  keys,
  startRatio,
  node,
  answers,
  firstTable,
  key,
  deletions,
  runRatio,
};
writeFileSync(new URL('result.json', import.meta.url), `${JSON.stringify(json, null, 2)}\n`);

function rounded(spread: ReturnType<typeof spreadOf>): Record<string, number> {
  return Object.fromEntries(Object.entries(spread).map(([name, value]) => [name, Math.round(value * 10) / 10]));
}
