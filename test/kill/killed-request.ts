/** Kills the program around one request that changes something, and checks what the next start says about it. */
import { watch } from 'node:fs';
import { expect } from 'vitest';
import type { ReceivedRequest } from '../../src/demo/request.ts';
import type { Interception } from '../../src/demo/service.ts';
import type { Home } from '../support/program.ts';
import { recordsIn } from '../support/request-records.ts';
import { anOrganisation, systemsCalled } from '../support/service.ts';
import type { Terminal } from '../support/terminal.ts';
import { row } from '../support/user.ts';
import { cutOff, killable } from './killable.ts';
import { asksToDisable } from '../support/explorer.ts';

/** Where in the life of a request the program is killed. */
export const requestMoments = [
  'before its record',
  'after its record',
  'sent, and not carried out',
  'carried out, and not answered',
  'answered, and not recorded',
] as const;

export type RequestMoment = (typeof requestMoments)[number];

const told = /interrupted: PUT|Interrupted: PUT/;

/** Kills, starts again, and compares what it says with what the service received. */
export async function killedRequest(moment: RequestMoment, seed: number): Promise<void> {
  let armed: Terminal | null = null;
  const kill = (): void => {
    armed?.kill('SIGKILL');
  };
  const about = {
    fleet: { organisations: [anOrganisation({ systems: systemsCalled('web', 1) })] },
    rows: 30,
    intercept: (request: ReceivedRequest) =>
      armed !== null && request.method === 'PUT' ? endOf(request, moment, kill) : undefined,
  };
  await killable(about, async ({ service, home, start }) => {
    const received = (): readonly string[] =>
      service.requests.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
    const user = start();
    const phrase = await asksToDisable(user);
    armed = user.terminal;
    const unwatch = watched(moment, home, seed, kill);
    await user.typesPhrase(phrase);
    await user.sees(new RegExp(`> ${phrase}`));
    user.pressesKey('enter');
    // At the moment of the key itself, or a little later.
    if (moment === 'before its record') setTimeout(kill, seed % 8);
    await user.terminal.exited;
    unwatch();
    armed = null;

    const before = received();
    expect(before.length).toBeLessThanOrEqual(1);
    const again = start();
    await again.opens('Northwind');
    const requests = await recordsIn(home.changesFolder).list();
    const [request] = requests;
    expect(requests.length).toBeLessThanOrEqual(1);
    // Nothing was sent that had no record.
    if (request === undefined) expect(before).toEqual([]);
    if (request === undefined || request.result !== null) {
      expect(again.screen()).not.toMatch(told);
    } else {
      await again.sees(told);
      again.presses('history: deletions, disabling, requests');
      await again.sees(row('●', 'no outcome', 'PUT …', '/disable'));
    }
    // The next start sends nothing by itself.
    expect(received()).toEqual(before);
    await again.leaves();
  });
}

function endOf({ method }: ReceivedRequest, moment: RequestMoment, kill: () => void): Interception {
  if (method !== 'PUT' || moment === 'before its record' || moment === 'after its record') return undefined;
  return cutOff(moment, kill);
}

/** Kills with the first bytes of its record, or with the folder for it. */
function watched(moment: RequestMoment, { path }: Home, seed: number, kill: () => void): () => void {
  if (moment !== 'after its record') return () => undefined;
  const watcher = watch(path, { recursive: true }, (_, name) => {
    const isIt = seed % 2 === 0 ? name?.includes('changes') === true : /changes.*\.jsonl$/.test(name ?? '');
    if (isIt) kill();
  });
  return () => {
    watcher.close();
  };
}
