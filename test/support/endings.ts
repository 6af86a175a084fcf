/** The ways in which the program can end: from five places in eight ways, drawn and for a screen reader. */
import { expect, test } from 'vitest';
import { aHome, type Shell, startFromShell } from './program.ts';
import { aService, daysAgo, systemsCalled } from './service.ts';
import { environmentFor, userAt, type User } from './user.ts';

interface Started {
  readonly user: User;
  readonly shell: Shell;
}

/** A place in the program, and the way to quit from there. */
interface Place {
  readonly go: (user: User) => Promise<unknown>;
  readonly leave: (user: User) => Promise<unknown> | undefined;
}

const twice = (user: User): undefined => {
  user.presses('stop at once; twice quits', 2);
};

const places: Readonly<Record<string, Place>> = {
  'the field of the token': {
    async go(user) {
      await user.signsOut();
      await user.sees('enter sign in');
    },
    leave: twice,
  },
  'the list': {
    go: () => Promise.resolve(),
    leave(user) {
      user.presses('quit');
      return undefined;
    },
  },
  'a filter that is typed': {
    go(user) {
      return user.presses('filter the loaded systems').sees('filter:');
    },
    leave: twice,
  },
  'a run': {
    async go(user) {
      await user.presses('mark all stale').sees('12 marked');
      await user.deletes('delete 12 from Northwind');
      await user.sees(/[›,] Deleting/);
    },
    async leave(user) {
      user.presses('stop at once; twice quits');
      // Requests in flight have ended.
      await user.sees(/\d systems? deleted(?: ·|,)/);
      user.presses('quit');
    },
  },
  'an editor': {
    async go(user) {
      await user.chooses('mark systems from a list');
      await user.sees('the editor is here');
    },
    async leave(user) {
      await user.types('\r').sees('The list was empty');
      user.presses('quit');
    },
  },
};

/** An event that ends the program, and the exit code for it. */
interface End {
  readonly exitCode: number;
  readonly happen: (started: Started, place: Place) => Promise<unknown> | undefined;
  /** Code that the program runs at SIGUSR2. */
  readonly misfortune?: string;
}

function signal(name: NodeJS.Signals, exitCode: number, misfortune = ''): End {
  const happen = ({ shell }: Started): undefined => {
    shell.signal(name);
  };
  return { exitCode, misfortune, happen };
}

/** A signal of a terminal's key: it also reaches an editor. */
function signalOfKey(name: NodeJS.Signals, exitCode: number): End {
  const happen = ({ shell }: Started): undefined => {
    shell.signalAll(name);
  };
  return { exitCode, happen };
}

const ends: Readonly<Record<string, End>> = {
  'the person leaves': { exitCode: 0, happen: ({ user }, { leave }) => leave(user) },
  SIGINT: signalOfKey('SIGINT', 130),
  SIGQUIT: signalOfKey('SIGQUIT', 131),
  SIGTERM: signal('SIGTERM', 143),
  SIGHUP: signal('SIGHUP', 129),
  'an exception': signal('SIGUSR2', 1, exceptionOf('"bad"')),
  'a rejection': signal('SIGUSR2', 1, rejectionOf('"bad"')),
  'an exception while drawing': signal('SIGUSR2', 1, exceptionInDrawingOf('"bad"')),
};

async function started(isPlain: boolean, misfortune: string): Promise<Started> {
  const systems = [...systemsCalled('old', 12, { lastSeen: daysAgo(200) }), ...systemsCalled('web', 30)];
  const service = await aService({ systems, latencyMs: 50 });
  const home = aHome();
  const env = {
    ...environmentFor(service),
    EDITOR: `sh -c 'echo the editor is here; read -r _'`,
    ...(misfortune !== '' && { NODE_OPTIONS: onSignal(misfortune) }),
  };
  const shell = startFromShell({ home, env, flags: isPlain ? ['--plain'] : [] });
  const user = userAt(shell.terminal, home);
  await user.sees('42 systems');
  expect(shell.terminal.isAlternate()).toBe(!isPlain);
  return { user, shell };
}

/** Modes that the output switches on, such as the alternate screen or bracketed paste, and not off again. */
export function modesLeftOn(output: string): number[] {
  const modes = new Map<number, boolean>();
  for (const piece of output.split('\u{1B}[?')) {
    const [, mode, to] = /^(\d+)([hl])/.exec(piece) ?? [];
    if (mode !== undefined) modes.set(Number(mode), to === 'h');
  }
  return [...modes].flatMap(([mode, isOn]) => (isOn ? [mode] : [])).sort((a, b) => a - b);
}

export const linesWrap = 7;
export const cursorShown = 25;

/** Every end restores the terminal, and gives the right exit code. */
export function testEndings(isPlain: boolean, isChosen: (place: string) => boolean): void {
  const chosen = Object.entries(places).filter(([name]) => isChosen(name));
  const endings = chosen.flatMap(([name, place]) =>
    Object.entries(ends).map(([by, end]) => [name, by, place, end] as const),
  );
  test.each(endings)('in %s, ended by: %s', async (_name, _by, place, end) => {
    const { user, shell } = await started(isPlain, end.misfortune ?? '');
    await place.go(user);
    await end.happen({ user, shell }, place);
    expect(await shell.ended()).toEqual({ exitCode: end.exitCode, isAsBefore: true });
    expect(shell.terminal.isAlternate()).toBe(false);
    expect(modesLeftOn(shell.terminal.raw())).toEqual(isPlain ? [] : [linesWrap, cursorShown]);
  });
}

/** Runs before the program, in its process (NODE_OPTIONS): executes `code` at SIGUSR2. */
export function onSignal(code: string): string {
  const module = `process.on('SIGUSR2', () => { ${code} });`;
  return `--import data:text/javascript,${encodeURIComponent(module)}`;
}

export function exceptionOf(message: string): string {
  return `throw new Error(${message})`;
}

export function rejectionOf(message: string): string {
  return `void Promise.reject(new Error(${message}))`;
}

/** Fails while a screen's hints are collected. React draws a failed screen once more; then it gives up. */
export function exceptionInDrawingOf(message: string): string {
  return `let left = 2; const { flatMap } = Array.prototype; Array.prototype.flatMap = () => {
    left -= 1; if (left === 0) Array.prototype.flatMap = flatMap; throw new Error(${message}) };
    process.stdout.emit('resize')`;
}
