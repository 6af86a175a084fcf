/** Kills a run of a hundred deletions at one moment, and checks what the next start says about it. */
import { existsSync, readFileSync, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import type { ReceivedRequest } from '../../src/demo/request.ts';
import { type Interception, send, type Service, startService } from '../../src/demo/service.ts';
import { type Home, makeHome, programPath } from '../support/program.ts';
import { entries, outcomesIn } from '../support/records.ts';
import { anOrganisation, daysAgo, systemsCalled } from '../support/service.ts';
import { openTerminal, type Terminal } from '../support/terminal.ts';
import { asked, checked, environmentFor, phraseOn, userAt, type User } from '../support/user.ts';

/** Where in the life of one deletion the program is killed. */
export const moments = [
  'before its intent',
  'after its intent',
  'sent, and not carried out',
  'carried out, and not answered',
  'answered, and not recorded',
  // All is deleted by then, and the list is read to check it.
  'while it is checked',
  // Whichever: the first ones make the file, its header and its plan.
  'after a write',
] as const;

export type Moment = (typeof moments)[number];

/** On a busy computer. */
const patienceMs = 25_000;

const planned = 100;
const ids = new Set(systemsCalled('old', planned).map(({ systemId }) => systemId));

export interface KillPlan {
  readonly moment: Moment;
  /** Of the deletion, or of the write; from 1. */
  readonly number: number;
  /** The rest is deleted after the restart. */
  readonly isFinished: boolean;
  /** The restart is killed as well, while it checks the uncertain systems. */
  readonly isKilledTwice: boolean;
}

/** Kills, starts again, and compares what it says with what the service did. */
export async function killedRun({ moment, number, isFinished, isKilledTwice }: KillPlan): Promise<void> {
  const killer = killerAt(moment, number);
  const service = await startService({
    fleet: { organisations: [anOrganisation({ systems: theSystems() })] },
    latencyMs: 0,
    intercept: killer.intercept,
  });
  const home = makeHome();
  const terminals: Terminal[] = [];
  const start = (): User => {
    const env = { ...home.env, ...environmentFor(service) };
    const terminal = openTerminal({ command: process.execPath, args: [programPath], env, columns: 100, rows: 24 });
    terminals.push(terminal);
    return userAt(terminal, home);
  };
  try {
    const user = start();
    await user.opens('Northwind');
    user.presses('mark all stale');
    await user.sees('100 marked');
    user.presses('review and delete');
    // Its systems are checked for the review: these are not the requests of the run.
    await user.sees(asked('delete 100 from Northwind'), checked);
    killer.arm(user.terminal, home);
    await user.confirms('delete 100 from Northwind');
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
    } else {
      // The restart before may have settled it all.
      const isOpen = entries(home).at(-1)?.kind !== 'end';
      if (isOpen) await seesInterrupted(again);
      // What is on the screen is on the disk a moment later.
      await vi.waitFor(() => {
        expect(entries(home).filter(({ kind }) => kind === 'end')).toHaveLength(1);
        expect(entries(home).at(-1)?.kind).toBe('end');
      }, patienceMs);
      expectReported(again.screen(), home, service);
      const isLeft = service.systems().some(({ systemId }) => ids.has(systemId));
      if (isFinished && isOpen && isLeft && wholePlan(home)) await finishes(again, service);
    }
    await again.leaves();
  } finally {
    await Promise.all(terminals.map((terminal) => terminal.close()));
    await service.close();
    home.remove();
  }
}

/** Where most marked systems were deleted before the end, their marks are offered first, and the results are a key away. */
async function seesInterrupted(user: User): Promise<void> {
  const screen = await user.sees(/r reviews the rest|› Restore marks[^]*Interrupted deletion: .* J shows the results/);
  if (screen.includes('› Restore marks')) {
    user.presses('start without marks; u restores them');
    await user.sees((shown) => !shown.includes('› Restore marks'));
    user.presses('show the deletion, disabling or enabling');
  }
  await user.sees('› Interrupted deletion', 'a deletion of', 'r reviews the rest');
}

/** Without a torn one at its end. */
function wholeLines({ runsFolder }: Home): number {
  const [name] = existsSync(runsFolder) ? readdirSync(runsFolder) : [];
  return name === undefined ? 0 : readFileSync(join(runsFolder, name), 'utf8').split('\n').length - 1;
}

/** As far as the plan was written down. */
function plannedIn(home: Home): number {
  return entries(home).reduce((sum, { systems }) => sum + (Array.isArray(systems) ? systems.length : 0), 0);
}

function wholePlan(home: Home): boolean {
  return plannedIn(home) === planned;
}

/** Every system is what the file says it is, and none was sent twice. */
function expectReported(screen: string, home: Home, service: Service): void {
  const recorded = outcomesIn(home);
  const gone = [...recorded].filter(([, kind]) => kind === 'deleted' || kind === 'alreadyGone').map(([id]) => id);
  const there = new Set(service.systems().map(({ systemId }) => systemId));
  expect(gone.sort()).toEqual([...ids].filter((id) => !there.has(id)).sort());
  const kinds = ['deleted', 'alreadyGone', 'failed', 'notAttempted'];
  for (const kind of recorded.values()) expect(kinds).toContain(kind);
  const sent = service.requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
  // What was sent was attempted, whatever became of it.
  const untouched = [...recorded].filter(([, kind]) => kind === 'notAttempted').map(([id]) => id);
  expect(sent.filter((path) => untouched.includes(path.split('/').at(-1) ?? ''))).toEqual([]);
  expect(new Set(sent).size).toBe(sent.length);
  const counts = [...screen.matchAll(/[✓○✗–] (\d+) (?:deleted|already gone|failed|not attempted)/g)].map(([, count]) =>
    Number(count),
  );
  if (screen.includes('Interrupted deletion'))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(plannedIn(home));
  const intents = entries(home).filter(({ kind }) => kind === 'intent');
  expect(intents.length).toBeGreaterThanOrEqual(sent.length);
}

/** Goes on with the rest, which takes the phrase again: then all are gone, and nothing else is. */
async function finishes(user: User, service: Service): Promise<void> {
  const left = service.systems().filter(({ systemId }) => ids.has(systemId)).length;
  user.presses('retry the failed systems, after a review');
  // Until all are checked, the count may change.
  const screen = await user.sees((shown) => phraseOn(shown) !== '', checked);
  const phrase = phraseOn(screen);
  await user.confirms(phrase);
  await user.sees(`${left} systems deleted`);
  expect(service.systems()).toHaveLength(theSystems().length - planned);
  user.pressesKey('esc');
  await user.sees('› Northwind › Systems', /^150 systems/m);
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

function killerAt(moment: Moment, number: number): Killer {
  let armed: Terminal | null = null;
  let seen = 0;
  let looksLeft = 0;
  let writes = 0;
  let deletions = 0;
  let stopWatching = (): void => undefined;
  const kill = (): void => {
    armed?.kill('SIGKILL');
  };
  const isIt = (request: ReceivedRequest): boolean => {
    const isLook = request.method === 'GET' && ids.has(request.path.split('/').at(-1) ?? '');
    if (armed !== null && isLook && looksLeft > 0 && --looksLeft === 0) kill();
    // On a busy computer several writes are reported as one: at the latest by then.
    const isLate = armed !== null && request.method === 'DELETE' && ++deletions === planned - 5;
    if (isLate && moment === 'after a write') kill();
    if (moment === 'after its intent' || moment === 'after a write') return false;
    if (moment === 'while it is checked') {
      return armed !== null && request.method === 'GET' && request.path.endsWith('/systems') && ++seen === 1;
    }
    const method = moment === 'before its intent' ? 'GET' : 'DELETE';
    const isMeant = armed !== null && request.method === method && ids.has(request.path.split('/').at(-1) ?? '');
    return isMeant && ++seen === number;
  };
  return {
    intercept(request) {
      if (!isIt(request)) return undefined;
      switch (moment) {
        case 'after its intent':
        case 'after a write':
          return undefined;
        case 'before its intent':
        case 'sent, and not carried out':
          kill();
          return 'drop';
        case 'while it is checked':
          // Before the list is there, or once it is.
          if (number % 2 === 1) {
            kill();
            return 'drop';
          }
          return ({ response, answer }) => {
            response.once('finish', kill);
            send(response, answer());
          };
        case 'carried out, and not answered':
          return ({ answer }) => {
            answer();
            kill();
          };
        case 'answered, and not recorded':
          return ({ response, answer }) => {
            response.once('finish', kill);
            send(response, answer());
          };
      }
    },
    arm(terminal, { runsFolder, path }) {
      armed = terminal;
      if (moment !== 'after its intent' && moment !== 'after a write') return;
      const watcher = watch(path, { recursive: true }, (_, name) => {
        if (moment === 'after its intent' ? intentsIn(runsFolder) >= number : isOfRuns(name) && ++writes >= number)
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
