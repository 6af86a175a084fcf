import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';

/** In no list of users, as in a container that was started with a number. */
const nobody = 54_321;

const asNobody = { uid: nobody, gid: nobody, cwd: '/' };

/** Only root becomes somebody else; and that one must be able to read the sources. */
const canBecomeNobody = (() => {
  const look = `require('node:fs').readFileSync(${JSON.stringify(resolve('src/app/run-lock.ts'))})`;
  return spawnSync(process.execPath, ['-e', look], { ...asNobody, stdio: 'ignore' }).status === 0;
})();

test.runIf(canBecomeNobody)('a user without an entry in the list of users holds organisations, too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  chownSync(folder, nobody, nobody);
  const script = `
    import { holdOrganisation } from ${JSON.stringify(resolve('src/app/run-lock.ts'))};
    const held = await holdOrganisation(${JSON.stringify(folder)}, 'https://a.example', 'N1');
    const again = await holdOrganisation(${JSON.stringify(folder)}, 'https://a.example', 'N1');
    console.log(held.kind, again.kind);`;
  const program = spawn(process.execPath, ['--input-type=module', '-e', script], {
    ...asNobody,
    env: { HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, complaint] = await Promise.all([text(program.stdout), text(program.stderr), once(program, 'close')]);
  expect({ output, complaint: complaint.replace(/^.*Warning.*$/gm, '').trim() }).toEqual({
    output: 'held taken\n',
    complaint: '',
  });
});
