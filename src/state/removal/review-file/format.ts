/**
 * Format of the file that a second person confirms. The checksum detects a truncated or edited file (regardless of
 * line endings); it gives no security. Protection is never taken from the file.
 */
import process from 'node:process';
import * as z from 'zod/mini';
import { isPathId, readBaseUrl } from '../../../api/access.ts';
import { decodeSystem } from '../../../api/decode.ts';
import { isJsonObject, type Json, parseExactly } from '../../../api/exact-json.ts';
import type { System } from '../../../api/system.ts';
import { timeShape } from '../../change/journal/format.ts';
import {
  editShape,
  editWritten,
  lacksSecrets,
  planOf,
  writtenBodies,
  type WrittenEdit,
  writtenEdit,
} from '../../change/journal/written-edit.ts';
import { type RunKind, runKinds, runRows, type Why } from '../../change/run-kinds.ts';
import type { Signature } from '../../change/run.ts';
import { wireRecord } from '../../fleet/systems/fields.ts';
import { inPlainSpelling, safeJson } from '../../kernel/spelling.ts';
import type { Origin } from '../review/review.ts';
import { systemsDeletionIn } from '../../../api/deletion/systems-deletion.ts';
import type { Definition } from '../../../api/openapi/definition.ts';
import type { ServiceAddress } from '../../../api/calls/operations-at.ts';
import { type Edit, editCall, editCallForAll } from '../../change/edit.ts';
import { isSameService } from '../../session/session.ts';

/** The format that is written, and the newest one that can be read. */
const newestFormat = 1;

/** Maximum size of a file, for writing and reading. */
export const maxReviewBytes = 64 * 1024 * 1024;

const maxNameLength = 100;

const origins = ['hand', 'filter', 'rule', 'row', 'run'] as const satisfies readonly Origin[];

/** `isIncluded`: the system was protected, and the reviewer included it. */
interface ReviewedSystem extends Why {
  readonly system: System;
  readonly isIncluded: boolean;
}

/** `bodies`: by the id of the system, if each has its own. */
interface ReviewedChange {
  readonly edit: WrittenEdit;
  readonly bodies?: Readonly<Record<string, Json>>;
}

/** The reviewed systems, with the reviewer and the time. */
export interface ReviewContent extends Signature {
  readonly kind: RunKind;
  /** The operation with its values, if the kind has no request of its own. */
  readonly change?: ReviewedChange;
  readonly baseUrl: string;
  readonly orgId: string;
  readonly orgName: string;
  readonly days: number;
  readonly systems: readonly ReviewedSystem[];
}

/** The protection rules at the review; only informative. */
export type ReviewRules = Readonly<Record<string, unknown>>;

export interface ReviewFile extends ReviewContent {
  readonly checksum: string;
  /** The earlier confirmation on this computer; absent: none. */
  readonly confirmed?: Signature;
}

type ReviewFileRead =
  { readonly ok: true; readonly file: ReviewFile } | { readonly ok: false; readonly message: string };

/** An id that fits in no path is never sent, so it is not written either. */
export function isSendable({ systemId }: System): boolean {
  return isPathId(systemId);
}

/** One system per line. */
export function reviewText(content: ReviewContent, rules: ReviewRules, version: string): string {
  const { kind, change, baseUrl, orgId, orgName, by, at, days, systems } = content;
  const head = {
    ...{ rollcall: 'review', format: newestFormat, version, kind, ...(change !== undefined && { change }) },
    ...{ service: baseUrl, organisation: { orgId, orgName }, person: by, at, days, rules },
  };
  const members = Object.entries(head).map(([name, value]) => `"${name}": ${safeJson(value, 0)}`);
  const rows = systems.map((one) => safeJson(writtenSystem(one), 0));
  const body = `{\n  ${[...members, `"systems": [\n    ${rows.join(',\n    ')}\n  ]`].join(',\n  ')}`;
  return `${body},\n  "sha256": "${checksumOf(Buffer.from(body))}"\n}\n`;
}

function writtenSystem({ system, by, filter, isIncluded }: ReviewedSystem): object {
  const also: unknown[] = [];
  for (let record = system.alsoListed; record !== null; record = record.alsoListed) also.push(wireRecord(record));
  return {
    ...{ by, ...(filter !== undefined && { filter }), ...(isIncluded && { included: true }) },
    ...{ record: wireRecord(system), ...(also.length > 0 && { also }) },
  };
}

function checksumOf(bytes: Uint8Array): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(bytes).digest('hex');
}

/** The checksum is the last member, and covers all bytes before it. */
const tail = /,\n {2}"sha256": "([0-9a-f]{64})"\n\}\n$/;

/**
 * Restores the bytes as written: mail, git and editors change line endings, and the end of a file. Texts in the file
 * contain none.
 */
function asWritten(bytes: Uint8Array): Buffer {
  const text = Buffer.from(bytes)
    .toString('latin1')
    .replace(/^\u00EF\u00BB\u00BF/, '');
  return Buffer.from(`${text.replaceAll('\r\n', '\n').replace(/\n+$/, '')}\n`, 'latin1');
}

/** Built lazily: most sessions open no review file. */
let shape: ReturnType<typeof makeShape> | undefined;

function makeShape() {
  return z.object({
    kind: z.enum(runKinds),
    change: z.optional(z.object({ edit: editShape(), bodies: z.optional(z.record(z.string(), z.unknown())) })),
    service: z.string(),
    organisation: z.object({ orgId: z.string(), orgName: z.string() }),
    person: z.string().check(z.refine((name) => name.trim() !== '' && name.length <= maxNameLength)),
    at: timeShape,
    days: z.number(),
    systems: z.array(
      z.object({
        by: z.enum(origins),
        filter: z.optional(z.string()),
        included: z.optional(z.boolean()),
        record: z.unknown(),
        also: z.optional(z.array(z.unknown())),
      }),
    ),
  });
}

/** `name`: of the file. `message`: why it is refused, and the remedy. */
export function readReview(bytes: Uint8Array, name: string): ReviewFileRead {
  const text = asWritten(bytes);
  const value = valueIn(text);
  if (value?.['rollcall'] !== 'review')
    return refuse(`"${name}" is no review of rollcall, or was cut off. Ask for the whole file.`);
  const { format } = value;
  if (typeof format === 'number' && format > newestFormat) return refuse(newer(name));
  const [end, checksum] = tail.exec(text.subarray(-100).toString('latin1')) ?? [];
  if (end === undefined || checksum !== checksumOf(text.subarray(0, -end.length)))
    return refuse(`"${name}" was changed or cut off since it was written. Ask for the file again.`);
  const { data } = (shape ??= makeShape()).safeParse(value);
  // The checksum is correct, so a newer version wrote the file.
  if (data === undefined) return refuse(newer(name));
  const { kind, change, service, organisation, person: by, at, days } = data;
  const systems = data.systems.map(reviewedSystem).filter((one) => one !== null);
  const ids = new Set(systems.map(({ system }) => system.systemId));
  const areSystems = systems.length > 0 && systems.length === data.systems.length && ids.size === systems.length;
  const address = readBaseUrl(service);
  if (!areSystems || !isPathId(organisation.orgId) || !address.ok || address.baseUrl !== service)
    return refuse(`"${name}" names systems that rollcall cannot tell apart. Ask for another review.`);
  const content = { kind, by, at, days, baseUrl: service, ...organisation, systems };
  // The cast is safe: every value of a parsed JSON text is a Json.
  return {
    ok: true,
    file: { ...content, ...(change !== undefined && { change: change as ReviewedChange }), checksum },
  };
}

function refuse(message: string): ReviewFileRead {
  return { ok: false, message };
}

function newer(name: string): string {
  return `"${name}" was written by a newer rollcall. Update rollcall here, and open it again.`;
}

function valueIn(bytes: Uint8Array): Readonly<Record<string, unknown>> | null {
  try {
    const value = parseExactly(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

type WrittenSystem = z.infer<ReturnType<typeof makeShape>>['systems'][number];

/** Null: a record has no valid id, or the records have different ids. */
function reviewedSystem({ by, filter, included = false, record, also = [] }: WrittenSystem): ReviewedSystem | null {
  const records = [record, ...also].map((one) => decodeSystem(one));
  let system: System | null = null;
  for (const read of records.toReversed()) {
    if (!read.ok || !isPathId(read.value.systemId)) return null;
    if (system !== null && system.systemId !== read.value.systemId) return null;
    system = { ...read.value, alsoListed: system };
  }
  if (system === null) return null;
  return { system, by, ...(filter !== undefined && { filter }), isIncluded: included };
}

// Writes the operation of a review without secrets, and validates it again when the file is opened.

export function reviewedChange(edit: Edit): ReviewedChange {
  const bodies = writtenBodies(edit);
  return { edit: writtenEdit(edit), ...(bodies !== null && { bodies: Object.fromEntries(bodies) }) };
}

/** `message`: sentences that say why the file is not opened. */
type ChangeRead = { readonly ok: true; readonly edit: Edit } | { readonly ok: false; readonly message: string };

/** Uses the definition of this computer: the file must not decide what is sent or where. */
export function changeIn(
  { edit: written, bodies = {} }: ReviewedChange,
  definition: Definition,
  { basePath, ...where }: ServiceAddress & { readonly orgId: string },
  systems: readonly System[],
): ChangeRead {
  const read = editWritten(written, new Map(Object.entries(bodies)));
  const plan = planOf(definition, read, { baseUrl: where.baseUrl, basePath });
  const { method, path } = written.operation;
  if (plan?.operation.method !== method || plan.operation.path !== path)
    return refuseChange("This review is of an operation that the service's definition does not have.");
  const name = read.systemParameter?.replace(/^path /, '');
  const isOfSystem = name === undefined ? read.listField !== null : path.split('/').includes(`{${name}}`);
  if (!isOfSystem || lacksSecrets(read))
    return refuseChange('This review lacks values of its operation. Fill in the operation here instead (A).');
  // A field missing from the file may have been set since the review.
  const edit: Edit = { ...read, isByRecord: true, operation: plan.operation, plan };
  const calls =
    edit.listField === null
      ? systems.map((system) => editCall(edit, where, system))
      : [editCallForAll(edit, where, systems)];
  const failed = calls.find((call) => !call.ok);
  if (failed?.ok === false) return refuseChange(`This review cannot be sent from here. ${failed.message}`);
  if (calls.some((call) => call.ok && systemsDeletionIn(call.call) !== null))
    return refuseChange('This review would delete systems under another name. It is not opened.');
  return { ok: true, edit };
}

function refuseChange(message: string): ChangeRead {
  return { ok: false, message };
}

// Decides whether a review of another person fits this person, service and organisation.

interface Reader {
  readonly person: string;
  /** Null: not known yet. */
  readonly baseUrl: string | null;
  readonly orgId: string | null;
}

/** Sentences that say why the review does not fit; null: it fits. */
export function misfitOf(file: ReviewFile, { person, baseUrl, orgId }: Reader): string | null {
  if (inPlainSpelling(file.by) === inPlainSpelling(person))
    return `You reviewed it yourself, as ${file.by}. Another person confirms it, under another name.`;
  if (baseUrl !== null && !isSameService(file.baseUrl, baseUrl))
    return `This review is of the service ${file.baseUrl}, and you are at ${baseUrl}. Open it with a profile of that service.`;
  if (orgId !== null && orgId !== file.orgId)
    return `This review is of the organisation ${file.orgName} (${file.orgId}). Open that one first (@), then the review.`;
  const isKnown = (file.change === undefined) === (runRows[file.kind].request !== null);
  return isKnown ? null : 'This review is of a change that this rollcall does not know. Update it here.';
}
