import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { firstLine } from '../../../src/app/process/child.ts';
import { startDemo } from '../../../src/app/cli/startup.ts';
import { aFolder } from '../../support/folder.ts';

let folder: string;

beforeEach(() => {
  folder = aFolder();
});

function aScript(name: string, script: string): string {
  const path = join(folder, name);
  writeFileSync(path, script);
  return path;
}

describe('a service that does not start', () => {
  test.each([
    ['is not there', undefined],
    ['ends at once', 'process.exit(1)'],
    ['says something else', `console.log('hello'); setInterval(() => {}, 1000);`],
  ])('%s', async (_, script) => {
    const path = script === undefined ? join(folder, 'missing.mjs') : aScript('service.mjs', script);
    expect(await startDemo(path)).toEqual({ ok: false, sentence: 'The demo service did not start.' });
  });

  test('says nothing, and is not waited for any longer than it may take', async () => {
    const path = aScript('service.mjs', 'setInterval(() => {}, 1000);');
    expect(await startDemo(path, 300)).toEqual({ ok: false, sentence: 'The demo service did not start.' });
  });
});

describe('the built service', () => {
  /** A process that starts the demo, says where it is, and then ends or goes on as told. */
  function aParent(andThen: string) {
    const module = JSON.stringify(pathToFileURL('src/app/cli/startup.ts').href);
    const script = `import { startDemo } from ${module};
      console.log(JSON.stringify(await startDemo(${JSON.stringify(join(process.cwd(), 'dist/demo-service.js'))})));
      ${andThen}`;
    const parent = spawn(process.execPath, [aScript('parent.mjs', script)], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void parent.kill('SIGKILL'));
    return parent;
  }

  async function addressFrom(parent: ReturnType<typeof aParent>) {
    const started = JSON.parse((await firstLine(parent)) ?? '') as Awaited<ReturnType<typeof startDemo>>;
    if (!started.ok) throw new Error(started.sentence);
    return started;
  }

  /** Waits for what is bound to happen; the test's own time limit ends a wait in vain. */
  async function untilGone(baseUrl: string): Promise<void> {
    while (
      await fetch(baseUrl).then(
        () => true,
        () => false,
      )
    );
  }

  test('answers its token while the program runs, and ends when the program is killed', async () => {
    const parent = aParent('setInterval(() => {}, 1000);');
    const { baseUrl, token } = await addressFrom(parent);
    const headers = { authorization: `Bearer ${token}`, 'user-agent': 'test' };
    expect((await fetch(`${baseUrl}/account/orgs`, { headers })).status).toBe(200);
    parent.kill('SIGKILL');
    await untilGone(baseUrl);
  });

  test('does not keep the program from ending', async () => {
    const parent = aParent('');
    const { baseUrl } = await addressFrom(parent);
    if (parent.exitCode === null) await once(parent, 'exit');
    expect(parent.exitCode).toBe(0);
    await untilGone(baseUrl);
  });
});
