/** Changes in the explorer: a service with things to change, the keys of a user, and the records. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { json, NOTHING, type Answer } from '../../src/demo/answer.ts';
import type { ReceivedRequest } from '../../src/demo/request.ts';
import type { Interception } from '../../src/demo/service.ts';
import { describedBy, opensOperations, setsField } from '../support/explorer.ts';
import type { Home } from '../support/program.ts';
import { aService, aSystem, daysAgo, type StoryService } from '../support/service.ts';
import { asked, aUser, type User } from '../support/user.ts';

const text = { type: 'string' };
const orgId = { name: 'orgId', in: 'path', required: true, schema: text };
const thingId = { name: 'thingId', in: 'path', required: true, schema: text };
const systemId = { name: 'systemId', in: 'path', required: true, schema: text };
const match = { name: 'If-Match', in: 'header', schema: text };
const named = { type: 'object', properties: { name: text, size: { type: 'integer', maximum: 9 } } };
const body = { requestBody: { content: { 'application/json': { schema: named } } } };

export const document = {
  openapi: '3.0.1',
  info: { title: 'Things', version: 'v1' },
  paths: {
    '/org/{orgId}/things': { post: { summary: 'Makes a thing', parameters: [orgId], ...body } },
    '/org/{orgId}/things/{thingId}': {
      get: { summary: 'Looks at one', parameters: [orgId, thingId] },
      delete: { summary: 'Gets something, harmlessly', parameters: [orgId, thingId] },
      put: { summary: 'Sets one', parameters: [orgId, thingId, match], ...body },
    },
    '/org/{orgId}/things/{thingId}/disable': { put: { summary: 'Switches one off', parameters: [orgId, thingId] } },
    '/org/{orgId}/things/{thingId}/revoke': { get: { summary: 'Takes one back', parameters: [orgId, thingId] } },
    '/org/{orgId}/systems/{systemId}': { delete: { summary: 'Drops a machine', parameters: [orgId, systemId] } },
  },
};

export interface Story {
  readonly service: StoryService;
  readonly user: User;
  /** Sets the answer to the next change; a promise holds it back. */
  readonly answers: (answer: Interception | Promise<Interception>) => void;
  /** Sets the answer to the next read of a thing. */
  readonly shows: (answer: Answer) => void;
}

export const theThing = { name: 'till', state: 'Connected', isEnabled: true, apiKey: 'a-secret-of-twelve' };

export async function aStory(options: Parameters<typeof aUser>[1] = {}): Promise<Story> {
  let answer: Interception | Promise<Interception> = NOTHING;
  let shown: Answer = json(200, theThing);
  const service = await aService({
    systems: [
      aSystem({ hostname: 'laptop-anna', systemId: 'LAP01' }),
      aSystem({ hostname: 'pos-1', systemId: 'POS01', lastSeen: daysAgo(200) }),
    ],
    intercept: describedBy(JSON.stringify(document), ({ method, path }) => {
      if (!path.includes('/things')) return undefined;
      return method === 'GET' ? shown : answer;
    }),
  });
  const user = aUser(service, { columns: 100, ...options });
  return {
    service,
    user,
    answers: (next) => void (answer = next),
    shows: (next) => void (shown = next),
  };
}

/** Opens the list of operations from the list of systems. */
export async function explores(user: User): Promise<void> {
  await user.opens('Northwind');
  await user.sees('laptop-anna');
  await opensOperations(user);
}

/** Opens the form of an operation, and fills in its thing. */
export async function opens(user: User, summary: string, value: string | null = '12'): Promise<void> {
  await user.goesTo(summary);
  await user.pressesKey('enter').sees(new RegExp(`"${summary}`));
  if (value === null) return;
  await setsField(user, value);
  await user.sees(value);
}

/** Opens the request from its form, until it asks for its phrase. */
export async function isAsked(user: User, phrase: string): Promise<string> {
  return user.pressesKey('s', 'enter').sees(asked(phrase), (screen) => !screen.includes('being read'));
}

export async function confirms(user: User, phrase: string): Promise<void> {
  await user.sees(asked(phrase), (screen) => !screen.includes('being read'));
  await user.typesPhrase(phrase);
  await user.sees('enter sends it');
  user.pressesKey('enter');
}

/** Goes back to the form, and from there to the list. */
export async function leavesForm(user: User): Promise<void> {
  await user.pressesKey('esc').sees('7 operations');
}

export function changes(service: StoryService): readonly ReceivedRequest[] {
  return service.requests.filter(({ method }) => method !== 'GET');
}

export function records(home: Home): string {
  const folder = join(home.path, 'state', 'rollcall', 'changes');
  if (!existsSync(folder)) return '';
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');
}
