/** Which requests delete systems: the words of services, and what only looks like them. */
import { expect, test } from 'vitest';
import { systemsDeletionIn, whyWithheld } from '../../../src/api/deletion/systems-deletion.ts';

const base = 'https://api.example.com/v1';

function judged(request: string, body: string | null = null, headers: Readonly<Record<string, string>> = {}): unknown {
  const [method = '', path = ''] = request.split(/ (.*)/s);
  const deletion = systemsDeletionIn({ method, url: base + path, headers, body });
  // Before a call is put together, the path alone is asked for.
  if (body === null) expect(systemsDeletionIn({ method, url: path, headers }) === null).toBe(deletion === null);
  return deletion?.systemIds ?? null;
}

test.each<[string, string | null, readonly string[]]>([
  ['DELETE /org/N1/systems', null, []],
  ['DELETE /org/N1/systems/', '{"systemIds":["A","B","A"]}', ['A', 'B']],
  ['DELETE /org/N1/systems', '["A","B"]', ['A', 'B']],
  ['DELETE /org/N1/systems', '{"items":[{"systemId":"A"},{"id":"B"}]}', ['A', 'B']],
  ['DELETE /org/N1/systems?id=A&id=B,,C,%20', null, ['A', 'B', 'C']],
  ['DELETE /org/N1/systems', '"all"', []],
  ['DELETE /org/N1/systems/K3F9Q', null, ['K3F9Q']],
  ['DELETE /ORG/N1/SYSTEMS/K3F%39Q/', null, ['K3F9Q']],
  ['DELETE /org/N1/\u{FF53}ystems/K3', null, ['K3']],
  ['DELETE /org/N1/sys\u200Btems/K3', null, ['K3']],
  ['DELETE /org/N1/systems(K3)', null, ['K3']],
  ["DELETE /org/N1/systems('K3')", null, ['K3']],
  ['DELETE /org/N1/systems/by-id/K3', null, ['K3']],
  ['DELETE /org/N1/systems/ALL7', null, ['ALL7']],
  ['DELETE /org/N1/systems.json', null, []],
  ['DELETE /org/N1/systems./K3', null, ['K3']],
  ['DELETE /organisations/N1/systems/K3', null, ['K3']],
  ['DELETE /systems/K3', null, ['K3']],
  ['DELETE /org/org/systems/K3', null, ['K3']],
  ['DELETE /org/all/systems/K3', null, ['K3']],
  ['DELETE /org/N1/deleteSystems/K3', null, ['K3']],
  ['DELETE /org/N1/v2/systems/K3', null, ['K3']],
  ['DELETE /org/N1/system/K3', null, ['K3']],
  ['DELETE /org/N1/enrolled-systems/K3', null, ['K3']],
  ['DELETE /org/N1/systems/by-name/pos-1', null, ['pos-1']],
  ['DELETE /org/N1/systems/name', null, ['name']],
  ['DELETE /org/N1/systems/purge-kiosk', null, ['purge-kiosk']],
  ['DELETE /org/N1/systems/AA:BB', null, ['AA:BB']],
  ['DELETE /org/N1/deleteSystems/by-id/K3', null, ['K3']],
  ['DELETE /org/N1/system', null, []],
  ['PURGE /org/N1/systems/K3', null, ['K3']],
  ['DELETE /org/N1/bulk', '{"systemIds":["A"]}', ['A']],
])('%s %s deletes systems', (request, body, ids) => {
  expect(judged(request, body)).toEqual(ids);
});

test.each(
  [
    '/org/N1/notes/..;/systems/X /org/N1/notes/%252e%252e/systems/X /org/N1/systems/X%2f.. /org/N1//systems/X',
    '/org/N1/%c0%ae%c0%ae/systems/X /org/N1/%u002e%u002e/systems/X /org/N1;a=b/systems /org/N1%2fsystems%2fX',
    '/org/N1\\systems\\X /org/N1/systems%00/X /org/N1/systems%3Fx /org/%zz/%73ystems/S1 /org//systems/X',
    '/org/N1/systems%20/X /org/N1/systems/X. /org/N1/systems/X%20 /org/N1/a%252f..%252fsystems/X',
  ].flatMap((line) => line.split(' ')),
)('DELETE %s may be read as a deletion', (path) => {
  expect(judged(`DELETE ${path}`)).not.toBeNull();
});

const deletionWords = [
  'delete remove purge destroy erase wipe bulk-delete bulk_delete BulkDelete bulkdelete batchDelete delete-all',
  'removeMany deleteSystems delete-stale-systems decommission unenroll deregister delete.json delete() deletions',
  'DELETE delete_by_query wipeout terminate deprovision',
].flatMap((line) => line.split(' '));

test.each(deletionWords)('the word %s deletes systems, wherever services write it', (word) => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    expect(judged(`${method} /org/N1/systems/${word}`, '{"systemIds":["A","B"]}')).toEqual(['A', 'B']);
    expect(judged(`${method} /org/N1/systems/K3/${word}`)).toEqual(['K3']);
    expect(judged(`${method} /org/N1/systems/${word}/K3`)).toEqual(['K3']);
    expect(judged(`${method} /org/N1/systems/K3/actions/${word}`)).toEqual(['K3']);
    expect(judged(`${method} /org/N1/systems/bulk/${word}`)).toEqual([]);
    expect(judged(`${method} /org/N1/systems:${word}`)).toEqual([]);
    expect(judged(`${method} /org/N1/${word}/systems`)).toEqual([]);
  }
  expect(judged(`POST /org/N1/systems/K3:${word}`)).toEqual(['K3']);
  expect(judged(`POST /org/N1/${word}`, '{"systemIds":["A","B"]}')).toEqual(['A', 'B']);
});

test.each<[string, string | null, readonly string[]]>([
  ['POST /org/N1/systems/K3?_method=DELETE', null, ['K3']],
  ['GET /org/N1/bulk?_method=DELETE&systemIds=A', null, ['A']],
  ['POST /org/N1/systems/delete-everything', null, []],
  ['POST /org/N1/a%252f..%252fdeleteSystems', null, []],
  ['POST /org/N1/systems?data[action]=delete&data[ids][]=A', null, ['A']],
  ['POST /org/N1/systems?change={"type":"delete","ids":["A"]}', null, ['A']],
  ['POST /org/N1/systems', 'action=delete&ids=A,B', ['A', 'B']],
  ['POST /org/N1/systems/bulk', '{"actions":["delete"],"ids":["A"]}', ['delete', 'A']],
  ['POST /org/N1/systems', '{"op":"delete","ids":["A"]}', ['A']],
  ['POST /org/N1/systems', '{"purge":[7]}', []],
  ['PATCH /org/N1/systems/K3', '{"purge":{"when":"now"}}', ['K3']],
  ['PATCH /org/N1/systems/K3', '{"path":"x","deleted":true}', ['K3']],
  ['GET /org/N1/systems/K3?_METHOD=delete', null, ['K3']],
  ['GET /org/N1/systems/K3/delete', null, ['K3']],
  ['GET /org/N1/systems/delete?id=K3', null, ['K3']],
  ['GET /org/N1/systems/purge/K3', null, ['K3']],
  ['POST /org/N1/purge/fleet/systems', null, []],
  ['POST /org/tags/bulk', '{"action":"delete","systemIds":["A"]}', ['A']],
  ['POST /org/N1/systems?action=delete&ids=A,B', null, ['A', 'B']],
  ['POST /org/N1/systems/K3', '{"a":1,"_method":"DELETE"}', ['K3']],
  ['POST /org/N1/systems/K3', '_method=DELETE', ['K3']],
  ['POST /org/N1/systems/K3', '{"method":"DELETE"}', ['K3']],
  ['POST /org/N1/systems/bulk', '{"action":"delete","ids":["A"]}', ['A']],
  ['POST /org/N1/systems/K3/actions', '{"type":"delete"}', ['K3']],
  ['POST /org/N1/systems/K3/lifecycle', '{"action":"remove"}', ['K3']],
  ['PATCH /org/N1/systems/K3/lifecycle', '{"state":"deleted"}', ['K3']],
  ['PUT /org/N1/systems/K3/status', '{"status":"removed"}', ['K3']],
  ['PATCH /org/N1/systems/K3', '{"deleted":true}', ['K3']],
  ['PATCH /org/N1/systems/K3', '{"isDeleted":1}', ['K3']],
  ['PUT /org/N1/systems/K3', '{"state":"Deleted"}', ['K3']],
  ['PUT /org/N1/systems/K3', '{"state":"absent"}', ['K3']],
  ['PUT /org/N1/systems/K3', '{"data":{"attributes":{"status":"deleted"}}}', ['K3']],
  ['POST /org/N1/systems', '{"idsToDelete":["A"]}', ['A']],
  ['POST /org/N1/systems', '{"removeSystemIds":["A"]}', ['A']],
  ['POST /org/N1/systems/K3?delete', null, ['K3']],
  ['PUT /org/N1/systems/K3', '{"deletedAt":"2026-01-01T00:00:00Z"}', ['K3']],
  ['PATCH /org/N1/systems/K3', '[{"op":"replace","path":"/deleted","value":true}]', ['K3']],
  ['PATCH /org/N1/systems/K3', '[{"op":"remove","path":""}]', ['K3']],
  ['PATCH /org/N1/systems', '[{"op":"remove","path":"/K3"}]', []],
  ['POST /org/N1/systems', '{"remove":["A","B"]}', ['A', 'B']],
  [
    'POST /$batch',
    '{"requests":[{"method":"GET","url":"/account"},{"method":"DELETE","url":"/org/N1/systems/K3"}]}',
    ['K3'],
  ],
  [
    'POST /$batch',
    '{"requests":[{"tags":["get"],"depends":"none","url":"/org/N1/systems/K3","body":null,"method":"DELETE"}]}',
    ['K3'],
  ],
  ['POST /batch', '["DELETE /org/N1/systems/K3 HTTP/1.1"]', ['K3']],
  ['POST /batch', 'PUT /org/N1/tags/1\r\nDELETE /org/N1/systems/K3', ['K3']],
  ['POST /batch', '[{"delete":"/org/N1/systems/K3"}]', ['K3']],
  ['POST /batch', '[{"url":"/org/N1/systems/K3","m":"DELETE"}]', ['K3']],
  ['POST /batch', '[{"referer":"/org/N1/systems","url":"/org/N1/systems/K3/purge"}]', ['K3']],
  ['POST /batch', '{"method":"POST","url":"/org/N1/systems/bulk","body":{"action":"delete","ids":["A"]}}', ['A']],
  ['POST /rpc', '{"method":"systems.delete","params":["A"]}', ['A']],
  ['POST /graphql', 'mutation { deleteSystem(id: 1) { id } }', []],
  ['POST /graphql?query=mutation{deleteSystem(id:1){id}}', null, []],
  ['POST /org/N1/bulk', '{"resource":"systems","action":"delete","ids":["A"]}', ['A']],
  ['POST /org/N1/bulk-delete', '{"systemIds":["A"]}', ['A']],
  ['POST /org/N1/jobs', '{"type":"purge","systemIds":["A"]}', ['A']],
  ['POST /org/N1/system-deletions', '{"systemIds":["A"]}', ['A']],
  ['POST /rpc', '{"jsonrpc":"2.0","method":"systems.delete","params":{"systemIds":["A"]}}', ['A']],
  ['POST /rpc/SystemService.DeleteSystem', '{"systemId":"A"}', ['A']],
  ['POST /graphql', '{"query":"mutation { deleteSystem(id: 1) { id } }"}', []],
])('%s %s deletes systems, too', (request, body, ids) => {
  expect(judged(request, body)).toEqual(ids);
});

test.each(['MOVE', 'COPY', 'PROPFIND', 'LINK', 'UNLINK', 'move', 'M-SEARCH', 'REBIND'])(
  '%s, whose effect nobody knows, is not sent for systems, and is for what is no system',
  (method) => {
    const by = (request: string, body: string | null = null): string | null => {
      const [name = '', path = ''] = request.split(' ');
      return systemsDeletionIn({ method: name, url: base + path, body })?.by ?? null;
    };
    for (const path of [
      '/org/N1/systems/K3',
      '/org/N1/systems',
      '/org/N1/systems/K3/tags/web',
      '/org/N1/groups/7/systems/K3',
    ]) {
      expect(by(`${method} ${path}`)).toBe('unknown');
    }
    for (const path of ['/org/N1/bulk', '/org/N1/groups/7'])
      expect(by(`${method} ${path}`, '{"systemIds":["A"]}')).toBe('unknown');
    for (const path of ['/org/N1/notes/7', '/org/N1']) expect(by(`${method} ${path}`)).toBeNull();
    const written = method.toUpperCase();
    expect(by(`POST /org/N1/systems/K3?_method=${written}`)).toBe('unknown');
    expect(by('POST /batch', `{"requests":[{"method":"${written}","url":"/org/N1/systems/K3"}]}`)).toBe('unknown');
    expect(by('POST /batch', `POST /org/N1/notes/7\n${written} /org/N1/systems/K3`)).toBe('unknown');
    const found = systemsDeletionIn({ method, url: '/org/N1/systems/K3' });
    expect(found && whyWithheld(found, method)).toMatch(/^rollcall sends no .* for systems: its effect/);
  },
);

test.each([
  ['PUT /org/N1/systems', '{"items":[]}'],
  ['PUT /org/N1/systems', '{"items":[{"systemId":"A"}]}'],
  ['PUT /org/N1/systems', '[]'],
  ['PUT /org/N1/systems', '[{"systemId":"A"}]'],
  ['PUT /org/N1/systems/', '{"systems":["A"]}'],
  ['PUT /org/N1/systems/all', '{"systemIds":[]}'],
  ['PATCH /org/N1/systems', '{"items":[]}'],
  ['PUT /org/N1', '{"name":"x","systems":[]}'],
  ['PATCH /org/N1', '{"systems":[{"systemId":"A"}]}'],
  ['PUT /org/N1/systems', '{"data":{"items":[]}}'],
  ['PUT /org/N1/systems', '{"items":{}}'],
  ['PUT /org/N1/systems', '{"items":null}'],
  ['PUT /org/N1/systems', '{"systemIds":["A","B"],"isEnabled":false}'],
  ['PUT /org/N1/systems/list', '{"items":[]}'],
  ['PUT /org/N1/systems/bulk', '{"items":[]}'],
  ['PUT /org/N1', '{"systems":null}'],
  ['PATCH /org/N1', '{"systems":null}'],
  ['PATCH /org/N1', '{"organisation":{"systems":[]}}'],
  ['PATCH /org/N1', '[{"op":"replace","path":"/systems","value":[]}]'],
  ['PATCH /org/N1/systems', '{"data":{"items":[]}}'],
  ['PATCH /org/N1/systems', '{"items":null}'],
  ['PATCH /org/N1/systems', '{"items":[{"systemId":"A"},{"systemId":"B"}]}'],
  ['PATCH /org/N1/systems', '[{"op":"replace","path":"/items","value":[]}]'],
  ['PATCH /org/N1/systems', '["/K3"]'],
  ['PATCH /org/N1/systems', 'null'],
  ['PUT /org/N1/systems/replace', '{"systems":[]}'],
  ['POST /org/N1/systems/replace-all', '{"systems":[]}'],
  ['POST /org/N1/systems?_method=PUT', '{"items":[]}'],
  ['POST /org/N1?_method=patch', '{"systems":[]}'],
  ['POST /batch', '{"requests":[{"method":"PUT","url":"/org/N1/systems","body":{"items":[]}}]}'],
  ['POST /batch', 'POST /org/N1/notes/7\r\nPUT /org/N1/systems'],
])('%s %s would replace the list of systems', (request, body) => {
  const [method = '', path = ''] = request.split(' ');
  const found = systemsDeletionIn({ method, url: base + path, body });
  expect(found?.by).toBe('replaces');
  expect(found && whyWithheld(found, method)).toMatch(/^This list would replace the systems of the organisation\. /);
});

test.each(['X-HTTP-Method-Override', 'X-Method-Override', 'x-http-method', 'X_METHOD'])(
  'the header %s makes a deletion of another method',
  (name) => {
    expect(judged('POST /org/N1/systems/K3', null, { [name]: ' DELETE' })).toEqual(['K3']);
    expect(judged('POST /org/N1/systems/K3', null, { [name]: 'PATCH' })).toBeNull();
  },
);

test.each<[string, string | null]>([
  ...[
    'DELETE /org/N1, DELETE /org/N1/systems/K3/tags/web, DELETE /org/N1/systems/K3/tags/delete',
    'DELETE /org/N1/systems/K3/tags/web., DELETE /org/N1/systems/K3/tags/a%3Fb',
    'DELETE /org/N1/systems/K3/tags/a\u{FF0F}b, PUT /org/N1/systems/K3/tags/do-not-delete',
    'DELETE /org/N1/tags/systems, DELETE /org/N1/tags/web/systems, DELETE /org/N1/groups/G1/systems/K3',
    'DELETE /org/N1/unapproved-systems/U1, DELETE /org/N1/enrolment-keys/7, DELETE /org/N1/notes/7',
    'DELETE /org/N1/systemsx, DELETE /org/systems, DELETE /account/systems/1, DELETE /org/N1/system/settings',
    'DELETE /org/N1/sites/S1/systems/K3, DELETE /org/N1/systems/K3/jobs, POST /org/N1/systems/K3/tags/web/remove',
    'DELETE /, DELETE /%, PUT /org/N1/systems/K3/disable, PUT /org/N1/systems/K3/enable, POST /org/N1/systems/import',
    'GET /org/N1/systems?state=deleted, GET /org/N1/systems?search=delete, GET /org/N1/systems/deleted',
    'GET /org/N1/systems/purge, GET /org/N1/systems/K3/drops, GET /org/N1/deleted-systems',
    'GET /org/N1/logs?action=delete&systemId=K3, GET /org/N1/systems, HEAD /org/N1/systems/K3',
    'DELETE /tags/keys/systems/K3, GET /org/N1/audit?action=delete&systemIds=A, POST /org/N1/systems/tags/remove',
    'POST /org/N1/systems/purge-kiosk/enable, GET /org/N1/systems/a%3Bb, PUT /org/delete-systems/tags/web, PUT /org/purge/systems/K3',
  ].flatMap((line) => line.split(', ').map((request): [string, null] => [request, null])),
  ['PUT /org/N1/systems/disable', '{"systemIds":["A","B"]}'],
  ['PUT /org/N1/systems/bulk', '{"systemIds":["A","B"],"isEnabled":false}'],
  ['POST /org/N1/systems/K3/replace', '{"disk":1}'],
  ['PATCH /org/N1/systems', '{"items":[{"systemId":"A","locked":true},{"systemId":"B","locked":true,"tags":[]}]}'],
  ['PATCH /org/N1/systems', '{"systemIds":["A","B"],"rack":null,"tags":[]}'],
  ['PATCH /org/N1/systems', '[{"id":"A","rack":"7"}]'],
  ['PATCH /org/N1', '{"name":"x","systemLimit":5}'],
  ['POST /org/N1/systems/K3/actions', '{"method":"lock"}'],
  ['POST /org/N1/notes', '{"text":"Move /org/N1/systems/K3 to rack 7"}'],
  ['PUT /org/N1/systems/K3', '{"tags":[],"customDns":[{"name":"x"}],"items":[]}'],
  ['PUT /org/N1/systems/tags', '{"systemIds":[],"tags":[]}'],
  ['POST /org/N1/systems', '{"items":[{"hostname":"x"}]}'],
  ['PUT /org/N1', '{"tags":[],"contacts":[]}'],
  ['PUT /org/N1/tags/do-not-delete/systems', '{"systemIds":["A","B"]}'],
  ['DELETE /org/N1/tags/web/systems', '{"systemIds":["A","B"]}'],
  ['POST /org/N1/tags/remove', '{"systemIds":["A","B"]}'],
  ['POST /org/N1/systems/remove-tags', '{"systemIds":["A","B"],"tag":"x"}'],
  ['POST /org/N1/things', '{"systemIds":["A","B"]}'],
  ['POST /org/purge/things', '{"systemIds":["A"]}'],
  ['POST /org/N1/tags', '{"action":"delete","systemIds":["A"]}'],
  ['POST /org/N1/bulk', '{"action":"delete","systemIds":["A"],"tag":"x"}'],
  ['POST /org/N1/bulk', '{"resource":"tags","on":7,"note":"systems","action":"delete","ids":["A"]}'],
  ['POST /org/N1/systems/K3/backups/7', '{"action":"delete"}'],
  ['PATCH /org/N1/systems/K3/backup', '{"deleted":true}'],
  ['PUT /org/N1/systems/K3/state', '{"state":"disabled"}'],
  ['PATCH /org/N1/systems/K3', '{"description":"delete me","tags":[{"tag":"delete"}],"customDns":["rm"]}'],
  ['PATCH /org/N1/systems/K3', '{"tags":{"remove":["a"]},"deleted":false,"deletedAt":null}'],
  ['PATCH /org/N1/systems/K3', '[{"op":"remove","path":"/tags/0"},{"op":"remove","path":"/description"}]'],
  ['PATCH /org/N1/systems/K3', '{"state":"active","phase":7,"status":null}'],
  ['PATCH /org/N1/systems/K3', '[{"op":"test","path":"/deleted"}]'],
  ['PATCH /org/N1/systems', '[{"op":"remove","path":"/K3/tags"}]'],
  ['PATCH /org/N1/a%252fsystems/K3', '[{"op":"remove","path":"/tags/0"}]'],
  ['POST /org/N1/systems/K3?deleted=false&purge=0', null],
  ['POST /org/N1/systems/K3', '{"method":7,"deleted":"no","purge":0,"erase":[],"remove":{"tags":["a"],"notes":"x"}}'],
  ['PATCH /org/N1/systems/purge-01', '{"description":"x"}'],
  ['POST /org/N1/logs/search', '{"action":"delete","systemId":"K3"}'],
  ['POST /org/N1/systems/search', '{"state":"deleted"}'],
  ['POST /org/N1/webhooks', '{"events":["system.deleted"]}'],
  ['POST /org/N1/enrolment-keys', '{"description":"delete systems"}'],
  [
    'POST /$batch',
    '{"requests":[{"method":"DELETE","url":"/org/N1/tags/1"},{"method":"GET","url":"/org/N1/systems/K3"}]}',
  ],
  ['POST /rpc', '{"jsonrpc":"2.0","method":"systems.list"}'],
  ['POST /rpc', '{"method":"7","event":"systems.deleted","note":"systems.delete","n":7}'],
  ['POST /org/N1/webhooks', '{"event":"systems.delete"}'],
  ['DELETE /org/N1/webhooks/7', '{"url":"/org/N1/systems/K3"}'],
  ['PUT /org/N1/links', '{"url":"/org/N1/systems/purge-kiosk"}'],
  ['POST /org/N1/links', '{"link":"/org/N1/systems/K3","state":"deleted"}'],
  ['POST /org/N1/links', '{"link":"https://portal.example.com/org/N1/systems/K3"}'],
])('%s %s deletes no system', (request, body) => {
  expect(judged(request, body)).toBeNull();
});

test('a request without a path is read, too', () => {
  const body = '{"action":"delete","systemIds":["A"]}';
  for (const url of ['https://api.example.com', '/', '']) {
    expect(systemsDeletionIn({ method: 'POST', url, body })).toEqual({ systemIds: ['A'], by: 'deletion' });
  }
});

test('a long body is read to its end, and a deep one', () => {
  const many = Array.from({ length: 200_000 }, (_, at) => `S${String(at)}`);
  expect(judged('POST /org/N1/systems/purge', JSON.stringify({ systemIds: many }))).toHaveLength(many.length);
  const deep = `${'{"a":'.repeat(3000)}{"_method":"DELETE"}${'}'.repeat(3000)}`;
  expect(judged('POST /org/N1/systems/K3', deep)).toEqual(['K3']);
  expect(judged('POST /org/N1/tags', JSON.stringify({ text: ' \n'.repeat(200_000) }))).toBeNull();
});
