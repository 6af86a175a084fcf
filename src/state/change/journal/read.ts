/** Reads the file of a run, line by line: a torn or damaged one takes no other with it. */
import { unnamedFields } from '../replacement.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../api/exact-json.ts';
import type { FieldsSet } from '../edit.ts';
import type { System } from '../../../api/system.ts';
import { type BegunRun, type ChangeLine, lineIn } from './format.ts';
import type { Why } from '../why.ts';
import { noCounts, type Outcome, type OutcomeCounts, withCounted } from '../outcome.ts';

export interface RunRecord {
  readonly header: BegunRun;
  /** In the order in which they were to be taken. */
  readonly planned: readonly System[];
  readonly intents: ReadonlySet<string>;
  readonly outcomes: ReadonlyMap<string, Outcome>;
  /** When each outcome was recorded: milliseconds since 1970. */
  readonly ends: ReadonlyMap<string, number>;
  /** Fields that an operation has set, and was about to set, by the id of the system. */
  readonly fields: ReadonlyMap<string, FieldsSet>;
  /** Bodies by the id of the system, where each has its own. */
  readonly bodies: ReadonlyMap<string, Json>;
  /** Why a system is in it, by its id. */
  readonly why: ReadonlyMap<string, Why>;
  /** Null where the program ended before the run did. */
  readonly end: Extract<ChangeLine, { kind: 'end' }> | null;
  /** Lines that could not be read, without a torn last one. */
  readonly damaged: number;
  /** Milliseconds since 1970 of the last line that has a time. */
  readonly lastMs: number;
  /** The same of the last intent; 0 where there is none. */
  readonly lastIntentMs: number;
}

/** `decode` reads a system as the service describes it; what it cannot read is counted as damaged. Null: not a run's file. */
export function readJournal(text: string, decode: (record: unknown) => System | null): RunRecord | null {
  const found = { planned: [] as System[], intents: new Set<string>(), outcomes: new Map<string, Outcome>() };
  const [fields, bodies, why] = [new Map<string, FieldsSet>(), new Map<string, Json>(), new Map<string, Why>()];
  const ends = new Map<string, number>();
  let first: BegunRun | null = null;
  let end: RunRecord['end'] = null;
  let damaged = 0;
  let lastMs = 0;
  let lastIntentMs = 0;
  // Systems whose line of the plan may be damaged. Their outcomes must be asked for and told, whatever happened to the
  // plan: they may have been deleted.
  const records = new Map<string, unknown>();
  // After the last line break there is nothing, or what was being written when the program ended.
  for (const line of text.split('\n').slice(0, -1)) {
    if (line === '') continue;
    const entry = lineIn(line);
    if (entry === null) {
      damaged++;
      continue;
    }
    if ('at' in entry) lastMs = Date.parse(entry.at);
    switch (entry.kind) {
      case 'change':
        if (entry.does !== 'request') first ??= entry;
        break;
      case 'plan': {
        const systems = entry.systems.map(decode);
        damaged += systems.filter((system) => system === null).length;
        found.planned.push(...systems.filter((system) => system !== null));
        for (const [at, body] of (entry.bodies ?? []).entries()) {
          const system = systems[at];
          if (system != null && body !== null) bodies.set(system.systemId, body);
        }
        for (const [at, reason] of (entry.why ?? []).entries()) {
          const system = systems[at];
          if (system != null && reason !== null) why.set(system.systemId, reason);
        }
        break;
      }
      case 'intent':
        found.intents.add(entry.id);
        lastIntentMs = lastMs;
        if (isJsonObject(entry.sent)) {
          const { id, sent, was } = entry;
          fields.set(id, { sent, before: fieldsBefore(first?.edit?.operation.method ?? '', sent, was) });
        }
        if (damaged > 0) records.set(entry.id, entry.was);
        break;
      case 'result':
        found.outcomes.set(entry.id, entry.outcome);
        ends.set(entry.id, lastMs);
        break;
      case 'end':
        end = entry;
        break;
      case 'seen':
        break;
      default:
        // A kind without a case does not compile.
        entry satisfies never;
    }
  }
  const planned = new Set(found.planned.map(({ systemId }) => systemId));
  for (const [systemId, record] of records) {
    const system = planned.has(systemId) ? null : decode(record);
    if (system?.systemId === systemId) found.planned.push(system);
  }
  return first === null
    ? null
    : { header: first, ...found, ends, fields, bodies, why, end, damaged, lastMs, lastIntentMs };
}

/** The fields that a request sets, as they were; where its method replaces the record, also those that it may clear. */
export function fieldsBefore(method: string, sent: JsonObject, record: unknown): JsonObject {
  return fieldsOf(record, [...Object.keys(sent), ...unnamedFields(method, sent, record)]);
}

/** These fields of a record, as far as it has them. */
export function fieldsOf(record: unknown, names: readonly string[]): JsonObject {
  const fields = typeof record === 'object' && record !== null ? (record as JsonObject) : {};
  return Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(fields, name) ? [[name, fields[name] ?? null] as const] : [])),
  );
}

/** How those ended that have ended: the others may yet. */
export function countsSoFar(record: RunRecord): OutcomeCounts {
  return countsIn({ ...record, planned: record.planned.filter(({ systemId }) => record.outcomes.has(systemId)) });
}

/** How each planned system ended, as far as the file knows: one with an intent and no result is unknown. */
export function countsIn({ planned, intents, outcomes }: RunRecord): OutcomeCounts {
  const left = (systemId: string): Outcome => ({
    kind: intents.has(systemId) ? 'unknown' : 'notAttempted',
    problem: null,
  });
  return withCounted(
    noCounts,
    planned.map(({ systemId }) => outcomes.get(systemId) ?? left(systemId)),
  );
}
