/** Reads the body of an error (RFC 9457; specification, "Errors"). */
import { htmlTitle } from './http/body.ts';
import type { Incoming } from './http/exchange.ts';
import { isJson, readRetryAfter } from './http/headers.ts';
import type { Refused } from './problem.ts';

const longestText = 2000;
const longestSnippet = 120;
const mostErrors = 100;

/** Takes any body: problem details, other JSON, plain text, HTML of a proxy, or none. The HTTP status wins. */
export function refusedBy(status: number, headers: Incoming['headers'], text: string): Refused {
  const contentType = headers.get('content-type') ?? '';
  const retryAfter = readRetryAfter(headers.get('retry-after'), headers.get('date'));
  const unsaid = { slug: null, title: null, detail: null, traceId: null, errors: {} };
  const bare: Refused = { kind: 'refused', status, retryAfter, ...unsaid };
  if (isJson(contentType)) return { ...bare, ...fieldsOf(text) };
  if (/html/i.test(contentType)) return { ...bare, title: htmlTitle(text) };
  return { ...bare, detail: textOf(text.trim().slice(0, longestSnippet)) };
}

function fieldsOf(text: string): Partial<Refused> {
  const body = objectIn(text);
  if (body === null) return {};
  const texts = { title: textOf(body['title']), detail: textOf(body['detail']), traceId: textOf(body['traceId']) };
  return { ...texts, slug: slugOf(body['type']), errors: errorsOf(body['errors']) };
}

function objectIn(text: string): Record<string, unknown> | null {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, longestText) : null;
}

/** The last segment of the type's address, which is never fetched. */
function slugOf(type: unknown): string | null {
  const slug = typeof type === 'string' ? type.slice(0, longestText).split(/[/#]/).at(-1) : undefined;
  return slug === undefined || slug === '' ? null : slug;
}

function errorsOf(value: unknown): Refused['errors'] {
  if (typeof value !== 'object' || value === null) return {};
  const entries = Object.entries(value).slice(0, mostErrors);
  return Object.fromEntries(entries.map(([field, messages]) => [field.slice(0, longestText), textsOf(messages)]));
}

/** One message, or a list of them. */
function textsOf(messages: unknown): string[] {
  const list: unknown[] = Array.isArray(messages) ? messages.slice(0, mostErrors) : [messages];
  return list.flatMap((message) => textOf(message) ?? []);
}
