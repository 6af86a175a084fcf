import { describe, expect, test } from 'vitest';
import { lossOf } from '../../../src/api/openapi/dangerous-words.ts';
import { definitionFrom, definitionOfOne, operationIn } from '../../support/definition.ts';
import { operationPlaces, operationWith, pathsThatAreNone } from '../../support/documents/hostile-paths.ts';
import { wrongPieces, written } from '../../support/documents/hostile-text.ts';
import { bodyOf, responsesOf } from '../../../src/api/openapi/bodies.ts';
import { parametersOf } from '../../../src/api/openapi/parameters.ts';
import { shapeOf } from '../../../src/api/openapi/shape.ts';

describe('an operation is called', () => {
  test.each([
    [{ summary: 'Gets it', description: 'More.' }, 'Gets it'],
    [{ summary: ' ', description: 'Gets v1.2 of it. And more.' }, 'Gets v1.2 of it.'],
    [{ description: 'Gets it\nand more' }, 'Gets it and more'],
    [{ operationId: 'GetIt' }, 'GetIt'],
    [{}, ''],
  ])('%j', (operation, summary) => {
    expect(operationIn(definitionOfOne('/a', 'get', operation)).summary).toBe(summary);
  });

  test('by its first tag that is a text', () => {
    expect(operationIn(definitionOfOne('/a', 'get', { tags: [7, 'Systems', 'Other'] })).tag).toBe('Systems');
    expect(operationIn(definitionOfOne('/a', 'get', { tags: [''] })).tag).toBeNull();
  });
});

test.each([
  ['GET', '/a', {}, 'read', null],
  ['HEAD', '/a/delete', {}, 'read', 'delete'],
  ['GET', '/org/{orgId}/revoke', {}, 'read', 'revoke'],
  ['GET', '/presets', { summary: 'Gets the presets' }, 'read', null],
  ['POST', '/a', {}, 'change', null],
  ['PUT', '/a/{b}/disable', {}, 'heavy', 'disable'],
  ['POST', '/a/{b}/bulkDelete/{c}', {}, 'heavy', 'delete'],
  ['POST', '/a/bulkdelete', {}, 'heavy', 'delete'],
  ['PATCH', '/a', { operationId: 'resetThePassword' }, 'heavy', 'reset'],
  ['PATCH', '/a', { summary: 'Transfers it' }, 'heavy', 'transfers'],
  ['PATCH', '/a', { summary: 'D\u200be\u00adletes it' }, 'heavy', 'deletes'],
  [
    'POST',
    '/a',
    { summary: '\uff2d\uff4f\uff56\uff45\uff53 and \uff52\uff45\uff56\uff4f\uff4b\uff45\uff53' },
    'heavy',
    'revokes',
  ],
  ['POST', '/a/{b}/wipe', {}, 'heavy', 'wipe'],
  ['POST', '/a/{b}/unenrol', {}, 'heavy', 'unenrol'],
  ['POST', '/a/{b}/log-out-everywhere', {}, 'heavy', 'log-out'],
  ['POST', '/a', { operationId: 'VMStopAll' }, 'heavy', 'stop'],
  ['PUT', '/a', { operationId: 'ban_user' }, 'heavy', 'ban'],
  ['POST', '/a', { summary: 'Replaces the tags' }, 'heavy', 'replaces'],
  ['POST', '/a', { summary: 'Banned until then' }, 'heavy', 'banned'],
  // Parts of other words.
  ['POST', '/a/skills', { summary: 'Sets an urban storage, and avoids it' }, 'change', null],
  // A read lists the done ones; a verb in its path would do it.
  ['GET', '/systems/stopped', { summary: 'Lists archived and banned systems' }, 'read', null],
  ['GET', '/a/{b}/restart', {}, 'read', 'restart'],
  ['POST', '/a', { deprecated: true }, 'heavy', null],
  ['DELETE', '/harmless', { operationId: 'getSomething', summary: 'Gets something, harmlessly' }, 'heavy', null],
])('the method is the floor, and words only raise it: %s %s %j is %s', (method, path, operation, weight, loss) => {
  const found = operationIn(definitionOfOne(path, method.toLowerCase(), operation));
  expect(found.weight).toBe(weight);
  expect(lossOf(found)).toBe(loss);
});

test.each([
  'wipes wiped unenrols unenrolled unenroll deregister unregistered uninstall unassign unlinks detached evicting',
  'destroyed erasing shreds terminated deactivates decommission invalidate killed kills prunes suspended shutdown',
  'reboots restarting stopped halts regenerated overwrites truncate ejected quarantined banned blocks sealed drains',
  'voided refunds flushes archived merges expired restores replaced rejects clears rollback termination deactivation',
  'suspension deletion bulkdelete removed revoked disables purging declined resets rotates cancelled leaving',
  'transfers converted log-out signout shuts-down power_off roll-back un-enroll',
  'eviction rebuild rebuilds disconnects migrate migrating unclaim unclaimed deny denies denied close closed closing',
  'revocation conversion disconnection migration denial closure destruction erasure invalidation uninstallation',
  'deregistration unregistration unenrolment detachment truncation ejection regeneration expiry restoration replacement',
])('each of these words in its id makes a change a heavy one: %s', (words) => {
  for (const word of words.split(' ')) {
    const found = operationIn(definitionOfOne('/a', 'post', { operationId: word }));
    expect([word, found.weight, lossOf(found) !== null]).toEqual([word, 'heavy', true]);
  }
});

describe('a path that is none is listed with its reason', () => {
  test.each(pathsThatAreNone)('%j', (path) => {
    const found = operationIn(definitionOfOne(path, 'get', {}));
    expect(found.path).toBe(path);
    expect(found.unusable).toMatch(/^Its path .{5,66}\.$/);
  });

  test('there are 33 of them', () => {
    expect(new Set(pathsThatAreNone).size).toBe(33);
  });

  test.each([
    '/',
    '/a',
    '/a/',
    '/org/{orgId}/systems/{systemId}',
    '/a/{b}.{c}',
    '/a:b',
    '/same/{id}/{id}',
    '/caf\u00e9',
    '/a%20b',
  ])('%s is one', (path) => {
    expect(operationIn(definitionOfOne(path, 'get', {})).unusable).toBeNull();
  });
});

test('operations of OpenAPI 3.2 are listed with the others, and are not sent', () => {
  const additionalOperations = {
    COPY: { summary: 'Copies it' },
    ...{ 'X-DO': 'odd', copy: {}, TRACK: {}, GET: { summary: 'Another one' }, Options: {} },
  };
  const items = {
    '/a': { query: { summary: 'Asks' }, get: {}, additionalOperations },
    '/b': { additionalOperations: [] },
  };
  const { operations } = definitionFrom({ openapi: '3.2.0', paths: items });
  expect(operations.map(({ id, summary, weight, unusable }) => [id, summary, weight, unusable])).toEqual([
    ['QUERY /a', 'Asks', 'change', 'rollcall does not send QUERY.'],
    ['GET /a', '', 'read', null],
    ['COPY /a', 'Copies it', 'change', 'rollcall does not send COPY.'],
    ['X-DO /a', '', 'change', 'rollcall does not send X-DO.'],
    ['copy /a', '', 'change', 'rollcall does not send copy.'],
    ['TRACK /a', '', 'change', 'rollcall does not send TRACK.'],
  ]);
});

test.each(['options', 'trace', 'connect'])('%s is never sent', (method) => {
  const found = operationIn(definitionOfOne('/a', method, {}));
  expect(found).toMatchObject({ weight: 'change', unusable: `rollcall does not send ${method.toUpperCase()}.` });
});

describe('a path item that is elsewhere in the document', () => {
  const definition = definitionFrom({
    openapi: '3.1.0',
    paths: {
      '/a': { $ref: '#/components/pathItems/A', get: { summary: 'Of its own' } },
      '/ring': { $ref: '#/paths/~1ring' },
      '/remote': { $ref: 'http://127.0.0.1:9/a.json' },
    },
    components: { pathItems: { A: { get: { summary: 'Of the other' }, put: { summary: 'Puts it' }, parameters: [] } } },
  });

  test('has the operations of both', () => {
    expect(definition.operations.filter(({ path }) => path === '/a').map(({ id, summary }) => [id, summary])).toEqual([
      ['GET /a', 'Of its own'],
      ['PUT /a', 'Puts it'],
    ]);
  });

  test('is told where it leads in a circle, 14. or out of the document', () => {
    expect(definition.operations.slice(2).map(({ id, unusable }) => [id, unusable])).toEqual([
      ['? /ring', 'Its references lead in a circle.'],
      ['? /remote', 'It is described at "http://127.0.0.1:9/a.json", which rollcall never opens.'],
    ]);
  });
});

test('webhooks are no operations, and an unknown version is read as far as it is understood', () => {
  const document = { openapi: '4.0.0', paths: { '/a': { get: {} } }, webhooks: { done: { post: {} } } };
  const definition = definitionFrom(document);
  expect(definition).toMatchObject({ writtenFor: '4.0.0', isKnownVersion: false });
  expect(definition.operations.map(({ id }) => id)).toEqual(['GET /a']);
  expect(definitionFrom({ ...document, openapi: '3.1.1' }).isKnownVersion).toBe(true);
  expect(definitionFrom({ ...document, openapi: 3.1 })).toMatchObject({ writtenFor: '3.1', isKnownVersion: true });
  expect(definitionFrom({ ...document, openapi: undefined })).toMatchObject({ writtenFor: '', isKnownVersion: false });
});

test('__proto__ and constructor are names like any other', () => {
  const definition = definitionFrom(
    '{"openapi":"3.0.1","paths":{"/a":{"get":{"operationId":"__proto__","tags":["__proto__"]}},"__proto__":{"get":{"operationId":"x"}},' +
      '"/b":{"__proto__":{"get":{}},"post":{"operationId":"__proto__"}},"constructor":{"get":{}}}}',
  );
  expect(definition.operations.map(({ id, operationId }) => [id, operationId])).toEqual([
    ['GET /a', '__proto__'],
    ['GET __proto__', 'x'],
    ['POST /b', '__proto__'],
    ['GET constructor', null],
  ]);
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect('get' in {}).toBe(false);
});

describe('a piece of the wrong kind leaves the rest of the document as it is', () => {
  const beside = { get: { summary: 'Gets it', tags: ['Beside'] } };

  test('the places and the pieces are many', () => {
    expect(operationPlaces.length * wrongPieces.length).toBeGreaterThan(60);
  });

  test.each(operationPlaces)('at "%s"', (place) => {
    for (const piece of wrongPieces) {
      const text = written({
        openapi: '3.0.1',
        paths: { '/wrong': { post: operationWith(place, piece) }, '/beside': beside },
      });
      const definition = definitionFrom(text);
      expect(definition.operations.map(({ id }) => id)).toEqual(['POST /wrong', 'GET /beside']);
      expect(definition.operations[1]).toMatchObject({ summary: 'Gets it', tag: 'Beside', unusable: null });
      const wrong = operationIn(definition, 'POST /wrong');
      for (const { schema } of parametersOf(definition, wrong)) shapeOf(definition, schema);
      const body = bodyOf(definition, wrong);
      if (body !== null) shapeOf(definition, body.schema);
      for (const { bodies } of responsesOf(definition, wrong))
        for (const { schema } of bodies) shapeOf(definition, schema);
    }
  });
});

test('a path with several parameters in one step is one like any other, and a fragment or a query is told', () => {
  const paths = {
    '/compare/{base}...{head}': { get: {} },
    '/a..b/{id}': { get: {} },
    '/x#add': { post: {} },
    '/responses?beta=true': { get: {} },
    '/a/..{x}': { get: {} },
    '/a/..;/b': { get: {} },
    '/a\\b': { get: {} },
  };
  const found = definitionFrom({ openapi: '3.0.3', paths }).operations;
  expect(found.map(({ path, unusable }) => [path, unusable])).toEqual([
    ['/compare/{base}...{head}', null],
    ['/a..b/{id}', null],
    ['/x#add', 'Its path contains "#": no service gets what follows it.'],
    ['/responses?beta=true', null],
    ['/a/..{x}', 'Its path contains "." or ".." as a step.'],
    ['/a/..;/b', 'Its path contains "." or ".." as a step.'],
    ['/a\\b', 'Its path contains "\\".'],
  ]);
});
