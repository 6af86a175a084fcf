/** Each fault in each of its places means to the client what the table of faults says; no program is started. */
import { expect, test } from 'vitest';
import type { Client } from '../../../src/api/http/client.ts';
import { listOrganisations } from '../../../src/api/organisations.ts';
import { certaintyOf, type Result } from '../../../src/api/problem.ts';
import { changeSystem, readSystem, readSystemsPage } from '../../../src/api/systems.ts';
import { wordFor } from '../../../src/demo/faults/faults.ts';
import { isAt, type Place } from '../../../src/demo/faults/places.ts';
import { failureSentence } from '../../../src/screens/text/problem-wording.ts';
import { afterFailedChange, isPutOff } from '../../../src/state/change/outcome.ts';
import { pauseBefore } from '../../../src/state/session/backoff/feature.ts';
import { aClient, anIntent } from '../../api/http.ts';
import { aNewKey } from '../../api/service.ts';
import { faults } from '../../faults/fault-table.ts';
import type { Creation, Deletion, Read } from '../../faults/fault.ts';
import { aService, idOf, systemsCalled } from '../../support/service.ts';

const orgId = 'n7Kq2wTd';
const [id, query] = [idOf('web-2'), { orgId, search: '', includeDisabled: false, perPage: 200 }];

async function laterPage(client: Client): Promise<Result<unknown>> {
  const first = await readSystemsPage(client, query, { kind: 'first' });
  if (!first.ok || first.value.next.kind !== 'page') throw new Error('There is no later page.');
  const { url } = first.value.next;
  return readSystemsPage(client, query, { kind: 'link', url, seen: [first.value.address], read: first.value.read });
}

const asks: Readonly<Record<Place, (client: Client) => Promise<Result<unknown>>>> = {
  organisations: (client) => listOrganisations(client),
  'first page': (client) => readSystemsPage(client, query, { kind: 'first' }),
  'later page': laterPage,
  details: (client) => readSystem(client, orgId, id),
  deletion: async (client) => changeSystem(client, await anIntent(), 'delete system', orgId, id),
  'key creation': (client) => aNewKey(client, orgId, 'lab'),
};

/** The word of the table for an answer. */
function meaningOf(place: Place, answer: Result<unknown>): Read | Deletion | Creation {
  if (place === 'deletion') return ofDeletion(answer);
  if (place === 'key creation') return ofCreation(answer);
  if (answer.ok) return isStopped(answer.value) ? 'stopped' : 'used';
  const { problem } = answer;
  if (problem.kind === 'timedOut') return 'timed out';
  if (problem.kind === 'refused' && problem.status === 401) return 'new token';
  const [first, , third] = [0, 1, 2].map((failures) => pauseBefore(problem, failures));
  if (first === null) return 'shown';
  return third === null ? 'retried' : 'waits';
}

function isStopped(value: unknown): boolean {
  const { next } = value as { readonly next?: { readonly kind: string } };
  return next?.kind === 'untrusted';
}

function ofDeletion(answer: Result<unknown>): Deletion {
  if (answer.ok) return 'deleted';
  if (isPutOff(answer.problem)) return 'put off';
  const { kind } = afterFailedChange(answer.problem);
  return kind === 'inDoubt' ? 'checked' : kind === 'already' ? 'already gone' : 'refused';
}

function ofCreation(answer: Result<unknown>): Creation {
  if (answer.ok) return 'created';
  const { problem } = answer;
  if (problem.kind === 'refused' && problem.status === 401) return 'new token';
  return certaintyOf(problem) === 'refused' ? 'refused' : 'unknown';
}

test.each(faults)('$name: $read, $deletion, $creation', async (fault) => {
  const { at, misbehaves, read, deletion, creation, says } = fault;
  const isLate = read === 'timed out';
  const limits = isLate ? { readSeconds: 0.3, changeSeconds: 0.3 } : { readSeconds: 240, changeSeconds: 240 };
  for (const place of at) {
    const service = await aService({
      systems: systemsCalled('web', 250),
      intercept: (request) => (isAt(place, request) ? misbehaves : undefined),
    });
    const answer = await asks[place](aClient(service, { limits, token: service.token }));
    const means = place === 'deletion' ? deletion : place === 'key creation' ? creation : read;
    expect([place, meaningOf(place, answer)]).toEqual([place, means]);
    if (!answer.ok && !isLate) expect(failureSentence(answer.problem)).toMatch(says);
  }
});

test('every fault has a name and a word of its own', () => {
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
  expect(new Set(faults.map(({ name }) => wordFor(name))).size).toBe(faults.length);
});
