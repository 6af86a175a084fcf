/** Declares the feature: watches systems until they connect. */
import type { None, Tagged } from '../../kernel/declare.ts';
import type { Problem } from '../../../api/problem.ts';

interface Watch {
  readonly name: string;
  /** Milliseconds since 1970: an earlier "last seen" does not tell when the system connected. */
  readonly since: number;
  /** A record has arrived since the last tick, from the list for example: the next tick does not read it again. */
  readonly isRead: boolean;
  readonly problem: Problem | null;
}

export interface WatchingFeature {
  /** By system id. */
  readonly state: ReadonlyMap<string, Watch>;
  readonly action: Tagged<{ watchToggled: None }>;
  readonly read: { readonly kind: 'readWatched'; readonly orgId: string; readonly systemId: string };
  readonly timer: 'watch';
}
