/** The changes of an organisation since the last visit. */

/** A kept visit: every system, and which of them were connected. */
export interface VisitSnapshot {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly systems: readonly string[];
  readonly connected: readonly string[];
}

export interface Changes {
  readonly since: number;
  /** Not listed at the last visit. */
  readonly fresh: ReadonlySet<string>;
  /** Listed at the last visit, and missing today: their ids. */
  readonly gone: readonly string[];
  /** Connected at the last visit, and not connected today. */
  readonly silent: ReadonlySet<string>;
}

/** Is there anything to tell? */
export function areAny({ fresh, gone, silent }: Changes): boolean {
  return fresh.size + gone.length + silent.size > 0;
}

/** `changes`: null without an earlier visit, or where that cannot be read; then `problem` says why, in a sentence. */
export interface VisitComparison {
  readonly changes: Changes | null;
  readonly problem: string | null;
}

export function changesBetween(before: VisitSnapshot, now: VisitSnapshot): Changes {
  const then = new Set(before.systems);
  const connected = new Set(now.connected);
  const listed = new Set(now.systems);
  return {
    since: before.at,
    fresh: new Set(now.systems.filter((id) => !then.has(id))),
    gone: before.systems.filter((id) => !listed.has(id)),
    silent: new Set(before.connected.filter((id) => listed.has(id) && !connected.has(id))),
  };
}
