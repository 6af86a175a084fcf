/** Files of requests: written before a request is sent, with its target, and completed with its result. */
import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { hostname, uptime } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { type Call, maskedBody, maskedUrl } from '../../../api/calls/call.ts';
import { type Json, type JsonObject, writeExactly } from '../../../api/exact-json.ts';
import type { SavedIntent } from '../../../api/http/saved-intent.ts';
import { type Masking, mask, maxLevels } from '../../../api/secrets.ts';
import { codeOf, readRegularFile } from '../../kernel/files.ts';
import { isAlive } from '../../kernel/store.ts';
import { noCounts, withCounted } from '../outcome.ts';
import { type Journal, openJournal, removeBegun, reopenJournal } from './append.ts';
import {
  type BegunRequest,
  type CutSize,
  type IntentLine,
  lineIn,
  type RequestHeader,
  type ResultLine,
  theOne,
} from './format.ts';
import { isUnread, lookAt, maxBytes } from './records-file.ts';

/** A request to be saved before it is sent. Secrets are replaced by `"•••"`. */
export interface RequestRecord {
  readonly header: RequestHeader & { readonly at: string };
  /** Target as read before; null: not read. */
  readonly was: Json | null;
  readonly sent: Json | null;
  /** Texts that were typed as secrets; no line contains them. */
  readonly secrets: readonly string[];
}

/** `notAttempted`: nothing left this computer. */
export type RequestEnd = Required<Pick<ResultLine, 'at' | 'outcome' | 'status' | 'traceId' | 'ms'>> &
  Pick<ResultLine, 'claim'>;

/** `was` and `sent`: a truncated value is the beginning of its JSON text. */
export interface KeptRequest {
  readonly path: string;
  readonly header: BegunRequest;
  readonly was: Json | null;
  readonly sent: Json | null;
  readonly cut: NonNullable<IntentLine['cut']>;
  /** Null: the result is unknown. */
  readonly result: ResultLine | null;
}

export type RecordAbout = Pick<
  RequestHeader,
  'mode' | 'profile' | 'baseUrl' | 'orgName' | 'person' | 'reviewed' | 'confirmed'
>;

/** `was`: the target as received; null: not read. */
export function recordOf(call: Call, about: RecordAbout, at: string, was: Json | null): RequestRecord {
  const { method, orgId, operation, secrets } = call;
  const masking: Masking = { secrets, levels: maxLevels };
  const template = operation.slice(operation.indexOf(' ') + 1);
  return {
    header: { does: 'request', ...about, at, orgId, method, template, address: maskedUrl(call), items: 1 },
    was: was === null ? null : mask(was, masking),
    sent: maskedBody(call, masking),
    secrets,
  };
}

export interface Requests {
  /** Saves a request before it is sent. `code`: the operating system's error code; then nothing must be sent. */
  begin(
    record: RequestRecord,
  ): Promise<{ readonly ok: true; readonly path: string } | { readonly ok: false; readonly code: string }>;
  /** The proof that the request was saved, without which it cannot be sent. Throws if there is no record. */
  intentOf(path: string): SavedIntent;
  /** Saves the result. Null, or the error code. */
  end(path: string, end: RequestEnd): Promise<string | null>;
}

interface Begun {
  readonly journal: Journal;
  readonly intent: SavedIntent;
  readonly secrets: readonly string[];
}

/** `folder` rejects with a code if there is no folder. */
export function openRequests(folder: () => Promise<string>, version: string): Requests {
  const begun = new Map<string, Begun>();
  const of = (path: string): Begun => {
    const one = begun.get(path);
    if (one === undefined) throw new Error('a request without a record was to be sent');
    return one;
  };
  return {
    async begin({ header, was, sent, secrets }) {
      const where = await folder().catch((error: unknown) => ({ code: codeOf(error) }));
      if (typeof where !== 'string') return { ok: false, code: where.code };
      const opened = await openJournal(where, { ...header, version }, []);
      if (!opened.ok) return opened;
      const { journal } = opened;
      const intent = await journal.intend(intentOf(header.at, was, sent));
      if (typeof intent === 'string') {
        await removeBegun(journal);
        return { ok: false, code: intent };
      }
      begun.set(journal.path, { journal, intent, secrets });
      void removeOldest(where);
      return { ok: true, path: journal.path };
    },
    intentOf: (path) => of(path).intent,
    async end(path, end) {
      const { journal, secrets } = of(path);
      begun.delete(path);
      // A service may quote in its refusal what it was sent.
      const told = mask(end as unknown as JsonObject, { secrets, levels: maxLevels }) as unknown as RequestEnd;
      const result = journal.append({ kind: 'result', id: theOne, ...told });
      const counts = withCounted(noCounts, [end.outcome]);
      const over = journal.append({ kind: 'end', at: end.at, stop: null, counts, checked: null });
      const codes = await Promise.all([result, over]);
      await journal.close();
      return codes.find((code) => code !== null) ?? null;
    },
  };
}

/** Maximum size of a kept value, and the number of characters kept of a larger one. */
const maxKeptBytes = 1024 * 1024;
const keptCharacters = 64 * 1024;

function intentOf(at: string, was: Json | null, sent: Json | null): IntentLine {
  const [before, body] = [cutValue(was), cutValue(sent)];
  const isCut = before.cut !== undefined || body.cut !== undefined;
  return {
    ...{ kind: 'intent', at, id: theOne, was: before.value, sent: body.value },
    ...(isCut && { cut: { was: before.cut, sent: body.cut } }),
  };
}

function cutValue(value: Json | null): { readonly value: Json | null; readonly cut?: CutSize } {
  const text = writeExactly(value);
  const bytes = Buffer.byteLength(text);
  if (bytes <= maxKeptBytes) return { value };
  const sha256 = process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex');
  return { value: text.slice(0, keptCharacters), cut: { bytes, sha256 } };
}

/** Null: not the file of a request, or unreadable. */
export async function readRequest(path: string): Promise<KeptRequest | null> {
  const text = await readRegularFile(path, maxBytes).catch(() => '');
  const lines = text.split('\n').flatMap((line) => (line === '' ? [] : (lineIn(line) ?? [])));
  const header = lines.find((line) => line.kind === 'change');
  const intent = lines.find((line) => line.kind === 'intent');
  if (header?.does !== 'request' || intent === undefined) return null;
  const { was, sent = null, cut = {} } = intent;
  return {
    path,
    header,
    was: was as Json,
    sent,
    cut,
    result: lines.findLast((line) => line.kind === 'result') ?? null,
  };
}

/** Records that you have seen the request, so that it is not reported again. Null, or the error code. */
export async function markSeen(path: string, at: string): Promise<string | null> {
  const opened = await reopenJournal(path);
  if (!opened.ok) return opened.code;
  const code = await opened.journal.append({ kind: 'seen', at });
  await opened.journal.close();
  return code;
}

/** Timeout of another session that has not recorded the result of its request. */
const maxUnderWayMs = 60 * 60_000;

/**
 * Is the session that began the change alive, so that it may still record the end? `upMs`: time since the computer
 * started.
 */
export function isAtWork(
  { at, pid, computer }: Pick<BegunRequest, 'at' | 'pid' | 'computer'>,
  now: number,
  upMs = uptime() * 1000,
): boolean {
  const began = Date.parse(at);
  // Process ids are reused after a restart of the computer.
  if (now - began > maxUnderWayMs || began < now - upMs) return false;
  // Another computer that shares this home directory cannot be queried, so assume that its session lives.
  return computer === hostname() ? isAlive(pid) : true;
}

/**
 * Maximum number of files in the folder, and of the oldest ones to examine each time. Files of runs are never
 * removed.
 */
const maxFiles = 2000;
const maxLooked = 50;

async function removeOldest(folder: string): Promise<void> {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
    let tooMany = names.length - maxFiles;
    for (const name of tooMany > 0 ? names.sort().slice(0, maxLooked) : []) {
      const path = join(folder, name);
      const found = await lookAt(path);
      const isRequest = found !== null && !isUnread(found) && found.header.does === 'request';
      if (isRequest && found.end !== null && tooMany-- > 0) await rm(path, { force: true });
    }
  } catch {
    // Failing to remove old files must not prevent a change.
  }
}
