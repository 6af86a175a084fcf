/** A check that failed is not reported as one: a cache answered it, or the token was revoked in its middle. */
import { expect, test } from 'vitest';
import { type Intercept, send } from '../../src/demo/service.ts';
import { aCrowd, aProblem, daysAgo, idOf, staleSystems, systemsCalled } from '../support/service.ts';
import { asked, aUserOf, acrossLines, row } from '../support/user.ts';

/** A user in the review of twelve silent systems; from then on the service answers as the test says. */
async function aReviewer(misbehave: Intercept) {
  let isOpen = false;
  const { service, user } = await aUserOf({
    systems: [...staleSystems(12), ...aCrowd(), ...systemsCalled('spare', 30)],
    anyToken: true,
    intercept: (request) => (isOpen ? misbehave(request) : undefined),
    columns: 100,
  });
  await user.marksStale(12);
  isOpen = true;
  user.presses('review and delete');
  /** Requests that would change a system: none may be sent. */
  const sent = () => service.sent('DELETE').map(({ path }) => path);
  return { service, user, sent };
}

/** Answers readings of single systems, counted from 1. */
function onReading(answer: (at: number, hostname: string) => ReturnType<Intercept>): Intercept {
  let at = 0;
  return ({ method, path }) => {
    const hostname = /\/systems\/ID-(.+)$/.exec(path)?.[1];
    return method === 'GET' && hostname !== undefined ? answer(++at, hostname) : undefined;
  };
}

/** The service's own answer, with these headers and other fields of the system. */
function changed(headers: Readonly<Record<string, string>>, fields: object): ReturnType<Intercept> {
  return ({ response, answer }) => {
    const own = answer();
    const body = JSON.stringify({ ...(JSON.parse(String(own.body)) as object), ...fields });
    send(response, { ...own, headers: { ...own.headers, ...headers }, body });
  };
}

/** The same system from a cache: silent, to the letter as it was marked, though it has reconnected since. */
const kept = changed({ age: '3540' }, {});

/** The system has reconnected. */
const cameBack = () => changed({}, { state: 'Connected', lastSeen: daysAgo(0) });

test('a cache that keeps answers for an hour is asked past: what came back behind it is kept', async () => {
  const { user, sent } = await aReviewer(({ method, path, headers }) => {
    if (method !== 'GET' || !path.includes('/systems/ID-')) return undefined;
    return headers['cache-control'] === 'no-cache' && headers.pragma === 'no-cache' ? cameBack() : kept;
  });
  await user.sees('Nothing to delete: every system is reconnected.', '2 reconnected 12');
  expect(sent()).toEqual([]);
});

test('a review is not checked by a cache that answers all the same', async () => {
  const { user, sent } = await aReviewer(onReading(() => kept));
  await user.sees(
    /0 of 12 checked: a cache on the way answered, (59 min|1 h) old\. r checks the rest/,
    /✗\?.*old-1/,
    'old-1 · could not be checked',
    (screen) => !screen.includes('just now') && !screen.includes(', type:'),
  );
  await user.rests();
  await user.pressesKey('tab', 'enter').sees('12 not checked; r checks the rest, - excludes it.');
  await user.rests();
  await user.presses('check the unchecked systems').sees(/0 of 12 checked: a cache/);
  expect(sent()).toEqual([]);
});

test('a system that a cache answers for right before its deletion is not reached', async () => {
  const { user, sent } = await aReviewer(onReading((at) => (at > 12 ? kept : undefined)));
  await user.confirms('delete 12', '12 not reached', row('old-1', 'kept: a cache on the way answered, 59 min old'));
  expect(sent()).toEqual([]);
});

test('a list that a cache has kept confirms no deletion', async () => {
  let isDeleted = false;
  const { user, service } = await aReviewer(({ method, path }) => {
    if (method === 'DELETE') isDeleted = true;
    if (method !== 'GET' || !isDeleted || !path.endsWith('/systems')) return undefined;
    return changed({ age: '30' }, {});
  });
  await user.confirms(
    'delete 12',
    '12 deleted',
    acrossLines('Not checked: the list could not be read (a cache answered).'),
  );
  expect(service.sent('DELETE')).toHaveLength(12);
});

const dead = aProblem(401, 'Unauthorized');

test('a token that dies in the middle of the check leaves nothing to confirm, and r goes on', async () => {
  let isDead = true;
  const { user, service, sent } = await aReviewer(onReading((at) => (isDead && at > 4 ? dead : undefined)));
  await user.sees('Sign in again');
  user.pressesKey('esc');
  await user.sees(
    '4 of 12 checked. The token is refused: r signs in and goes on',
    '8 could not be checked',
    (screen) => !screen.includes('just now') && !screen.includes(', type:'),
  );
  await user.rests();
  user.types('delete 12\r');
  await user.rests();
  await user.sees('4 of 12 checked.');
  expect(sent()).toEqual([]);
  await user.goesTo('old-2');
  await user.rests();
  await user.pressesKey('space').sees('4 excluded 1');
  await user.rests();
  const before = service.requests.length;
  await user.presses('check the unchecked systems').sees('Sign in again');
  expect(service.requests).toHaveLength(before);
  isDead = false;
  await user.types(service.token).sees('63 of 63 characters');
  user.pressesKey('enter');
  await user.sees('Checked with the service just now.', '4 excluded 1');
  expect(sent()).toEqual([]);
  await user.rests();
  await user.confirms('delete 11', '11 deleted');
  expect(sent()).toHaveLength(11);
  expect(service.sent('DELETE').some(({ path }) => path.includes(idOf('old-2')))).toBe(false);
});

test('a system that could not be checked is excluded by one key, and is in no run', async () => {
  const isOdd = (hostname: string): boolean => hostname === 'old-3' || hostname === 'old-7';
  const { user, service } = await aReviewer(
    onReading((_, hostname) => (isOdd(hostname) ? aProblem(409, 'Busy') : undefined)),
  );
  await user.sees('10 of 12 checked: refused (409). r checks the rest', (screen) => !screen.includes(', type:'));
  await user.rests();
  user.presses('exclude unchecked systems, or include them');
  await user.sees('4 excluded 2', asked('delete 10'), '10 of 12 checked. A record of each is saved first.');
  await user.confirms('delete 10', '10 deleted');
  const about = service.sent('DELETE').map(({ path }) => path);
  expect(about).toHaveLength(10);
  expect(about.filter((path) => /ID-old-[37]$/.test(path))).toEqual([]);
});
