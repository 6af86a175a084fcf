/** Checks types, rules and format side by side (`npm run check`). A later run looks only at changed files. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

const cache = 'node_modules/.cache';

/** The build information of TypeScript is in `tsconfig.json`. */
const checks = [
  'tsc',
  `eslint . --concurrency 2 --cache --cache-strategy content --cache-location ${cache}/eslint`,
  `prettier . --check --log-level warn --cache --cache-strategy content --cache-location ${cache}/prettier-check`,
];

const codes = await Promise.all(
  checks.map(async (command) => {
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'close') as Promise<[number | null]>;
    process.stdout.write(await text(child.stdout));
    const [code] = await ended;
    return code;
  }),
);
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
