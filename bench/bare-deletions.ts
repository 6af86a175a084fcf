/**
 * Sends the requests of a deletion and nothing else: four at a time, a GET and a DELETE of each system, and then the
 * pages of the list that its outcomes are checked against.
 */
import { Agent, request } from 'node:http';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { defaultProfileSettings } from '../src/state/session/profile-settings.ts';

const [way, baseUrl = '', token = '', orgId = ''] = process.argv.slice(2);
const headers = { Authorization: `Bearer ${token}`, 'User-Agent': 'rollcall-bench', Accept: 'application/json' };
const agent = new Agent({ keepAlive: true });

/** As most programs send requests. */
async function byFetch(url: string, method: string): Promise<string> {
  return (await fetch(url, { headers, method })).text();
}

/** As rollcall sends requests, which costs less. */
function byHttp(url: string, method: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers, method, agent }, (response) => {
      resolve(text(response));
    });
    sent.on('error', reject).end();
  });
}

const send = way === 'fetch' ? byFetch : byHttp;
const ids = JSON.parse(await text(process.stdin)) as string[];
const begun = performance.now();
await Promise.all(
  Array.from({ length: 4 }, async () => {
    for (let id = ids.shift(); id !== undefined; id = ids.shift()) {
      const url = `${baseUrl}/org/${orgId}/systems/${id}`;
      await send(url, 'GET');
      await send(url, 'DELETE');
    }
  }),
);
let page: string | null = `${baseUrl}/org/${orgId}/systems?limit=${defaultProfileSettings.pageSize}&disabled=true`;
while (page !== null) page = (JSON.parse(await send(page, 'GET')) as { links: { next: string | null } }).links.next;
console.log(performance.now() - begun);
agent.destroy();
