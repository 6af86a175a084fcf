/** No order of keys and answers changes an unconfirmed system, sends twice or elsewhere, or loses an outcome. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reduce } from '../../../../src/state/root/reduce.ts';
import type { RunKind } from '../../../../src/state/change/run-kinds.ts';
import { phraseOf } from '../../../../src/state/removal/review/opening.ts';
import { isGoing } from '../../../../src/state/change/run.ts';
import type { Effect, Action, State } from '../../../../src/state/root/state.ts';
import { aStateOf, noGuards } from '../../../support/make.ts';
import { isUntouched } from './simulated-run.ts';
import { isChange } from './story.ts';
import {
  answerTo,
  type Asked,
  confirming,
  isAnsweredAtOnce,
  isAsked,
  keysOf,
  organisations,
  systems,
  well,
} from './adversary.ts';
import { holds } from '../../../support/property.ts';

const anyTurns = fc.array(
  fc.record({
    kind: fc.oneof(
      { weight: 2, arbitrary: fc.constant('key' as const) },
      { weight: 4, arbitrary: fc.constant('answer' as const) },
      { weight: 2, arbitrary: fc.constant('confirm' as const) },
    ),
    pick: fc.nat(),
    how: fc.nat({ max: 30 }),
  }),
  { minLength: 40, maxLength: 160, size: 'max' },
);

/** The last confirmation, and the requests sent: the answer to one may say that nothing was done. */
interface Known {
  confirmed: {
    readonly baseUrl: string | null;
    readonly orgId: string;
    readonly does: RunKind;
    readonly ids: ReadonlySet<string>;
  } | null;
  readonly sent: Map<string, 'sent' | 'untouched' | 'told'>;
}

/** Every rule that one step could break. */
function expectSafe(before: State, action: Action, after: State, effects: readonly Effect[], known: Known): void {
  const { deletion: run, review } = before;
  // One that was kept from beginning has no file.
  if (isGoing(run) && run.journalPath !== null) expect(after.deletion?.id).toBe(run.id);
  for (const effect of effects) {
    if (effect.kind === 'openJournal') {
      const ids = new Set(effect.plan.map(({ systemId }) => systemId));
      expect(review?.typed).toBe(review && phraseOf(review));
      expect(review?.items.map(({ system }) => system.systemId)).toEqual(expect.arrayContaining([...ids]));
      const { does, orgId } = effect.header;
      expect(does).toBe(review?.kind);
      known.confirmed = { baseUrl: after.session.baseUrl, orgId, does, ids };
    }
    if (effect.kind === 'recordOutcome') known.sent.set(`${effect.run} ${effect.systemId}`, 'told');
    if (isChange(effect)) {
      const { request } = effect;
      const { does, orgId: at, baseUrl } = known.confirmed ?? {};
      if (typeof request === 'string') expect(request).toBe(`${does} system`);
      else expect([request.orgId, request.url]).toEqual([at, `${baseUrl}/org/${at}/systems/${effect.systemId}`]);
      const { run: id, systemId, orgId } = effect;
      expect(action).toMatchObject({ kind: 'intentRecorded', run: id, systemId });
      expect([after.session.baseUrl, orgId]).toEqual([known.confirmed?.baseUrl, known.confirmed?.orgId]);
      expect(known.confirmed?.ids).toContain(systemId);
      expect([undefined, 'untouched']).toContain(known.sent.get(`${id} ${systemId}`));
      known.sent.set(`${id} ${systemId}`, 'sent');
    }
  }
  if (!isUntouched(action)) return;
  const key = `${action.run} ${action.systemId}`;
  if (known.sent.get(key) === 'sent') known.sent.set(key, 'untouched');
}

/** As run-effect does: an answer names the session in which its effect was asked. */
function answered({ effect, session }: { readonly effect: Asked; readonly session: number }, how: number): Action {
  const answer = answerTo(effect, how);
  return effect.kind === 'startTimer' ? answer : { ...answer, session };
}

/** A paused run waits for the person. */
function isUnfinished(underWay: number, { requests, deletion }: State): boolean {
  return underWay > 0 || requests.backoff !== null || deletion?.isPaused === true;
}

test.each(['delete', 'disable', 'change', 'heavyChange'] as const)(
  '%s: whatever is pressed and answered, it is sent for confirmed systems alone, at their service, once, and each outcome is reported',
  (does) => {
    const start = aStateOf(systems, { organisations: { kind: 'ready', value: organisations }, nextId: 5 });
    holds([anyTurns], { numRuns: 200 }, (turns) => {
      let state: State = { ...start, settings: { ...start.settings, guards: noGuards } };
      let underWay: { readonly effect: Asked; readonly session: number }[] = [];
      const known: Known = { confirmed: null, sent: new Map() };
      const happen = (action: Action): void => {
        const [next, ...effects] = reduce(state, action);
        expectSafe(state, action, next, effects, known);
        state = { ...next, settings: { ...next.settings, guards: noGuards } };
        const asked = effects.filter(isAsked);
        const { number: session } = next.session;
        const later = asked.filter((effect) => !isAnsweredAtOnce(effect));
        underWay = [...underWay, ...later.map((effect) => ({ effect, session }))];
        for (const effect of asked.filter(isAnsweredAtOnce)) happen(answerTo(effect, well));
      };
      for (const { kind, pick, how } of turns) {
        if (kind === 'confirm') for (const action of confirming(state, does)) happen(action);
        const keys = keysOf(state);
        const key = keys[pick % keys.length];
        if (kind === 'key' && key !== undefined) happen({ kind: 'keyPressed', action: key });
        const [pending] = kind === 'answer' ? underWay.splice(pick % Math.max(1, underWay.length), 1) : [];
        if (pending !== undefined) happen(answered(pending, how));
      }
      // In the end everything is answered, and well.
      for (let left = 500; left > 0 && isUnfinished(underWay.length, state); left--) {
        const pending = underWay.shift();
        if (pending !== undefined) happen(answered(pending, well));
        else if (state.requests.backoff === null) happen({ kind: 'deletionResumed' });
        else if (state.requests.backoff.until.kind === 'time') happen({ kind: 'timerEnded', timer: 'backoff' });
        else happen({ kind: 'newTokenAccepted', session: state.session.number, organisations: null });
      }
      expect([...known.sent].filter(([, how]) => how !== 'told')).toEqual([]);
      expect(isGoing(state.deletion)).toBe(false);
    });
  },
);
