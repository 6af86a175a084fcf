/** The lines of a run's file, one JSON object each: as they are written, and the shapes by which they are read. */
import * as z from 'zod/mini';
import { operationNames } from '../../../api/operations.ts';
import { sizeOf } from '../../../api/compact.ts';
import { type Json, type JsonObject, parseExactly } from '../../../api/exact-json.ts';
import { linkFaults } from '../../../api/problem.ts';
import type { System } from '../../../api/system.ts';
import { wireRecord } from '../../fleet/systems/fields.ts';
import { doubts, notAttemptedReasons, type Outcome, outcomeKinds } from '../outcome.ts';
import { editShape, type WrittenEdit } from './written-edit.ts';
import { type RunKind, runKinds } from '../run-kinds.ts';
import { type People, type RunEnd, stopReasons, uncheckedReasons } from '../run.ts';

export type JournalEntry =
  | HeaderEntry
  /** The planned systems in the order in which they are taken; several lines where they are many. `orgId`: also where the header is damaged. */
  | {
      readonly kind: 'plan';
      readonly orgId?: string;
      readonly systems: readonly unknown[];
      /** Bodies of their requests in the same order, where each has its own. */
      readonly bodies?: readonly Json[];
    }
  /** Before the request leaves. `record` is the system as the service described it just then: what is needed to enrol it again. */
  | {
      readonly kind: 'intent';
      readonly at: string;
      readonly systemId: string;
      readonly record: unknown;
      /** Fields that an operation sets, without secrets; absent where it sets none. */
      readonly sent?: JsonObject;
    }
  /** `serviceAt`: by the service's clock, where it told a reliable time. `request`: in a preview, what would have been sent. */
  | {
      readonly kind: 'result';
      readonly at: string;
      readonly serviceAt?: string;
      readonly systemId: string;
      readonly outcome: Outcome;
      readonly request?: string;
    }
  /** The last line of a run that ended with the program still there. */
  | ({ readonly kind: 'end'; readonly at: string } & RunEnd);

/** `reviewed` and `confirmed`: where two people have done it; absent from other runs. */
export interface RunHeader extends Partial<People> {
  readonly mode: 'run' | 'preview';
  readonly does: RunKind;
  /** The one who confirmed it. */
  readonly person?: string;
  /** The operation, as it was filled in, without secrets; absent for a kind with a request of its own. */
  readonly edit?: WrittenEdit;
  readonly orgId: string;
  readonly orgName: string;
  readonly baseUrl: string | null;
  /** The threshold. */
  readonly days: number;
  readonly systems: number;
}

export interface HeaderEntry extends RunHeader {
  readonly kind: 'run';
  readonly format: typeof recordFormat;
  readonly version: string;
  readonly at: string;
}

/** The format in which every change is written and read. */
export const recordFormat = 1;

/** A time as a line has it. */
export const timeShape = z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text))));

/** Systems per line of the plan: a line is read and written whole. */
const systemsPerLine = 500;

/** Characters of other fields in one plan: with many more, its file would be too large to be read (`maxBytes`). */
const mostOtherCharacters = 100_000_000;

/** One after the other: all at once they would take several times the memory of the systems. */
export function* planEntries(
  orgId: string,
  systems: readonly System[],
  room = mostOtherCharacters,
  bodies: ReadonlyMap<string, Json> | null = null,
): Generator<JournalEntry, void> {
  let left = room;
  for (let at = 0; at < systems.length; at += systemsPerLine) {
    const here = systems.slice(at, at + systemsPerLine).map((system) => {
      left -= sizeOf(system.others);
      return wireRecord(left < 0 ? { ...system, others: null } : system);
    });
    const own = systems.slice(at, at + systemsPerLine).map(({ systemId }) => bodies?.get(systemId) ?? null);
    yield { kind: 'plan', orgId, systems: here, ...(bodies !== null && { bodies: own }) };
  }
}

/** Reads a line; null where it is damaged. The shape is made for the first file: at most starts there is none. */
export function lineReader<Line>(makeShape: () => z.ZodMiniType<Line>, parse: (line: string) => unknown) {
  let shape: z.ZodMiniType<Line> | undefined;
  return (line: string): Line | null => {
    try {
      return (shape ??= makeShape()).safeParse(parse(line)).data ?? null;
    } catch {
      return null;
    }
  };
}

export const entryIn = lineReader(makeShape as () => z.ZodMiniType<JournalEntry>, parseExactly);

/** A line is told of whatever became of its people. */
export function peopleShape() {
  const signature = z.catch(z.optional(z.object({ by: z.string(), at: timeShape })), undefined);
  return { reviewed: signature, confirmed: signature };
}

function makeShape() {
  const time = timeShape;

  const header = z.object({
    kind: z.literal('run'),
    format: z.literal(recordFormat),
    mode: z.enum(['run', 'preview']),
    does: z.enum(runKinds),
    edit: z.optional(editShape()),
    person: z.optional(z.string()),
    version: z.string(),
    at: time,
    orgId: z.string(),
    orgName: z.string(),
    baseUrl: z.nullable(z.string()),
    days: z.number(),
    systems: z.number(),
    ...peopleShape(),
  });

  const operation = z.enum(operationNames);

  const textOrNull = z.nullable(z.string());

  /** A problem that cannot be read is shown only as one that occurred. */
  const problemShape = z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('refused'),
      operation,
      status: z.number(),
      slug: textOrNull,
      title: textOrNull,
      detail: textOrNull,
      traceId: textOrNull,
      retryAfter: z.nullable(z.number()),
      errors: z.record(z.string(), z.array(z.string())),
    }),
    z.object({ kind: z.literal('lost'), operation, code: z.string() }),
    z.object({ kind: z.literal('timedOut'), operation, seconds: z.number() }),
    z.object({
      kind: z.literal('unreachable'),
      operation,
      host: z.string(),
      code: z.string(),
      via: z.optional(z.string()),
      clocks: z.optional(z.object({ local: z.number(), service: z.nullable(z.number()) })),
    }),
    z.object({ kind: z.literal('redirected'), operation, status: z.number(), location: textOrNull }),
    z.object({
      kind: z.literal('notTheApi'),
      operation,
      status: z.number(),
      reason: z.enum(['content type', 'not json', 'cut off', 'too large']),
      contentType: z.string(),
      title: textOrNull,
    }),
    z.object({ kind: z.literal('cached'), operation, ageMs: z.nullable(z.number()) }),
    z.object({ kind: z.literal('wrongShape'), operation, path: z.string() }),
    z.object({
      kind: z.literal('untrustedLink'),
      operation,
      link: z.string(),
      reason: z.enum(linkFaults),
      page: z.nullable(z.number()),
    }),
    z.object({ kind: z.literal('withheld'), operation, mode: z.enum(['preview', 'read-only']) }),
    z.object({ kind: z.enum(['oddId', 'outdated', 'notReviewed', 'aborted']), operation }),
    z.object({ kind: z.literal('misleading'), operation, header: z.string() }),
    z.object({ kind: z.literal('fileUnread'), operation, path: z.string(), code: z.string() }),
  ]);

  const problem = z.catch(z.nullable(problemShape), null);

  const outcomeShape = z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('done'), unshown: z.optional(z.literal(true)) }),
    z.object({ kind: z.literal('would') }),
    z.object({ kind: z.literal('already'), isGone: z.optional(z.literal(true)) }),
    z.object({
      kind: z.literal('kept'),
      why: z.enum(['connected', 'seenSince', 'changed', 'protected']),
      field: z.optional(z.string()),
    }),
    z.object({ kind: z.literal('refused'), problem }),
    z.object({ kind: z.literal('failed'), problem, was: z.optional(z.enum(['done', 'already', 'gone'])) }),
    z.object({ kind: z.literal('unknown'), problem, doubt: z.optional(z.enum(doubts)) }),
    z.object({ kind: z.literal('notAttempted'), problem, why: z.optional(z.enum(notAttemptedReasons)) }),
  ]);

  const unchecked = z.object({ reason: z.enum(uncheckedReasons), problem });

  return z.union([
    header,
    z.object({
      kind: z.literal('plan'),
      systems: z.array(z.unknown()),
      bodies: z.optional(z.array(z.unknown())),
    }),
    z.object({
      kind: z.literal('intent'),
      at: time,
      systemId: z.string(),
      record: z.unknown(),
      sent: z.optional(z.record(z.string(), z.unknown())),
    }),
    z.object({
      kind: z.literal('result'),
      at: time,
      serviceAt: z.optional(time),
      systemId: z.string(),
      outcome: outcomeShape,
    }),
    z.object({
      kind: z.literal('end'),
      at: time,
      stop: z.nullable(z.enum(stopReasons)),
      counts: z.record(z.enum([...outcomeKinds, 'gone']), z.number()),
      checked: z.catch(z.nullable(z.union([z.object({ at: time }), unchecked])), null),
    }),
  ]);
}
