/** The definition behind `A`: asked for, kept, refreshed, and what is said where it is none. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Answer } from '../../src/demo/answer.ts';
import { usualDocument } from '../support/documents/usual.ts';
import { aHome, type Home } from '../support/program.ts';
import { aService, aSystem, type StoryService } from '../support/service.ts';
import { aUser, type User } from '../support/user.ts';

const path = '/swagger/v1/swagger.json';

const usual = usualDocument() as { readonly paths: Readonly<Record<string, object>> };

function json(text: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status: 200, headers: { 'content-type': 'application/json', ...headers }, body: text };
}

/** A service with one system, and this in the place of its definition. */
function describedBy(answer: () => Answer | undefined): Promise<StoryService> {
  return aService({
    systems: [aSystem({ hostname: 'laptop-anna' })],
    intercept: (request) => (request.path === path ? answer() : undefined),
  });
}

/** The headers of the requests for the definition. */
function asked(service: StoryService): readonly Readonly<Record<string, unknown>>[] {
  return service.requests.filter((request) => request.path === path).map(({ headers }) => ({ ...headers }));
}

/** All operations, from the list of systems: the first press leads to those of the row. */
async function opensAll(user: User): Promise<void> {
  await user.opens('Northwind');
  await user.sees('laptop-anna');
  user.presses('every operation of the service');
  await user.sees('› Operations on laptop-anna', /this row|r retries|no definition/);
  user.presses('every operation of the service');
  await user.sees(/› Operations *\n/);
}

/** What is kept looks older by so many minutes. */
function definitionFiles(home: Home): string[] {
  const folder = join(home.env['XDG_CACHE_HOME'] ?? '', 'rollcall', 'definitions');
  return readdirSync(folder).map((name) => join(folder, name));
}

test('1. 5. 7. the usual definition is listed, kept, used without asking, and there while the service is down', async () => {
  let isDown = false;
  const service = await describedBy(() =>
    isDown ? { status: 503, headers: {}, body: '' } : json(JSON.stringify(usual), { etag: '"first"' }),
  );
  const home = aHome();
  const user = aUser(service, { home, rows: 100 });
  await opensAll(user);
  const screen = await user.sees('81 operations: 32 read, 49 change', 'definition v1', 'by tag', '(no tag)');
  const rows = screen.split('\n');
  const at = (text: string): number =>
    rows.findIndex((row) => row.startsWith(`  ${text}`) || row.startsWith(`▌ ${text}`));
  const tags = ['Account', 'Organisation', 'Users', 'Systems', 'Unapproved sy', 'Enrolment keys', 'Logs', '(no tag)'];
  const places = tags.map(at);
  expect(places.every((place) => place > 0)).toBe(true);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(asked(service)).toHaveLength(1);
  expect(asked(service)[0]).not.toHaveProperty('if-none-match');
  await user.leaves();
  expect(definitionFiles(home).map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600]);

  // Younger than five minutes: nobody is asked.
  isDown = true;
  const again = aUser(service, { home });
  await opensAll(again);
  await again.sees('81 operations', '<1 min ago');
  expect(asked(service)).toHaveLength(1);
  again.presses('refresh the list, or show what changed');
  await again.sees(/Retries in|the service refused/);
  expect(asked(service)[1]).toMatchObject({ 'if-none-match': '"first"' });
  await again.leaves();
});
