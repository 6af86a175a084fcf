/** Tells what has changed in an organisation since the last visit. */

/** What is kept of a visit: every system, and which of them were connected. */
export interface VisitSnapshot {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly systems: readonly string[];
  readonly connected: readonly string[];
}

export interface Changes {
  readonly since: number;
  /** Not listed then. */
  readonly fresh: ReadonlySet<string>;
  /** Listed then, and not any more. */
  readonly gone: number;
  /** Connected then, and not now. */
  readonly silent: ReadonlySet<string>;
}

/** `changes`: null where there was no visit before, or none that can be read; then `problem` says why, in a sentence. */
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
    gone: before.systems.filter((id) => !listed.has(id)).length,
    silent: new Set(before.connected.filter((id) => listed.has(id) && !connected.has(id))),
  };
}
