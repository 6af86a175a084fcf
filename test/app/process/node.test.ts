/** Node's own behaviour: nothing opens an inspector, and no report holds the environment. */
import process from 'node:process';
import { expect, onTestFinished, test, vi } from 'vitest';
import { disableInspectors } from '../../../src/app/process/node.ts';

test('no signal and no variable opens an inspector, and options of Node make no report', async () => {
  const signals = ['SIGUSR1', 'SIGUSR2'] as const;
  const before = signals.map((name) => process.listeners(name));
  const { excludeEnv, reportOnFatalError } = process.report;
  onTestFinished(() => {
    Object.assign(process.report, { excludeEnv, reportOnFatalError });
    signals.forEach((name, at) => {
      process.removeAllListeners(name);
      for (const listener of before[at] ?? []) process.on(name, listener);
    });
  });
  const snapshot = vi.fn();
  process.on('SIGUSR2', snapshot);
  Object.assign(process.report, { excludeEnv: false, reportOnFatalError: true });
  const env = { DEV: 'true', OTHER: 'x', NODE_OPTIONS: ' --report-on-fatalerror  --heapsnapshot-signal=SIGUSR2 ' };
  await disableInspectors(env);
  expect(env).not.toHaveProperty('DEV');
  expect(process.report).toMatchObject({ excludeEnv: true, reportOnFatalError: false });
  process.emit('SIGUSR2');
  expect(snapshot).not.toHaveBeenCalled();
  expect(process.listenerCount('SIGUSR1')).toBe((before[0]?.length ?? 0) + 1);
  expect(process.listenerCount('SIGUSR2')).toBe(1);
});
