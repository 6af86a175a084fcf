/** The program at work with a service: signing in, reading lists and the definition, another token, and what is dropped. */
import { describe, expect, test } from 'vitest';
import { aFleet } from '../../../src/demo/fleet/fleet.ts';
import type { Intercept } from '../../../src/demo/service.ts';
import { initialState } from '../../../src/state/root/features.ts';
import { type State } from '../../../src/state/root/state.ts';
import { secondsLeft } from '../../../src/state/root/pending.ts';
import { aClient, DEMO_NOW } from '../../demo/client.ts';
import { anOrganisation, aSession, aState } from '../../support/make.ts';
import { anIntent, token as other } from '../../api/http.ts';
import { atWork, type Answers } from '../root/at-work.ts';

const fleet = aFleet({ seed: 1, systems: 30, now: DEMO_NOW });
const [{ orgId, orgName, systems } = expect.fail()] = fleet.organisations;
const organisation = anOrganisation({ orgId, orgName });

async function aWork(answers: Answers = {}, about: Partial<State> = {}, intercept?: Intercept) {
  const { service } = await aClient({ fleet, ...(intercept && { intercept }) });
  const { baseUrl, token } = service;
  const session = aSession({ baseUrl, tokenSource: null });
  const start = { ...aState({ organisation, session }), ...about };
  const work = atWork({ store: Promise.resolve({ ok: true, storage: 'file', stillIn: null }), ...answers }, start);
  work.does({ kind: 'findToken', baseUrl });
  work.credentials.use(token, baseUrl);
  const asked = (): string[] => service.requests.map(({ method, url }) => `${method} ${url.replace(/\?.*/, '')}`);
  return { ...work, work, baseUrl, token, service, asked };
}

const orgs = '/account/orgs';

const none = { find: Promise.resolve({ kind: 'none', storage: 'file', hasChosen: false }) };

describe('signing in', () => {
  const signIn = (baseUrl: string): State =>
    initialState({
      session: aSession({ baseUrl: null, tokenSource: null, profile: baseUrl }),
      now: 0,
      columns: 80,
      rows: 24,
    });

  test('tries the typed token, uses it once it is accepted, and lists the organisations', async () => {
    const { service } = await aClient({ fleet });
    const { baseUrl, token } = service;
    const work = atWork(
      { ...none, store: Promise.resolve({ ok: true, storage: 'file', stillIn: null }) },
      signIn(baseUrl),
    );
    work.dispatch({ kind: 'serviceKnown', baseUrl, token: null });
    await work.hears('tokenSearched');
    work.credentials.offer('no token');
    work.dispatch({ kind: 'tokenEntered' });
    await work.hears('tokenRefused');
    expect(work.state().session.signIn).toMatchObject({
      isTrying: false,
      message: expect.stringMatching(/^Not a token: /) as unknown,
    });
    work.credentials.offer(other);
    work.dispatch({ kind: 'tokenEntered' });
    await work.hears('organisationsFailed');
    expect([work.state().session.signIn.problem, work.credentials.secret()]).toMatchObject([{ status: 401 }, null]);
    work.credentials.offer(token);
    work.dispatch({ kind: 'tokenEntered' });
    await work.hears('organisationsArrived');
    await work.hears('tokenStored');
    expect(work.credentials.tokenFor(baseUrl)).toBe(token);
    expect(work.calls).toContainEqual(['store', baseUrl, token, null]);
    expect(work.state()).toMatchObject({
      screen: { kind: 'organisations' },
      session: { tokenSource: 'file', route: { kind: 'direct' } },
    });
  });

  test('with a token of a narrow scope is a sign-in all the same', async () => {
    const { service } = await aClient({ fleet, intercept: ({ path }) => (path === orgs ? forbidden : undefined) });
    const { baseUrl, token } = service;
    const work = atWork({ store: Promise.resolve({ ok: false, sentence: 'no' }) }, signIn(baseUrl));
    work.dispatch(
      { kind: 'serviceUnknown', token: null, typed: '', message: null },
      { kind: 'baseUrlAccepted', baseUrl },
    );
    await work.hears('tokenSearched');
    work.credentials.offer(token);
    work.dispatch({ kind: 'tokenEntered' });
    await work.hears('organisationsFailed');
    expect([work.credentials.secret(), work.state().prompt]).toMatchObject([token, { kind: 'organisation' }]);
  });
});

const problemBody = (status: number) => ({
  ...{ status, headers: { 'content-type': 'application/problem+json' } },
  body: Buffer.from(JSON.stringify({ title: 'No', status })),
});
const forbidden = problemBody(403);

describe('another token', () => {
  const overlay = { kind: 'token', message: null, problem: null, isTrying: false } as const;
  const open = { overlay } as const;

  test.each<[string, (token: string) => string, Partial<State>, Intercept | undefined, object | null]>([
    ['no token', () => 'short', {}, undefined, { message: expect.stringMatching(/^Not a token: /) as unknown }],
    ['one that is refused', () => other, {}, undefined, { problem: { status: 401 } }],
    [
      'one that sees other organisations',
      (token) => token,
      { organisation: anOrganisation({ orgId: 'elsewhere' }) },
      undefined,
      { message: 'This token cannot see the present organisation.' },
    ],
    ['one that may not list them', (token) => token, {}, ({ path }) => (path === orgs ? forbidden : undefined), null],
    ['one that is accepted', (token) => token, {}, undefined, null],
  ])('that is %s', async (_, typed, about, intercept, refusal) => {
    const { work, credentials, token, baseUrl } = await aWork(none, { ...open, ...about }, intercept);
    await work.hears('tokenSearched');
    credentials.use('the-token-before', baseUrl);
    credentials.offer(typed(token));
    work.dispatch({ kind: 'newTokenEntered' });
    const answer = await work.hears(refusal === null ? 'newTokenAccepted' : 'newTokenRefused');
    expect(credentials.secret()).toBe(refusal === null ? token : 'the-token-before');
    if (refusal !== null) expect(answer).toMatchObject(refusal);
    else if (answer.kind === 'newTokenAccepted') expect(answer.organisations === null).toBe(intercept !== undefined);
    expect(work.state().overlay).toMatchObject(refusal === null ? {} : { ...refusal, isTrying: false });
  });
});

describe('reading', () => {
  test('an organisation reads its list to the end, and a system by itself', async () => {
    const { work, asked } = await aWork(none);
    await work.hears('tokenSearched');
    work.dispatch({ kind: 'organisationsOpened' });
    await work.hears('organisationsArrived');
    work.dispatch({ kind: 'organisationChosen', orgId });
    const { list } = await work.sees((state) => state.list.listing.scan?.next.kind === 'end');
    expect([list.listing.scan?.count, list.listing.scan?.problem]).toEqual([
      systems.filter(({ isEnabled }) => isEnabled).length,
      null,
    ]);
    work.dispatch({ kind: 'detailsOpened' });
    const { systemId } = await work.hears('detailsArrived');
    expect(work.state().screen).toMatchObject({ kind: 'details', systemId, system: { kind: 'ready' } });
    work.dispatch({ kind: 'organisationsOpened' }, { kind: 'countRequested' });
    await work.sees(({ organisations }) => organisations.counting === null && organisations.counts.size > 0);
    expect(work.state().organisations.counts.get(orgId)).toMatchObject({ kind: 'counted', systems: systems.length });
    expect(asked()).toEqual(expect.arrayContaining([`GET /org/${orgId}/systems/${systemId}`, `GET ${orgs}`]));
    // It only reads.
    expect(asked().every((one) => one.startsWith('GET '))).toBe(true);
  });

  test('the definition keeps it, and says so when the service has no newer one', async () => {
    const { work } = await aWork({
      ...none,
      'definitions.recall': null,
      'definitions.identify': 'sha',
      'definitions.keep': null,
    });
    await work.hears('tokenSearched');
    work.dispatch({ kind: 'operationsOpened' });
    const { identity } = await work.hears('definitionArrived');
    expect(identity).toMatchObject({ sha256: 'sha' });
    work.dispatch({ kind: 'definitionRefreshed' });
    await work.hears('definitionConfirmed');
    await work.until(() => work.calls.filter(([name]) => name === 'definitions.keep').length === 2);
    const [first, second] = work.calls.filter(([name]) => name === 'definitions.keep').map(([, , , what]) => what);
    expect([first, second]).toMatchObject([{ sha256: 'sha', text: expect.any(Uint8Array) as unknown }, { text: null }]);
  });

  test.each<[string, Intercept, object]>([
    [
      'that cannot be used',
      () => ({ status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from('<p>') }),
      { kind: 'definitionFaulty' },
    ],
    [
      'that is not there',
      () => problemBody(404),
      { kind: 'definitionFailed', problem: { status: 404, operation: 'read definition' } },
    ],
  ])('a definition %s says why', async (_, answer, expected) => {
    const { work } = await aWork({ ...none, 'definitions.recall': null, 'definitions.identify': 'sha' }, {}, answer);
    await work.hears('tokenSearched');
    work.dispatch({ kind: 'definitionRefreshed' });
    await work.until(() => work.state().definition.failure !== null);
    expect(work.actions.at(-1)).toMatchObject(expected);
    expect(work.calls.map(([name]) => name)).not.toContain('definitions.keep');
  });

  test('is dropped with the session in which it was asked, and given up by esc', async () => {
    const held = Promise.withResolvers<undefined>();
    const { work } = await aWork(none, {}, ({ path }) => (path.endsWith('/systems') ? held.promise : undefined));
    await work.hears('tokenSearched');
    work.does({ kind: 'readSystem', orgId, systemId: 'S1' });
    work.does({ kind: 'readSystem', orgId, systemId: 'S2' });
    await work.until(() => work.actions.filter(({ kind }) => kind === 'detailsFailed').length === 2);
    // The newer read replaced the other one.
    expect(work.actions.filter(({ kind }) => kind === 'detailsFailed')).toMatchObject([
      { systemId: 'S1', problem: { kind: 'aborted' } },
      { systemId: 'S2', problem: { kind: 'refused' } },
    ]);
    work.does({ kind: 'checkSystem', orgId, systemId: 'S3' });
    work.does({ kind: 'abandonRead', slot: 'quietCheck' });
    expect(await work.hears('checkFailed')).toMatchObject({ systemId: 'S3', problem: { kind: 'aborted' } });
    held.resolve(undefined);
  });

  test('waits as long as the service asks, and is sent again then', async () => {
    let isBusy = true;
    const { work } = await aWork(none, {}, ({ path }) => {
      if (path !== orgs || !isBusy) return undefined;
      isBusy = false;
      const { headers, ...rest } = problemBody(429);
      return { ...rest, headers: { ...headers, 'retry-after': '7' } };
    });
    await work.hears('tokenSearched');
    work.dispatch({ kind: 'organisationsOpened' });
    const paused = await work.sees(({ requests }) => requests.backoff !== null);
    expect([secondsLeft(paused), work.effects.at(-1)]).toMatchObject([7, { kind: 'startTimer', timer: 'backoff' }]);
    work.dispatch({ kind: 'timerEnded', timer: 'backoff' });
    await work.hears('organisationsArrived');
    expect(work.state().requests.backoff).toBeNull();
  });
});

describe('a key', () => {
  const describes = [
    { kind: 'newKeyOpened' },
    { kind: 'textEdited', text: 'agents' },
    { kind: 'keyDescribed' },
  ] as const;
  const sent = `POST /org/${orgId}/enrolment-keys`;
  const begun = async () => {
    const intent = await anIntent();
    return {
      'requests.begin': Promise.resolve({ ok: true, path: 'r-1' }),
      'requests.intentOf': () => intent,
    };
  };

  test('whose request cannot be recorded is not asked for', async () => {
    const { work, asked } = await aWork({ 'requests.begin': Promise.resolve({ ok: false, code: 'EACCES' }) });
    await work.hears('tokenSearched');
    work.dispatch(...describes);
    expect(await work.hears('keyNotSent')).toMatchObject({ message: expect.stringContaining('(EACCES)') as unknown });
    expect(asked()).not.toContain(sent);
  });

  test('is asked for once it is recorded, and a record without its end is told', async () => {
    const { work, asked } = await aWork({ ...(await begun()), 'requests.end': Promise.resolve('ENOSPC') });
    await work.hears('tokenSearched');
    work.dispatch(...describes);
    const { key, attempt } = await work.hears('keyCreated');
    expect([attempt, key.fields.length > 3, asked().filter((one) => one === sent).length]).toEqual([1, true, 1]);
    expect(await work.hears('requestEndLost')).toMatchObject({ code: 'ENOSPC' });
    expect(work.calls.map(([name]) => name)).toEqual(expect.arrayContaining(['requests.begin', 'requests.end']));
  });

  test('that is refused says why, and the program ends only once that is recorded', async () => {
    const saved = Promise.withResolvers<null>();
    const { work } = await aWork({ ...(await begun()), 'requests.end': saved.promise }, {}, ({ method }) =>
      method === 'POST' ? problemBody(409) : undefined,
    );
    await work.hears('tokenSearched');
    work.dispatch(...describes);
    expect(await work.hears('keyCreationFailed')).toMatchObject({ attempt: 1, problem: { status: 409 } });
    work.does({ kind: 'leave' });
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    expect(work.calls.map(([name]) => name)).not.toContain('leave');
    saved.resolve(null);
    await work.until(() => work.calls.some(([name]) => name === 'leave'));
  });
});

describe('a body that is written into a file', () => {
  const mib = 1024 * 1024;
  const call = { method: 'GET', headers: {}, body: null, orgId, operation: 'GET /x', secrets: [] } as const;

  /** Writes a body of so many pieces; the file takes each when the one before is in it. */
  async function writing(pieces: number, fails: boolean) {
    const steps: string[] = [];
    const file = {
      path: '/x.bin',
      async write() {
        await Promise.resolve();
        steps.push('written');
        if (fails) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      },
      async close(isWhole: boolean) {
        // Later than an answer that did not wait for it.
        for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
        steps.push(`closed ${isWhole}`);
      },
    };
    const answer = {
      status: 200,
      headers: { 'content-type': 'application/zip' },
      body: Buffer.alloc(pieces * mib, 'x'),
    };
    const { work, baseUrl } = await aWork({ openExport: Promise.resolve(file) }, {}, ({ path }) =>
      path === '/x' ? answer : undefined,
    );
    await work.hears('tokenSearched');
    work.does({ kind: 'downloadAnswer', id: 1, call: { ...call, url: `${baseUrl}/x` }, name: 'x', extension: 'bin' });
    return { work, steps };
  }

  test('is told as it grows, and once the file is closed', async () => {
    const { work, steps } = await writing(3, false);
    expect(await work.hears('answerFileWritten')).toMatchObject({ id: 1, path: '/x.bin', bytes: 3 * mib });
    expect([steps.at(-1), work.calls.find(([name]) => name === 'openExport')]).toEqual([
      ...['closed true', ['openExport', { name: 'x', extension: 'bin' }]],
    ]);
    const told = work.actions.flatMap((action) => (action.kind === 'answerBytesArrived' ? [action.bytes] : []));
    expect(told.every((bytes, at) => bytes - (told[at - 1] ?? 0) >= mib)).toBe(true);
    expect([told.length > 0, told.length <= 3]).toEqual([true, true]);
  });

  test('that cannot be written is removed, and the code is told', async () => {
    const { work, steps } = await writing(1, true);
    expect(await work.hears('answerFileFailed')).toMatchObject({ message: 'The file was not written (ENOSPC).' });
    expect(steps).toEqual(['written', 'closed false']);
  });
});
