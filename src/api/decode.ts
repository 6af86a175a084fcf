/** Does JSON from the service have the specification's shape, and what are its fields? */
import * as z from 'zod/mini';
import { asSent } from './as-sent.ts';
import type { Organisation } from './organisation.ts';
import { otherTimes } from './other-times.ts';
import { shared } from './shared-text.ts';
import type { System } from './system.ts';
import { readTimestamp } from './timestamp.ts';

/** A value, or the path at which the shape is another: `items[3].systemId: expected string`. */
export type Decoded<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly path: string };

const text = z.nullish(z.string());

/** Unknown fields are dropped, but for the times in them; a field that is null or missing is null. */
const systemShape = z.object({
  systemId: z.string(),
  description: text,
  state: text,
  customDns: z.nullish(z.array(z.unknown())),
  lastSeen: text,
  enrolledAt: text,
  enrolmentKeyId: z.nullish(z.int()),
  enrolmentKeyDescription: text,
  isEnabled: z.nullish(z.boolean()),
  connectedFrom: text,
  hostname: text,
  platformType: text,
  osVersion: text,
  serviceVersion: text,
  tags: z.nullish(z.array(z.unknown())),
});

const systemFields = Object.keys(systemShape.def.shape);
const knownFields: ReadonlySet<string> = new Set(systemFields);

/** A sign of life that has another type is one that cannot be read, and not none. */
const livingFields = ['state', 'lastSeen', 'enrolledAt'] as const;

const organisationsShape = z.object({ orgs: z.array(z.unknown()) });

const organisationShape = z.object({ orgId: z.string(), orgName: text, role: text });

/** Of one system. A list of millions of odd tags must not become millions of sentences. */
const mostFaults = 20;

export function decodeOrganisations(json: unknown): Decoded<readonly Organisation[]> {
  const read = organisationsShape.safeParse(json);
  if (!read.success) return wrong('', read.error);
  const organisations: Organisation[] = [];
  for (const [at, element] of read.data.orgs.entries()) {
    const organisation = organisationShape.safeParse(element);
    if (!organisation.success) return wrong(`orgs[${at}]`, organisation.error);
    const { orgId, orgName, role } = organisation.data;
    // Without a name, the id is what a person can tell it by.
    organisations.push({ orgId, orgName: filled(orgName) ?? orgId, role: role ?? '' });
  }
  return { ok: true, value: organisations };
}

/**
 * A system. Without an id there is none; any other field of a wrong type is left out, and its path is among the
 * `faults`: one odd field must not hide the others. `path` is where the system stands (`items[3]`).
 */
export function decodeSystem(json: unknown, path = ''): Decoded<System> {
  const read = systemShape.safeParse(json);
  const record = json as Readonly<Record<string, unknown>>;
  if (read.success) return { ok: true, value: systemOf(read.data, record, path, {}, []) };
  const odd = new Set(read.error.issues.map((issue) => issue.path[0]));
  const fields = json as Readonly<Record<string, unknown>> | null;
  // Only what is asked for: a long text or list in a system's place has millions of entries of its own.
  const rest = systemFields.filter((field) => !odd.has(field));
  const again = systemShape.safeParse(Object.fromEntries(rest.map((field) => [field, fields?.[field]])));
  // What is no object, or has no id, has none without its odd fields either.
  if (!again.success) return wrong(path, read.error);
  const oddTexts = Object.fromEntries(
    systemFields.flatMap((field) => (odd.has(field) ? [[field, shared(asSent(record[field]))]] : [])),
  ) as Readonly<Record<string, string>>;
  const living = Object.fromEntries(
    livingFields.flatMap((field) => (odd.has(field) ? [[field, oddTexts[field]]] : [])),
  );
  return {
    ok: true,
    value: systemOf(
      { ...again.data, ...living },
      record,
      path,
      oddTexts,
      read.error.issues.map((issue) => issueWords(path, issue)),
    ),
  };
}

/** One for all that have none: most systems, of perhaps 100,000. */
const none: readonly never[] = [];
const nothing: Readonly<Record<string, string>> = {};

function systemOf(
  fields: z.infer<typeof systemShape>,
  record: Readonly<Record<string, unknown>>,
  path: string,
  oddTexts: Readonly<Record<string, string>>,
  oddFields: readonly string[],
): System {
  const tags = tagsOf(fields.tags ?? none, path);
  const odd = tags.isPlain ? oddTexts : { ...oddTexts, tags: shared(asSent(fields.tags)) };
  const faults = [...oddFields, ...tags.faults].slice(0, mostFaults);
  const lastSeen = filled(fields.lastSeen);
  const enrolledAt = filled(fields.enrolledAt);
  return {
    systemId: fields.systemId,
    description: shared(fields.description),
    state: shared(fields.state),
    customDns: fields.customDns?.length ? fields.customDns : none,
    lastSeen,
    lastSeenMs: lastSeen === null || 'lastSeen' in oddTexts ? null : readTimestamp(lastSeen),
    enrolledAt,
    enrolledAtMs: enrolledAt === null || 'enrolledAt' in oddTexts ? null : readTimestamp(enrolledAt),
    enrolmentKeyId: fields.enrolmentKeyId ?? null,
    enrolmentKeyDescription: shared(fields.enrolmentKeyDescription),
    isEnabled: fields.isEnabled ?? null,
    connectedFrom: fields.connectedFrom ?? null,
    hostname: fields.hostname ?? null,
    platformType: shared(fields.platformType),
    osVersion: shared(fields.osVersion),
    serviceVersion: shared(fields.serviceVersion),
    // A copy is no longer than it need be: an array that grew has room for more.
    tags: tags.texts.length === 0 ? none : tags.texts.slice(),
    faults: faults.length === 0 ? none : faults,
    odd: Object.keys(odd).length === 0 ? nothing : odd,
    otherTimes: otherTimes(record, knownFields),
    notSent: lacking(record),
    alsoListed: null,
  };
}

/** One list for all records that lack the same fields. */
const lacks = new Map<string, readonly string[]>();

function lacking(record: Readonly<Record<string, unknown>>): readonly string[] {
  if (systemFields.every((field) => record[field] !== undefined)) return none;
  const fields = systemFields.filter((field) => record[field] === undefined);
  const name = fields.join(' ');
  const known = lacks.get(name) ?? fields;
  lacks.set(name, known);
  return known;
}

interface Tags {
  readonly texts: string[];
  readonly faults: string[];
  /** All of them are as the specification says, and nothing else is in them. */
  readonly isPlain: boolean;
}

/** Element by element: one odd tag must not hide the others. */
function tagsOf(elements: readonly unknown[], path: string): Tags {
  const texts: string[] = [];
  const faults: string[] = [];
  let isPlain = true;
  for (const [at, element] of elements.entries()) {
    const tag = (element as { readonly tag?: unknown } | null)?.tag;
    if (typeof tag === 'string') texts.push(shared(tag));
    else if (faults.length < mostFaults)
      faults.push(`${path === '' ? '' : `${path}.`}tags[${at}].tag: expected string`);
    isPlain &&= typeof tag === 'string' && Object.keys(element as object).length === 1;
  }
  return { texts, faults, isPlain };
}

function filled(value: string | null | undefined): string | null {
  return value === undefined || value === null || value === '' ? null : value;
}

/** What zod found, in the words of this program. */
export function wrong(path: string, error: z.core.$ZodError): { readonly ok: false; readonly path: string } {
  const [first] = error.issues;
  return { ok: false, path: first === undefined ? path : issueWords(path, first) };
}

function issueWords(path: string, issue: z.core.$ZodIssue): string {
  const at = [path, ...issue.path].filter((part) => part !== '').join('.');
  return at === '' ? expectation(issue) : `${at}: ${expectation(issue)}`;
}

function expectation(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return `expected ${issue.expected}`;
  return issue.code === 'too_big' ? `expected at most ${issue.maximum}` : 'another shape';
}
