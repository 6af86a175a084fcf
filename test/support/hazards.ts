/** The users of the hazards: one scrolls through a long list, one deletes. */
import type { Intercept } from '../../src/demo/service.ts';
import { pageWith, type SentPage } from '../../src/demo/faults/misbehaviours.ts';
import type { Home } from './program.ts';
import { aCrowd, aService, aSystem, daysAgo, onRequest, type StoryService, systemsCalled } from './service.ts';
import { aUserIn, type User } from './user.ts';

export interface Met {
  readonly service: StoryService;
  readonly user: User;
}

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
export async function aReader(intercept: Intercept): Promise<Met> {
  const service = await aService({ systems: systemsCalled('web', 450), intercept, anyToken: true });
  const user = await aUserIn('Northwind', service);
  await user.sees('200 of 450 loaded');
  return { service, user };
}

/** A user who loads such a list as far as it can be loaded. */
export async function aReaderToTheEnd(intercept: Intercept): Promise<Met> {
  const service = await aService({ systems: systemsCalled('web', 450), intercept });
  const user = await aUserIn('Northwind', service, { columns: 160 });
  user.presses('to the last row, all pages');
  return { service, user };
}

/** A user who has confirmed the deletion of these stale systems. */
export async function aDeleter(hostnames: readonly string[], intercept: Intercept): Promise<Met> {
  const stale = hostnames.map((hostname) => aSystem({ hostname, lastSeen: daysAgo(200) }));
  const service = await aService({
    systems: [...stale, ...aCrowd(), ...systemsCalled('spare', 30)],
    intercept,
    anyToken: true,
  });
  const user = await aUserIn('Northwind', service);
  await user.presses('mark all stale').sees(`${hostnames.length} marked`);
  await user.presses('review and delete').sees('PERMANENTLY DELETED');
  // A deletion of more than a fifth of the organisation asks for its name too.
  await user.confirms(`delete ${hostnames.length}${hostnames.length > 12 ? ' from Northwind' : ''}`);
  return { service, user };
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
  const held = Promise.withResolvers<undefined>();
  const service = await aService({
    systems: [...systemsCalled('old', 10, { lastSeen: daysAgo(200) }), ...aCrowd(), ...systemsCalled('spare', 30)],
    intercept: onRequest('DELETE', () => held.promise),
  });
  const user = await aUserIn('Northwind', service, about);
  await user.presses('mark all stale').sees('10 marked');
  await user.deletes('delete 10');
  await service.received('DELETE', 4);
  await user.sees('0 of 10');
  const release = (): void => {
    held.resolve(undefined);
  };
  return { service, user, release };
}
