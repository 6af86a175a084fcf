/** The lines of the files of request records: as they are written, and as they are read. */
import process from 'node:process';
import * as z from 'zod/mini';
import { type Json, readExactly, writeExactly } from '../../api/exact-json.ts';
import type { CutSize, KeptRequest, RequestEnd, RequestRecord } from '../../state/change/request-records/record.ts';

/** The session that saved it: as long as it lives, it may be about to save the end. */
export interface Writer {
  readonly pid: number;
  readonly computer: string;
}

/** Before a request is sent. In what was cut stands the beginning of its JSON text. */
export interface RequestLine extends RequestRecord, Writer {
  readonly kind: 'request';
  readonly format: 1;
  readonly id: string;
  readonly version: string;
  readonly cut?: KeptRequest['cut'] | undefined;
}

/** After: how it ended, or that somebody has seen that it did not. */
type EndLine = RequestEnd & { readonly kind: 'end'; readonly id: string };
interface SeenLine {
  readonly kind: 'seen';
  readonly id: string;
  readonly at: string;
}

/** Larger bodies are kept cut. */
const mostBytes = 1024 * 1024;
const keptCharacters = 64 * 1024;

/** As it is written, with its line break. */
export function requestText(
  record: RequestRecord,
  about: Omit<RequestLine, keyof RequestRecord | 'kind' | 'format' | 'cut'>,
): string {
  const body = cutValue(record.body);
  const before = cutValue(record.before);
  const { at, ...rest } = record;
  const { id, ...writer } = about;
  const cut = { ...(body.cut && { body: { ...body.cut } }), ...(before.cut && { before: { ...before.cut } }) };
  const isCut = Object.keys(cut).length > 0;
  // What is looked for at a start stands in front.
  const line = { kind: 'request', format: 1, id, at, ...writer, ...rest, body: body.value, before: before.value };
  return `${writeExactly(isCut ? { ...line, cut } : line)}\n`;
}

/** The same of how it ended, or that it was seen. */
export function afterText(line: EndLine | SeenLine): string {
  return `${JSON.stringify(line)}\n`;
}

function cutValue(value: Json | null): { readonly value: Json | null; readonly cut?: CutSize } {
  if (value === null) return { value };
  const text = writeExactly(value);
  const bytes = Buffer.byteLength(text);
  if (bytes <= mostBytes) return { value };
  const sha256 = process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex');
  return { value: text.slice(0, keptCharacters), cut: { bytes, sha256 } };
}

const time = z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text))));
const textOrNull = z.nullable(z.string());
const numberOrNull = z.nullable(z.number());
const size = z.optional(z.object({ bytes: z.number(), sha256: z.string() }));

const lineShape = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('request'),
    format: z.literal(1),
    id: z.string(),
    at: time,
    pid: z.number(),
    computer: z.string(),
    version: z.string(),
    mode: z.enum(['sent', 'preview']),
    profile: z.string(),
    baseUrl: z.string(),
    orgId: textOrNull,
    orgName: textOrNull,
    method: z.string(),
    template: z.string(),
    address: z.string(),
    cut: z.optional(z.object({ body: size, before: size })),
  }),
  z.object({
    kind: z.literal('end'),
    id: z.string(),
    at: time,
    outcome: z.enum(['done', 'refused', 'unknown', 'withheld']),
    status: numberOrNull,
    slug: textOrNull,
    traceId: textOrNull,
    ms: numberOrNull,
  }),
  z.object({ kind: z.literal('seen'), id: z.string(), at: time }),
]);

export type ReadLine = z.infer<typeof lineShape>;

/** A line without what is large in it; null where it is damaged. */
export function lineIn(text: string): ReadLine | null {
  try {
    const read = lineShape.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** What is large in the line of a request, with all its digits; nothing where it is deeper than rollcall writes it. */
export function valuesIn(text: string): Pick<RequestRecord, 'body' | 'before'> {
  const read = readExactly(text);
  const { body, before } = (read.ok ? read.value : {}) as { readonly body?: Json; readonly before?: Json };
  return { body: body ?? null, before: before ?? null };
}
