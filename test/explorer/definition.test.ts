/** The definition behind `A`: requested, kept, refreshed, and the messages when it cannot be used. */
import { Buffer } from 'node:buffer';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Answer } from '../../src/demo/answer.ts';
import { usualDocument } from '../support/documents/usual.ts';
import { aHome, type Home, runWithoutTerminalIn } from '../support/program.ts';
import { aProblem, aService, aSystem, type StoryService } from '../support/service.ts';
import { aUser, aUserIn, row, type User } from '../support/user.ts';

const path = '/swagger/v1/swagger.json';

const usual = usualDocument() as { readonly paths: Readonly<Record<string, object>> };

function body(type: string, content: string | Uint8Array, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status: 200, headers: { 'content-type': type, ...headers }, body: content };
}

function json(text: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return body('application/json', text, headers);
}

/** A service with one system and this definition. */
function describedBy(answer: () => Answer | undefined): Promise<StoryService> {
  return aService({
    systems: [aSystem({ hostname: 'laptop-anna' })],
    intercept: (request) => (request.path === path ? answer() : undefined),
  });
}

/** The headers of the requests for the definition. */
function asked(service: StoryService): readonly Readonly<Record<string, unknown>>[] {
  return service.asksForDefinition().map(({ headers }) => ({ ...headers }));
}

/** Opens all operations from the list of systems: the first press shows only the ones for the row. */
async function opensAll(user: User): Promise<void> {
  await user.opens('Northwind');
  await user.sees('laptop-anna');
  user.presses('every operation of the service');
  await user.sees('› Operations on laptop-anna', /this row|r retries|no definition/);
  await user.presses('every operation of the service').sees(/› Operations *\n/);
}

function definitionFiles(home: Home): string[] {
  const folder = join(home.env['XDG_CACHE_HOME'] ?? '', 'rollcall', 'definitions');
  return readdirSync(folder).map((name) => join(folder, name));
}

/** Makes the kept definition this many minutes older. */
function becomesOlder(home: Home, minutes: number): void {
  const file = definitionFiles(home).find((name) => name.endsWith('.meta.json')) ?? '';
  const meta = JSON.parse(readFileSync(file, 'utf8')) as { readonly at: number };
  writeFileSync(file, JSON.stringify({ ...meta, at: meta.at - minutes * 60_000 }));
}

const refresh = 'refresh the list';

test('the usual definition is listed by tag, in its order, and kept for this person alone', async () => {
  const service = await describedBy(() => json(JSON.stringify(usual)));
  const home = aHome();
  const user = aUser(service, { home, rows: 100 });
  await opensAll(user);
  const screen = await user.sees('81 operations: 32 read, 49 change', 'its server is not used', 'by tag', '(no tag)');
  const rows = screen.split('\n');
  const tags = ['Account', 'Organisation', 'Users', 'Systems', 'Unapproved', 'Enrolment', 'Logs', '(no tag)'];
  const places = tags.map((tag) => rows.findIndex((line) => /^[ ▌] /.test(line) && line.slice(2).startsWith(tag)));
  expect(places.every((place) => place > 0)).toBe(true);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(asked(service)).toHaveLength(1);
  expect(asked(service)[0]).toMatchObject({ accept: 'application/json', authorization: `Bearer ${service.token}` });
  expect(asked(service)[0]).not.toHaveProperty('if-none-match');
  await user.leaves();
  const files = definitionFiles(home).toSorted();
  expect(files.map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600]);
  // Nothing of the person is in them.
  const [text = '', about = ''] = files.map((file) => readFileSync(file, 'utf8'));
  expect(text).toBe(JSON.stringify(usual));
  const facts = ['format', 'address', 'etag', 'lastModified', 'sha256', 'at', 'bytes'];
  expect(Object.keys(JSON.parse(about) as object)).toEqual(facts);
});

test('the five known operations: they are listed, and nothing else is different', async () => {
  const list = { get: { summary: 'Lists' } };
  const paths = {
    '/account/orgs': list,
    '/org/{orgId}/systems': list,
    '/org/{orgId}/systems/{systemId}': { get: {}, delete: {} },
    '/org/{orgId}/enrolment-keys': { post: {} },
  };
  const service = await describedBy(() => json(JSON.stringify({ openapi: '3.0.1', paths })));
  const user = await aUserIn('Northwind', service);
  const before = await user.presses('move down').sees('laptop-anna', (screen) => !screen.includes('ROLLCALL_TOKEN'));
  await user.presses('every operation of the service').sees('2 operations on this row', 'DELETE');
  await user.presses('every operation of the service').sees('5 operations: 3 read, 2 change', '(no tag)');
  const after = await user.pressesKey('esc').sees('› Systems', 'laptop-anna');
  const shown = (screen: string): string => screen.replaceAll(/<1 min|\d+ (?:s|min)\b/g, '');
  expect(shown(after)).toBe(shown(before));
});

const notFound = 'no definition at /swagger/v1/swagger.json (404)';

/** Faulty definitions and their messages. The first one also appears between the others. */
const faults: readonly (readonly [answer: Answer, message: string])[] = [
  [{ status: 404 }, notFound],
  [{ status: 403 }, 'This token may not read the definition (403).'],
  [{ status: 302, headers: { location: 'https://docs.example.com/x' } }, '(302 to docs.example.com)'],
  [body('text/html', '<html><title>Proxy login</title>'), 'The service sent a web page ("Proxy login")'],
  [body('application/yaml', 'openapi: 3.0.1\npaths: {}\n'), 'The definition is YAML; rollcall reads JSON.'],
  [json(''), 'The definition is empty.'],
  [json('null'), 'The definition describes no operations.'],
  [json('[]'), 'The definition describes no operations.'],
  [json('"text"'), 'The definition describes no operations.'],
  [json('text'), 'The definition is not JSON, from character 1 on.'],
  [json('{"openapi":"3.0.1"}'), 'The definition describes no operations.'],
  [json('{"openapi":"3.0.1","paths":{}}'), 'The definition describes no operations.'],
  [json(JSON.stringify(usual).slice(0, 60_000)), 'The definition is cut off after character 60,000.'],
  [json(' '.repeat(17 * 1024 * 1024)), 'The definition is larger than 16 MiB.'],
  [
    body('application/json', gzipSync(Buffer.alloc(64 * 1024 * 1024, ' ')), { 'content-encoding': 'gzip' }),
    'The definition is larger than 16 MiB.',
  ],
];

test('a document that is no definition is said, and the list of systems still works', async () => {
  let answer: Answer = { status: 404 };
  const service = await describedBy(() => answer);
  const user = aUser(service, { columns: 170, ownProcess: true });
  await opensAll(user);
  await user.sees(notFound, 'r retries.');
  for (const [next, message] of faults.slice(1)) {
    answer = next;
    await user.presses(refresh).sees(message, 'r retries.');
    // Two faults may have the same sentence, so another one comes between.
    answer = { status: 404 };
    await user.presses(refresh).sees(notFound, 'r retries.');
  }
  answer = { status: 500, headers: {}, body: '' };
  await user.presses(refresh).sees('The service failed to read the definition: 500', 'Retries in');
  await user.pressesKey('esc').sees('The service failed to read the definition: 500', 'r retries.');
  await user.pressesKey('esc').sees('› Systems', 'laptop-anna');
  await user.presses('open the system').sees('› laptop-anna');
});

test('where the token is refused, a new one is asked for, and then the list is there', async () => {
  const another = 'B'.repeat(63);
  const service = await aService({
    systems: [aSystem({ hostname: 'laptop-anna' })],
    anyToken: true,
    intercept: ({ path: one, headers }) => {
      if (one !== path) return undefined;
      return headers.authorization?.includes(another) === true ? json(JSON.stringify(usual)) : aProblem(401, 'No');
    },
  });
  const user = await aUserIn('Northwind', service);
  await user.presses('every operation of the service').sees('The token is no longer accepted');
  user.types(another);
  await user.pressesKey('enter').sees('› Operations on laptop-anna', 'on this row');
  expect(user.terminal.raw()).not.toContain(another);
});

test('it is used without asking, asked for again, confirmed, changed, and there without the service', async () => {
  let text = JSON.stringify(usual);
  let mode: 'etag' | 'plain' | 'down' = 'etag';
  const service = await aService({
    systems: [aSystem({ hostname: 'laptop-anna' })],
    intercept({ path: one, headers }) {
      if (one !== path) return undefined;
      if (mode === 'down') return 'drop';
      if (mode === 'plain') return json(text);
      return headers['if-none-match'] === '"first"' ? { status: 304 } : json(text, { etag: '"first"' });
    },
  });
  const home = aHome();
  const first = aUser(service, { home });
  await opensAll(first);
  await first.sees('81 operations');
  await first.leaves();

  becomesOlder(home, 4);
  const second = aUser(service, { home });
  await opensAll(second);
  await second.sees('81 operations', '4 min ago');
  expect(asked(service)).toHaveLength(1);
  await second.leaves();

  // 304: only the time changes.
  becomesOlder(home, 2);
  const third = aUser(service, { home });
  await opensAll(third);
  await third.sees('81 operations', '<1 min ago');
  expect(asked(service)).toHaveLength(2);
  expect(asked(service)[1]).toMatchObject({ 'if-none-match': '"first"' });

  // The same bytes without an ETag.
  mode = 'plain';
  await third.presses(refresh).sees(() => asked(service).length === 3, '<1 min ago');
  await third.rests();
  expect(third.screen()).not.toContain('changed');

  // Other bytes: the operations are those of the new definition.
  const paths = Object.fromEntries(Object.entries(usual.paths).filter(([one]) => one !== '/version'));
  text = JSON.stringify({ ...usual, paths: { ...paths, '/account': { get: { summary: 'Gets who calls' } } } });
  await third.presses(refresh).sees('The definition of the service has changed.', '79 operations');
  await third.leaves();

  // No answer: the known definition is shown with its age.
  mode = 'down';
  becomesOlder(home, 3 * 24 * 60);
  const fourth = aUser(service, { home });
  await opensAll(fourth);
  await fourth.sees('79 operations', 'of 3 d ago; the service did not answer');
  await fourth.leaves();

  // Another profile may have other rights, so it uses nothing of this one.
  mode = 'etag';
  const other = aUser(service, { home, flags: ['--new-profile', 'other'] });
  await opensAll(other);
  await other.sees('79 operations', '<1 min ago');
  expect(asked(service).at(-1)).not.toHaveProperty('if-none-match');
  await other.leaves();
  expect(definitionFiles(home)).toHaveLength(4);
});

test('without the service and with nothing kept, the problem is said', async () => {
  const service = await aService({
    systems: [aSystem({ hostname: 'laptop-anna' })],
    intercept: ({ path: one }) => (one === path ? 'drop' : undefined),
  });
  const user = await aUserIn('Northwind', service);
  await user.presses('every operation of the service').sees(/Retries in 1 s; esc stops/);
  await user.pressesKey('esc').sees('The connection was lost after sending GET definition', 'r retries.');
});

test('where nothing can be kept everything works, and the doctor says it', async () => {
  const service = await describedBy(() => json(JSON.stringify(usual)));
  const home = aHome();
  const cache = join(home.path, 'no-folder');
  writeFileSync(cache, '');
  const env = { XDG_CACHE_HOME: cache };
  const user = aUser(service, { home, env });
  await opensAll(user);
  await user.sees('81 operations');
  await user.leaves();
  const { output } = await runWithoutTerminalIn({ ...home.env, ...env }, 'doctor');
  expect(output).toMatch(/! definitions +\S+ cannot be written \(ENOTDIR\)/);
});

test('a definition that changes while a form is open: the form stays, says so, and keeps what is typed', async () => {
  let text = JSON.stringify(usual);
  const service = await describedBy(() => json(text));
  const user = aUser(service, { columns: 120, rows: 30 });
  await opensAll(user);
  user.presses('filter the operations');
  await user.types('method:get path:=/org/{orgId}/systems').sees('1 of 81', 'Gets a page of the systems');
  await user.pressesKey('enter', 'enter').sees('› GET …/systems', row('▌', 'search'));
  user.presses('set this field');
  user.types('till-7');
  await user.pressesKey('enter').sees(row('search', 'till-7'));
  // A form keeps its definition, even when the operation is gone.
  text = JSON.stringify({ ...usual, paths: { '/account': { get: { summary: 'Gets who calls' } } } });
  await user.presses('every operation of the service').sees('81 operations');
  await user.presses(refresh).sees('has changed', '1 operation: ');
  await user.pressesKey('esc').sees('The definition has changed since this form was opened.', row('search', 'till-7'));
  text = JSON.stringify(usual);
  await user.presses('every operation of the service').sees('1 operation');
  await user.presses(refresh).sees('has changed', '81 operations: ');
  await user.pressesKey('esc').sees('The definition has changed since this form was opened.');
  user.presses('follow a definition that has changed');
  await user.sees((screen) => !screen.includes('has changed'), row('search', 'till-7'));
});
