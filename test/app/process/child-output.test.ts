import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { firstLine } from '../../../src/app/process/child-output.ts';

function lineOf(script: string, command = process.execPath) {
  return firstLine(spawn(command, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] }));
}

test('the first line is known as soon as it is whole, in however many pieces it comes', async () => {
  const script = `process.stdout.write('on', () => setImmediate(() => console.log('e 東\\ntwo'))); setTimeout(() => {}, 9e5)`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  expect(await firstLine(child)).toBe('one 東');
  child.kill('SIGKILL');
});

test('a child that ends without a whole line, or cannot be started, has none', async () => {
  expect(await lineOf('')).toBeUndefined();
  expect(await lineOf(`process.stdout.write('half')`)).toBeUndefined();
  expect(await lineOf('', '/nowhere/node')).toBeUndefined();
});
