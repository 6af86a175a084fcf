/** Answers of operations, through the program: rows, secrets, files, the pager, and the operations for a row. */
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import type { Answer } from '../../src/demo/answer.ts';
import type { Intercept } from '../../src/demo/service.ts';
import { aHome, eachInItsOwnProcess } from '../support/program.ts';
import { aService, aSystem, type StoryService } from '../support/service.ts';
import { aUser, row, type User } from '../support/user.ts';

eachInItsOwnProcess();

const systems = [aSystem({ hostname: 'laptop-anna' })];

function json(body: unknown): Answer {
  return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** A service with the demo's operations that answers the list of enrolment keys like this. */
function aServiceWith(answer: Intercept): Promise<StoryService> {
  return aService({
    systems,
    intercept: (request) => (request.path.endsWith('/enrolment-keys') ? answer(request) : undefined),
  });
}

/** Sends the call that lists the enrolment keys. */
async function listsKeys(user: User): Promise<void> {
  await user.opens('Northwind');
  await user.sees('laptop-anna');
  await user.presses('every operation of the service').sees('› Operations on laptop-anna', 'on this row');
  await user.presses('every operation of the service').sees(/› Operations *\n/, /Enrolment k/);
  await user.presses('filter the operations').sees('filter:');
  await user.types('lists the enrolment').sees(row('▌', 'GET'), '…/enrolment-keys');
  user.pressesKey('enter');
  await user.rests();
  await user.pressesKey('enter').sees('GET …/enrolment-keys', 'per_page');
  user.pressesKey('s', 'enter');
}

const keys = [
  { id: 12, description: '=HYPERLINK("http://evil.example")', key: 'ek-4711-aaaaaaaa', status: 'Enabled' },
  { id: 7, description: 'retail tills', key: 'ek-4711-bbbbbbbb', status: 'Disabled' },
];

function anEnvelope(items: readonly unknown[], next: string | null = null, total = items.length): unknown {
  return { items, metadata: { total }, links: { next } };
}

test('a list of keys: secrets are hidden, shown one by one, and written only where that is asked for', async () => {
  const service = await aServiceWith(() => json(anEnvelope(keys)));
  const home = aHome();
  const pager = join(home.path, 'pager');
  writeFileSync(pager, '#!/bin/sh\nstat -c "mode %a" "$1"\ncat "$1"\necho "$1" > "$HOME/shown"\nsleep 1\n');
  chmodSync(pager, 0o700);
  const user = aUser(service, { home, columns: 100, env: { PAGER: pager } });
  await listsKeys(user);
  await user.sees('GET …/enrolment-keys', '2 rows', '2 secrets hidden', row('▌', 'HYPERLINK', '••••'));
  expect(service.sent('GET').filter(({ path }) => path.endsWith('/enrolment-keys'))).toHaveLength(1);

  // Idle: nothing is drawn or sent.
  const bytes = user.terminal.bytes();
  await user.terminal.passes(1_200);
  expect(user.terminal.bytes()).toBe(bytes);

  await user.pressesKey('j').sees(row('▌', 'retail tills'));
  await user.presses('show or hide the secret under the cursor').sees(row('▌', 'retail tills', 'ek-4711-bbbbbbbb'));
  await user.pressesKey('k').sees(row('▌', 'HYPERLINK', '••••'), row('retail tills', '••••'));

  // The pager gets the body without the secrets, in a private file that is removed afterwards.
  await user.presses('show the body in the pager').sees('mode 600', '"key":"•••"');
  await user.sees('› GET …/enrolment-keys', '2 rows');
  const shown = readFileSync(join(home.path, 'shown'), 'utf8').trim();
  await expect.poll(() => existsSync(shown)).toBe(false);

  await user.presses('export into a file').sees('› Export', '2 rows', 'with-secrets');
  await user.presses('write it, secrets hidden').sees('Written:');
  await user.presses('export into a file').sees('› Export');
  user.presses('write it with its secrets');
  await expect.poll(() => filesIn(home.path).length).toBe(4);
  const files = filesIn(home.path);
  expect(files.map((name) => statSync(join(home.path, name)).mode & 0o777)).toEqual([0o600, 0o600, 0o600, 0o600]);
  const read = (name: string): string => readFileSync(join(home.path, name), 'utf8');
  const hidden = files.filter((name) => !name.includes('with-secrets'));
  expect(hidden).toHaveLength(2);
  expect(hidden.map(read).join('')).not.toContain('4711');
  const csv = parse<Record<string, string>>(read(hidden.find((name) => name.endsWith('.csv')) ?? ''), {
    columns: true,
  });
  expect(csv[0]).toMatchObject({ description: `'${keys[0]?.description ?? ''}`, key: '•••', id: '12' });
  const whole = files.find((name) => name.includes('with-secrets') && name.endsWith('.json')) ?? '';
  expect(JSON.parse(read(whole))).toEqual(keys);

  // Operations for the row: its id goes into the path.
  await user.sees('› GET …/enrolment-keys');
  await user.presses('what can be done with this row').sees('› Operations on', 'on this row', '/{keyId}/disable');
  await user.leaves();
});

test('pages are read as the cursor comes near, an answer is stopped with esc, and a failure is read again', async () => {
  const total = 12_431;
  let held: PromiseWithResolvers<undefined> | null = null;
  let isBroken = false;
  const service = await aServiceWith(async ({ query, path }) => {
    const page = Number(query.get('page') ?? 0);
    if (held !== null) await held.promise;
    if (isBroken && page === 2) return { status: 409, headers: {}, body: '' };
    const items = Array.from({ length: Math.min(50, total - page * 50) }, (_, at) => {
      return { id: page * 50 + at, description: `key ${page * 50 + at}` };
    });
    return json(anEnvelope(items, (page + 1) * 50 < total ? `${path}?page=${page + 1}` : null, total));
  });
  const user = aUser(service);
  held = Promise.withResolvers();
  await listsKeys(user);
  await user.sees('reading…', 'esc stops', 'Reading… 1 s');
  await user.pressesKey('esc').sees('Stopped before the answer came.', 'per_page');
  held.resolve(undefined);
  held = null;

  isBroken = true;
  await user.pressesKey('s', 'enter').sees('50 of 12,431 loaded', row('▌', 'key 0'));
  const lists = (): number => service.sent('GET').filter(({ path }) => path.endsWith('/enrolment-keys')).length;
  expect(lists()).toBe(2);
  await user.presses('down a screen', 2).sees('100 of 12,431 loaded');
  await user.pressesKey('G').sees('100 of 12,431 loaded', 'incomplete, r retries: refused (409) at page 3');
  isBroken = false;
  await user.pressesKey('r').sees('150 of 12,431 loaded');
  await user.pressesKey('G').sees('12,431 rows', row('▌', 'key 12430'));
  await user.presses('filter the loaded rows').sees('filter:');
  await user.types('description:key*99').sees('of 12,431');
  await user.pressesKey('enter').sees('124 shown by filter', row('▌', 'key 12399'));
  await user.pressesKey('enter').sees('"id": 12399', '"description"');
  await user.pressesKey('f').sees('find:');
  user.types('KEY');
  await user.pressesKey('enter').sees('1 of 1. n finds the next.');
  await user.leaves();
});

function filesIn(folder: string): readonly string[] {
  // Whole files: an empty one only takes the name.
  const names = readdirSync(folder).filter((name) => /^rollcall-enrolment-keys.*\.(?:csv|json)$/.test(name));
  return names.filter((name) => statSync(join(folder, name)).size > 0);
}
