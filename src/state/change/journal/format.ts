/** The lines of a change's file, one JSON object each: their types, and the schemas that parse them. */
import * as z from 'zod/mini';
import { operationNames } from '../../../api/operations.ts';
import { sizeOf } from '../../../api/compact.ts';
import { isJsonObject, type Json, type JsonObject, parseExactly } from '../../../api/exact-json.ts';
import { linkFaults } from '../../../api/problem.ts';
import type { Claim } from '../../../api/contradiction.ts';
import type { System } from '../../../api/system.ts';
import { wireRecord } from '../../fleet/systems/fields.ts';
import { doubts, notAttemptedReasons, type Outcome, outcomeKinds } from '../outcome.ts';
import { editShape, type WrittenEdit } from './written-edit.ts';
import { type Follows, type RunKind, runKinds, type Why } from '../run-kinds.ts';
import { type People, type RunEnd, stopReasons, uncheckedReasons } from '../run.ts';

/** A change has items, each with an intent and a result: the systems of a run, or the one target of a request. */
export type ChangeLine =
  | ChangeHeader
  /**
   * Planned systems in order, in several lines if there are many. `orgId` repeats the header's, which may be damaged.
   */
  | {
      readonly kind: 'plan';
      readonly orgId?: string;
      readonly systems: readonly unknown[];
      /** Bodies of the requests in the same order, if each system has its own. */
      readonly bodies?: readonly Json[];
      /** Why each system is in the change, in the same order. */
      readonly why?: readonly (Why | null)[];
    }
  | IntentLine
  | ResultLine
  /** The last line, written unless the program ended before the change did. */
  | ({ readonly kind: 'end'; readonly at: string } & RunEnd)
  /** You have seen that the change was interrupted. */
  | { readonly kind: 'seen'; readonly at: string };

/** Written before the request is sent. */
export interface IntentLine {
  readonly kind: 'intent';
  readonly at: string;
  /** Id of the system; `theOne` for a request. */
  readonly id: string;
  /** The record just before, as received: needed to enrol a system again. Null: not read. */
  readonly was: unknown;
  /** Fields that an operation sets, or the body of a request, without secrets; absent: none. */
  readonly sent?: Json;
  /** Full sizes of values that were truncated to the beginning of their JSON text. */
  readonly cut?: { readonly was?: CutSize | undefined; readonly sent?: CutSize | undefined } | undefined;
}

export interface ResultLine {
  readonly kind: 'result';
  readonly at: string;
  /** By the service's clock, if it gave a reliable time. */
  readonly serviceAt?: string;
  readonly id: string;
  readonly outcome: Outcome;
  /** In a preview, what would have been sent. */
  readonly request?: string;
  /** Answer to a request; `ms`: its duration. */
  readonly status?: number | null;
  readonly traceId?: string | null;
  readonly ms?: number;
  /** An answer for many systems may contradict its status in the body. */
  readonly claim?: Claim | undefined;
}

/** Size of a value too large to keep, and the SHA-256 of its JSON text. */
export interface CutSize {
  readonly bytes: number;
  readonly sha256: string;
}

export const theOne = 'request';

/** `reviewed` and `confirmed`: present if two people did it. */
interface AboutChange extends Partial<People> {
  readonly mode: 'run' | 'preview';
  readonly person?: string;
  readonly items: number;
}

export interface RunHeader extends AboutChange {
  readonly does: RunKind;
  /** The operation with its values, without secrets; absent for a kind with a request of its own. */
  readonly edit?: WrittenEdit;
  readonly orgId: string;
  readonly orgName: string;
  readonly baseUrl: string | null;
  /** The staleness threshold at the review, in days. */
  readonly days: number;
  readonly follows?: Follows;
}

/** A request of the explorer, of `rollcall api`, or for a new key. */
export interface RequestHeader extends AboutChange {
  readonly does: 'request';
  readonly method: string;
  /** As in the definition: `/org/{orgId}/systems/{systemId}/disable`. */
  readonly template: string;
  /** Absolute, without secrets. */
  readonly address: string;
  /** Null: the path names no organisation. */
  readonly orgId: string | null;
  readonly orgName: string | null;
  readonly baseUrl: string;
  readonly profile: string;
}

/** Identifies the session that began the change: while it lives, it may still write the end. */
interface Begun {
  readonly kind: 'change';
  readonly format: typeof recordFormat;
  readonly version: string;
  readonly at: string;
  readonly pid: number;
  readonly computer: string;
}

export type BegunRun = RunHeader & Begun;
export type BegunRequest = RequestHeader & Begun;
export type ChangeHeader = BegunRun | BegunRequest;

export const recordFormat = 1;

export const timeShape = z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text))));

/** Limits the length of a line, which is read and written as a whole. */
const systemsPerLine = 500;

/** Maximum number of characters of other fields in one plan, so that the file stays below `maxBytes`. */
const maxOtherCharacters = 100_000_000;

/** Maps by the id of the system. `room`: characters of other fields. */
interface PlanParts {
  readonly bodies?: ReadonlyMap<string, Json> | undefined;
  readonly why?: ReadonlyMap<string, Why> | undefined;
  readonly room?: number;
}

/** A generator, because all lines at once would take several times the memory of the systems. */
export function* planEntries(
  orgId: string,
  systems: readonly System[],
  { bodies, why, room = maxOtherCharacters }: PlanParts = {},
): Generator<ChangeLine, void> {
  let left = room;
  for (let at = 0; at < systems.length; at += systemsPerLine) {
    const here = systems.slice(at, at + systemsPerLine).map((system) => {
      left -= sizeOf(system.others);
      return wireRecord(left < 0 ? { ...system, others: null } : system);
    });
    const ids = systems.slice(at, at + systemsPerLine).map(({ systemId }) => systemId);
    const own = bodies === undefined ? {} : { bodies: ids.map((id) => bodies.get(id) ?? null) };
    const reasons = why === undefined ? {} : { why: ids.map((id) => why.get(id) ?? null) };
    yield { kind: 'plan', orgId, systems: here, ...own, ...reasons };
  }
}

/** Built lazily: most starts find no file. */
let shape: z.ZodMiniType<ChangeLine> | undefined;

/** Null: the line is damaged. */
export function lineIn(text: string): ChangeLine | null {
  try {
    return (shape ??= makeShape() as z.ZodMiniType<ChangeLine>).safeParse(parseExactly(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Bad reviewer fields never invalidate a line. */
function peopleShape() {
  const signature = z.object({ by: z.string(), at: timeShape, file: z.optional(z.string()) });
  const whole = z.catch(z.optional(signature), undefined);
  return { reviewed: whole, confirmed: whole };
}

function makeShape() {
  const time = timeShape;

  const begun = {
    ...{ kind: z.literal('change'), format: z.literal(recordFormat), version: z.string(), at: time },
    ...{ pid: z.number(), computer: z.string(), mode: z.enum(['run', 'preview']), items: z.number() },
    ...{ person: z.optional(z.string()), ...peopleShape() },
  };

  const run = z.object({
    ...begun,
    does: z.enum(runKinds),
    edit: z.optional(editShape()),
    follows: z.optional(z.enum(['retry', 'undo'])),
    ...{ orgId: z.string(), orgName: z.string(), baseUrl: z.nullable(z.string()), days: z.number() },
  });

  const request = z.object({
    ...begun,
    does: z.literal('request'),
    ...{ method: z.string(), template: z.string(), address: z.string() },
    ...{ orgId: z.nullable(z.string()), orgName: z.nullable(z.string()) },
    ...{ baseUrl: z.string(), profile: z.string() },
  });

  const operation = z.enum(operationNames);

  const textOrNull = z.nullable(z.string());

  /** An unreadable problem becomes null: the outcome stays, without its reason. */
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
    z.object({
      ...{ kind: z.literal('done'), unshown: z.optional(z.literal(true)) },
      // An undo can compare with an object only.
      found: z.catch(z.optional(z.custom<JsonObject>(isJsonObject)), undefined),
      isAsSent: z.optional(z.literal(true)),
    }),
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

  const why = z.object({ by: z.enum(['hand', 'filter', 'rule', 'row', 'run']), filter: z.optional(z.string()) });
  const size = z.optional(z.object({ bytes: z.number(), sha256: z.string() }));

  return z.union([
    run,
    request,
    z.object({
      ...{ kind: z.literal('plan'), systems: z.array(z.unknown()), bodies: z.optional(z.array(z.unknown())) },
      why: z.catch(z.optional(z.array(z.nullable(why))), undefined),
    }),
    z.object({
      ...{ kind: z.literal('intent'), at: time, id: z.string(), was: z.unknown(), sent: z.optional(z.unknown()) },
      cut: z.optional(z.object({ was: size, sent: size })),
    }),
    z.object({
      ...{ kind: z.literal('result'), at: time, serviceAt: z.optional(time), id: z.string(), outcome: outcomeShape },
      ...{ status: z.optional(z.nullable(z.number())), traceId: z.optional(textOrNull), ms: z.optional(z.number()) },
      claim: z.optional(z.object({ kind: z.enum(['partly', 'failed']), says: z.string() })),
    }),
    z.object({
      kind: z.literal('end'),
      at: time,
      stop: z.nullable(z.enum(stopReasons)),
      counts: z.record(z.enum([...outcomeKinds, 'gone']), z.number()),
      checked: z.catch(z.nullable(z.union([z.object({ at: time }), unchecked])), null),
    }),
    z.object({ kind: z.literal('seen'), at: time }),
  ]);
}
