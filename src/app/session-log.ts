/** A log of a session (`--log`). An allow-list keeps typed text and the service's texts out. */
import { closeSync, fstatSync, openSync, write, writeSync } from 'node:fs';
import process from 'node:process';
import type { RequestEntry } from '../api/http/request-log.ts';
import { readToken, redactSecrets, tokenRedactor } from '../api/access.ts';
import type { Credentials } from '../state/session/credentials.ts';
import { codeOf } from '../state/kernel/files.ts';
import { safeJson } from '../state/kernel/spelling.ts';
import type { Step } from '../state/root/feature.ts';
import type { Action, Effect, State } from '../state/root/state.ts';
import { version } from './cli/flags.ts';

export interface SessionLog {
  readonly path: string;
  /** Calls `ended` once if the log ends before the program does. */
  readonly begin: (state: State, credentials: Tokens, ended: (message: string) => void) => void;
  readonly observed: (reduce: Reduce) => Reduce;
  readonly requestEnded: (entry: RequestEntry) => void;
  readonly close: () => void;
}

type Reduce = (state: State, action: Action) => Step;
type Tokens = Pick<Credentials, 'secret' | 'offered'>;

type SessionLogOpened =
  { readonly ok: true; readonly log: SessionLog } | { readonly ok: false; readonly sentence: string };

const reasons: ReadonlyMap<string, string> = new Map([
  ['ENOSPC', 'the disk is full (ENOSPC)'],
  ['EDQUOT', 'your share of the disk is full (EDQUOT)'],
  ['ENOENT', 'its file is gone (ENOENT)'],
]);

/** `flags`: the names of the given flags. `maxBytes`: the default lasts for days. */
export function openSessionLog(path: string, flags: readonly string[], maxBytes = 50_000_000): SessionLogOpened {
  const listener: { ended?: (message: string) => void } = {};
  const opened = openLogFile(path, (code) => {
    listener.ended?.(reasons.get(code) ?? `it could not be written (${code})`);
  });
  if (!opened.ok) return opened;
  const { file } = opened;
  const began = performance.now();
  // Tokens that were used, or completely typed, in this session.
  const tokens = new Set<string>();
  let bytes = 0;
  let isFinished = false;
  let credentials: Tokens | null = null;

  const lookForTokens = (): void => {
    if (credentials === null) return;
    const inUse = credentials.secret();
    if (inUse !== null) tokens.add(inUse);
    const typed = readToken(credentials.offered());
    if (typed.ok) tokens.add(typed.token);
  };
  const append = (line: object): void => {
    if (isFinished) return;
    const text = safeJson(line, 0);
    bytes += Buffer.byteLength(text) + 1;
    if (bytes <= maxBytes) {
      file.append(`${text}\n`);
      return;
    }
    isFinished = true;
    file.append(`${JSON.stringify({ ms: since(), end: 'full' })}\n`);
    listener.ended?.(`it has reached ${(maxBytes / 1000).toLocaleString('en')} kB`);
  };
  const since = (): number => Math.round(performance.now() - began);
  const safe = (text: string): string => withoutTokens(text, [...tokens]);
  const log: SessionLog = {
    path,
    begin({ now, columns, rows }, tokensOf, ended) {
      credentials = tokensOf;
      listener.ended = ended;
      process.once('exit', log.close);
      append({
        ...{ log: 2, rollcall: version, node: process.versions.node, platform: process.platform },
        ...{ at: new Date(now).toISOString(), flags, columns, rows },
      });
    },
    observed: (reduce) => (state, action) => {
      const step = reduce(state, action);
      const [{ screen, overlay }, ...effects] = step;
      lookForTokens();
      const ms = since();
      append({ ms, screen: screen.kind, overlay: overlay?.kind, ...actionEntry(action, safe) });
      for (const effect of effects) append({ ms, effect: effect.kind, ...pickFields(effect, safe) });
      return step;
    },
    requestEnded({ method, path, status, failure, ms: took, bytes: length, traceId }) {
      lookForTokens();
      const words = { path: safe(path), failure: failure && safe(failure), traceId: traceId && safe(traceId) };
      append({ ms: since(), request: { method, status, ms: took, bytes: length, ...words } });
    },
    close() {
      process.off('exit', log.close);
      append({ ms: since(), end: 'closed' });
      isFinished = true;
      file.close();
    },
  };
  return { ok: true, log };
}

/**
 * The logged form of an action: its kind, whether a key or the palette caused it, and the allowed fields. `safe` removes
 * tokens.
 */
export function actionEntry(action: Action, safe: (text: string) => string): object {
  return action.kind === 'keyPressed' || action.kind === 'paletteChosen'
    ? { by: action.kind, ...actionEntry(action.action, safe) }
    : { action: action.kind, ...pickFields(action, safe) };
}

/** The only list of the fields of an action or effect that are logged beside its kind. */
function pickFields(of: Action | Effect, safe: (text: string) => string): object {
  const { orgId, systemId, problem } = of as Readonly<Record<string, unknown>>;
  return {
    ...{ orgId: idOf(orgId, safe), systemId: idOf(systemId, safe) },
    problem: problemOf(problem),
  };
}

/** Omits an id of unusual form, because the service may send any text as an id. */
function idOf(value: unknown, safe: (text: string) => string): string | undefined {
  return typeof value === 'string' && /^[\w.:-]{1,64}$/.test(value) ? safe(value) : undefined;
}

/** Logs only the kind and the status, because everything else may quote the service. */
function problemOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('kind' in value) || typeof value.kind !== 'string') return;
  return 'status' in value && typeof value.status === 'number' ? `${value.kind} ${value.status}` : value.kind;
}

/** A part of a token with at least this many characters reveals too much. */
const minRevealingLength = 16;

/** Removes these tokens in any known encoding, pieces of them, and anything that looks like a token. */
function withoutTokens(text: string, tokens: readonly string[]): string {
  const whole = tokens.reduce((rest, token) => redactSecrets(tokenRedactor(token)(rest), token), text);
  return tokens.reduce(withoutPieces, redactSecrets(whole, null));
}

function withoutPieces(text: string, token: string): string {
  const pieces = Array.from({ length: Math.max(0, token.length - minRevealingLength + 1) }, (_, from) =>
    token.slice(from, from + minRevealingLength),
  );
  return pieces.some((piece) => text.includes(piece)) ? '(piece of a token)' : text;
}

const refusals: ReadonlyMap<string, string> = new Map([
  ['EEXIST', 'it is there already. Name a new file.'],
  ['ENOENT', 'its folder is not there. Make the folder first.'],
  ['ENOTDIR', 'its path leads through a file. Name another one.'],
  ['EACCES', 'you may not write there. Name another one.'],
  ['EROFS', 'that disk is read-only. Name another one.'],
]);

/** `onFailure` is called once, with the operating system's error code; nothing is written after that. */
function openLogFile(path: string, onFailure: (code: string) => void) {
  let descriptor: number;
  try {
    // `wx` refuses an existing file and a link.
    descriptor = openSync(path, 'wx', 0o600);
  } catch (error) {
    const reason = refusals.get(codeOf(error)) ?? `it cannot be made (${codeOf(error)}). Name another one.`;
    // Replaces characters that a terminal would obey.
    const shown = path.replaceAll(/[^\x20-\x7e\u00a1-\u1fff\u3000-\ud7ff]/g, '?');
    return { ok: false as const, sentence: `--log ${shown}: ${reason}` };
  }
  let pending = '';
  let writing: Buffer | null = null;
  let position = 0;
  let hasFailed = false;

  const fail = (error: unknown): void => {
    if (hasFailed) return;
    hasFailed = true;
    pending = '';
    onFailure(codeOf(error));
  };
  const next = (): void => {
    if (writing !== null || pending === '' || hasFailed) return;
    writing = Buffer.from(pending);
    pending = '';
    writeRest();
  };
  // Writes at a position, so that the final write repeats an unfinished one instead of duplicating it.
  const writeRest = (): void => {
    const chunk = writing;
    if (chunk === null) return;
    write(descriptor, chunk, 0, chunk.length, position, (error, written) => {
      if (hasFailed || writing !== chunk) return;
      const refusal = error ?? (written === 0 ? Object.assign(new Error(), { code: 'ENOSPC' }) : null);
      if (refusal !== null) {
        fail(refusal);
        return;
      }
      position += written;
      writing = written === chunk.length ? null : chunk.subarray(written);
      if (writing !== null) writeRest();
      else if (isGone(descriptor)) fail(Object.assign(new Error(), { code: 'ENOENT' }));
      else next();
    });
  };
  const file = {
    append(text: string): void {
      if (hasFailed) return;
      pending += text;
      next();
    },
    /** Writes the rest synchronously, because the program is about to end. */
    close(): void {
      if (hasFailed) return;
      try {
        const rest = Buffer.concat([writing ?? Buffer.alloc(0), Buffer.from(pending)]);
        for (let done = 0; done < rest.length;) {
          const written = writeSync(descriptor, rest, done, rest.length - done, position + done);
          if (written === 0) break;
          done += written;
        }
        closeSync(descriptor);
      } catch {
        // The program is ending, so the failure cannot be shown.
      }
      hasFailed = true;
    },
  };
  return { ok: true as const, file };
}

/** A deleted file still accepts lines, but nobody can read them. */
function isGone(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).nlink === 0;
  } catch {
    return true;
  }
}
