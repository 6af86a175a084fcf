/** The lines of a request in its file: the header of every change, what is to be sent, how it ended, that it was seen. */
import process from 'node:process';
import * as z from 'zod/mini';
import { type Json, readExactly, writeExactly } from '../../../api/exact-json.ts';
import { safeJson } from '../../kernel/hidden-characters.ts';
import type { CutSize, KeptRequest, RequestEnd, RequestRecord } from './request-record.ts';
import { lineReader, recordFormat, peopleShape, timeShape } from './format.ts';

/** The session that saved it: as long as it lives, it may be about to save the end. */
export interface Writer {
  readonly pid: number;
  readonly computer: string;
}

/** After it was sent: how it ended, or that somebody has seen that it did not. */
type EndLine = RequestEnd & { readonly kind: 'end'; readonly id: string };
interface SeenLine {
  readonly kind: 'seen';
  readonly id: string;
  readonly at: string;
}

/** Larger bodies are kept cut. */
const mostBytes = 1024 * 1024;
const keptCharacters = 64 * 1024;

/** The header and the intent as they are written before it is sent: in what was cut stands the beginning of its JSON text. */
export function requestText(
  { body, before, mode, ...about }: RequestRecord,
  { id, version, ...writer }: Writer & { readonly id: string; readonly version: string },
): string {
  const { at } = about;
  const header = {
    ...{ kind: 'run', format: recordFormat, id, version, at },
    ...{ mode: mode === 'sent' ? 'run' : mode, does: 'request' },
    ...{ ...writer, ...about },
  };
  const [sent, was] = [cutValue(body), cutValue(before)];
  const cut = { ...(sent.cut && { body: { ...sent.cut } }), ...(was.cut && { before: { ...was.cut } }) };
  const intent = { kind: 'intent', id, at, body: sent.value, before: was.value };
  return `${safeJson(header, 0)}\n${safeJson(Object.keys(cut).length > 0 ? { ...intent, cut } : intent, 0)}\n`;
}

/** A line that follows these two. */
export function afterText(line: EndLine | SeenLine): string {
  return `${safeJson(line, 0)}\n`;
}

function cutValue(value: Json | null): { readonly value: Json | null; readonly cut?: CutSize } {
  const text = writeExactly(value);
  const bytes = Buffer.byteLength(text);
  if (bytes <= mostBytes) return { value };
  const sha256 = process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex');
  return { value: text.slice(0, keptCharacters), cut: { bytes, sha256 } };
}

function makeShape() {
  const textOrNull = z.nullable(z.string());
  const numberOrNull = z.nullable(z.number());
  const size = z.optional(z.object({ bytes: z.number(), sha256: z.string() }));
  const cutShape = z.optional(z.object({ body: size, before: size }));

  const aboutRequest = {
    ...{ id: z.string(), at: timeShape, pid: z.number(), computer: z.string(), version: z.string() },
    ...{ profile: z.string(), baseUrl: z.string(), orgId: textOrNull, orgName: textOrNull },
    ...{ method: z.string(), template: z.string(), address: z.string() },
    person: z.optional(z.string()),
    ...peopleShape(),
  };

  return z.discriminatedUnion('kind', [
    z.pipe(
      z.object({
        ...{ kind: z.literal('run'), format: z.literal(recordFormat), does: z.literal('request') },
        ...{ mode: z.enum(['run', 'preview']), ...aboutRequest },
      }),
      z.transform(({ mode, ...line }) => ({ ...line, mode: mode === 'run' ? ('sent' as const) : mode })),
    ),
    z.object({ kind: z.literal('intent'), id: z.string(), at: timeShape, cut: cutShape }),
    z.object({
      ...{ kind: z.literal('end'), id: z.string(), at: timeShape },
      outcome: z.enum(['done', 'refused', 'unknown', 'withheld']),
      ...{ status: numberOrNull, slug: textOrNull, traceId: textOrNull, ms: numberOrNull },
    }),
    z.object({ kind: z.literal('seen'), id: z.string(), at: timeShape }),
  ]);
}

/** A line without what is large in it. */
export type RequestLine = z.infer<ReturnType<typeof makeShape>>;

export const requestLineIn = lineReader<RequestLine>(makeShape, (text) => JSON.parse(text));

/** Large values of a line, with all their digits; nothing where it is deeper than rollcall writes it. */
export function valuesIn(text: string): Pick<KeptRequest['record'], 'body' | 'before'> {
  const read = readExactly(text);
  const { body, before } = (read.ok ? read.value : {}) as { readonly body?: Json; readonly before?: Json };
  return { body: body ?? null, before: before ?? null };
}
