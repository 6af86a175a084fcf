/** The form of an operation, in the program. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { json } from '../../src/demo/answer.ts';
import { describedBy, opensOperations, setsField } from '../support/explorer.ts';
import { aHome } from '../support/program.ts';
import { aService, aSystem, type StoryService } from '../support/service.ts';
import { aUser, row, type User } from '../support/user.ts';

const text = { type: 'string' };
const orgId = { name: 'orgId', in: 'path', required: true, schema: text };
const paths = {
  '/org/{orgId}/findings': {
    get: {
      summary: 'Finds things',
      parameters: [
        orgId,
        { name: 'word', in: 'query', schema: text },
        { name: 'after', in: 'query', schema: { type: 'integer', format: 'int64', default: 5 } },
        { name: 'isOpen', in: 'query', schema: { type: 'boolean' } },
        { name: 'states', in: 'query', schema: { type: 'array', items: text } },
        { name: 'never', in: 'query', schema: { ...text, example: 'sent' } },
      ],
      responses: { 200: { description: 'Those that were found.' } },
    },
  },
  '/org/{orgId}/locks': {
    post: {
      summary: 'Makes a lock',
      parameters: [orgId],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['name'],
              properties: { name: text, password: { ...text, format: 'password' }, size: { type: 'integer' } },
            },
          },
        },
      },
    },
  },
};

const document = { openapi: '3.0.1', info: { title: 'Locks', version: 'v1' }, paths };

/** A service with these operations; it answers `…/findings`. */
function describedService(): Promise<StoryService> {
  const found = { ...json(200, null), body: '{"found":9223372036854775807}' };
  return aService({
    systems: [aSystem({ hostname: 'laptop-anna' })],
    intercept: describedBy(JSON.stringify(document), ({ path }) => (path.endsWith('/findings') ? found : undefined)),
  });
}

async function opensForm(user: User, path: string, title: string): Promise<void> {
  await user.opens('Northwind');
  await user.sees('laptop-anna');
  await opensOperations(user);
  await user.goesTo(path);
  await user.pressesKey('enter').sees(title);
}

async function types(user: User, name: string, value: string): Promise<void> {
  await user.goesTo(name);
  await setsField(user, value);
}

test('a read is sent with what is set, and with nothing else', async () => {
  const service = await describedService();
  const user = aUser(service);
  await opensForm(user, '…/findings', '› GET …/findings');
  await user.sees('"Finds things" · reads · 0 of 5 set', 'default 5', 'such as sent');
  await types(user, 'word', '');
  await types(user, 'after', '9223372036854775807');
  await user.goesTo('isOpen');
  user.presses('yes or no, or the next value', 2);
  await types(user, 'states', 'a, "b c"');
  await user.sees('4 of 5 set', row('after', '9223372036854775807'), row('isOpen', 'false'), '["a","b c"]');
  await user.pressesKey('s', 'enter').sees('200 in', row('found', '9223372036854775807'));
  const sent = service.requests.filter(({ path }) => path.endsWith('/findings'));
  expect(sent.map(({ method, query }) => [method, [...query]])).toEqual([
    [
      'GET',
      [
        ['word', ''],
        ['after', '9223372036854775807'],
        ['isOpen', 'false'],
        ['states', 'a'],
        ['states', 'b c'],
      ],
    ],
  ]);
  await user.pressesKey('esc').sees('4 of 5 set');
  await user.leaves();
});

test('s sends nothing on any line, however often: it goes to Send, where enter sends once', async () => {
  const service = await describedService();
  const user = aUser(service);
  await opensForm(user, '…/findings', '› GET …/findings');
  const sent = (): number => service.requests.filter(({ path }) => path.endsWith('/findings')).length;
  await user.sees(row('orgId', 'open organisation'), 's go to Send', 'enter set');
  for (const name of ['word', 'after', 'isOpen', 'states', 'never']) {
    await user.goesTo(name);
    await user.pressesKey('s', 's').sees(row('▌', 'Send', 'enter sends it'), 'enter send');
    await user.presses('move up').sees(row('▌', 'never'), 'enter set');
  }
  expect(sent()).toBe(0);
  await user.pressesKey('s', 'enter').sees('200 in', row('found', '9223372036854775807'));
  expect(sent()).toBe(1);
  await user.pressesKey('esc').sees(row('▌', 'Send'));
  await user.leaves();
  expect(sent()).toBe(1);
});

test('a body is written in the editor; a secret is dots, and gone with the form; nothing is sent', async () => {
  const service = await describedService();
  const home = aHome();
  const [editor, written, seen] = ['editor', 'written.json', 'seen'].map((name) => join(home.path, name));
  if (editor === undefined || written === undefined || seen === undefined) return;
  // The editor leaves the text that the test has written; `fail` and `kill` end it early.
  writeFileSync(
    editor,
    `(stat -c %a "$1"; echo "$1"; cat "$1") > ${seen}; case "$(cat ${written})" in fail) exit 3;; kill) kill -9 $$;; esac; cp ${written} "$1"`,
  );
  const user = aUser(service, { home, env: { EDITOR: `sh ${editor}` } });
  await opensForm(user, '…/locks', '› POST …/locks');
  await types(user, 'password', 'correct-horse');
  await user.sees(row('password', '••••••••'));
  expect(user.screen()).not.toContain('correct-horse');
  const edits = async (answer: string, ...expected: (string | RegExp)[]): Promise<string> => {
    writeFileSync(written, answer);
    await user.presses('write the body as JSON in $EDITOR').sees(...expected);
    const [mode, path = '', ...shown] = readFileSync(seen, 'utf8').split('\n');
    expect(mode).toBe('600');
    expect(() => readFileSync(path)).toThrow('ENOENT');
    return shown.join('\n');
  };
  const first = await edits(
    '{\n  "name": "a",,\n}',
    'Not JSON at line 2, column 15. Nothing was changed; b opens it again.',
  );
  expect(first).toContain('// name: text; required\n  "name": null');
  expect(first).not.toContain('correct-horse');
  const again = await edits('{"name": "vault", "password": "•••", "size": 7}', '3 of 3 set');
  expect(again).toBe('// ! Not JSON at line 3, column 15.\n{\n  "name": "a",,\n}');
  await user.sees(row('name', 'vault'), row('password', '••••••••'), row('size', '7'));
  const deep = await edits(
    `{"name": ${'['.repeat(2000)}${']'.repeat(2000)}}`,
    'JSON of more than 500 levels. Nothing was changed; b opens it again.',
  );
  expect(deep).toContain('"name": "vault"');
  await edits('{"name": "vault", "password": "•••", "size": 8}', row('size', '8'));
  await edits('fail', 'Nothing was changed: the editor ended with 3.');
  await edits('kill', 'Nothing was changed: the editor ended with a signal.');
  await user.presses('copy: curl, address, body').sees('| curl -K - -X', 'SECRET');
  await user.pressesKey('enter').sees('Copied through your terminal without "password": SECRET stands for it.');
  user.pressesKey('s', 'enter');
  // The exact request except the secret; showing it sends nothing.
  await user.sees('not sent', '"password":"•••"', 'To send it, type:');
  expect(user.screen()).not.toContain('correct-horse');
  await user.pressesKey('esc').sees('3 of 3 set', row('password', '••••••••'));
  await user.pressesKey('esc').sees('2 operations');
  await user.pressesKey('enter').sees('2 of 3 set', row('password', 'not sent'), row('name', 'vault'));
  expect(service.requests.every(({ method }) => method === 'GET')).toBe(true);
  await user.leaves();
});
