/** The bare reference: GET, parse, follow `links.next`, 50 a page, no screen. Prints its cost, as JSON. */
import process from 'node:process';

interface Page {
  readonly links: { readonly next: string | null };
  readonly items: readonly unknown[];
}

const [baseUrl = '', token = ''] = process.argv.slice(2);
const headers = { Authorization: `Bearer ${token}`, 'User-Agent': 'rollcall-bench' };
const { orgs } = (await (await fetch(`${baseUrl}/account/orgs`, { headers })).json()) as { orgs: { orgId: string }[] };
const before = process.cpuUsage();
const begun = performance.now();
const systems: unknown[] = [];
let url: string | null = `${baseUrl}/org/${orgs[0]?.orgId ?? ''}/systems?per_page=50`;
while (url !== null) {
  const page = (await (await fetch(url, { headers })).json()) as Page;
  systems.push(...page.items);
  url = page.links.next;
}
const { user, system } = process.cpuUsage(before);
const wall = performance.now() - begun;
// With all parsed systems still at hand.
const residentMib = process.memoryUsage.rss() / 2 ** 20;
console.log(JSON.stringify({ wall, cpu: (user + system) / 1000, residentMib, systems: systems.length }));
