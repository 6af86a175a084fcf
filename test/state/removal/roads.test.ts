/**
 * Whatever a definition calls an operation, and by whatever road it is confirmed, no request leaves for a system that is
 * protected, lives where that counts, or has another value by now.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parameterKey } from '../../../src/api/calls/call.ts';
import { decodeSystem } from '../../../src/api/decode.ts';
import { isJsonObject, type JsonObject, jsonIn } from '../../../src/api/exact-json.ts';
import { bodyOf } from '../../../src/api/openapi/bodies.ts';
import type { Definition } from '../../../src/api/openapi/definition.ts';
import { parametersOf } from '../../../src/api/openapi/parameters.ts';
import type { System } from '../../../src/api/system.ts';
import type { Edit } from '../../../src/state/change/edit.ts';
import { editWritten, writtenEdit } from '../../../src/state/change/journal/written-edit.ts';
import { noMarks, withMarked } from '../../../src/state/fleet/marks/marks.ts';
import { readReview, reviewText } from '../../../src/state/removal/review-file/format.ts';
import { phraseOf } from '../../../src/state/removal/review/opening.ts';
import { reduce } from '../../../src/state/root/reduce.ts';
import type { Action, Effect, State } from '../../../src/state/root/state.ts';
import { aDefinition, operationIn } from '../../support/definition.ts';
import { aPage, aSession, aStateOf, daysAgo, noGuards, now, refused } from '../../support/make.ts';
import { holds } from '../../support/property.ts';

/** A record of one system, at one moment. */
interface Moment {
  readonly isConnected: boolean;
  readonly isProtected: boolean;
  /** A value that another person sets; null: the field is taken away; undefined: nothing is set. */
  readonly set: string | null | undefined;
}

const seldom = (weight: number): fc.Arbitrary<boolean> =>
  fc.oneof({ weight, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) });

const anyMoment: fc.Arbitrary<Moment> = fc.record({
  isConnected: seldom(3),
  isProtected: seldom(4),
  set: fc.oneof(
    { weight: 4, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom('by another', null) },
  ),
});

/** As a system is when it is reviewed, and right before its request. */
const anyLife = fc.record({ reviewed: anyMoment, sent: anyMoment });

const anyOperation = fc.record({
  method: fc.constantFrom('PATCH', 'PUT', 'POST'),
  end: fc.constantFrom('', '', '', '', '', '/ping', '/revoke', '/move', '/purge-cache', '/reset'),
  summary: fc.constantFrom('Does something', 'Does something', 'Removes the owner'),
  /** `locked` and `isEnabled` switch a system, at any depth. */
  field: fc.constantFrom('description', 'locked', 'options'),
});
type Operation = typeof anyOperation extends fc.Arbitrary<infer O> ? O : never;

/** `readBack`: the run is known by its record alone. `tampered`: the file calls the change a light one. */
const anyRoad = fc.record({
  from: fc.constantFrom('marks', 'undo', 'retry'),
  isReadBack: fc.boolean(),
  isByFile: fc.boolean(),
  isTampered: fc.boolean(),
});

const yesNo = [true, false];

/** Each road once, with a system that nothing keeps out: chance alone may send nothing on one of them. */
const everyRoad = (['marks', 'undo', 'retry'] as const).flatMap((from) =>
  yesNo.flatMap((isReadBack) =>
    yesNo.flatMap((isByFile) => yesNo.map((isTampered) => ({ from, isReadBack, isByFile, isTampered }))),
  ),
);
const calm: Moment = { isConnected: false, isProtected: false, set: undefined };
const rename: Operation = { method: 'PATCH', end: '', summary: 'Does something', field: 'description' };

function valueOf(field: Operation['field'], text: string): JsonObject[string] {
  return field === 'options' ? { deep: { isEnabled: text } } : text;
}

function isHeavy({ end, summary, field }: Operation): boolean {
  return /revoke|purge|reset/.test(end) || /Removes/.test(summary) || field !== 'description';
}

interface Case {
  readonly definition: Definition;
  readonly edit: Edit;
}

function caseOf({ method, end, summary, field }: Operation): Case {
  const id = `${method} /org/{orgId}/systems/{systemId}${end}`;
  const content = { 'application/json': { schema: { type: 'object', additionalProperties: {} } } };
  const definition = aDefinition({ [id]: { summary, requestBody: { content } } });
  const operation = operationIn(definition, id);
  const edit: Edit = {
    operation,
    ...{ systemParameter: parameterKey({ name: 'systemId', in: 'path' }), listField: null },
    values: { parameters: new Map(), body: { [field]: valueOf(field, 'mine') } },
    ...{ bodies: null, expected: null, isByRecord: false, secrets: [], nonce: '' },
    plan: { operation, parameters: parametersOf(definition, operation), body: bodyOf(definition, operation) },
  };
  return { definition, edit };
}

/** A service that stores what it is sent, and answers at once. */
class World {
  readonly records = new Map<string, JsonObject>();
  /** The records at the moment of each request that changes one. */
  readonly sent: [systemId: string, record: JsonObject][] = [];
  isRefusing = false;
  readonly field: Operation['field'];

  constructor(count: number, field: Operation['field']) {
    this.field = field;
    for (let at = 0; at < count; at += 1) {
      const systemId = `S${at}`;
      const calm = { state: 'Disconnected', tags: [], lastSeen: daysAgo(200) };
      this.records.set(systemId, { systemId, hostname: `h${at}`, ...calm, [field]: valueOf(field, 'old') });
    }
  }

  pass(moments: readonly Moment[]): void {
    for (const [at, { isConnected, isProtected, set }] of moments.entries()) {
      const { [this.field]: value, ...rest } = this.records.get(`S${at}`) ?? {};
      const next = set === undefined ? value : set === null ? undefined : valueOf(this.field, set);
      this.records.set(`S${at}`, {
        ...rest,
        ...{ state: isConnected ? 'Connected' : 'Disconnected', tags: isProtected ? [{ tag: 'keep' }] : [] },
        ...(next !== undefined && { [this.field]: next }),
      });
    }
  }

  system(systemId: string): System {
    const decoded = decodeSystem(this.records.get(systemId));
    if (!decoded.ok) throw new Error('It cannot be decoded.');
    return decoded.value;
  }

  all(): System[] {
    return Array.from(this.records.keys(), (id) => this.system(id));
  }

  answer(effect: Effect): Action | null {
    if (effect.kind === 'openJournal') return { kind: 'journalOpened', run: effect.run, path: '/runs/1.jsonl', now };
    if (effect.kind === 'readCheckPage')
      return { kind: 'checkPageArrived', run: effect.run, page: aPage(this.all()), now };
    if (effect.kind === 'recordIntent') return { kind: 'intentRecorded', run: effect.run, systemId: effect.systemId };
    if (effect.kind === 'rereadSystem') {
      const { review, systemId } = effect;
      return { kind: 'systemReread', review, systemId, system: this.system(systemId), askedAt: 0, now };
    }
    if (effect.kind === 'recheckSystem') {
      const { run, systemId } = effect;
      const record = this.records.get(systemId);
      return { kind: 'systemRechecked', run, systemId, system: this.system(systemId), record, askedAt: 0, now };
    }
    if (effect.kind !== 'changeSystem' || typeof effect.request === 'string') return null;
    const { run, systemId, request } = effect;
    const record = this.records.get(systemId) ?? {};
    this.sent.push([systemId, record]);
    if (this.isRefusing) return { kind: 'changeFailed', run, systemId, problem: refused(409), now };
    const body = jsonIn(request.body ?? '{}');
    this.records.set(systemId, { ...record, ...(isJsonObject(body ?? null) ? (body as JsonObject) : {}) });
    return { kind: 'systemChanged', run, systemId, accepted: false, now };
  }
}

const guards = { ...noGuards, tags: ['keep'], seenDays: 7 };

/** One person at one program. */
class Person {
  state: State;
  readonly effects: Effect[] = [];
  readonly world: World;

  constructor(world: World, { definition }: Case, user: string) {
    this.world = world;
    const systems = world.all();
    const marks = withMarked(noMarks, systems, { by: 'hand' });
    this.state = aStateOf(systems, { marks, guards, session: aSession({ user }) });
    this.does({ kind: 'definitionArrived', definition });
  }

  does(action: Action): void {
    const left = [action];
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [after, ...effects] = reduce(this.state, next);
      this.state = after;
      this.effects.push(...effects);
      left.push(...effects.flatMap((effect) => this.world.answer(effect) ?? []));
    }
  }

  /** Does nothing where no review is shown, as a person could not either. */
  confirms(): void {
    if (this.state.screen.kind !== 'review') return;
    this.does({ kind: 'timerEnded', timer: 'arm' });
    this.does({ kind: 'phraseStarted', typed: '' });
    if (this.state.review !== null) this.does({ kind: 'textEdited', text: phraseOf(this.state.review) });
    this.does({ kind: 'phraseEntered' });
  }

  /** Null where nothing was written: no system counts. */
  writes(isTampered: boolean): Action | null {
    this.does({ kind: 'reviewWriteRequested' });
    const written = this.effects.findLast((effect) => effect.kind === 'writeReview');
    if (written === undefined || written.content.systems.length === 0) return null;
    const content = isTampered ? { ...written.content, kind: 'change' as const } : written.content;
    const read = readReview(Buffer.from(reviewText(content, {}, '1.0.0')), 'review.json');
    return read.ok ? { kind: 'reviewFileRead', file: read.file } : null;
  }
}

test('no request leaves for a system that must be kept out, whatever the operation is called and whoever confirms it', () => {
  const seen = { sent: 0, kept: 0 };
  const roads = new Map<string, number>();
  const lives = fc.array(anyLife, { minLength: 1, maxLength: 6 });
  const examples = everyRoad.map((road): [Operation, (typeof everyRoad)[0], { reviewed: Moment; sent: Moment }[]] => [
    rename,
    road,
    [{ reviewed: calm, sent: calm }],
  ]);
  holds([anyOperation, anyRoad, lives], { numRuns: 500, examples }, (about, road, all) => {
    const made = caseOf(about);
    const world = new World(all.length, about.field);
    const anna = new Person(world, made, 'anna');
    const opens = { kind: 'reviewOpened', does: 'change', edit: made.edit } as const;
    if (road.from === 'marks') {
      world.pass(all.map(({ reviewed }) => reviewed));
      anna.does(opens);
    } else {
      world.isRefusing = road.from === 'retry';
      anna.does(opens);
      anna.confirms();
      world.isRefusing = false;
      world.sent.length = 0;
      const { deletion: run } = anna.state;
      if (run?.edit != null && road.isReadBack) {
        const edit = editWritten(writtenEdit(run.edit), run.edit.bodies ?? new Map());
        anna.state = { ...anna.state, deletion: { ...run, edit } };
      }
      world.pass(all.map(({ reviewed }) => reviewed));
      anna.does({ kind: road.from === 'undo' ? 'undoRequested' : 'retryRequested' });
    }
    const reviewed = new Map(world.records);
    const file = road.isByFile && anna.state.screen.kind === 'review' ? anna.writes(road.isTampered) : null;
    world.pass(all.map(({ sent }) => sent));
    if (!road.isByFile) anna.confirms();
    else if (file !== null) {
      const ben = new Person(world, made, 'ben');
      ben.does(file);
      ben.confirms();
    }

    const ids = world.sent.map(([systemId]) => systemId);
    seen.sent += ids.length;
    seen.kept += all.length - ids.length;
    if (ids.length > 0) roads.set(JSON.stringify(road), (roads.get(JSON.stringify(road)) ?? 0) + 1);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [systemId, record] of world.sent) {
      const before = reviewed.get(systemId);
      expect(record['tags']).toEqual([]);
      if (isHeavy(about)) expect([before?.['state'], record['state']]).toEqual(['Disconnected', 'Disconnected']);
      if (about.end === '' && about.method !== 'POST') expect(record[about.field]).toEqual(before?.[about.field]);
    }
  });
  // Both happen on every road: one that sends nothing would pass as well.
  expect(Math.min(seen.sent, seen.kept)).toBeGreaterThan(20);
  expect(roads.size).toBe(everyRoad.length);
});
