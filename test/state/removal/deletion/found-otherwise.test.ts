/** A run that sets fields, and what the service's own record has of them afterwards. */
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../../src/api/exact-json.ts';
import type { Outcome } from '../../../../src/state/change/outcome.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import { anEdit } from '../../../support/edits.ts';
import { aSystem, now } from '../../../support/make.ts';
import { play } from '../../root/play.ts';
import { aReview, failed, journalOpened, old, recorded, rechecks, typed } from './story.ts';

function read(record: JsonObject): Action {
  const system = aSystem({ systemId: 'S0', ...old });
  return { kind: 'systemRechecked', run: 2, systemId: 'S0', system, record, askedAt: 0, now };
}

/** A run that has sent these fields for a system which had those. */
function sent(body: Json, before: JsonObject): State {
  const begun = play(aReview(1, {}, 'change'), ...typed('patch 1'), journalOpened).state;
  const edit = anEdit({ body });
  const of = { ...begun, deletion: begun.deletion && { ...begun.deletion, edit } };
  return play(of, read({ systemId: 'S0', ...before }), recorded('S0')).state;
}

const said: Action = { kind: 'systemChanged', run: 2, systemId: 'S0', accepted: false, now };
const lost: Action = failed('S0', { operation: 'send request', kind: 'lost', code: 'ECONNRESET' });

function outcomeOf({ deletion: run }: State): Outcome | undefined {
  return run?.settled[0]?.outcome;
}

test.each<[string, Json, JsonObject, JsonObject, Outcome]>([
  [
    'in another spelling',
    { description: 'Rack Four' },
    { description: 'old' },
    { description: 'rack four' },
    { kind: 'done', found: { description: 'rack four' } },
  ],
  ['null in the place of a list', { customDns: null }, { customDns: [] }, { customDns: null }, { kind: 'done' }],
  [
    'a list in another order',
    { customDns: ['1.1.1.1', '8.8.8.8'] },
    { customDns: [] },
    { customDns: ['8.8.8.8', '1.1.1.1'] },
    { kind: 'done', found: { customDns: ['8.8.8.8', '1.1.1.1'] } },
  ],
  ['tags in another order', { tags: ['a', 'b'] }, { tags: [] }, { tags: ['b', 'a'] }, { kind: 'done' }],
  [
    'one of two fields as it was sent',
    { description: 'new', tags: ['a'] },
    { description: 'old', tags: [] },
    { description: 'new', tags: [] },
    { kind: 'done', found: { tags: [] } },
  ],
])('%s is told at once where the service says that it is done', (_, body, before, after, outcome) => {
  const looking = play(sent(body, before), said);
  expect(looking.effects).toEqual([{ ...rechecks('S0'), afterMs: 0 }]);
  expect(outcomeOf(play(looking.state, read({ systemId: 'S0', ...after })).state)).toEqual(outcome);
});

test('another value after an answer that was lost is told after the last look', () => {
  const looking = play(sent({ description: 'Rack Four' }, { description: 'old' }), lost).state;
  const record = { systemId: 'S0', description: 'rack four' };
  const again = play(looking, read(record));
  expect(outcomeOf(again.state)).toBeUndefined();
  expect(outcomeOf(play(again.state, read(record)).state)).toEqual({
    ...{ kind: 'done', found: { description: 'rack four' } },
  });
});

test('an empty list is not null: it is sent', () => {
  expect(sent({ customDns: null }, { customDns: [] }).deletion?.inFlight.get('S0')?.stage).toBe('sending');
  expect(outcomeOf(sent({ customDns: [] }, { customDns: [] }))).toEqual({ kind: 'already' });
  expect(sent({ customDns: [] }, { customDns: null }).deletion?.inFlight.get('S0')?.stage).toBe('sending');
});
