/** Writes the table of docs/performance.md from `bench/result.json`, between its markers. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { type Figure, missedIn, tableOf } from '../../bench/figure.ts';

interface Result {
  readonly at: string;
  readonly machine: Readonly<Record<'node' | 'platform' | 'processor', string>> & {
    readonly cores: number;
    readonly memoryGib: number;
  };
  readonly runs: number;
  /** No part of the bench was left out. */
  readonly isWhole: boolean;
  readonly figures: readonly Figure[];
}

const root = join(import.meta.dirname, '..', '..');
const path = join(root, 'docs', 'performance.md');
const result = JSON.parse(readFileSync(join(root, 'bench', 'result.json'), 'utf8')) as Result;
if (!result.isWhole) throw new Error('bench/result.json has some parts only: run `npm run bench` without naming any.');
const { at, machine, runs, figures } = result;

const { processor, cores, memoryGib, platform, node } = machine;
const where = `${processor}, ${cores} cores, ${memoryGib} GiB, ${platform}, Node.js ${node}; ${at.slice(0, 10)}, ${runs} runs`;
const [start, end] = ['<!-- figures: written by npm run performance -->', '<!-- end of figures -->'];
const [before, rest = ''] = readFileSync(path, 'utf8').split(start);
const after = rest.split(end)[1];
if (before === undefined || after === undefined) throw new Error(`${path} has no place for the figures.`);
// `npm run bench` prints those without a goal, too.
const judged = figures.filter(({ goal }) => goal !== '');
const text = `${before}${start}\n\n${where}.\n\n${missedIn(figures)}\n\n${tableOf(judged)}\n${end}${after}`;
writeFileSync(path, await format(text, { ...(await resolveConfig(path)), filepath: path }));
