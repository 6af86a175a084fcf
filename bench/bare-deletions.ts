/** What do the requests of a run cost by themselves? Four at a time, a reading and a deletion of each system. */
import process from 'node:process';
import { text } from 'node:stream/consumers';

const [baseUrl = '', token = '', orgId = ''] = process.argv.slice(2);
const headers = { Authorization: `Bearer ${token}`, 'User-Agent': 'rollcall-bench', Accept: 'application/json' };
const ids = JSON.parse(await text(process.stdin)) as string[];
const begun = performance.now();
await Promise.all(
  Array.from({ length: 4 }, async () => {
    for (let id = ids.shift(); id !== undefined; id = ids.shift()) {
      const url = `${baseUrl}/org/${orgId}/systems/${id}`;
      await (await fetch(url, { headers })).text();
      await (await fetch(url, { headers, method: 'DELETE' })).text();
    }
  }),
);
console.log(performance.now() - begun);
