/** A log holds no secret, whatever is typed, pasted or sent back, and never stands in anybody's way. */
import fc from 'fast-check';
import { mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { beforeEach, describe, expect, test } from 'vitest';
import { actionEntry, openSessionLog } from '../../../src/app/session-log.ts';
import { version } from '../../../src/app/cli/flags.ts';
import type { DefinedOperation } from '../../../src/api/openapi/definition.ts';
import { reduce } from '../../../src/state/root/reduce.ts';
import { createCredentials, type Credentials } from '../../../src/state/session/credentials.ts';
import type { Action, State } from '../../../src/state/root/state.ts';
import { leaksIn } from '../../support/canary.ts';
import { aKey, anOrganisation, aPage, aState, aSystem, refused } from '../../support/make.ts';
import { holds, property } from '../../support/property.ts';
import { aFolder } from '../../support/folder.ts';
import { endedLog } from './ended-log.ts';

let folder: string;

beforeEach(() => {
  folder = aFolder();
});

let files = 0;

/** A log that plays actions, without their effects. `written`: all of it. */
function aLog(state: State = aState(), credentials: Credentials = createCredentials()) {
  const path = join(folder, `${files++}.jsonl`);
  const opened = openSessionLog(path, ['demo']);
  if (!opened.ok) throw new Error(opened.sentence);
  const { log } = opened;
  let current = state;
  log.begin(state, credentials, () => undefined);
  const observed = log.observed(reduce);
  return {
    credentials,
    happens(...actions: Action[]): void {
      for (const action of actions) [current] = observed(current, action);
    },
    requestEnded: log.requestEnded,
    written(): string {
      log.close();
      return readFileSync(path, 'utf8');
    },
  };
}

function entriesIn(text: string): readonly Readonly<Record<string, unknown>>[] {
  return text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
}

const hexOf = (letter: string): string => letter.charCodeAt(0).toString(16).padStart(2, '0');

/** As a service, a proxy or a debugging page may send it back. */
const spellings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `Bearer ${text}`,
  (text) => Array.from(text, hexOf).join(''),
  (text) => Array.from(text, hexOf).join('').toUpperCase(),
  (text) => Array.from(text, (letter) => `%${hexOf(letter)}`).join(''),
  (text) => Array.from(text, (letter) => `%25${hexOf(letter)}`).join(''),
  (text) => Array.from(text, (letter) => String.raw`\u00${hexOf(letter)}`).join(''),
  (text) => Array.from(text, (letter) => `&#x${hexOf(letter)};`).join(''),
  ...[0, 1, 2].map((shift) => (text: string) => Buffer.from('x'.repeat(shift) + text).toString('base64')),
  (text) => Buffer.from(text).toString('base64url'),
];

const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789');
const aToken = fc.array(fc.constantFrom(...letters), { minLength: 63, maxLength: 63 }).map((all) => all.join(''));
const aSpelling = fc.constantFrom(...spellings);

const signingIn = aState({ screen: { kind: 'signIn' } });
const searching = (): State => {
  const [state] = reduce(aState({ organisation: anOrganisation() }), { kind: 'searchOpened' });
  return state;
};

describe('no form of a token is in the log', () => {
  test('of one that is typed or pasted into its field, or comes from anywhere else', () => {
    holds([aToken, fc.constantFrom('typed', 'pasted', 'given')], { numRuns: 60 }, (token, how) => {
      const log = aLog(signingIn);
      const typed = how === 'typed' ? Array.from(token, (_, end) => token.slice(0, end + 1)) : [`"${token}"\n`];
      for (const text of how === 'given' ? [] : typed) {
        log.credentials.offer(text);
        log.happens({ kind: 'textEdited', text: '' });
      }
      log.credentials.use(token, null);
      log.happens({ kind: 'tokenEntered' }, { kind: 'serviceKnown', baseUrl: 'https://a.example', token: 'stdin' });
      expect(leaksIn(log.written(), token)).toEqual([]);
    });
  });

  test('of one that is typed or pasted into another field, known or not', () => {
    holds([aToken, fc.boolean(), fc.boolean()], { numRuns: 60 }, (token, isKnown, isPasted) => {
      const log = aLog(searching());
      if (isKnown) log.credentials.use(token, null);
      const typed = isPasted ? [token] : Array.from(token, (_, end) => token.slice(0, end + 1));
      log.happens(...typed.map((text): Action => ({ kind: 'textEdited', text })));
      expect(leaksIn(log.written(), token)).toEqual([]);
    });
  });

  test('of one that the service sends back', () => {
    holds([aToken, aSpelling, fc.string({ maxLength: 8 })], { numRuns: 150 }, (token, spelling, around) => {
      const log = aLog();
      log.credentials.use(token, null);
      const text = around + spelling(token) + around;
      const system = aSystem({
        ...{ hostname: text, tags: [text], customDns: [[text], { [text]: 1 }] },
        others: { names: ['debug'], values: JSON.stringify([{ sent: [text], [text]: text }]) },
      });
      log.happens(
        { kind: 'pageArrived', scan: 0, page: aPage([system]), now: 0 },
        { kind: 'pageFailed', scan: 0, problem: refused(409, { title: text, detail: text }) },
        { kind: 'keyCreated', attempt: 0, key: aKey({ [text]: text, list: [text] }) },
        { kind: 'formNowArrived', url: `https://a.example/${text}`, value: { [text]: [text] } },
      );
      const about = { method: 'GET', status: 200, ms: 1, bytes: 2 };
      log.requestEnded({ ...about, path: `/${text}`, failure: text, traceId: text });
      expect(leaksIn(log.written(), token)).toEqual([]);
    });
  });
});

const aSecret = fc.stringMatching(/^[\w%"\\.:/+-]{12,60}$/).filter((text) => !/^_+$/.test(text));

/** As it is, in JSON and in an address. */
function secretIn(text: string, secret: string): boolean {
  const inJson = JSON.stringify(secret).slice(1, -1);
  return [secret, inJson, JSON.stringify(inJson).slice(1, -1), encodeURIComponent(secret)].some((form) =>
    text.includes(form),
  );
}

describe('no secret is in the log', () => {
  test('of a key that was created, shown, copied and sent back', () => {
    holds([aSecret, fc.constantFrom('secret', 'enrolmentKey', 'apiToken')], { numRuns: 100 }, (secret, name) => {
      const creation = { kind: 'creating', typed: 'lab', attempt: 1, askedAt: 0 } as const;
      const log = aLog(aState({ screen: { kind: 'newKey', creation } }));
      log.happens(
        { kind: 'keyCreated', attempt: 1, key: aKey({ keyId: 7, [name]: secret }) },
        { kind: 'keyPressed', action: { kind: 'secretToggled' } },
        { kind: 'keyPressed', action: { kind: 'secretCopied' } },
        { kind: 'pageFailed', scan: 0, problem: refused(409, { title: `never saw ${secret}` }) },
      );
      expect(secretIn(log.written(), secret)).toBe(false);
    });
  });

  property('of a call, wherever it stands in it', [aSecret], { numRuns: 100 }, (secret) => {
    const call = {
      ...{ method: 'POST', operation: 'POST /a', orgId: null, headers: { 'X-Other': secret }, secrets: [secret] },
      url: `https://a.example/a?value=${encodeURIComponent(secret)}`,
      body: JSON.stringify({ value: secret }),
    };
    const operation: DefinedOperation = {
      ...{ id: 'POST /a', method: 'POST', path: '/a', tag: null, summary: '', operationId: null, source: {} },
      ...{ isDeprecated: false, pathItem: {}, unusable: null },
      weight: 'change',
    };
    const log = aLog(aState({ organisation: anOrganisation() }));
    log.happens({ kind: 'requestShown', call, operation });
    const written = log.written();
    expect(written).toContain('"requestShown"');
    expect(secretIn(written, secret)).toBe(false);
  });

  test('of an answer', () => {
    const log = aLog();
    const value = { id: 'visible-1', clientSecret: 'hidden-123', nested: [{ password: 'hidden-456', key: 'short' }] };
    log.happens({ kind: 'targetRead', id: 1, value, etag: null });
    log.happens({
      kind: 'pageArrived',
      ...{ scan: 0, now: 0 },
      page: aPage([aSystem({ others: { names: ['apiKey', 'note'], values: `["hidden-789",1]` } })]),
    });
    const written = log.written();
    expect(written).toContain('pageArrived');
    expect(written).not.toMatch(/hidden|visible|short/);
  });
});

test('each action, effect and request is a line of its own, in order', () => {
  const log = aLog(aState({ organisation: anOrganisation() }));
  log.happens({ kind: 'keyPressed', action: { kind: 'paletteOpened' } }, { kind: 'quitRequested' });
  const about = { method: 'GET', status: 200, ms: 1, bytes: 2, path: '/a?page=2' };
  log.requestEnded({ ...about, failure: null, traceId: 'T1' });
  const lines = entriesIn(log.written()).map((line) => Object.fromEntries(Object.entries(line).slice(1)));
  expect(lines).toEqual([
    { screen: 'systems', overlay: 'palette', by: 'keyPressed', action: 'paletteOpened' },
    { screen: 'systems', action: 'quitRequested' },
    { effect: expect.any(String) as string },
    { request: { method: 'GET', status: 200, ms: 1, bytes: 2, path: '/a?page=2', failure: null, traceId: 'T1' } },
    { end: 'closed' },
  ]);
});

test('an action has its ids and the kind of its problem, and nothing else', () => {
  const log = aLog(aState({ organisation: anOrganisation() }));
  const problem = refused(409, { title: 'In use', detail: 'by anna' });
  log.happens(
    { kind: 'checkFailed', systemId: 'S-1', problem, now: 0 },
    { kind: 'checkFailed', systemId: 'two words', problem, now: 0 },
  );
  const [first, second] = entriesIn(log.written()).filter(({ action }) => action === 'checkFailed');
  expect(first).toEqual({
    ms: expect.any(Number) as number,
    ...{ screen: 'systems', action: 'checkFailed', systemId: 'S-1', problem: 'refused 409' },
  });
  expect(second).not.toHaveProperty('systemId');
});

test.each<[string, object, object]>([
  [
    'an id',
    { orgId: 'N1', systemId: 'a.b:c-d_e' },
    {
      ...{ orgId: 'N1', systemId: 'a.b:c-d_e', problem: undefined },
    },
  ],
  ['no other text', { orgId: '', systemId: 'a b' }, {}],
  ['no other value', { orgId: 7, systemId: ['S1'], problem: 'a text' }, {}],
  [
    'a problem without a status',
    { problem: { kind: 'network', status: '4xx', detail: 'hidden' } },
    { problem: 'network' },
  ],
  ['a problem with its status', { problem: { kind: 'refused', status: 409 } }, { problem: 'refused 409' }],
  ['no problem without a kind', { problem: { status: 409 } }, {}],
  ['no problem of an odd kind', { problem: { kind: 409 } }, {}],
  ['no problem', { problem: null }, {}],
])('an entry has %s', (_, fields, listed) => {
  const action = { kind: 'checkFailed', ...fields } as unknown as Action;
  expect(actionEntry(action, (text) => text)).toEqual({ action: 'checkFailed', ...listed });
  for (const kind of ['keyPressed', 'paletteChosen'] as const) {
    const entry = actionEntry({ kind, action }, (text) => text);
    expect(entry).toEqual({ by: kind, action: 'checkFailed', ...listed });
  }
});

test('the first line says what was started, and where', () => {
  const path = join(folder, 'a.jsonl');
  const opened = openSessionLog(path, ['demo', 'org']);
  if (!opened.ok) throw new Error(opened.sentence);
  const listeners = process.listenerCount('exit');
  opened.log.begin(aState({ now: 0 }), createCredentials(), () => undefined);
  expect(process.listenerCount('exit')).toBe(listeners + 1);
  opened.log.close();
  opened.log.close();
  expect(process.listenerCount('exit')).toBe(listeners);
  const [first = '', ...rest] = readFileSync(path, 'utf8').trimEnd().split('\n');
  const { columns, rows } = aState();
  expect(JSON.parse(first)).toEqual({
    ...{ log: 2, rollcall: version, node: process.versions.node, platform: process.platform },
    ...{ at: '1970-01-01T00:00:00.000Z', flags: ['demo', 'org'], columns, rows },
  });
  expect(rest).toEqual([expect.stringMatching(/^\{"ms":\d+,"end":"closed"\}$/)]);
  expect(opened.log.path).toBe(path);
});

test('a long piece of a token is not in the log either, and a short one is', () => {
  const log = aLog();
  const token = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz01234567890';
  const about = { method: 'GET', status: null, ms: 1, bytes: 2, failure: null, traceId: null };
  log.requestEnded({ ...about, path: `/${token}` });
  log.credentials.use(token, null);
  for (const [from, to] of [
    [0, 16],
    [47, 63],
    [5, 20],
    [0, 15],
  ])
    log.requestEnded({ ...about, path: `/${token.slice(from, to)}` });
  const paths = entriesIn(log.written()).flatMap(({ request }) =>
    request === undefined ? [] : [(request as { path: string }).path],
  );
  expect(paths).toEqual([
    '/[token]',
    '(piece of a token)',
    '(piece of a token)',
    '/FGHIJKLMNOPQRST',
    '/ABCDEFGHIJKLMNO',
  ]);
});

describe('the file', () => {
  test.each(['none/a', 'file/a', 'kept', 'x'.repeat(300), 'no\u001bne/\u202ea'])(
    '%j is refused with its name',
    (name) => {
      writeFileSync(join(folder, 'file'), '');
      writeFileSync(join(folder, 'kept'), '');
      const refusals: Readonly<Record<string, string>> = {
        'file/a': 'its path leads through a file. Name another one.',
        kept: 'it is there already. Name a new file.',
        ['x'.repeat(300)]: 'it cannot be made (ENAMETOOLONG). Name another one.',
      };
      const shown = join(folder, name).replaceAll('\u001b', '?').replaceAll('\u202e', '?');
      const message = refusals[name] ?? 'its folder is not there. Make the folder first.';
      expect(openSessionLog(join(folder, name), [])).toEqual({ ok: false, sentence: `--log ${shown}: ${message}` });
    },
  );

  test('is new, and for its owner alone', () => {
    const path = join(folder, 'a.jsonl');
    expect(openSessionLog(path, [])).toMatchObject({ ok: true });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    writeFileSync(join(folder, 'b.jsonl'), 'kept');
    symlinkSync(join(folder, 'b.jsonl'), join(folder, 'link.jsonl'));
    symlinkSync(join(folder, 'nowhere'), join(folder, 'dangling.jsonl'));
    mkdirSync(join(folder, 'folder'));
    for (const name of ['b.jsonl', 'link.jsonl', 'dangling.jsonl', 'folder']) {
      const sentence = `--log ${join(folder, name)}: it is there already. Name a new file.`;
      expect(openSessionLog(join(folder, name), [])).toEqual({ ok: false, sentence });
    }
    expect(readFileSync(join(folder, 'b.jsonl'), 'utf8')).toBe('kept');
    expect(openSessionLog(join(folder, 'none', 'a'), [])).toMatchObject({
      sentence: expect.stringContaining('its folder is not there') as string,
    });
  });

  test('that is removed with its folder ends with one sentence', async () => {
    const gone = join(folder, 'gone');
    mkdirSync(gone);
    const end = endedLog(join(gone, 'a.jsonl'));
    rmSync(gone, { recursive: true });
    expect(await end).toEqual(['its file is gone (ENOENT)']);
  });

  test('ends with a line that says so once it is large enough', () => {
    const path = join(folder, 'a.jsonl');
    const says: string[] = [];
    const opened = openSessionLog(path, [], 20_000);
    if (!opened.ok) throw new Error(opened.sentence);
    opened.log.begin(aState(), createCredentials(), (why) => says.push(why));
    const observed = opened.log.observed(reduce);
    for (let at = 0; at < 400; at++) observed(aState(), { kind: 'keyUnknown', name: 'x' });
    opened.log.close();
    const entries = entriesIn(readFileSync(path, 'utf8'));
    expect(entries.at(-1)).toMatchObject({ end: 'full' });
    expect(statSync(path).size).toBeLessThan(20_100);
    expect(says).toEqual(['it has reached 20 kB']);
  });
});
