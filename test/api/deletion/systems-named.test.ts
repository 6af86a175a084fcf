/** How many systems a request names, wherever services write them. */
import { expect, test } from 'vitest';
import { systemsNamedIn } from '../../../src/api/deletion/systems-named.ts';

function named(request: string, body: string | null = null): number {
  const [method = '', url = ''] = request.split(/ (.*)/s);
  const counts = ['', 'https://api.example.com/v1'].map((base) => systemsNamedIn({ method, url: base + url, body }));
  expect(counts[0]).toBe(counts[1]);
  return counts[0] ?? 0;
}

test.each<[number, string, string | null]>([
  [4, 'POST /org/N1/systems/bulk-tag', '{"systemIds":["A","B","C","D"],"tag":"x"}'],
  [4, 'POST /org/N1/bulk-tag', '{"systemIds":["A","B","C","D","A"],"tag":"x"}'],
  [3, 'POST /org/N1/bulk-tag', '{"system_ids":[1,2,9007199254740993]}'],
  [2, 'POST /org/N1/systems/actions', '{"ids":["A","B"]}'],
  [2, 'POST /org/N1/tags', '{"systems":[{"systemId":"A"},{"systemId":"B"}]}'],
  [2, 'POST /org/N1/jobs', '{"steps":[{"systemId":"A"},{"systemId":"B"}]}'],
  [2, 'PUT /org/N1/tags/web/systems?systemIds=A,B', null],
  [2, 'PUT /org/N1/systems?id=A&id=B', null],
  [2, 'PUT /org/N1/tags', 'systemIds=A&systemIds=B'],
  [2, 'POST /org/N1/systems/quarantine', '["A","B"]'],
  [2, 'POST /org/N1/systems/quarantine', '{"targets":["A","B"],"tags":["x","y","z"]}'],
  [2, 'POST /batch', '{"requests":[{"method":"PUT","url":"/org/N1/systems/A/disable"},{"url":"/org/N1/systems/B/x"}]}'],
  [2, 'POST /batch', '["PUT /org/N1/systems/A/disable","PUT /org/N1/systems/B/disable"]'],
  [4, 'POST /bulk-tag', '{"systemIds":["A","B","C","D"]}'],
  [4, 'POST /org/N1/systems/A,B,C,D/tags', '{"tag":"x"}'],
  [2, 'POST /org/N1/bulk-tag', '{"systems":[{"id":"A"},{"id":"B"}]}'],
  [2, 'POST /org/N1/tag', '{"targetSystemIds":["A","B"]}'],
  [2, 'POST /org/N1/tag', '{"ids":["A","B"]}'],
  [2, 'POST /org/N1/tag', '{"hosts":["A","B"]}'],
  [2, 'POST /org/N1/bulk-tag', '["A","B"]'],
  [2, 'POST /org/N1/tag', '{"systemIds":"A B"}'],
  [2, 'POST /org/N1/tag', '{"systemIds":"A;B"}'],
  [2, 'POST /org/N1/tag', '{"systems":{"A":{},"B":{}}}'],
  [2, 'POST /org/N1/tag', '{"systemIds":[{"value":"A"},{"value":"B"}]}'],
  [2, 'POST /org/N1/groups/7/systems', '{"ids":["A","B"]}'],
  [2, 'POST /org/N1/tag?systemIds[0]=A&systemIds[1]=B', null],
  [1, 'PUT /org/N1/systems/alpha/interfaces', '{"interfaces":["eth0","eth1","eth2"]}'],
  [2, 'POST /batch', 'PUT /org/N1/systems/A/disable\r\nPUT /org/N1/systems/B/disable'],
  [3, 'POST /graphql', '{"query":"mutation($a:[ID!]){lockSystems(of:$a)}","variables":{"a":["A","B","C"]}}'],
  [
    2,
    'POST /graphql',
    '{"query":"mutation($a:ID!,$b:ID!){x:lockSystem(id:$a) y:lockSystem(id:$b)}","variables":{"a":"A","b":"B"}}',
  ],
  [2, 'POST /graphql', JSON.stringify({ query: 'mutation{lockSystems(of:["A","B"])}' })],
  [1, 'PUT /org/N1/systems/A/disable', null],
  [1, 'PATCH /org/N1/systems/A7', '{"systemId":"A7","tags":["x","y"],"customDns":["a","b"]}'],
])('%d: %s %s', (count, request, body) => {
  expect(named(request, body)).toBe(count);
});

test.each<[string, string | null]>([
  ['POST /org/N1/policies', '{"rules":[{"id":1},{"id":2},{"id":3}],"tags":["a","b"]}'],
  ['POST /org/N1/systems/tags', '{"tags":["a","b","c"],"isEnabled":true}'],
  ['GET /org/N1/systems?search=a,b,c', null],
  ['POST /org/N1/enrolment-keys', '{"description":"for systems a, b and c"}'],
  ['DELETE /org/N1/tags/web', null],
  ['POST /graphql', '{"query":"query($a:[ID!]){systems(of:$a){id}}","variables":{"a":["A","B","C"]}}'],
])('no system is named by %s %s', (request, body) => {
  expect(named(request, body)).toBe(0);
});
