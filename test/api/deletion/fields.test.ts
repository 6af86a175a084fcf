/** Facts of a request beside its path, which say what it deletes. */
import { expect, test } from 'vitest';
import { type SaidFields, fieldsOf, patchRemoval } from '../../../src/api/deletion/fields.ts';

function read(body: string | null, query: readonly (readonly [string, string])[] = [], headers = {}): SaidFields {
  return fieldsOf({ query, headers, body });
}

function pairsOf({ fields }: SaidFields): readonly unknown[] {
  return fields.map(({ name, value }) => [name, value]);
}

test('headers and a query are fields, a name without a value is set, and ids are parted by commas', () => {
  const query = Object.entries({ _method: 'X', systemIds: 'A,B,, ', 'data[ids][]': 'C', 'a[b': '', host: 'D' });
  const said = read(null, query, { 'X-HTTP-Method': 'DELETE' });
  expect(pairsOf(said)).toEqual([
    ['xhttpmethod', 'DELETE'],
    ['method', 'X'],
    ['systemids', 'A,B,, '],
    ['ids', 'C'],
    ['ab', true],
    ['host', 'D'],
  ]);
  expect(said).toMatchObject({ ids: ['A', 'B', 'C'], texts: [], objects: [] });
});

test('JSON in a query is read as a body is, under its name', () => {
  const said = read(null, [
    ['ids', ' ["A",{"b":1}]'],
    ['q', '{"id":"B"}'],
    ['note', 'x{"id":"C"}'],
    ['open', '[1'],
  ]);
  expect(said.ids).toEqual([' ["A"', '{"b":1}]', 'A', 'B']);
  expect(said.texts).toEqual(['A', 'B']);
  expect(said.objects).toEqual([{ b: 1 }, { id: 'B' }]);
  expect(pairsOf(said)).toContainEqual(['ids', 'A']);
  expect(pairsOf(said)).toContainEqual(['b', 1]);
});

test('a form is read by its fields, and a body that is no JSON is a text', () => {
  const said = read('action=delete&ids=A%2CB');
  expect(pairsOf(said)).toEqual([
    ['action', 'delete'],
    ['ids', 'A,B'],
  ]);
  expect(said).toMatchObject({ ids: ['A', 'B'], texts: ['action=delete&ids=A%2CB'] });
  expect(read('DELETE /a b')).toMatchObject({ texts: ['DELETE /a b'], ids: [] });
  expect(read('"all"')).toMatchObject({ texts: ['all'], ids: [], fields: [] });
  expect(read(null)).toEqual({ fields: [], objects: [], texts: [], ids: [], members: [] });
});

test('a body is read in its order, however deep', () => {
  const said = read('{"Sys-tems":["A",7,{"id":"B","note":"x"}],"in":{"deviceId":"C"},"hostIds":"B"}');
  expect(said.ids).toEqual(['A', 'B', 'C']);
  expect(said.texts).toEqual(['A', 'B', 'C', 'B']);
  expect(pairsOf(said).map((pair) => (pair as readonly unknown[])[0])).toEqual([
    ...['systems', 'in', 'hostids', 'systems', 'id', 'note', 'deviceid'],
  ]);
  expect(said.objects).toHaveLength(3);
});

test('nothing in a tag, or in another thing that is no system, is searched; the parts of a system are', () => {
  const within = (name: string): readonly string[] => read(JSON.stringify({ [name]: { id: 'A', list: ['B'] } })).ids;
  for (const name of ['tags', 'tag', 'removeTags', 'notes', 'users', 'dnsZones'])
    expect(within(name), name).toEqual([]);
  for (const name of ['a', 'attribute', 'Attributes', 'properties', 'fields', 'metadata', 'settings']) {
    expect(within(name), name).toEqual(['A', 'B']);
  }
  expect(pairsOf(read('{"tags":["a"]}'))).toEqual([['tags', ['a']]]);
});

test('a step of a JSON Patch is a removal, or sets the field at the end of its path', () => {
  const said = read(
    '[{"op":" Remove","path":"/a"},{"op":"add","path":"/x/state_1","value":"y"},{"op":"test","path":"b"},{"op":"add","value":1}]',
  );
  expect(pairsOf(said)).toEqual([
    [patchRemoval, '/a'],
    ['state', 'y'],
    ['b', null],
    ['op', 'add'],
    ['value', 1],
  ]);
  expect(read('{"op":"removed","path":"/a","value":{"id":"A"}}')).toMatchObject({
    fields: [{ name: 'a', value: { id: 'A' } }],
    ids: [],
  });
});

test.each([
  ['lines of JSON', '{"id":"A"}\n{"action":"delete"}\n'],
  ['YAML', 'systems:\n  - id: A\n    action: "delete" # at once\n'],
  ['YAML in one line', '- {action: delete, ids: [X]}'],
  ['YAML with a long remark', `action: delete   # ${'x'.repeat(300)}`],
  ['XML', '<?xml version="1.0"?><x:bulk><x:action kind="a"> delete </x:action></x:bulk>'],
  ['XML with attributes', '<system id="X" action="delete"/>'],
  ['XML with marked text', '<bulk><action><![CDATA[delete]]></action></bulk>'],
  ['XML that begins like a form', '<systems><key>abc=</key><action>delete</action></systems>'],
  ['settings', 'action = delete\n'],
  ['settings that look like a form', 'mode=apply\naction=delete\nids=X'],
  ['columns', 'id,action\r\nX,delete\r\n'],
  ['a part of a form', '--b\r\ncontent-disposition: form-data; name="f"\r\n\r\naction: delete\r\n--b--\r\n'],
  ['a length that is not read', `${'x'.repeat(5 * 1024 * 1024)} remove`],
])('a body of %s has its fields read, too', (_, body) => {
  expect(pairsOf(read(body))).toContainEqual(['action', 'delete']);
});

test('a body of many lines is read like a short one', () => {
  expect(pairsOf(read(`${'2026-01-01T10:00:00 x: y\n'.repeat(60_000)}action: delete`))).toContainEqual([
    'action',
    'delete',
  ]);
});
