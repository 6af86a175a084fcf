/** Any spelling of a deletion is refused as a word of the command, even where the definition describes every path. */
import { expect, test } from 'vitest';
import { knownOperation } from '../../../../src/app/commands/api/known-operation.ts';
import { planOf } from '../../../../src/app/commands/api/plan.ts';
import { readWords } from '../../../../src/app/commands/api/words.ts';
import { buildCall } from '../../../../src/api/calls/build-call.ts';
import type { Call } from '../../../../src/api/calls/call.ts';
import { systemsDeletionIn } from '../../../../src/api/deletion/systems-deletion.ts';
import { base, deletionsAtRandom, type Sent } from '../../../api/deletion/addresses.ts';
import { definitionFrom } from '../../../support/definition.ts';
import { anyChangesAt, anyPaths } from '../../../support/documents/any-changes.ts';

const definition = definitionFrom({ openapi: '3.0.1', paths: anyChangesAt(anyPaths) });

/** The call that the words lead to; null: they lead to none. */
function callOf({ method, url, body }: Sent): Call | null {
  const read = readWords([method, url], base);
  const known = read.ok ? knownOperation(definition, read.words) : null;
  if (!read.ok || known === null) return null;
  const input = body === null ? undefined : (JSON.parse(body) as object as never);
  const made = planOf({ baseUrl: base, words: read.words, known, input });
  if (!made.ok) return null;
  const built = buildCall({ ...made.plan, orgId: made.orgId ?? 'N1' });
  return built.ok ? built.value : null;
}

test('none of 5,000 addresses that some service reads as the deletion of systems becomes a request that is sent', () => {
  // A header that names another method is no word of the command.
  const written = [...deletionsAtRandom(5000, 2)].filter(({ headers }) => Object.keys(headers).length === 0);
  const calls = written.map(callOf).filter((call) => call !== null);
  expect(calls.filter((call) => systemsDeletionIn(call) === null)).toEqual([]);
  // Some are described, and refused for what they do.
  expect(calls.length).toBeGreaterThan(250);
});
