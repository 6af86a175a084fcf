/** The users of the hazards: one scrolls through a long list, one deletes. */
import { join } from 'node:path';
import type { Intercept } from '../../src/demo/service.ts';
import { pageWith, type SentPage } from '../../src/demo/faults/misbehaviours.ts';
import type { Home } from './program.ts';
import { aCrowd, aGate, aStale, onRequest, staleSystems, type StoryService, systemsCalled } from './service.ts';
import { aUserOf, type Met } from './user.ts';

/** Sends every page of the list with these changes; `at` counts pages from 0. */
export function pages(change: (page: SentPage, at: number) => ReturnType<Parameters<typeof pageWith>[0]>): Intercept {
  let at = 0;
  return onRequest('GET', ({ path }) =>
    path.endsWith('/systems') ? pageWith((page) => change(page, at++)) : undefined,
  );
}

/** Requests after the first page. */
export function laterPages(answer: Intercept): Intercept {
  return onRequest('GET', (request) => (request.query.has('page') ? answer(request) : undefined));
}

/** A user in a list of 450 systems whose first page is loaded. */
export async function aUserReading(intercept: Intercept): Promise<Met> {
  const met = await aUserOf({ systems: systemsCalled('web', 450), intercept, anyToken: true });
  await met.user.sees('200 of 450 loaded');
  return met;
}

/** A user who loads such a list as far as it can be loaded. */
export async function aUserLoadingAll(intercept: Intercept): Promise<Met> {
  const met = await aUserOf({ systems: systemsCalled('web', 450), intercept, columns: 160 });
  met.user.presses('to the last row, all pages');
  return met;
}

/** A user who has confirmed the deletion of these stale systems, or of this many. */
export async function aUserDeleting(hostnames: readonly string[] | number, intercept: Intercept): Promise<Met> {
  const stale = typeof hostnames === 'number' ? staleSystems(hostnames) : hostnames.map((name) => aStale(name));
  const { length } = stale;
  const systems = [...stale, ...aCrowd(), ...systemsCalled('spare', 30)];
  const met = await aUserOf({ systems, intercept, anyToken: true });
  await met.user.reviewsStale(length, 'PERMANENTLY DELETED');
  // A deletion of more than a fifth of the organisation asks for its name too.
  await met.user.confirms(`delete ${length}${length > 12 ? ' from Northwind' : ''}`);
  return met;
}

/** Such a user at a service that answers each deletion like this, or the one of this system. */
export function aUserDeletingAnswered(
  hostnames: Parameters<typeof aUserDeleting>[0],
  answer: ReturnType<Intercept>,
  hostname?: string,
): Promise<Met> {
  return aUserDeleting(
    hostnames,
    onRequest('DELETE', () => answer, hostname),
  );
}

/** Count of the requests for the list. */
export function listRequests({ requests }: StoryService): number {
  return requests.filter(({ path }) => path.endsWith('/systems')).length;
}

export interface MetHeld extends Met {
  /** Lets the service answer deletions from now on. */
  readonly release: () => void;
}

/** A user whose run of ten has four deletions in flight, which are answered when `release` is called. */
export async function aRunInItsMiddle(
  about: { readonly home?: Home; readonly columns?: number } = {},
): Promise<MetHeld> {
  const { opened, open } = aGate();
  const systems = [...staleSystems(10), ...aCrowd(), ...systemsCalled('spare', 30)];
  const met = await aUserOf({ systems, intercept: onRequest('DELETE', () => opened), ...about });
  await met.user.deletesStale(10);
  await met.service.received('DELETE', 4);
  await met.user.sees('0 of 10');
  return { ...met, release: open };
}

/** The folder of its locks. */
export function locksOf(home: Home): string {
  return join(home.changesFolder, '..', 'locks');
}
