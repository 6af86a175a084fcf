/** What does the file of a run say? Its lines are read one by one: a torn or damaged one takes no other with it. */
import * as z from 'zod/mini';
import type { System } from '../api/system.ts';
import type { HeaderEntry, JournalEntry } from './journal-entries.ts';
import { type Outcome, outcomeKinds, type OutcomeCounts } from './outcome.ts';

export interface RunRecord {
  readonly header: HeaderEntry;
  /** In the order in which they were to be taken. */
  readonly planned: readonly System[];
  readonly intents: ReadonlySet<string>;
  readonly outcomes: ReadonlyMap<string, Outcome>;
  /** Null where the program ended before the run did. */
  readonly end: Extract<JournalEntry, { kind: 'end' }> | null;
  /** Lines that could not be read, without a torn last one. */
  readonly damaged: number;
  /** Milliseconds since 1970 of the last line that has a time. */
  readonly lastMs: number;
}

const header = z.object({
  kind: z.literal('run'),
  format: z.literal(1),
  mode: z.enum(['run', 'preview']),
  version: z.string(),
  at: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  baseUrl: z.nullable(z.string()),
  days: z.number(),
  systems: z.number(),
});

const operation = z.enum([
  'list organisations',
  'list systems',
  'read system',
  'delete system',
  'create enrolment key',
]);

const textOrNull = z.nullable(z.string());

/** The problems that say most; of another one the screens show no more than that there was one. */
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
  z.object({ kind: z.literal('unreachable'), operation, host: z.string(), code: z.string() }),
  z.object({ kind: z.literal('oddId'), operation }),
]);

const problem = z.catch(z.nullable(problemShape), null);

const outcomeShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['deleted', 'wouldDelete', 'alreadyGone']) }),
  z.object({ kind: z.literal('skipped'), why: z.enum(['connected', 'seenSince']) }),
  z.object({ kind: z.literal('refused'), problem, stillThere: z.optional(z.literal(true)) }),
  z.object({ kind: z.enum(['unknown', 'notAttempted']), problem }),
]);

const lines = z.union([
  header,
  z.object({ kind: z.literal('plan'), systems: z.array(z.unknown()) }),
  z.object({ kind: z.literal('intent'), at: z.string(), systemId: z.string(), record: z.unknown() }),
  z.object({
    kind: z.literal('result'),
    at: z.string(),
    systemId: z.string(),
    outcome: outcomeShape,
  }),
  z.object({
    kind: z.literal('end'),
    at: z.string(),
    stop: z.nullable(z.enum(['asked', 'token', 'forbidden', 'noAccess', 'journal', 'cutOff'])),
    counts: z.record(z.enum(outcomeKinds), z.number()),
  }),
]);

/** `decode` reads a system as the service describes it; what it cannot read is counted as damaged. Null: not a run's file. */
export function readJournal(text: string, decode: (record: unknown) => System | null): RunRecord | null {
  const found = { planned: [] as System[], intents: new Set<string>(), outcomes: new Map<string, Outcome>() };
  let first: HeaderEntry | null = null;
  let end: RunRecord['end'] = null;
  let damaged = 0;
  let lastMs = 0;
  const all = text.split('\n');
  // After the last line break there is nothing, or what was being written when the program ended.
  all.pop();
  for (const line of all) {
    if (line === '') continue;
    const entry = entryIn(line);
    if (entry === null) {
      damaged++;
      continue;
    }
    if ('at' in entry) lastMs = Date.parse(entry.at);
    switch (entry.kind) {
      case 'run':
        first ??= entry;
        break;
      case 'plan': {
        const systems = entry.systems.map(decode);
        damaged += systems.filter((system) => system === null).length;
        found.planned.push(...systems.filter((system) => system !== null));
        break;
      }
      case 'intent':
        found.intents.add(entry.systemId);
        break;
      case 'result':
        found.outcomes.set(entry.systemId, entry.outcome);
        break;
      case 'end':
        end = entry;
        break;
    }
  }
  return first === null ? null : { header: first, ...found, end, damaged, lastMs };
}

/** One line; null where it is damaged. */
export function entryIn(line: string): JournalEntry | null {
  try {
    const read = lines.safeParse(JSON.parse(line));
    return read.success ? (read.data as JournalEntry) : null;
  } catch {
    return null;
  }
}

/** How each planned system ended, as far as the file knows: one with an intent and no result is unknown. */
export function countsIn({ planned, intents, outcomes }: RunRecord): OutcomeCounts {
  const counts = { deleted: 0, wouldDelete: 0, alreadyGone: 0, skipped: 0, refused: 0, unknown: 0, notAttempted: 0 };
  for (const { systemId } of planned) {
    counts[outcomes.get(systemId)?.kind ?? (intents.has(systemId) ? 'unknown' : 'notAttempted')]++;
  }
  return counts;
}
