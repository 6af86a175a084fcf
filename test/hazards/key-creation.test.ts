/** Enrolment keys whose creation is pending, or is recorded, or whose secret has not been shown. */
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Intercept } from '../../src/demo/service.ts';
import { aHome, eachInItsOwnProcess } from '../support/program.ts';
import { recordsIn } from '../support/request-records.ts';
import { aGate, aSystem, onRequest } from '../support/service.ts';
import { aUserIn, aUserOf, acrossLines, row } from '../support/user.ts';

eachInItsOwnProcess();

/** The request for the key "laptops 2" is pending, until `answer` lets the service answer. */
async function aCreationUnderWay(andThen: Intercept = () => undefined) {
  const { opened, open: answer } = aGate();
  const intercept = onRequest('POST', async (request) => {
    await opened;
    return andThen(request);
  });
  const { service, user } = await aUserOf({ systems: [aSystem({ hostname: 'laptop-anna' })], intercept });
  await user.presses('create an enrolment key').sees('New enrolment key', 'description');
  await user.createsKey('laptops 2', 'asking the service');
  await service.received('POST', 1);
  return { service, user, answer };
}

test('while the key is awaited, no key leads away from it', async () => {
  const { user, answer } = await aCreationUnderWay();
  for (const key of ['q', 'E', 'ctrl-z']) await user.pressesKey(key).sees(`${key}: a key is being created`);
  user.pressesKey('esc');
  answer();
  await user.sees('Enrolment key created', row('secret', '••••'));
});

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)('%s waits for the answer, and the shell’s screen says that there is a key', async (signal, exitCode) => {
  const { service, user, answer } = await aCreationUnderWay();
  user.terminal.kill(signal);
  await user.sees('Quits when the service has answered');
  answer();
  expect(await user.terminal.exited).toEqual({ exitCode, signal: 0 });
  expect(user.screen()).toContain('The key "laptops 2" was created: look in the portal.');
  expect(user.screen()).toContain('Its secret was neither shown nor copied.');
  expect(service.sent('POST')).toHaveLength(1);
});

test('ctrl-c twice waits, too, and twice more leaves at once and says that there may be a key', async () => {
  const { user, answer } = await aCreationUnderWay();
  await user.presses('stop at once; twice quits', 2).sees('Quits when the service has answered');
  await user.sees(/Waiting \d+ s for the service, then quits; ctrl-c twice quits at once\./);
  user.presses('stop at once; twice quits', 2);
  expect(await user.terminal.exited).toEqual({ exitCode: 0, signal: 0 });
  answer();
  expect(user.screen()).toMatch(/A key "laptops 2" may have been created at \d{4}-\d\d-\d\d \d\d:\d\d UTC: look in/);
});

test('a service that does not answer is not waited for longer than five seconds after a signal', async () => {
  const { user, answer } = await aCreationUnderWay();
  user.terminal.kill('SIGTERM');
  expect(await user.terminal.exited).toEqual({ exitCode: 143, signal: 0 });
  answer();
  expect(user.screen()).toContain('A key "laptops 2" may have been created at ');
});

test('an answer that is lost while the program waits to leave is said to be in doubt', async () => {
  const { user, answer } = await aCreationUnderWay(() => 'drop');
  user.terminal.kill('SIGTERM');
  await user.sees('Quits when the service has answered');
  answer();
  expect(await user.terminal.exited).toEqual({ exitCode: 143, signal: 0 });
  expect(user.screen()).toContain('A key "laptops 2" may have been created at ');
});

test('a secret that was neither shown nor copied is not left by one key', async () => {
  const { user, answer } = await aCreationUnderWay();
  answer();
  await user.sees('Enrolment key created', 'v show');
  await user.pressesKey('q').sees('q: v shows the new secret, y copies it, esc discards it.');
  user.presses('go back; the key cannot be shown again');
  await user.sees(
    acrossLines('You have not seen or copied the secret. It cannot be shown again. esc discards it.'),
    'Enrolment key created',
  );
  await user.presses('show or hide the secret').sees('v hide', (screen) => !screen.includes('You have not seen'));
  await user.presses('go back; the key cannot be shown again').sees('laptop-anna');
});

test('a key is recorded before it is created, and nothing of the record is its secret', async () => {
  const { user, answer } = await aCreationUnderWay();
  const records = recordsIn(user.home.changesFolder);
  const header = { method: 'POST', template: '/org/{orgId}/enrolment-keys' };
  expect(await records.list()).toMatchObject([{ header, stage: 'going', result: null }]);
  answer();
  await user.sees('Enrolment key created');
  user.presses('show or hide the secret');
  const [, secret = ''] = /secret +(\w{40})/.exec(await user.sees(/secret +\w{40}/)) ?? [];
  await user.presses('go back; the key cannot be shown again').sees('laptop-anna');
  await user.opensHistory(row('Northwind', 'done, 201', 'POST …/enrolment-keys'));
  await user.pressesKey('enter').sees('"description": "laptops 2"');
  await user.leaves();
  expect(user.home.filesWith('laptops 2')).toHaveLength(1);
  expect(user.home.filesWith(secret)).toEqual([]);
});

test('where its record cannot be saved, no key is created, and its description stays', async () => {
  const home = aHome();
  const folder = home.changesFolder;
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o777);
  const { service, user } = await aUserOf({ systems: [aSystem({ hostname: 'laptop-anna' })], home });
  await user.presses('create an enrolment key').sees('New enrolment key', 'description');
  await user.createsKey('laptops 2', 'record cannot be saved (writable by others)', 'laptops 2');
  expect(service.sent('POST')).toEqual([]);
  rmSync(folder, { recursive: true });
  await user.presses('create the key').sees('Enrolment key created');
  expect(service.sent('POST')).toHaveLength(1);
});

test('after a kill before the answer, the next start tells it, and creates nothing', async () => {
  const { service, user, answer } = await aCreationUnderWay();
  await user.isEndedBy('SIGKILL');
  answer();
  const again = await aUserIn('Northwind', service, { home: user.home });
  await again.sees(/nterrupted: POST …\/enrolment-keys/);
  await again.opensHistory(row('no outcome', 'POST …/enrolment-keys'));
  expect(service.sent('POST')).toHaveLength(1);
});
