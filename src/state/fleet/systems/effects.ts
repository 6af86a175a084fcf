/** Reads one system: for its details, for a review, and just before its deletion. */
import { setTimeout } from 'node:timers/promises';
import { pastCaches } from '../../../api/http/client.ts';
import type { Problem } from '../../../api/problem.ts';
import type { System } from '../../../api/system.ts';
import { readSystem } from '../../../api/systems.ts';
import type { ReadDefinition } from '../../root/feature.ts';
import type { Action } from '../../root/state.ts';

/** `askedAt`: milliseconds by the clock that counts sleep. */
interface Answer {
  readonly system: System;
  readonly record: unknown;
  readonly etag: string | null;
  readonly askedAt: number;
}

/** The shared part of every definition that reads a system. `afterMs`: delays the request. */
export function systemRead<R extends { readonly orgId: string; readonly systemId: string; readonly afterMs?: number }>(
  arrived: (read: R, answer: Answer, now: number) => Action,
  failed: (read: R, problem: Problem, now: number) => Action,
): Pick<ReadDefinition<R>, 'send' | 'givenUp'> {
  return {
    async send(read, { ports, client, clock, signal }) {
      const { orgId, systemId, afterMs = 0 } = read;
      if (afterMs > 0) await setTimeout(afterMs);
      const askedAt = ports.sinceBoot();
      const answer = await readSystem(pastCaches(client()), orgId, systemId, signal);
      const now = clock.now();
      return answer.ok ? arrived(read, { ...answer.value, askedAt }, now) : failed(read, answer.problem, now);
    },
    givenUp: (read, problem, { now }) => failed(read, { ...problem, operation: 'read system' }, now),
  };
}
