/** An operation that replaces the record of each system: what it clears is said before and after, and put back. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { json } from '../../src/demo/answer.ts';
import type { Service } from '../../src/demo/service.ts';
import { describedBy } from '../support/explorer.ts';
import { aCrowd, aProblem, aStale, idOf } from '../support/service.ts';
import { acrossLines, aUserOf, type Met } from '../support/user.ts';

const writable = { description: { type: 'string' }, site: { type: 'string', nullable: true } };

/** It stores what it is sent, clears what it is not sent, and takes no request without the version that it is for. */
async function aReplacing(): Promise<Met> {
  const inPath = (name: string): object => ({ name, in: 'path', required: true, schema: { type: 'string' } });
  const parameters = ['orgId', 'systemId'].map(inPath);
  const schema = { type: 'object', required: ['description'], properties: writable };
  const put = { summary: 'Writes it', parameters, requestBody: { content: { 'application/json': { schema } } } };
  const held: { service?: Pick<Service, 'change' | 'systems'> } = {};
  const met = await aUserOf({
    systems: [
      ...['till-1', 'till-2'].map((name) =>
        aStale(name, { description: `old ${name}`, site: 'cellar', meta: { a: 1 } }),
      ),
      ...aCrowd(),
    ],
    intercept: describedBy(
      JSON.stringify({ openapi: '3.0.1', paths: { '/org/{orgId}/systems/{systemId}': { put } } }),
      ({ method, path, body, headers }) => {
        const systemId = path.split('/').at(-1) ?? '';
        const system = held.service?.systems().find((one) => one['systemId'] === systemId);
        if (system === undefined || !['GET', 'PUT'].includes(method)) return undefined;
        const etag = `"${createHash('sha256').update(JSON.stringify(system)).digest('hex')}"`;
        if (method === 'GET') return { ...json(200, system), headers: { ...json(200, system).headers, etag } };
        if (headers['if-match'] === undefined) return aProblem(428, 'precondition-required');
        if (headers['if-match'] !== etag) return aProblem(412, 'precondition-failed');
        held.service?.change(systemId, { site: null, meta: null, ...(JSON.parse(body ?? '{}') as object) });
        return json(200, {});
      },
    ),
  });
  held.service = met.service;
  return met;
}

test('a request that replaces a record says what it may clear, what it has cleared, and puts it back', async () => {
  const { service, user } = await aReplacing();
  await user.marks('till-1', 'till-2');
  await user.choosesForMarks('Writes it');
  await user.fillsIn('new');
  await user.sees(acrossLines('PUT may clear what it does not name: site (2), meta (2)'));
  await user.confirms('put 2', '› Change finished', '✓ 2 changed', 'site, meta cleared');
  await user.sees(acrossLines('Undo: it cannot restore meta.'));
  user.presses('undo: restore the earlier values, after a review');
  await user.sees('› Change 2 systems', 'site: none → cellar');
  await user.confirms('put 2', '› Change finished', '✓ 2 changed');
  const found = service
    .systems()
    .filter(({ systemId }) => ['till-1', 'till-2'].map(idOf).some((id) => id === systemId));
  expect(found.map(({ description, site, meta }) => [description, site, meta])).toEqual([
    ['old till-1', 'cellar', null],
    ['old till-2', 'cellar', null],
  ]);
});
