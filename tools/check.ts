/** Checks types, rules and format (`npm run check`), two at a time. A later run looks only at changed files. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** Two rows of equal length, one for each core. */
const rows = [
  ['node tools/types-and-rules.ts test'],
  [
    'node tools/types-and-rules.ts rest',
    'prettier . --check --log-level warn --cache --cache-strategy content --cache-location node_modules/.cache/format',
  ],
];

/** Room for young objects: by Node's default, a tenth of the time is spent on collecting them. */
const env = { ...process.env, NODE_OPTIONS: '--max-semi-space-size=64' };

async function passes(command: string): Promise<boolean> {
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'inherit'], env });
  const ended = once(child, 'close') as Promise<[number | null]>;
  process.stdout.write(await text(child.stdout));
  const [code] = await ended;
  return code === 0;
}

const results = await Promise.all(
  rows.map(async (row) => {
    const passed: boolean[] = [];
    for (const command of row) passed.push(await passes(command));
    return passed.every(Boolean);
  }),
);
process.exitCode = results.every(Boolean) ? 0 : 1;
