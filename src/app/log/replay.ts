/** Plays a log (`--log`) through the reducer: the same actions ask for the same effects, or the program has changed since. */
import type { Action, State } from '../../state/root/state.ts';
import { initialState } from '../../state/root/state.ts';
import { isKnownAction, reduce } from '../../state/root/reduce.ts';
import type { Session } from '../../state/session/session.ts';
import { addOperations } from '../operations.ts';
import { type HeaderLine, logFormat } from './entries.ts';
import { decoded } from './plain.ts';
import { createRedaction, unwrapped } from './redaction.ts';
import { effectOf } from './session-log.ts';

/** What is not as the log has it. */
export interface Difference {
  /** The number of the action, from 1, and its line in the file. */
  readonly action: number;
  readonly line: number;
  readonly kind: string;
  readonly says: string;
}

export interface Replayed {
  readonly header: HeaderLine;
  /** After the last action that was played. */
  readonly state: State;
  readonly actions: number;
  readonly differences: readonly Difference[];
  /** Where it had to stop before the end of the file; null: it came to the end. */
  readonly stopped: string | null;
}

export type ReplayRead =
  { readonly ok: true; readonly replayed: Replayed } | { readonly ok: false; readonly says: string };

interface Step {
  readonly line: number;
  readonly screen: string;
  readonly action: Action;
  /** As they were written. */
  readonly effects: readonly string[];
}

/** `until`: the number of the last action to play. */
export function replay(text: string, until = Infinity): ReplayRead {
  const [first = '', ...rest] = text.split('\n');
  const header = headerIn(first);
  if (typeof header === 'string') return { ok: false, says: header };
  const { steps, stopped } = stepsIn(rest);
  const { columns, rows, now } = header;
  let state = initialState({ session: decoded(header.session) as Session, now, columns, rows });
  const redaction = createRedaction();
  const differences: Difference[] = [];
  const played = steps.slice(0, until);
  for (const [at, { line, screen, action, effects: logged }] of played.entries()) {
    const { kind } = unwrapped(action);
    // Their code is loaded at its first use.
    if (!isKnownAction(kind)) addOperations();
    const differs = (says: string): void => void differences.push({ action: at + 1, line, kind, says });
    if (!isKnownAction(kind)) {
      differs('this version has no such action');
      continue;
    }
    const before = state;
    const [after, ...effects] = reduce(before, action);
    state = after;
    redaction.learn({ action, before, after, effects });
    const asked = effects.map((effect) => JSON.stringify(effectOf(effect, redaction.ofEffect(effect))));
    if (asked.join('\n') !== logged.join('\n')) {
      differs(`the log asks for ${listed(logged)}, the replay for ${listed(asked)}`);
    } else if (after.screen.kind !== screen) {
      differs(`the log is on the screen "${screen}", the replay on "${after.screen.kind}"`);
    }
  }
  return {
    ok: true,
    replayed: {
      header,
      state,
      actions: played.length,
      differences,
      stopped: played.length < steps.length ? null : stopped,
    },
  };
}

function headerIn(line: string): HeaderLine | string {
  const header = jsonIn(line) as { readonly log?: number } | undefined;
  if (typeof header !== 'object' || !('log' in header)) return 'Line 1 is not the first line of a log.';
  if (header.log !== logFormat) {
    return `The log has format ${JSON.stringify(header.log)}; this version reads format ${String(logFormat)}.`;
  }
  return header as unknown as HeaderLine;
}

/** Up to the first line that cannot be played. */
function stepsIn(lines: readonly string[]): { readonly steps: readonly Step[]; readonly stopped: string | null } {
  const steps: (Step & { effects: string[] })[] = [];
  for (const [at, text] of lines.entries()) {
    const line = at + 2;
    if (text === '' && at === lines.length - 1) break;
    const entry = jsonIn(text);
    const damaged = { steps, stopped: `Line ${String(line)} is damaged.` };
    if (typeof entry !== 'object' || entry === null) return damaged;
    const { action, screen, effect, withheld, end } = entry as Readonly<Record<string, unknown>>;
    if (typeof withheld === 'string')
      return { steps, stopped: `Line ${String(line)}: ${withheld} could not be written.` };
    if (end === 'full') return { steps, stopped: `Line ${String(line)}: the log was full.` };
    if (effect !== undefined) steps.at(-1)?.effects.push(JSON.stringify(effect));
    if (action === undefined) continue;
    try {
      const read = decoded(action);
      if (!isAction(read)) return damaged;
      steps.push({ line, screen: String(screen), action: read, effects: [] });
    } catch {
      return damaged;
    }
  }
  return { steps, stopped: null };
}

function isAction(value: unknown): value is Action {
  return typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string';
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const mostShown = 300;

function listed(effects: readonly string[]): string {
  return effects.length === 0 ? 'nothing' : effects.join(', ').slice(0, mostShown);
}
