/** The process starts, prints and exits as it should. Each test runs it as a real child process. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { aClient } from './client.ts';

const MAIN = fileURLToPath(new URL('../../src/demo/main.ts', import.meta.url));

interface Ready {
  readonly baseUrl: string;
  readonly token: string;
}

function aProcess(...args: readonly string[]): ChildProcessWithoutNullStreams {
  return aNode(MAIN, ...args);
}

function aNode(...args: readonly string[]): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, args);
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

/** The exit code and everything the process says. */
async function endOf(
  child: ChildProcessWithoutNullStreams,
): Promise<[code: number | null, stdout: string, stderr: string]> {
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return [child.exitCode, stdout, stderr];
}

/** Its output once this many lines are there. */
async function linesOf(child: ChildProcessWithoutNullStreams, count: number): Promise<string[]> {
  let written = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    written += String(chunk);
    if (written.split('\n').length > count) break;
  }
  return written.split('\n').slice(0, -1);
}

async function readyOf(child: ChildProcessWithoutNullStreams): Promise<Ready> {
  const [line = ''] = await linesOf(child, 1);
  return JSON.parse(line) as Ready;
}

async function ask({ baseUrl, token }: Ready, path: string): Promise<unknown> {
  return (await fetch(baseUrl + path, { headers: { authorization: `Bearer ${token}` } })).json();
}

describe('started by a person', () => {
  test('it says where it is, with which token, and how to try it', async () => {
    const child = aProcess('--systems', '3');
    const [service = '', token = '', attempt = ''] = await linesOf(child, 3);
    const ready = { baseUrl: service.split(/\s+/)[1] ?? '', token: token.split(/\s+/)[1] ?? '' };
    expect(ready.token).toMatch(/^[A-Za-z0-9]{63}$/);
    expect(attempt).toContain(`curl -H 'Authorization: Bearer ${ready.token}' ${ready.baseUrl}/account/orgs`);
    expect(await ask(ready, '/account/orgs')).toMatchObject({ orgs: [{ orgName: 'Northwind Traders' }, {}, {}] });
    child.kill('SIGINT');
    expect(await endOf(child)).toEqual([0, '', '']);
  });

  test.each([
    [['--colour', 'red'], 'The flags are --port N'],
    [['--port', 'http'], '--port takes a whole number from 0 to 65535.'],
  ])('%j is one sentence on stderr, and exit code 2', async (args, sentence) => {
    const [code, stdout, stderr] = await endOf(aProcess(...args));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(sentence);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  test('a port in use is one sentence on stderr, and exit code 1', async () => {
    const { port } = new URL((await aClient()).service.baseUrl);
    expect(await endOf(aProcess('--port', port))).toEqual([1, '', `Port ${port} is already in use.\n`]);
  });
});

describe('embedded', () => {
  test('it prints one line of JSON, serves, and ends when its stdin ends', async () => {
    const child = aProcess('--embedded', '--systems', '7', '--latency', '0');
    const ready = await readyOf(child);
    expect(Object.keys(ready)).toEqual(['baseUrl', 'token', 'earlier']);
    expect(await ask(ready, '/org/n7Kq2wTd/systems?include_disabled=true')).toMatchObject({ metadata: { total: 7 } });
    child.stdin.end();
    expect(await endOf(child)).toEqual([0, '', '']);
  });

  test.each(['SIGINT', 'SIGHUP'] as const)('it outlives %s, which the whole process group gets', async (signal) => {
    const child = aProcess('--embedded', '--systems', '0', '--latency', '0');
    const ready = await readyOf(child);
    child.kill(signal);
    child.kill(signal);
    expect(await ask(ready, '/account/orgs')).toMatchObject({ orgs: [{}, {}, {}] });
    child.stdin.end();
    expect((await endOf(child))[0]).toBe(0);
  });

  test('it ends when its parent is killed', async () => {
    const source = `
      const child = require('node:child_process').spawn(process.execPath, process.argv.slice(1));
      child.stdout.pipe(process.stdout);
    `;
    const parent = aNode('--eval', source, MAIN, '--embedded');
    const { hostname, port } = new URL((await readyOf(parent)).baseUrl);
    const connection = connect(Number(port), hostname);
    await once(connection, 'connect');
    // Ended or reset: either way it is closed.
    connection.on('error', () => undefined);
    const closed = new Promise((resolve) => connection.once('close', resolve));
    parent.kill('SIGKILL');
    await closed;
    await expect(fetch(`http://${hostname}:${port}/`)).rejects.toThrow('fetch failed');
  });
});
