/** Whatever a definition calls an operation, its run changes no system that is protected, lives, or has another value. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parameterKey } from '../../../../src/api/calls/call.ts';
import { bodyOf } from '../../../../src/api/openapi/bodies.ts';
import { parametersOf } from '../../../../src/api/openapi/parameters.ts';
import type { System } from '../../../../src/api/system.ts';
import { type Edit, isHeavyEdit, setsFields } from '../../../../src/state/change/edit.ts';
import { noMarks, withMarked } from '../../../../src/state/fleet/marks/marks.ts';
import { phraseOf } from '../../../../src/state/removal/review/review-phrase.ts';
import { reduce } from '../../../../src/state/root/reduce.ts';
import type { Action, Effect, State } from '../../../../src/state/root/state.ts';
import { aDefinition, operationIn } from '../../../support/definition.ts';
import { aPage, aStateOf, aSystem, daysAgo, noGuards, now } from '../../../support/make.ts';
import { holds } from '../../../support/property.ts';

/** A record of one system, at one moment. */
interface Moment {
  readonly isConnected: boolean;
  readonly isProtected: boolean;
  /** Null: the service does not say it. */
  readonly description: string | null;
}

const anyMoment: fc.Arbitrary<Moment> = fc.record({
  isConnected: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  isProtected: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  description: fc.oneof(
    { weight: 4, arbitrary: fc.constant('old') },
    { weight: 1, arbitrary: fc.constantFrom('by another', null) },
  ),
});

/** As it was marked, as it is read for the review, and as it is right before its request. */
const anyLife = fc.record({ marked: anyMoment, reviewed: anyMoment, sent: anyMoment });

const anyOperation = fc.record({
  method: fc.constantFrom('PATCH', 'PUT', 'POST'),
  end: fc.constantFrom('', '/ping', '/revoke', '/move', '/purge-cache', '/reset'),
  summary: fc.constantFrom('Does something', 'Removes the owner', 'Sets a value'),
});

function recordOf(systemId: string, { isConnected, isProtected, description }: Moment): System {
  return aSystem({
    ...{ systemId, description, lastSeen: daysAgo(200), notSent: description === null ? ['description'] : [] },
    ...{ state: isConnected ? 'Connected' : 'Disconnected', tags: isProtected ? ['keep'] : [] },
  });
}

function editOf({
  method,
  end,
  summary,
}: {
  readonly method: string;
  readonly end: string;
  readonly summary: string;
}): Edit {
  const id = `${method} /org/{orgId}/systems/{systemId}${end}`;
  const content = { 'application/json': { schema: { type: 'object', additionalProperties: {} } } };
  const definition = aDefinition({ [id]: { summary, requestBody: { content } } });
  const operation = operationIn(definition, id);
  return {
    operation,
    ...{ systemParameter: parameterKey({ name: 'systemId', in: 'path' }), listField: null },
    values: { parameters: new Map(), body: { description: 'mine' } },
    ...{ bodies: null, expected: null, isByRecord: false, secrets: [], nonce: '' },
    plan: { operation, parameters: parametersOf(definition, operation), body: bodyOf(definition, operation) },
  };
}

/** Answers every request of a run well, each system as it is right before its request. */
function answerTo(effect: Effect, lives: ReadonlyMap<string, System>): Action | null {
  if (effect.kind === 'openJournal') return { kind: 'journalOpened', run: effect.run, path: '/runs/1.jsonl', now };
  if (effect.kind === 'readCheckPage') {
    return { kind: 'checkPageArrived', run: effect.run, page: aPage([...lives.values()]), now };
  }
  if (effect.kind === 'recordIntent') return { kind: 'intentRecorded', run: effect.run, systemId: effect.systemId };
  if (effect.kind === 'changeSystem') {
    return { kind: 'systemChanged', run: effect.run, systemId: effect.systemId, accepted: false, now };
  }
  if (effect.kind !== 'recheckSystem') return null;
  const { run, systemId } = effect;
  const system = lives.get(systemId) ?? aSystem({ systemId });
  const { description } = system;
  return { kind: 'systemRechecked', run, systemId, system, record: { systemId, description }, askedAt: 0, now };
}

test('no request of a run leaves for a system that must be kept out, whatever the operation is called', () => {
  const seen = { sent: 0, kept: 0 };
  holds([anyOperation, fc.array(anyLife, { minLength: 1, maxLength: 6 })], { numRuns: 1500 }, (about, lives) => {
    const edit = editOf(about);
    const does = isHeavyEdit(edit) ? 'heavyChange' : 'change';
    const at = (moment: 'marked' | 'reviewed' | 'sent'): System[] =>
      lives.map((life, index) => recordOf(`S${index}`, life[moment]));
    const guards = { ...noGuards, tags: ['keep'], seenDays: 7 };
    const marks = withMarked(noMarks, at('marked'));
    let state: State = aStateOf(at('marked'), { marks, guards });
    const sent: string[] = [];
    const rightBefore = new Map(at('sent').map((system) => [system.systemId, system]));
    const happen = (action: Action): void => {
      const left = [action];
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        const [after, ...effects] = reduce(state, next);
        state = after;
        for (const effect of effects) {
          if (effect.kind === 'changeSystem') sent.push(effect.systemId);
          const answer = answerTo(effect, rightBefore);
          if (answer !== null) left.push(answer);
        }
      }
    };
    happen({ kind: 'reviewOpened', does, edit });
    for (const system of at('reviewed')) {
      happen({ kind: 'systemReread', review: state.review?.id ?? 0, systemId: system.systemId, system, now });
    }
    happen({ kind: 'timerEnded', timer: 'arm' });
    happen({ kind: 'phraseStarted', typed: '' });
    if (state.review !== null) happen({ kind: 'textEdited', text: phraseOf(state.review) });
    happen({ kind: 'phraseEntered' });

    seen.sent += sent.length;
    seen.kept += lives.length - sent.length;
    expect(new Set(sent).size).toBe(sent.length);
    for (const id of sent) {
      const life = lives[Number(id.slice(1))];
      expect(life?.sent.isProtected).toBe(false);
      if (does === 'heavyChange') expect([life?.reviewed.isConnected, life?.sent.isConnected]).toEqual([false, false]);
      if (setsFields(edit)) expect(life?.sent.description).toBe(life?.reviewed.description);
    }
  });
  // Both happen: a run that sends nothing would pass as well.
  expect(Math.min(seen.sent, seen.kept)).toBeGreaterThan(100);
});
