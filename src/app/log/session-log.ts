/** Keeps a log of a session (`--log`): actions, effects and requests as they happen, for a report and for `npm run replay`. */
import process from 'node:process';
import type { RequestEntry } from '../../api/http/request-log.ts';
import { readToken } from '../../api/token.ts';
import type { Credentials } from '../../state/session/credentials.ts';
import type { Step } from '../../state/root/step.ts';
import type { Action, Effect, State } from '../../state/root/state.ts';
import { version } from '../cli/flags.ts';
import { type EntryLine, type HeaderLine, logFormat, outlined } from './entries.ts';
import { type LogFile, openLogFile } from './log-file.ts';
import { encoded, type TextRule } from './plain.ts';
import { createRedaction, type Moment, unwrapped, withoutTokens } from './redaction.ts';

export interface SessionLog {
  readonly path: string;
  /** Writes the first line. From here on `ended` is told, once, when the log ends before the program does. */
  readonly begin: (state: State, credentials: Tokens, ended: (says: string) => void) => void;
  /** The same reducer, with what it answers written down. */
  readonly observed: (reduce: Reduce) => Reduce;
  readonly requestEnded: (entry: RequestEntry) => void;
  /** Writes what is left; the program ends. */
  readonly close: () => void;
}

type Reduce = (state: State, action: Action) => Step;
type Tokens = Pick<Credentials, 'secret' | 'offered'>;

type SessionLogOpened =
  { readonly ok: true; readonly log: SessionLog } | { readonly ok: false; readonly sentence: string };

/** `flags`: the names of those that were given. */
export function openSessionLog(path: string, flags: readonly string[], maxBytes = mostBytes): SessionLogOpened {
  const listener: { ended?: (says: string) => void } = {};
  const opened = openLogFile(path, (code) => {
    listener.ended?.(reasons.get(code) ?? `it could not be written (${code})`);
  });
  if (!opened.ok) return opened;
  return { ok: true, log: createSessionLog({ file: opened.file, flags, listener, maxBytes }) };
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['ENOSPC', 'the disk is full (ENOSPC)'],
  ['EDQUOT', 'your share of the disk is full (EDQUOT)'],
  ['ENOENT', 'its file is gone (ENOENT)'],
]);

interface LogOptions {
  readonly file: LogFile;
  readonly flags: readonly string[];
  readonly listener: { ended?: (says: string) => void };
  readonly maxBytes: number;
}

/** Enough for hours, and for a list of tens of thousands of systems. */
const mostBytes = 50 * 1000 * 1000;

/** What happens meanwhile is written at once, a moment after the key that began it took effect. */
const flushMs = 150;
/** Longer at a time would be felt at the next key. */
const sliceMs = 4;

type Waiting =
  | { readonly ms: number; readonly moment: Moment }
  | { readonly ms: number; readonly request: EntryLine & { readonly request: unknown } };

/** Tokens are looked for among those that were in use, or were typed whole, in this session. */
function createSessionLog({ file, flags, listener, maxBytes }: LogOptions): SessionLog {
  const began = performance.now();
  const redaction = createRedaction();
  const tokens = new Set<string>();
  let waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;
  let bytes = 0;
  let isOver = false;
  let credentials: Tokens | null = null;

  const since = (): number => Math.round(performance.now() - began);
  const lookForTokens = (): void => {
    if (credentials === null) return;
    const inUse = credentials.secret();
    if (inUse !== null) tokens.add(inUse);
    const typed = credentials.offered() === '' ? null : readToken(credentials.offered());
    if (typed?.ok === true) tokens.add(typed.token);
  };
  const append = (text: string): void => {
    if (isOver) return;
    bytes += Buffer.byteLength(text) + 1;
    if (bytes <= maxBytes) {
      file.append(`${text}\n`);
      return;
    }
    isOver = true;
    file.append(`${JSON.stringify({ ms: since(), end: 'full' } satisfies EntryLine)}\n`);
    listener.ended?.(`it has reached ${(maxBytes / 1000).toLocaleString('en')} kB`);
  };
  /** `rule` hides what is known as a secret; what still holds a token is hidden text by text, or not written. */
  const write = (kind: string, ms: number, rule: TextRule, lineOf: (rule: TextRule) => EntryLine): void => {
    try {
      const known = [...tokens];
      const text = JSON.stringify(lineOf(rule));
      if (withoutTokens(text, known) === text) {
        append(text);
        return;
      }
      const without: TextRule = (one, path, owner) => withoutTokens(rule(one, path, owner), known);
      const safe = JSON.stringify(lineOf(without));
      if (withoutTokens(safe, known) === safe) {
        append(safe);
        return;
      }
    } catch {
      // Nested deeper than can be written: the program goes its way all the same.
    }
    append(JSON.stringify({ ms, withheld: kind } satisfies EntryLine));
  };
  const writeMoment = (ms: number, moment: Moment): void => {
    redaction.learn(moment);
    const { action, after, effects } = moment;
    write(unwrapped(action).kind, ms, redaction.ofAction(moment), (rule) => ({
      ...{ ms, screen: after.screen.kind },
      action: encoded(action, rule),
    }));
    for (const effect of effects) {
      write(effect.kind, ms, redaction.ofEffect(effect), (rule) => ({ ms, effect: effectOf(effect, rule) }));
    }
  };
  const flush = (isAll: boolean): void => {
    timer = undefined;
    const until = performance.now() + sliceMs;
    let done = 0;
    for (const entry of waiting) {
      if (!isAll && performance.now() > until) break;
      done += 1;
      if ('moment' in entry) writeMoment(entry.ms, entry.moment);
      else
        write(
          'request',
          entry.ms,
          (text) => text,
          (rule) => requestOf(entry.request, rule),
        );
    }
    waiting = waiting.slice(done);
    if (waiting.length > 0) timer = setTimeout(flush, 0, false).unref();
  };
  const later = (entry: Waiting): void => {
    if (isOver) return;
    waiting.push(entry);
    timer ??= setTimeout(flush, flushMs, false).unref();
  };
  const log: SessionLog = {
    path: file.path,
    begin({ session, now, columns, rows }, tokensOf, ended) {
      credentials = tokensOf;
      listener.ended = ended;
      process.once('exit', log.close);
      const header = (rule: TextRule): HeaderLine => ({
        ...{ log: logFormat, rollcall: version, node: process.versions.node, platform: process.platform },
        ...{ now, at: new Date(now).toISOString(), flags, columns, rows, session: encoded(session, rule) },
      });
      append(JSON.stringify(header((text) => withoutTokens(text, []))));
    },
    observed: (reduce) => (state, action) => {
      const step = reduce(state, action);
      const [after, ...effects] = step;
      lookForTokens();
      later({ ms: since(), moment: { action, before: state, after, effects } });
      return step;
    },
    requestEnded({ method, path, status, failure, ms: took, bytes: length, traceId }) {
      const request = { method, path, status, failure, ms: took, bytes: length, traceId };
      later({ ms: since(), request: { ms: since(), request } });
    },
    close() {
      process.off('exit', log.close);
      clearTimeout(timer);
      if (!isOver) {
        flush(true);
        append(JSON.stringify({ ms: since(), end: 'closed' } satisfies EntryLine));
      }
      isOver = true;
      file.close();
    },
  };
  return log;
}

/** As it is compared with what a replay asks for. */
export function effectOf(effect: Effect, rule: TextRule): unknown {
  return encoded(outlined(effect), rule);
}

function requestOf(line: EntryLine & { readonly request: unknown }, rule: TextRule): EntryLine {
  return { ...line, request: encoded(line.request, rule) as RequestEntry };
}
