/** Deadlines, keychains and guards are never told as failures of the service. */
import { describe, expect, test } from 'vitest';
import { type Operation, operationNames } from '../../../src/api/operations.ts';
import type { Problem } from '../../../src/api/problem.ts';
import { keychainSentences } from '../../../src/app/tokens/keychain.ts';
import { checkedSentence, outcomeWord, reasonFor } from '../../../src/screens/change/outcome-wording.ts';
import { guardWords } from '../../../src/screens/text/fleet-wording.ts';
import { briefProblem, failureSentence, problemSentence } from '../../../src/screens/text/problem-wording.ts';
import { runKinds } from '../../../src/state/change/run-kinds.ts';
import type { Guard, SignOfLife } from '../../../src/state/fleet/protection/guards.ts';
import type { Outcome } from '../../../src/state/change/outcome.ts';
import { type UncheckedReason, uncheckedReasons } from '../../../src/state/change/run.ts';

const blamed = /\b(service|refused|answered)\b/i;
const operations = operationNames;

/** The failures for which no service is the reason; of every kind one, and null where it is the service's. */
const own: Readonly<Record<Problem['kind'], ((operation: Operation) => Problem) | null>> = {
  timedOut: (operation) => ({ operation, kind: 'timedOut', seconds: 30 }),
  unreachable: (operation) => ({ operation, kind: 'unreachable', host: 'api.example', code: 'ETIMEDOUT' }),
  lost: (operation) => ({ operation, kind: 'lost', code: 'ECONNRESET' }),
  oddId: (operation) => ({ operation, kind: 'oddId' }),
  withheld: (operation) => ({ operation, kind: 'withheld', mode: 'read-only' }),
  outdated: (operation) => ({ operation, kind: 'outdated' }),
  notReviewed: (operation) => ({ operation, kind: 'notReviewed' }),
  fileUnread: (operation) => ({ operation, kind: 'fileUnread', path: '~/logo.png', code: 'EACCES' }),
  misleading: (operation) => ({ operation, kind: 'misleading', header: 'X-Host' }),
  aborted: (operation) => ({ operation, kind: 'aborted' }),
  refused: null,
  redirected: null,
  notTheApi: null,
  cached: null,
  wrongShape: null,
  untrustedLink: null,
};

describe.each(Object.entries(own))('%s', (kind, problemOf) => {
  test.each(operations)('of "%s" blames no service', (operation) => {
    const problem = problemOf?.(operation);
    if (problem === undefined) return;
    const outcomes: Outcome[] = [
      { kind: 'failed', problem },
      { kind: 'unknown', problem },
      { kind: 'unknown', problem, doubt: 'noAccess' },
      { kind: 'unknown', problem, doubt: 'cutOff' },
      { kind: 'notAttempted', problem },
    ];
    const told = [
      problemSentence(problem),
      failureSentence(problem),
      briefProblem(problem),
      ...outcomes.flatMap((outcome) => runKinds.map((does) => reasonFor(outcome, does))),
    ];
    expect(told.filter((words) => blamed.test(words))).toEqual([]);
    if (kind === 'timedOut') expect(failureSentence(problem)).toMatch(/^rollcall stopped waiting after 30 s/);
  });
});

test('a keychain is reported as a keychain', () => {
  for (const sentence of Object.values(keychainSentences)) {
    expect(sentence).not.toMatch(blamed);
    expect(sentence).toMatch(/keychain/);
  }
});

test('a protection, and what keeps a system, are reported as such', () => {
  const guards: Readonly<Record<Guard['kind'], Guard>> = {
    session: { kind: 'session', field: 'connectedFrom' },
    byYou: { kind: 'byYou' },
    tag: { kind: 'tag', tag: 'protect' },
    unread: { kind: 'unread', field: 'tags' },
    key: { kind: 'key', key: 'build' },
    connected: { kind: 'connected' },
    seen: { kind: 'seen', days: 7 },
    enrolled: { kind: 'enrolled', ms: 1 },
    time: { kind: 'time', field: 'connectedAt', ms: 1 },
    state: { kind: 'state', state: null },
  };
  expect(
    Object.values(guards)
      .map(guardWords)
      .filter((words) => blamed.test(words)),
  ).toEqual([]);
  const signs: Readonly<Record<SignOfLife['why'], true>> = {
    ...{ connected: true, seenSince: true, changed: true, protected: true },
  };
  const kept = (Object.keys(signs) as SignOfLife['why'][]).map((why) => reasonFor({ kind: 'kept', why }, 'delete'));
  expect(kept.filter((words) => !words.startsWith('kept: ') || blamed.test(words))).toEqual([]);
});

test('a request that rollcall did not send is reported as its own', () => {
  const slow = reasonFor({ kind: 'notAttempted', problem: null, why: 'tooSlow' }, 'delete');
  expect(
    [slow, reasonFor({ kind: 'notAttempted', problem: null }, 'delete')].filter((words) => blamed.test(words)),
  ).toEqual([]);
  expect(outcomeWord({ kind: 'notAttempted' }, 'delete')).toBe('not reached');
  const reasons = uncheckedReasons.filter((reason): reason is UncheckedReason => reason !== 'token');
  const told = reasons.map((reason) => checkedSentence({ checked: { reason, problem: null } }));
  expect(told.filter((words) => blamed.test(words ?? ''))).toEqual([]);
});
