/** The shapes of the lines of a run's file. Made for the first file that is read: at most starts there is none. */
import { operationNames } from '../../../api/operations.ts';
import * as z from 'zod/mini';
import { noCounts, outcomeKinds } from '../outcome.ts';
import { uncheckedReasons } from '../check.ts';

type Shape = ReturnType<typeof makeShape>;
let made: Shape | undefined;

/** Of any line. */
export function journalLineShape(): Shape {
  return (made ??= makeShape());
}

function makeShape() {
  const time = z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text))));

  const header = z.object({
    kind: z.literal('run'),
    format: z.literal(1),
    mode: z.enum(['run', 'preview']),
    version: z.string(),
    at: time,
    orgId: z.string(),
    orgName: z.string(),
    baseUrl: z.nullable(z.string()),
    days: z.number(),
    systems: z.number(),
  });

  const operation = z.enum(operationNames);

  const linkFault = z.enum([
    ...(['another address', 'not encrypted', 'carries user info', 'another path', 'another list'] as const),
    ...(['seen before', 'not forward', 'too many pages', 'not a link'] as const),
  ]);

  const textOrNull = z.nullable(z.string());

  /** Of one that cannot be read the screens show no more than that there was one. */
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
    z.object({ kind: z.literal('wrongShape'), operation, path: z.string() }),
    z.object({
      kind: z.literal('untrustedLink'),
      operation,
      link: z.string(),
      reason: linkFault,
      page: z.nullable(z.number()),
    }),
    z.object({ kind: z.literal('withheld'), operation, mode: z.enum(['preview', 'read-only']) }),
    z.object({ kind: z.enum(['oddId', 'aborted']), operation }),
  ]);

  const problem = z.catch(z.nullable(problemShape), null);

  const outcomeShape = z.discriminatedUnion('kind', [
    z.object({ kind: z.enum(['deleted', 'wouldDelete', 'alreadyGone']) }),
    z.object({
      kind: z.literal('skipped'),
      why: z.enum(['connected', 'seenSince', 'changed', 'protected']),
      field: z.optional(z.string()),
    }),
    z.object({ kind: z.literal('refused'), problem, stillThere: z.optional(z.literal(true)) }),
    z.object({ kind: z.literal('failed'), problem, was: z.optional(z.enum(['deleted', 'alreadyGone'])) }),
    z.object({ kind: z.literal('unknown'), problem, doubt: z.optional(z.enum(['accepted', 'cutOff', 'noAccess'])) }),
    z.object({ kind: z.literal('notAttempted'), problem, why: z.optional(z.literal('tooSlow')) }),
  ]);

  return z.union([
    header,
    z.object({ kind: z.literal('plan'), systems: z.array(z.unknown()) }),
    z.object({ kind: z.literal('intent'), at: time, systemId: z.string(), record: z.unknown() }),
    z.object({
      kind: z.literal('result'),
      at: time,
      systemId: z.string(),
      outcome: outcomeShape,
    }),
    z.object({
      kind: z.literal('end'),
      at: time,
      stop: z.nullable(z.enum(['asked', 'token', 'forbidden', 'noAccess', 'unreachable', 'journal', 'cutOff'])),
      // Older files do not count every kind of today.
      counts: z.pipe(
        z.partialRecord(z.enum(outcomeKinds), z.number()),
        z.transform((counts) => ({ ...noCounts, ...counts })),
      ),
      checked: z.optional(
        z.catch(
          z.nullable(z.union([z.object({ at: time }), z.object({ reason: z.enum(uncheckedReasons), problem })])),
          null,
        ),
      ),
    }),
  ]);
}
