/** The lines of a change's file, one JSON object each: as they are written, and the shapes by which they are read. */
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
  /** The planned systems in the order in which they are taken; several lines where they are many. `orgId`: also where the header is damaged. */
  | {
      readonly kind: 'plan';
      readonly orgId?: string;
      readonly systems: readonly unknown[];
      /** Bodies of their requests in the same order, where each has its own. */
      readonly bodies?: readonly Json[];
      /** Why each of them is in the change. */
      readonly why?: readonly (Why | null)[];
    }
  | IntentLine
  | ResultLine
  /** The last line of a change that ended with the program still there. */
  | ({ readonly kind: 'end'; readonly at: string } & RunEnd)
  /** Somebody has looked at a change that was left without its end. */
  | { readonly kind: 'seen'; readonly at: string };

/** Before the request leaves. */
export interface IntentLine {
  readonly kind: 'intent';
  readonly at: string;
  /** The id of the system; for a request `theOne`. */
  readonly id: string;
  /** The record that the service had just then, as received: needed to enrol a system again. Null: it was not read. */
  readonly was: unknown;
  /** The fields that an operation sets, or the body of a request, without secrets; absent where there is none. */
  readonly sent?: Json;
  /** Sizes of values that have only their beginning here, as JSON text. */
  readonly cut?: { readonly was?: CutSize | undefined; readonly sent?: CutSize | undefined } | undefined;
}

export interface ResultLine {
  readonly kind: 'result';
  readonly at: string;
  /** By the service's clock, where it told a reliable time. */
  readonly serviceAt?: string;
  readonly id: string;
  readonly outcome: Outcome;
  /** In a preview, what would have been sent. */
  readonly request?: string;
  /** The answer to a request, and how long it took. */
  readonly status?: number | null;
  readonly traceId?: string | null;
  readonly ms?: number;
  /** The body of an answer for many says this against its status. */
  readonly claim?: Claim | undefined;
}

/** Size of a value too large to be kept whole, and the SHA-256 of its JSON text. */
export interface CutSize {
  readonly bytes: number;
  readonly sha256: string;
}

/** The id of the one item of a request. */
export const theOne = 'request';

/** `reviewed` and `confirmed`: where two people have done it; absent from other changes. */
interface AboutChange extends Partial<People> {
  readonly mode: 'run' | 'preview';
  /** The one who confirmed it. */
  readonly person?: string;
  readonly items: number;
}

export interface RunHeader extends AboutChange {
  readonly does: RunKind;
  /** The operation, as it was filled in, without secrets; absent for a kind with a request of its own. */
  readonly edit?: WrittenEdit;
  readonly orgId: string;
  readonly orgName: string;
  readonly baseUrl: string | null;
  /** The threshold by which its systems were judged. */
  readonly days: number;
  readonly follows?: Follows;
}

/** One request of the explorer, of `rollcall api`, or for a new key. */
export interface RequestHeader extends AboutChange {
  readonly does: 'request';
  readonly method: string;
  /** As the definition writes it: `/org/{orgId}/systems/{systemId}/disable`. */
  readonly template: string;
  /** Absolute, without secrets. */
  readonly address: string;
  /** Null where its path names none. */
  readonly orgId: string | null;
  readonly orgName: string | null;
  readonly baseUrl: string;
  readonly profile: string;
}

/** The session that began it: as long as it lives, it may be about to save the end. */
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

/** The format in which every change is written and read. */
export const recordFormat = 1;

/** A time as a line has it. */
export const timeShape = z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text))));

/** Systems per line of the plan: a line is read and written whole. */
const systemsPerLine = 500;

/** Characters of other fields in one plan: with many more, its file would be too large to be read (`maxBytes`). */
const maxOtherCharacters = 100_000_000;

/** By the id of the system. `room`: characters of other fields. */
interface PlanParts {
  readonly bodies?: ReadonlyMap<string, Json> | undefined;
  readonly why?: ReadonlyMap<string, Why> | undefined;
  readonly room?: number;
}

/** One after the other: all at once they would take several times the memory of the systems. */
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

/** Made for the first file: at most starts there is none. */
let shape: z.ZodMiniType<ChangeLine> | undefined;

/** Reads a line; null where it is damaged. */
export function lineIn(text: string): ChangeLine | null {
  try {
    return (shape ??= makeShape() as z.ZodMiniType<ChangeLine>).safeParse(parseExactly(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Bad people never invalidate a line. */
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
    z.object({
      ...{ kind: z.literal('done'), unshown: z.optional(z.literal(true)) },
      // An undo can expect nothing of what is no object.
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
