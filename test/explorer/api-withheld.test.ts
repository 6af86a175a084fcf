/** Requests that `rollcall api` must never send: the service's log judges. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bodyOf } from '../../src/api/openapi/bodies.ts';
import { definitionFrom, requiredOf } from '../support/definition.ts';
import { anyPaths } from '../support/documents/any-changes.ts';
import { usualDocument } from '../support/documents/usual.ts';
import { orgPlaceholder, placeholdersIn } from '../../src/api/openapi/path-form.ts';
import { systemsDeletionIn } from '../../src/api/deletion/systems-deletion.ts';
import { anApiCommand, type ApiCommand } from './api-command.ts';

const definition = definitionFrom(usualDocument());
const changes = definition.operations.filter(
  ({ method, unusable }) => unusable === null && method !== 'GET' && method !== 'HEAD',
);

/** The words for each change of the usual document, with a body that is sent unchanged. */
function wordsFor({ home }: ApiCommand): readonly (readonly string[])[] {
  return changes.map((operation, at) => {
    const { method, path, source } = operation;
    const body = join(home.path, `body-${at}.json`);
    const declared = bodyOf(definition, operation);
    writeFileSync(body, JSON.stringify({ a: 1, ...(declared !== null && requiredOf(declared)) }));
    const names = placeholdersIn(path).filter((name) => name !== orgPlaceholder(path));
    return [
      ...[method, path, ...names.map(wordFor), '--write'],
      ...(source['requestBody'] === undefined ? [] : ['--input', body]),
    ];
  });
}

/** As JSON: a text that does not fit, such as no number, is sent as it is. */
function wordFor(name: string): string {
  return name === 'orgId' ? 'orgId=N1' : `${name}:=${JSON.stringify(idOf(name))}`;
}

function idOf(name: string): string {
  return name === 'orgId' ? 'N1' : 'X7';
}

function isSystemsDeletion(method: string, url: string): boolean {
  return systemsDeletionIn({ method, url }) !== null;
}

const sendable = changes.filter(({ method, path }) => !isSystemsDeletion(method, path));

test('every change of the usual document that the modes hold back is sent once without them', async () => {
  const command = await anApiCommand();
  for (const words of wordsFor(command)) {
    const { code, message } = await command.run(...words, '--org', 'N1');
    const [method = '', path = ''] = words;
    expect([code, message], words.join(' ')).toEqual(
      isSystemsDeletion(method, path)
        ? [2, expect.stringContaining('rollcall deletes systems after a review.')]
        : [0, expect.stringMatching(/204/)],
    );
  }
  const sent = command.changes().map((line) => line.replace(/ (?:\{"a":1[^]*\}|--rollcall-[^]*)$/, ''));
  expect(sent).toEqual(
    sendable.map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => idOf(name))}`),
  );
  expect(sent.length).toBeGreaterThan(35);
});

test.each([
  ['the flag', {}, {}, ['--read-only'], '--read-only'],
  ['preview', {}, {}, ['--preview'], '--preview'],
  ['the profile', { readOnly: true }, {}, [], 'This profile is read-only.'],
] as const)('read-only by %s: no change of the usual document leaves', async (_, profile, labels, flags, message) => {
  const command = await anApiCommand(profile, labels);
  for (const words of wordsFor(command)) {
    const ran = await command.run(...words, '--org', 'N1', ...flags);
    expect(ran.code, words.join(' ')).toBe(2);
    const [method = '', path = ''] = words;
    if (!isSystemsDeletion(method, path)) expect(ran.message, words.join(' ')).toContain(message);
  }
  expect(command.changes()).toEqual([]);
  expect(command.home.filesWith('"request"')).toEqual([]);
});

test('an organisation that is read-only: only what names no organisation leaves', async () => {
  const command = await anApiCommand({}, { N1: { readOnly: true } });
  for (const words of wordsFor(command)) {
    const { code, message } = await command.run(...words, '--org', 'N1');
    const isInIt = words.slice(1).some((word) => word.includes('/org') || word === 'orgId=N1');
    expect(code, words.join(' ')).toBe(isInIt ? 2 : 0);
    const [method = '', path = ''] = words;
    if (isInIt && !isSystemsDeletion(method, path)) expect(message).toContain('This organisation is read-only');
  }
  expect(command.changes().filter((line) => line.includes('N1'))).toEqual([]);
  // Another spelling is either the same organisation, or not one of this account.
  for (const path of [
    '/org/n1/tags',
    '/org/%4E1/tags',
    '/org/N1;a/tags',
    '/Org/N1/tags',
    '/org//N1/tags',
    '/x/org/n1',
  ]) {
    const { code } = await command.run('POST', path, 'a=b', '--write');
    expect(code, path).toBe(2);
  }
  expect(command.changes().filter((line) => /n1/i.test(line))).toEqual([]);
});

test('deleting systems does not leave, in any spelling, also with --write, and described or not', async () => {
  const command = await anApiCommand({}, {}, undefined, ['/org/{orgId}/{what}/{id}', ...anyPaths]);
  const body = join(command.home.path, 'body.json');
  writeFileSync(body, '{"_method":"DELETE"}');
  for (const words of [
    ...[
      ...['/org/{orgId}/systems/{systemId}', '/org/{orgId}/systems', '/ORG/N1/SYSTEMS/X7', '/org/N1/%73ystems/X7'],
      ...['/org/N1/%2573ystems/X7', '/org/N1//systems/X7', '/org/N1/systems;a=b/X7', '/org/N1/systems./X7/'],
      ...['/org/N1/ｓystems/X7', `${command.server.baseUrl}/org/N1/systems/X7`, 'org/N1/systems/X7?a=b'],
    ].map((path) => ['DELETE', path, ...(path.includes('{systemId}') ? ['systemId=X7'] : [])]),
    ['delete', '/org/{orgId}/{what}/{id}', 'what=Systems', 'id=X7'],
    ['POST', '/org/N1/systems/X7?_method=delete'],
    ['POST', '/org/N1/systems', '--input', body],
    ['POST', '/org/N1/systems/delete'],
    ['PUT', '/org/N1/systems/X7/remove'],
  ]) {
    const { code, message } = await command.run(...words, '--org', 'N1', '--write');
    expect([code, message], words.join(' ')).toEqual([
      2,
      expect.stringContaining('rollcall deletes systems after a review.'),
    ]);
  }
  // A header that names another method cannot be set; a GET is a read, and stays a read.
  await command.run('POST', '/org/N1/systems/X7', 'X-HTTP-Method-Override=DELETE', '--org', 'N1', '--write');
  expect(command.server.requests.filter(({ headers }) => 'x-http-method-override' in headers)).toEqual([]);
  expect(command.changes().filter((line) => line.startsWith('DELETE'))).toEqual([]);
});

test('requests of unknown effect for systems do not leave, and lists that would replace them', async () => {
  const command = await anApiCommand();
  for (const [words, message] of [
    [['MOVE', '/org/N1/systems/X7'], 'rollcall does not send MOVE.'],
    [['PROPFIND', '/org/N1/systems'], 'rollcall does not send PROPFIND.'],
    [['LINK', '/org/{orgId}/{what}/{id}', 'what=Systems', 'id=X7'], 'rollcall does not send LINK.'],
    [['PUT', '/org/N1/systems', 'items:=[]'], 'This list would replace the systems of the organisation.'],
  ] as const) {
    const ran = await command.run(...words, '--org', 'N1', '--write');
    expect([ran.code, ran.message], words.join(' ')).toEqual([2, expect.stringContaining(message)]);
  }
  expect(command.changes()).toEqual([]);
});

test('more systems than one person may change need a second one, wherever they are named', async () => {
  const limit = { N1: { protection: { secondPersonAbove: 2 } } };
  const described = ['/org/{orgId}/bulk-tag', '/org/{orgId}/tags/x/systems', '/org/{orgId}/systems/quarantine'];
  const command = await anApiCommand({}, limit, undefined, described);
  const write = (...words: readonly string[]) => command.run(...words, '--org', 'N1', '--write');
  for (const words of [
    ['POST', '/org/{orgId}/bulk-tag', 'systemIds:=["A1","B2","C3","D4"]', 'tag=x'],
    ['PUT', '/org/{orgId}/tags/x/systems?systemIds=A1,B2,C3'],
    ['POST', '/org/N1/systems/quarantine', 'targets:=["A1","B2","C3"]'],
  ]) {
    const { code, message } = await write(...words);
    expect([code, message], words.join(' ')).toEqual([2, expect.stringContaining('a second person confirms it.')]);
  }
  expect(command.changes()).toEqual([]);
  expect(command.home.filesWith('"does":"request"')).toEqual([]);
  expect((await write('POST', '/org/{orgId}/bulk-tag', 'systemIds:=["A1","B2"]', 'tag=x')).code).toBe(0);
  expect(command.changes()).toHaveLength(1);
});
