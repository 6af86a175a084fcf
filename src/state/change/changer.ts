/** Changes where no screen asks: each is sent once, and only where nothing forbids it. */
import { type ReadCall, sendReadCall } from '../../api/call.ts';
import { type ChangeRequest, createClient, pastCaches, type RawResponse } from '../../api/http/client.ts';
import { changeFault } from '../../api/http/response.ts';
import { failed, type Result } from '../../api/problem.ts';
import type { SessionClock } from '../session/clock/clock.ts';
import type { ServiceAccess } from '../fleet/list/reader.ts';

export interface Changer {
  /** A check, once: a change does not wait for what stands there. */
  read(call: ReadCall): Promise<Result<RawResponse>>;
  /**
   * A web page in the place of an answer comes from a proxy on the way, which knows nothing of the change: it is a
   * problem, unless it is `isPageExpected`.
   */
  change(request: Omit<ChangeRequest, 'operation'>, isPageExpected: boolean): Promise<Result<RawResponse>>;
}

/** `modeFor`: what may be changed, asked right before each change. */
export function createChanger(
  { network: { exchange, route }, ...service }: ServiceAccess,
  clock: SessionClock,
  modeFor: (orgId: string | null) => 'normal' | 'preview' | 'read-only',
): Changer {
  const via = route.kind === 'proxy' ? route.name : null;
  const client = createClient({ ...service, exchange, via, modeFor, clocks: clock.clocks, onDate: clock.hear });
  return {
    read: (call) => sendReadCall(pastCaches(client), call),
    async change(request, isPageExpected) {
      const answer = await client.sendChange({ operation: 'send request', ...request });
      const fault = answer.ok ? changeFault(answer.value, isPageExpected) : null;
      return fault === null ? answer : failed('send request', fault);
    },
  };
}
