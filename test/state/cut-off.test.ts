/** What is said of a system whose deletion was under way when the program ended? Never more than is known. */
import { expect, test } from 'vitest';
import { reasonFor } from '../../src/screens/deletion/outcome-wording.ts';
import type { Problem } from '../../src/api/problem.ts';
import type { RunRecord } from '../../src/state/journal-reading.ts';
import type { Outcome } from '../../src/state/outcome.ts';
import { aStateOf, aSystem, baseUrl, daysAgo, now, refused, systemNotFound, systemsOf } from '../support/make.ts';
import { play, type Played } from './play.ts';

const systems = systemsOf(1, () => ({ lastSeen: daysAgo(200) }));
const [system = aSystem()] = systems;

/** The file of a run that was cut off, with this of its one system. */
function fileWith(outcome: Outcome | null): RunRecord {
  return {
    header: {
      ...{ kind: 'run', format: 1, version: '1.0.0', at: daysAgo(0), mode: 'run' },
      ...{ orgId: 'N1', orgName: 'Northwind', baseUrl, days: 90, systems: 1 },
    },
    planned: systems,
    intents: new Set(['S0']),
    outcomes: new Map(outcome === null ? [] : [['S0', outcome]]),
    end: null,
    damaged: 0,
    lastMs: now,
  };
}

/** The next start finds the run, and asks the service as often as it asks. */
function asked(outcome: Outcome | null, answer: 'there' | Problem): Played {
  const record = fileWith(outcome);
  let played = play(aStateOf(systems), { kind: 'cutOffFound', run: 9, record, path: '/runs/1.jsonl', now });
  for (let looks = 0; looks < 9 && played.state.run?.finishedAt === null; looks++) {
    const about = { run: 9, systemId: 'S0', now } as const;
    played =
      answer === 'there'
        ? play(played.state, { kind: 'systemRechecked', ...about, system, record: {} })
        : play(played.state, { kind: 'recheckFailed', ...about, problem: answer });
  }
  return played;
}

function settled(outcome: Outcome | null, answer: 'there' | Problem) {
  return asked(outcome, answer).state.run?.settled[0]?.outcome;
}

const lost = refused(502);
const accepted: Outcome = { kind: 'unknown', problem: null, doubt: 'accepted' };

test.each<[string, Outcome | null, Outcome, Outcome]>([
  [
    'with its record saved and no outcome',
    null,
    { kind: 'refused', problem: null, stillThere: true },
    { kind: 'alreadyGone' },
  ],
  ['that the service had accepted', accepted, accepted, { kind: 'deleted' }],
  [
    'whose answer left it open',
    { kind: 'unknown', problem: lost },
    { kind: 'refused', problem: lost, stillThere: true },
    { kind: 'alreadyGone' },
  ],
])('a system %s is not said to be untouched where it is still there', (_, outcome, stillThere, gone) => {
  const told = settled(outcome, 'there');
  expect(told).toEqual(stillThere);
  expect(told && reasonFor(told)).toContain('still there');
  expect(settled(outcome, systemNotFound)).toEqual(gone);
});

test('a deletion that was accepted, and is never carried out, is not asked about at every start', () => {
  expect(asked(accepted, 'there').effects.at(-1)).toMatchObject({ kind: 'closeJournal', end: { stop: 'cutOff' } });
  expect(asked(accepted, refused(500)).effects.at(-1)).toEqual({ kind: 'closeJournal', run: 9, end: null });
});
