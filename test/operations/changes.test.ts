/** Changes through the explorer: what each asks for, what leaves, and what is said of its end. The service's log judges. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { json, NOTHING, type Answer } from '../../src/demo/answer.ts';
import type { ReceivedRequest } from '../../src/demo/request.ts';
import type { Interception } from '../../src/demo/service.ts';
import type { Home } from '../support/program.ts';
import { aCrowd, aService, aSystem, daysAgo, type StoryService } from '../support/service.ts';
import { describedBy } from '../support/explorer.ts';
import { asked, aUser, row, type User } from '../support/user.ts';

const text = { type: 'string' };
const orgId = { name: 'orgId', in: 'path', required: true, schema: text };
const thingId = { name: 'thingId', in: 'path', required: true, schema: text };
const systemId = { name: 'systemId', in: 'path', required: true, schema: text };
const match = { name: 'If-Match', in: 'header', schema: text };
const named = { type: 'object', properties: { name: text, size: { type: 'integer', maximum: 9 } } };
const body = { requestBody: { content: { 'application/json': { schema: named } } } };

const document = {
  openapi: '3.0.1',
  info: { title: 'Things', version: 'v1' },
  paths: {
    '/org/{orgId}/things': { post: { summary: 'Makes a thing', parameters: [orgId], ...body } },
    '/org/{orgId}/things/{thingId}': {
      get: { summary: 'Looks at one', parameters: [orgId, thingId] },
      delete: { summary: 'Gets something, harmlessly', parameters: [orgId, thingId] },
      put: { summary: 'Replaces one', parameters: [orgId, thingId, match], ...body },
    },
    '/org/{orgId}/things/{thingId}/disable': { put: { summary: 'Switches one off', parameters: [orgId, thingId] } },
    '/org/{orgId}/things/{thingId}/revoke': { get: { summary: 'Takes one back', parameters: [orgId, thingId] } },
    '/org/{orgId}/systems/{systemId}': { delete: { summary: 'Drops a machine', parameters: [orgId, systemId] } },
  },
};

interface Story {
  readonly service: StoryService;
  readonly user: User;
  /** What the service answers to the next change; a promise holds it. */
  readonly answers: (answer: Interception | Promise<Interception>) => void;
  /** What it answers to the next read of a thing. */
  readonly shows: (answer: Answer) => void;
}

const theThing = { name: 'till', state: 'Connected', isEnabled: true, apiKey: 'a-secret-of-twelve' };

async function aStory(options: Parameters<typeof aUser>[1] = {}): Promise<Story> {
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
async function explores(user: User): Promise<void> {
  await user.opens('Northwind');
  await user.sees('laptop-anna');
  user.presses('every operation of the service');
  await user.sees(/› Operations on \S+/, /r retries|no operation|this row|\d operations?/);
  user.presses('every operation of the service');
  await user.sees('7 operations');
}

/** Opens the form of an operation, with its thing. */
async function opens(user: User, summary: string, value: string | null = '12'): Promise<void> {
  await user.goesTo(summary);
  user.pressesKey('enter');
  await user.sees(new RegExp(`"${summary}`));
  if (value === null) return;
  user.pressesKey('enter');
  await user.sees('leave as it was');
  user.pressesKey('ctrl-u');
  user.types(value);
  user.pressesKey('enter');
  await user.sees((screen) => !screen.includes('leave as it was') && screen.includes(value));
}

/** From the form: the request, and its phrase asked for. */
async function isAsked(user: User, phrase: string): Promise<string> {
  user.presses('send it; a change is shown first');
  return user.sees(asked(phrase), (screen) => !screen.includes('being read'));
}

async function confirms(user: User, phrase: string): Promise<void> {
  await user.sees(asked(phrase), (screen) => !screen.includes('being read'));
  await user.typesPhrase(phrase);
  await user.sees('enter sends it');
  user.pressesKey('enter');
}

/** Back on the form, and from there to the list. */
async function leavesForm(user: User): Promise<void> {
  user.pressesKey('esc');
  await user.sees('7 operations');
}

function changes(service: StoryService): readonly ReceivedRequest[] {
  return service.requests.filter(({ method }) => method !== 'GET');
}

function records(home: Home): string {
  const folder = join(home.path, 'state', 'rollcall', 'requests');
  if (!existsSync(folder)) return '';
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');
}

test('39. 40. 47. each class wants its phrase: nothing else sends', async () => {
  const { service, user } = await aStory();
  await explores(user);
  await opens(user, 'Switches one off');
  user.presses('send it; a change is shown first');
  // Typed ahead of the question: swallowed, also by the form beneath it.
  user.types('uput 12');
  user.pressesKey('enter');
  const shown = await user.sees(asked('put 12'), 'heavy: its path says "disable"', 'It is connected.');
  expect(shown).toMatch(/PUT http:\S+\/org\/n7Kq2wTd\/things\/12\/disable/);
  expect(shown).toMatch(/authorization +Bearer •••/);
  expect(shown).toContain('no body');
  expect(shown).toMatch(/Now, read a moment ago \(GET …\/things\/12\):/);
  expect(shown).not.toContain('a-secret-of-twelve');
  user.pressesKey('enter');
  await user.sees('Not the phrase. Nothing was sent.');
  await user.pastes('put 12');
  await user.sees('Type the phrase. Pasted text does not count.');
  await user.typesPhrase('PUT 12');
  user.pressesKey('enter');
  await user.sees('Not the phrase. Nothing was sent.');
  user.pressesKey('esc');
  await user.sees('Nothing was sent.', row('thingId', '12'));
  await leavesForm(user);
  // The method is the floor, whatever its words say.
  await opens(user, 'Gets something, harmlessly');
  expect(await isAsked(user, 'delete 12')).toContain('DELETE, heavy: it is a DELETE');
  user.pressesKey('esc');
  await user.sees('Nothing was sent.');
  await leavesForm(user);
  await opens(user, 'Makes a thing', null);
  await isAsked(user, 'post');
  user.pressesKey('esc');
  await user.sees('Nothing was sent.');
  await leavesForm(user);
  await opens(user, 'Takes one back');
  user.presses('send it; a change is shown first');
  await user.sees('Send it?', 'says "revoke"');
  user.pressesKey('esc');
  await leavesForm(user);
  expect(changes(service)).toEqual([]);
  expect(records(user.home)).toBe('');
  await user.leaves();
});

test('42. a double enter sends one request, whatever is pressed meanwhile', async () => {
  const { service, user, answers } = await aStory();
  await explores(user);
  await opens(user, 'Switches one off');
  await isAsked(user, 'put 12');
  const gate = Promise.withResolvers<Interception>();
  answers(gate.promise);
  await user.typesPhrase('put 12');
  await user.sees('enter sends it');
  user.pressesKey('enter', 'enter');
  await service.received('PUT', 1);
  user.pressesKey('enter');
  user.pressesKey('ctrl-z');
  await user.sees('a request is under way, and its outcome must be known');
  user.pressesKey(':');
  user.terminal.resize(60, 20);
  await user.sees('sending…');
  user.terminal.resize(100, 24);
  user.types('put 12');
  user.pressesKey('enter');
  // Before it leaves, its record is there, without an end.
  expect(records(user.home)).toMatch(/"template":"\/org\/\{orgId\}\/things\/\{thingId\}\/disable"/);
  expect(records(user.home)).not.toContain('"outcome"');
  gate.resolve(NOTHING);
  await user.sees(/204: done, nothing came back \(\d+ ms\)\./);
  user.presses('send it again, or load the failed page');
  await user.sees('A change is never sent again by itself.');
  user.pressesKey('esc');
  await user.sees(row('thingId', '12'));
  expect(changes(service).map(({ method, path }) => `${method} ${path}`)).toEqual([
    'PUT /org/n7Kq2wTd/things/12/disable',
  ]);
  await expect.poll(() => records(user.home)).toMatch(/"outcome":"done","status":204/);
  expect(records(user.home)).not.toContain('a-secret-of-twelve');
  await user.leaves();
});

test('42. a request that is left goes on, and its end is told elsewhere', async () => {
  const { service, user, answers } = await aStory();
  await explores(user);
  await opens(user, 'Switches one off');
  await isAsked(user, 'put 12');
  const gate = Promise.withResolvers<Interception>();
  answers(gate.promise);
  await confirms(user, 'put 12');
  await service.received('PUT', 1);
  await user.sees('sending…');
  user.pressesKey('esc');
  await user.sees('The request was sent. It is not stopped; its end is told here.');
  user.presses('send it; a change is shown first');
  await user.sees('Another request is under way.');
  user.presses('quit');
  await user.sees('a request is under way, and its outcome must be known');
  gate.resolve(json(200, { name: 'till' }));
  await user.sees('PUT …/disable: done. : "last change" shows it.');
  await user.chooses('show the last change');
  await user.sees('200 in', row('name', 'till'));
  expect(changes(service)).toHaveLength(1);
  user.pressesKey('esc');
  await user.leaves();
});

const html: Answer = { status: 502, headers: { 'content-type': 'text/html' }, body: '<title>Bad gateway</title>' };
const portal: Answer = { status: 200, headers: { 'content-type': 'text/html' }, body: '<title>Proxy login</title>' };
const elsewhere: Answer = { status: 307, headers: { location: 'http://127.0.0.1:9/elsewhere' } };

test('43. an outcome that is not known is said, and nothing is sent again by itself', async () => {
  const { service, user, answers, shows } = await aStory();
  await explores(user);
  await opens(user, 'Switches one off');
  await isAsked(user, 'put 12');
  answers('drop');
  await confirms(user, 'put 12');
  await user.sees('Whether this was carried out is not known.', 'PUT is idempotent by HTTP');
  await expect.poll(() => records(user.home)).toContain('"outcome":"unknown"');
  let sent = 1;
  for (const answer of [html, portal, elsewhere]) {
    user.presses('ask for it again, with its phrase');
    await user.sees('how it ended the last time is not known');
    expect(changes(service)).toHaveLength(sent);
    answers(answer);
    await confirms(user, 'again put 12');
    await user.sees('Whether this was carried out is not known.', String(answer.status));
    sent += 1;
    expect(changes(service)).toHaveLength(sent);
  }
  shows(json(200, { ...theThing, isEnabled: false }));
  user.presses('read what is there now');
  await user.sees('There now, read after it', /isEnabled +false/);
  expect(changes(service)).toHaveLength(sent);
  answers(NOTHING);
  user.presses('ask for it again, with its phrase');
  await confirms(user, 'again put 12');
  await user.sees('204: done');
  // Its outcome is known again: so is its phrase.
  user.pressesKey('esc');
  await isAsked(user, 'put 12');
  await user.sees('It is disabled already.');
  expect(changes(service)).toHaveLength(sent + 1);
  user.pressesKey('esc');
  await user.sees('Nothing was sent.');
  await user.leaves();
});

test('44. after 401 a new token and the phrase again, after 429 a pause, after 400 the fields', async () => {
  const { service, user, answers } = await aStory();
  await explores(user);
  await opens(user, 'Makes a thing', null);
  await user.goesTo('size');
  user.pressesKey('enter');
  await user.sees('leave as it was');
  user.types('12');
  user.pressesKey('enter');
  await user.sees('1 of 2 set');
  expect(await isAsked(user, 'post')).toContain('! size: larger than 9');
  answers(json(401, { title: 'Unauthorized', status: 401 }));
  await confirms(user, 'post');
  await user.sees(/new token|token is not accepted/i);
  expect(changes(service)).toHaveLength(1);
  user.types(service.token);
  await user.rests();
  user.pressesKey('enter');
  await user.sees(asked('post'));
  answers({ ...json(429, { title: 'Slow down', status: 429 }), headers: { 'retry-after': '2' } });
  await confirms(user, 'post');
  await user.sees(/the phrase again in \d s/);
  await user.sees(asked('post'));
  expect(changes(service)).toHaveLength(2);
  answers({
    status: 400,
    headers: { 'content-type': 'application/problem+json' },
    body: JSON.stringify({ title: 'Invalid', status: 400, errors: { '$.Size': ['Must be 9 at most.'] } }),
  });
  await confirms(user, 'post');
  await user.sees(row('size', '12', 'Must be 9 at most.'));
  answers(json(409, { title: 'Conflict', detail: 'It exists.', traceId: '4f2a9c01' }));
  await isAsked(user, 'post');
  await confirms(user, 'post');
  await user.sees('refused (409), not carried out', '"It exists."');
  expect(changes(service).map(({ body: sent }) => sent)).toEqual(Array.from({ length: 4 }, () => '{"size":12}'));
  user.pressesKey('esc');
  await user.sees(row('size', '12'));
  await user.leaves();
});

test('47. what is there now is shown and recorded, its failure is said, and its ETag is sent', async () => {
  const { service, user, shows } = await aStory();
  await explores(user);
  shows({ ...json(200, theThing), headers: { 'content-type': 'application/json', etag: '"v7"' } });
  await opens(user, 'Replaces one');
  const shown = await isAsked(user, 'put');
  expect(shown).toMatch(/if-match +"v7"/);
  await confirms(user, 'put');
  await user.sees('204: done');
  expect(changes(service)[0]?.headers['if-match']).toBe('"v7"');
  expect(records(user.home)).toMatch(/"before":\{"name":"till","state":"Connected","isEnabled":true,"apiKey":"•••"\}/);
  user.pressesKey('esc');
  await user.sees(row('thingId', '12'));
  for (const [status, words] of [
    [404, 'refused (404)'],
    [403, 'refused (403)'],
    [500, 'failed (500)'],
  ] as const) {
    shows(json(status, { title: 'No', status }));
    user.presses('send it; a change is shown first');
    await user.sees(asked('put'), `What is there now could not be read: ${words}.`);
    user.pressesKey('esc');
    await user.sees('Nothing was sent.');
  }
  user.presses('send it; a change is shown first');
  await confirms(user, 'put');
  await user.sees('204: done');
  expect(changes(service)[1]?.headers['if-match']).toBeUndefined();
  user.pressesKey('esc');
  await user.leaves();
});

test('48. deleting a system from the explorer is the review, with its phrase and its protection', async () => {
  const { service, user } = await aStory();
  await explores(user);
  await opens(user, 'Drops a machine', 'POS01');
  user.presses('send it; a change is shown first');
  await user.sees('1 system is marked for this. y reviews it.', 'pos-1');
  user.presses('mark them, and review them');
  await user.sees(/› Delete 1 system/, 'pos-1');
  expect(changes(service)).toEqual([]);
  await user.confirms('delete 1 from Northwind');
  await user.sees(/Deletion finished|1 deleted/);
  expect(changes(service).map(({ method, path }) => `${method} ${path}`)).toEqual([
    'DELETE /org/n7Kq2wTd/systems/POS01',
  ]);
  expect(records(user.home)).toBe('');
  await user.leaves();
});

test('49. while a run is going, nothing is changed in its organisation', async () => {
  const gate = Promise.withResolvers<Interception>();
  const service = await aService({
    systems: [
      aSystem({ hostname: 'laptop-anna' }),
      aSystem({ hostname: 'pos-1', lastSeen: daysAgo(200) }),
      ...aCrowd(),
    ],
    intercept: describedBy(JSON.stringify(document), ({ method, path }) => {
      if (path.includes('/things')) return json(200, theThing);
      return method === 'DELETE' ? gate.promise : undefined;
    }),
  });
  const user = aUser(service, { columns: 100 });
  await user.opens('Northwind');
  await user.marks('pos-1');
  user.presses('review and delete');
  await user.confirms('delete 1');
  await service.received('DELETE', 1);
  user.pressesKey('esc');
  await user.sees('b back to the list');
  user.pressesKey('b');
  await explores(user);
  await opens(user, 'Switches one off');
  user.presses('send it; a change is shown first');
  await user.sees('A run is in progress in this organisation. J shows it. Send this after it.');
  // Without an organisation in its path, a request is none of its business.
  gate.resolve(undefined);
  await user.sees('Deletion finished');
  user.presses('send it; a change is shown first');
  await user.sees(asked('put 12'));
  expect(changes(service).map(({ method }) => method)).toEqual(['DELETE']);
  user.pressesKey('esc');
  await user.sees('Nothing was sent.');
  await user.leaves();
});

test('41. in preview a change goes through its phrase, and is not sent', async () => {
  const { service, user } = await aStory({ flags: ['--preview'] });
  await explores(user);
  await opens(user, 'Switches one off');
  await isAsked(user, 'put 12');
  await confirms(user, 'put 12');
  await user.sees('Preview: this would have been sent. Nothing was sent.');
  expect(changes(service)).toEqual([]);
  await expect.poll(() => records(user.home)).toMatch(/"mode":"preview"[^]*"outcome":"withheld"/);
  user.pressesKey('esc');
  await user.leaves();
});

test('39. at 40 columns and 12 rows the phrase and all that is sent are within reach', async () => {
  const { service, user } = await aStory({ columns: 40, rows: 12 });
  await user.opens('Northwind');
  user.terminal.resize(100, 24);
  await explores(user);
  await opens(user, 'Switches one off');
  user.terminal.resize(40, 12);
  user.presses('send it; a change is shown first');
  await user.sees('put 12', 'PUT http://');
  user.pressesKey('pageDown');
  await user.sees('authorization');
  user.pressesKey('pageDown', 'pageDown', 'pageDown');
  await user.sees('Its record is saved', asked('put 12'));
  await user.typesPhrase('put 12');
  user.terminal.resize(40, 7);
  await user.sees('rollcall needs 30×8');
  user.pressesKey('enter');
  user.terminal.resize(40, 12);
  await user.sees('enter: the request does not fit into th');
  user.pressesKey('enter');
  user.terminal.resize(100, 24);
  await user.sees('204: done');
  expect(changes(service)).toHaveLength(1);
  user.pressesKey('esc');
  await user.leaves();
});
