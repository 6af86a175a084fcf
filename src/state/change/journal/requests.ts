/** The files of requests: what was to be sent to change something, and what came of it. Written before it is sent. */
import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { hostname, uptime } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { type Call, maskedBody, maskedUrl } from '../../../api/calls/call.ts';
import { type Json, type JsonObject, writeExactly } from '../../../api/exact-json.ts';
import type { SavedIntent } from '../../../api/http/saved-intent.ts';
import { type Masking, masked, maxLevels } from '../../../api/secrets.ts';
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

/** A request that changes something, as saved before it leaves. Secrets are `"•••"`. */
export interface RequestRecord {
  readonly header: RequestHeader & { readonly at: string };
  /** Its target as read before; null: it was not read. */
  readonly was: Json | null;
  /** Its body. */
  readonly sent: Json | null;
  /** Texts that were typed as secrets: no line has them. */
  readonly secrets: readonly string[];
}

/** How a request ended. `notAttempted`: nothing left this computer. */
export type RequestEnd = Required<Pick<ResultLine, 'at' | 'outcome' | 'status' | 'traceId' | 'ms'>> &
  Pick<ResultLine, 'claim'>;

/** The whole file of one. `was` and `sent`: in what was cut stands the beginning of its JSON text. */
export interface KeptRequest {
  readonly path: string;
  readonly header: BegunRequest;
  readonly was: Json | null;
  readonly sent: Json | null;
  readonly cut: NonNullable<IntentLine['cut']>;
  /** Null: what became of it is not known. */
  readonly result: ResultLine | null;
}

/** The session's part in a record. */
export type RecordAbout = Pick<
  RequestHeader,
  'mode' | 'profile' | 'baseUrl' | 'orgName' | 'person' | 'reviewed' | 'confirmed'
>;

/** `was`: what was read at its target, as it was received; null: nothing was. */
export function recordOf(call: Call, about: RecordAbout, at: string, was: Json | null): RequestRecord {
  const { method, orgId, operation, secrets } = call;
  const masking: Masking = { secrets, levels: maxLevels };
  const template = operation.slice(operation.indexOf(' ') + 1);
  return {
    header: { does: 'request', ...about, at, orgId, method, template, address: maskedUrl(call), items: 1 },
    was: was === null ? null : masked(was, masking),
    sent: maskedBody(call, masking),
    secrets,
  };
}

/** The requests of this session. */
export interface Requests {
  /** Saves one before it is sent. `code`: the operating system's word where it cannot be saved: then nothing is sent. */
  begin(
    record: RequestRecord,
  ): Promise<{ readonly ok: true; readonly path: string } | { readonly ok: false; readonly code: string }>;
  /** The proof that it was saved, by which it is sent. */
  intentOf(path: string): SavedIntent;
  /** Saves how it ended; the code where that cannot be saved. */
  end(path: string, end: RequestEnd): Promise<string | null>;
}

interface Begun {
  readonly journal: Journal;
  readonly intent: SavedIntent;
  readonly secrets: readonly string[];
}

/** `folder` rejects with a code where there is none. */
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
      // A service may say in its refusal what it was sent.
      const told = masked(end as unknown as JsonObject, { secrets, levels: maxLevels }) as unknown as RequestEnd;
      const result = journal.append({ kind: 'result', id: theOne, ...told });
      const counts = withCounted(noCounts, [end.outcome]);
      const over = journal.append({ kind: 'end', at: end.at, stop: null, counts, checked: null });
      const codes = await Promise.all([result, over]);
      await journal.close();
      return codes.find((code) => code !== null) ?? null;
    },
  };
}

/** Larger values are kept cut. */
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

/** The whole of one; null where its file is none, or cannot be read any more. */
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

/** Somebody has looked at it: it is not told again. The code where that cannot be saved. */
export async function markSeen(path: string, at: string): Promise<string | null> {
  const opened = await reopenJournal(path);
  if (!opened.ok) return opened.code;
  const code = await opened.journal.append({ kind: 'seen', at });
  await opened.journal.close();
  return code;
}

/** A session that has been silent for so long about its request will stay silent. */
const maxUnderWayMs = 60 * 60_000;

/** Is the session that began it alive on this computer, and may it still report its end? `upMs`: since the computer started. */
export function isAtWork(
  { at, pid, computer }: Pick<BegunRequest, 'at' | 'pid' | 'computer'>,
  now: number,
  upMs = uptime() * 1000,
): boolean {
  const began = Date.parse(at);
  // Numbers of processes begin again when a computer does.
  if (now - began > maxUnderWayMs || began < now - upMs) return false;
  // Nothing else is known of another computer that shares this home.
  return computer === hostname() ? isAlive(pid) : true;
}

/** Files in the folder; and how many of the oldest are looked at each time. Those of runs stay for good. */
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
    // Too many files are no reason to change nothing.
  }
}
