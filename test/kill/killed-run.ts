/** Kills a run over a hundred systems at one moment, and checks what the next start says about it. */
import { existsSync, readFileSync, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { SystemRecord } from '../../src/demo/fleet/fleet.ts';
import type { ReceivedRequest } from '../../src/demo/request.ts';
import type { Interception, Service } from '../../src/demo/service.ts';
import type { Home } from '../support/program.ts';
import { entries, outcomesIn } from '../support/records.ts';
import { anOrganisation, daysAgo, systemsCalled } from '../support/service.ts';
import type { Terminal } from '../support/terminal.ts';
import { asked, checked, phraseOn, type User } from '../support/user.ts';
import { cutOff, killable } from './killable.ts';

/** Where in the life of one change the program is killed. */
export const moments = [
  'before its intent',
  'after its intent',
  'sent, and not carried out',
  'carried out, and not answered',
  'answered, and not recorded',
  // All is done by then, and the list is read to check it.
  'while it is checked',
  // Whichever: the first ones make the file, its header and its plan.
  'after a write',
] as const;

export type Moment = (typeof moments)[number];

const planned = 100;
const ids = new Set(systemsCalled('old', planned).map(({ systemId }) => systemId));

interface Road {
  /** From the list with its marks to the review. */
  readonly opens: (user: User) => Promise<void>;
  readonly verb: string;
  readonly method: string;
  readonly request: RegExp;
  /** Words of the file for systems to which it was done. */
  readonly ended: RegExp;
  readonly word: string;
  readonly interrupted: RegExp;
  readonly isDone: (system: SystemRecord | undefined) => boolean;
}

/** Kinds of runs that are killed. */
const roads = {
  delete: {
    opens: presses('review and delete'),
    verb: 'delete',
    method: 'DELETE',
    request: /\/systems\/([^/]+)$/,
    ended: /^(done|already)$/,
    word: 'deleted',
    interrupted: /› Interrupted deletion/,
    isDone: (system: SystemRecord | undefined) => system === undefined,
  },
  disable: {
    opens: presses('review and disable, or enable again'),
    verb: 'disable',
    method: 'PUT',
    request: /\/systems\/([^/]+)\/disable$/,
    ended: /^(done|already)$/,
    word: 'disabled',
    interrupted: /› Interrupted disabling/,
    isDone: (system: SystemRecord | undefined) => system?.['isEnabled'] === false,
  },
  change: {
    async opens(user: User) {
      await user.choosesForMarks('Changes the description');
      await user.fillsIn('moved');
    },
    verb: 'patch',
    method: 'PATCH',
    request: /\/systems\/([^/]+)$/,
    ended: /^(done|already)$/,
    word: 'changed',
    interrupted: /› Interrupted change/,
    isDone: (system: SystemRecord | undefined) => system?.['description'] === 'moved',
  },
} as const satisfies Readonly<Record<string, Road>>;

function presses(does: string): Road['opens'] {
  return async (user) => {
    user.presses(does);
    await user.rests();
  };
}

export type Killed = keyof typeof roads;

export interface KillPlan {
  readonly does: Killed;
  readonly moment: Moment;
  /** Number of the change, or of the write; from 1. */
  readonly number: number;
  /** The rest is done after the restart. */
  readonly isFinished: boolean;
  /** The restart is killed as well, while it checks the uncertain systems. */
  readonly isKilledTwice: boolean;
}

/** Kills, starts again, and compares what it says with what the service did. */
export async function killedRun({ does, moment, number, isFinished, isKilledTwice }: KillPlan): Promise<void> {
  const killer = killerAt(does, moment, number);
  const phrase = `${roads[does].verb} 100 from Northwind`;
  const fleet = { organisations: [anOrganisation({ systems: theSystems() })] };
  await killable({ fleet, rows: 24, intercept: killer.intercept }, async ({ service, home, start }) => {
    const user = start();
    await user.opens('Northwind');
    await user.presses('mark all stale').sees('100 marked');
    await roads[does].opens(user);
    // Its systems are checked for the review: these are not the requests of the run.
    await user.sees(asked(phrase), checked);
    killer.arm(user.terminal, home);
    await user.confirms(phrase);
    await user.terminal.exited;
    killer.disarm();

    if (isKilledTwice) {
      const second = start();
      killer.armForLook(second.terminal, 1 + (number % 5));
      // Where there were fewer looks than that, it is killed once all is settled.
      await Promise.race([second.terminal.exited, second.sees(/interrupted|50 systems|r reviews the rest/)]).catch(
        () => undefined,
      );
      second.terminal.kill('SIGKILL');
      await second.terminal.exited;
      killer.disarm();
    }
    const again = start();
    if (wholeLines(home) === 0) {
      // Nothing was planned yet: no notice mentions it, and nothing was sent.
      await again.opens('Northwind');
      expect(service.systems()).toHaveLength(theSystems().length);
      expect(leftIn(does, service)).toHaveLength(planned);
    } else {
      // The restart before may have settled it all.
      const isOpen = entries(home).at(-1)?.kind !== 'end';
      if (isOpen) await again.sees('› Interrupted', roads[does].interrupted, 'r reviews the rest');
      // Text on the screen is on the disk a moment later.
      const ends = (): readonly number[] =>
        entries(home).flatMap(({ kind }, at) => (kind === 'end' ? [at - entries(home).length] : []));
      await expect.poll(ends).toEqual([-1]);
      expectReported(does, again.screen(), home, service);
      const isLeft = leftIn(does, service).length > 0;
      if (isFinished && isOpen && isLeft && wholePlan(home)) await finishes(does, again, service);
    }
    await again.leaves();
    expectReadBefore(does, service);
  });
}

/** Without a torn one at its end. */
function wholeLines({ changesFolder }: Home): number {
  const [name] = existsSync(changesFolder) ? readdirSync(changesFolder) : [];
  return name === undefined ? 0 : readFileSync(join(changesFolder, name), 'utf8').split('\n').length - 1;
}

/** As far as the plan was written down. */
function plannedIn(home: Home): number {
  return entries(home).reduce((sum, { systems }) => sum + (Array.isArray(systems) ? systems.length : 0), 0);
}

function wholePlan(home: Home): boolean {
  return plannedIn(home) === planned;
}

/** The systems of the plan to which it was not done. */
function leftIn(does: Killed, service: Service): readonly string[] {
  const there = new Map(service.systems().map((system) => [system.systemId, system]));
  return [...ids].filter((id) => !roads[does].isDone(there.get(id)));
}

/** The system that a request is to change; null where it is none that does. */
function changedBy(does: Killed, { method, path }: Pick<ReceivedRequest, 'method' | 'path'>): string | null {
  return method === roads[does].method ? (roads[does].request.exec(path)?.[1] ?? null) : null;
}

/** Every system is what the file says it is, and none was sent twice. */
function expectReported(does: Killed, screen: string, home: Home, service: Service): void {
  const { word, ended } = roads[does];
  const recorded = outcomesIn(home);
  const done = [...recorded].filter(([, kind]) => ended.test(kind)).map(([id]) => id);
  const left = new Set(leftIn(does, service));
  expect(done.sort()).toEqual(
    [...ids]
      .map(String)
      .filter((id) => !left.has(id))
      .sort(),
  );
  for (const kind of recorded.values()) expect(kind).toMatch(new RegExp(`${ended.source}|^(failed|notAttempted)$`));
  const sent = service.requests.flatMap((request) => changedBy(does, request) ?? []);
  // A request that was sent was attempted, whatever its outcome.
  const untouched = [...recorded].filter(([, kind]) => kind === 'notAttempted').map(([id]) => id);
  expect(sent.filter((id) => untouched.includes(id))).toEqual([]);
  expect(new Set(sent).size).toBe(sent.length);
  const counted = screen.matchAll(
    new RegExp(`[✓○✗–] (\\d+) (?:${word}|already gone|already disabled|already so|failed|not reached)`, 'g'),
  );
  const counts = [...counted].map(([, count]) => Number(count));
  if (roads[does].interrupted.test(screen)) expect(counts.reduce((sum, count) => sum + count, 0)).toBe(plannedIn(home));
  const intents = entries(home).filter(({ kind }) => kind === 'intent');
  expect(intents.length).toBeGreaterThanOrEqual(sent.length);
}

/** By the service's own log: each system was read right before its change was sent, also where that was sent again. */
function expectReadBefore(does: Killed, { requests }: Service): void {
  const read = new Set<string>();
  for (const request of requests) {
    const id = changedBy(does, request);
    if (id === null) {
      const [, of] = /\/systems\/([^/]+)$/.exec(request.path) ?? [];
      if (request.method === 'GET' && of !== undefined) read.add(of);
    } else {
      expect(read.delete(id), `${id} was not read again`).toBe(true);
    }
  }
}

/** Goes on with the rest, which takes the phrase again: then it is done to all of them, and to nothing else. */
async function finishes(does: Killed, user: User, service: Service): Promise<void> {
  const { length } = leftIn(does, service);
  const isAsked = (shown: string): boolean => phraseOn(shown) !== '';
  // An operation waits for the definition of the service.
  await user.sees(/r retry \d/);
  user.presses('retry the failed systems, after a review');
  // Until all are checked, the count may change.
  const screen = await user.sees(isAsked, checked);
  const phrase = phraseOn(screen);
  await user.confirms(phrase);
  // Before it has checked itself, esc would stop that.
  await user.sees(
    /› (?:Deletion|Disabling|Change) finished/,
    new RegExp(String.raw`\b${length} systems? ${roads[does].word}`),
  );
  expect(leftIn(does, service)).toEqual([]);
  const others = service.systems().filter(({ systemId }) => !ids.has(systemId));
  expect(others).toHaveLength(theSystems().length - planned);
  expect(others.filter(({ isEnabled }) => isEnabled === false)).toEqual([]);
  user.pressesKey('esc');
  await user.sees('› Northwind › Systems', /^(?:150 systems|250 systems|200 of 250 loaded)/m);
}

function theSystems() {
  return [...systemsCalled('old', planned, { lastSeen: daysAgo(200) }), ...systemsCalled('web', 150)];
}

interface Killer {
  /** Kills at the so manyth question about a system. */
  armForLook(terminal: Terminal, number: number): void;
  readonly intercept: (request: ReceivedRequest) => Interception;
  arm(terminal: Terminal, home: Home): void;
  disarm(): void;
}

function killerAt(does: Killed, moment: Moment, number: number): Killer {
  let armed: Terminal | null = null;
  let seen = 0;
  let looksLeft = 0;
  let writes = 0;
  let changes = 0;
  let stopWatching = (): void => undefined;
  const kill = (): void => {
    armed?.kill('SIGKILL');
  };
  const isIt = (request: ReceivedRequest): boolean => {
    if (armed !== null && isRead(request) && looksLeft > 0 && --looksLeft === 0) kill();
    // On a busy computer several writes are reported as one: at the latest by then.
    const isLate = armed !== null && changedBy(does, request) !== null && ++changes === planned - 5;
    if (isLate && moment === 'after a write') kill();
    if (moment === 'after its intent' || moment === 'after a write') return false;
    if (moment === 'while it is checked') {
      return armed !== null && request.method === 'GET' && request.path.endsWith('/systems') && ++seen === 1;
    }
    const isMeant = moment === 'before its intent' ? isRead(request) : changedBy(does, request) !== null;
    return armed !== null && isMeant && ++seen === number;
  };
  return {
    intercept(request) {
      if (!isIt(request)) return undefined;
      switch (moment) {
        case 'after its intent':
        case 'after a write':
          return undefined;
        case 'before its intent':
          return cutOff('sent, and not carried out', kill);
        case 'while it is checked':
          // Before the list is there, or once it is.
          return cutOff(number % 2 === 1 ? 'sent, and not carried out' : 'answered, and not recorded', kill);
        case 'sent, and not carried out':
        case 'carried out, and not answered':
        case 'answered, and not recorded':
          return cutOff(moment, kill);
      }
    },
    arm(terminal, { changesFolder, path }) {
      armed = terminal;
      if (moment !== 'after its intent' && moment !== 'after a write') return;
      const watcher = watch(path, { recursive: true }, (_, name) => {
        if (moment === 'after its intent' ? intentsIn(changesFolder) >= number : isOfRuns(name) && ++writes >= number)
          kill();
      });
      stopWatching = () => {
        watcher.close();
      };
    },
    armForLook(terminal, look) {
      armed = terminal;
      looksLeft = look;
    },
    disarm() {
      armed = null;
      looksLeft = 0;
      stopWatching();
    },
  };
}

function isRead({ method, path }: ReceivedRequest): boolean {
  return method === 'GET' && ids.has(path.split('/').at(-1) ?? '');
}

function isOfRuns(name: string | null): boolean {
  return name?.endsWith('.jsonl') ?? false;
}

function intentsIn(folder: string): number {
  try {
    const [name = ''] = readdirSync(folder);
    return readFileSync(join(folder, name), 'utf8').split('"kind":"intent"').length - 1;
  } catch {
    return 0;
  }
}
