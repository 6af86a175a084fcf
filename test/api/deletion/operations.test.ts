/** Operations of a service that delete systems are known as such, and no other one is. */
import { expect, test } from 'vitest';
import { systemsDeletionIn } from '../../../src/api/deletion/systems-deletion.ts';
import { OPERATIONS } from '../../../src/demo/routes.ts';
import { definitionFrom } from '../../support/definition.ts';
import { usualDocument } from '../../support/documents/usual.ts';

interface Named {
  readonly method: string;
  readonly path: string;
}

/** With names, with ids, with a body that names systems, and with one of any fields. */
function deletionsIn(operations: readonly Named[]): readonly string[] {
  const bodies = [null, '{"systemIds":["A","B"]}', '{"description":"delete","name":"purge","tag":"remove"}'];
  const isDeletion = ({ method, path }: Named): boolean[] =>
    [path, path.replaceAll(/\{[^{}]*\}/g, 'K3F9Q'), `https://api.example.com/v1${path}`].flatMap((url) =>
      bodies.map((body) => systemsDeletionIn({ method, url, body }) !== null),
    );
  return operations.flatMap((operation) => {
    const all = new Set(isDeletion(operation));
    // However it is asked for, the answer is the same.
    expect(all.size, `${operation.method} ${operation.path}`).toBe(1);
    return all.has(true) ? [`${operation.method} ${operation.path}`] : [];
  });
}

test('two of some 80 operations of a usual definition delete systems', () => {
  const { operations } = definitionFrom(usualDocument());
  expect(operations.length).toBeGreaterThan(75);
  expect(deletionsIn(operations)).toEqual(['DELETE /org/{orgId}/systems', 'DELETE /org/{orgId}/systems/{systemId}']);
});

test('one of all operations of the demo deletes systems', () => {
  expect(deletionsIn(OPERATIONS)).toEqual(['DELETE /org/{orgId}/systems/{systemId}']);
});
