/** The user of the program: presses, types and pastes, and waits for the screen. */
import { expect } from 'vitest';
import type { Service } from '../../src/demo/service.ts';
import type { KeyName } from '../../src/screens/screen-definition.ts';
import { bytesOf, keyThat, pasteOf } from './keys.ts';
import { aHome, type Home, runWithoutTerminalIn, type Shell, startFromShell, startProgram } from './program.ts';
import type { StartOptions } from './program.ts';
import { aService, type StoryService } from './service.ts';
import { type Terminal, typeByHand } from './terminal.ts';
import type { Expected } from './watched-screen.ts';

export interface User {
  readonly terminal: Terminal;
  readonly home: Home;
  /** Waits until all of these are on the screen at once, and returns the screen. */
  sees(...expected: Expected[]): Promise<string>;
  screen(): string;
  /** Presses the key for this action, this many times. Calls chain: `user.presses('quit').sees('Quit?')`. */
  presses(does: string, times?: number): User;
  pressesKey(...keys: KeyName[]): User;
  types(text: string): User;
  /** Pastes, and rests for a moment, as a hand does: input right after a paste belongs to it. */
  pastes(text: string, ...expected: Expected[]): Promise<void>;
  /** Finds an action in the palette by its words, and runs it. */
  chooses(words: string, ...expected: Expected[]): Promise<void>;
  /** Moves the cursor to the row with this name. The row is on the screen. */
  goesTo(name: string): Promise<void>;
  /** Waits for the organisation's list, and opens it if there are several organisations. */
  opens(organisation: string, ...expected: Expected[]): Promise<void>;
  /** Marks these systems one by one. They are on the screen. */
  marks(...hostnames: string[]): Promise<void>;
  /** Types this into the field of the phrase by hand: few characters at a time, and at a human pace. */
  typesPhrase(phrase: string, ...expected: Expected[]): Promise<void>;
  /** Rests the hands: the next key is then not a part of a paste. */
  rests(): Promise<void>;
  /** Resolves when every key is written: a hand may still rest before one. */
  hasTyped(): Promise<void>;
  /** Types the phrase when the review asks for it, and presses enter when all systems are checked; then waits for these. */
  confirms(phrase: string, ...expected: Expected[]): Promise<void>;
  /** Reviews the marked systems, or the one under the cursor, and confirms their deletion. */
  deletes(phrase: string, ...expected: Expected[]): Promise<void>;
  /** Marks all stale systems, of which there are this many. */
  marksStale(count: number, ...expected: Expected[]): Promise<void>;
  /** Marks all stale systems, and opens their review. */
  reviewsStale(count: number, ...expected: Expected[]): Promise<void>;
  /** Marks all stale systems, and confirms their deletion with the short phrase. */
  deletesStale(count: number, ...expected: Expected[]): Promise<void>;
  /** Opens the history of runs and requests. */
  opensHistory(...expected: Expected[]): Promise<void>;
  /** Chooses an operation for the marks, by what it does, and waits for its form. */
  choosesForMarks(operation: string, ...expected: Expected[]): Promise<void>;
  /** Types a value into the field of the form under the cursor, and goes to the review. */
  fillsIn(value: string, ...expected: Expected[]): Promise<void>;
  /** Types this description into the form of an enrolment key, and creates the key. */
  createsKey(description: string, ...expected: Expected[]): Promise<void>;
  /** Signs out, and confirms it. */
  signsOut(...expected: Expected[]): Promise<void>;
  /** Quits the program, and returns the terminal's output after that. */
  leaves(): Promise<string>;
  /** The signal ends the program. */
  isEndedBy(signal: NodeJS.Signals): Promise<void>;
}

/** A user, and what this user works with. */
export interface Met {
  readonly service: StoryService;
  readonly user: User;
  readonly home: Home;
}

/** A service, and the start of the program at it. */
type Meeting = Parameters<typeof aService>[0] & StartOptions;

/** A user in the list of Northwind. */
export async function aUserOf(about: Meeting): Promise<Met> {
  const service = await aService(about);
  const user = await aUserIn('Northwind', service, about);
  return { service, user, home: user.home };
}

/** The same user, who has started the program from a shell. */
export async function aShellUserOf(about: Meeting): Promise<Met & { readonly shell: Shell }> {
  const { home = aHome(), env } = about;
  const service = await aService(about);
  const shell = startFromShell({ ...about, home, env: { ...environmentFor(service), ...env } });
  const user = userAt(shell.terminal, home);
  await user.opens('Northwind');
  return { service, user, home, shell };
}

/** The program without a terminal, at this service. */
export function runAt(service: Service, ...flags: readonly string[]): ReturnType<typeof runWithoutTerminalIn> {
  return runWithoutTerminalIn(environmentFor(service), ...flags);
}

/** A user whose environment names the service and holds the token. */
export function aUser(service: Service, options: StartOptions = {}): User {
  return aNewcomer({ ...options, env: { ...environmentFor(service), ...options.env } });
}

/** The same user, in the list of this organisation. */
export async function aUserIn(organisation: string, service: Service, options: StartOptions = {}): Promise<User> {
  const user = aUser(service, options);
  await user.opens(organisation);
  return user;
}

/** The environment of a user who need not sign in. */
export function environmentFor({ baseUrl, token }: Service): Readonly<Record<string, string>> {
  return { ROLLCALL_BASE_URL: baseUrl, ROLLCALL_TOKEN: token };
}

/** A user with an empty environment. */
export function aNewcomer(options: StartOptions = {}): User {
  const { home = aHome() } = options;
  return userAt(startProgram({ ...options, home }), home);
}

/** A user at a terminal in which the program runs, or a shell that can start it. */
export function userAt(terminal: Terminal, home: Home): User {
  let queue: Promise<unknown> | null = null;
  const inTurn = (next: Promise<unknown>): void => {
    queue = next;
    void next.then(() => {
      if (queue === next) queue = null;
    });
  };
  let isLooking = false;
  /** A hand looks at the screen after esc, and after a key that did nothing: an immediate letter would be swallowed. */
  const write = (text: string): void => {
    if (text === '') return;
    const isLetter = /^[ -~]/.test(text);
    const ms = isLooking || (isLetter && didNothing.test(terminal.screen())) ? (isLetter ? restMs : escMs) : 0;
    isLooking = text.endsWith(bytesOf('esc')) || (isLooking && !isLetter);
    if (queue === null && ms === 0) terminal.write(text);
    else
      inTurn(
        (queue ?? Promise.resolve())
          .then(() => (ms === 0 ? undefined : terminal.passes(ms)))
          .then(() => {
            terminal.write(text);
          }),
      );
  };
  const sees: User['sees'] = async (...expected) => {
    if (expected.length === 0) return terminal.screen();
    const screen = await terminal.waitFor(allOf(expected));
    isLooking ||= didNothing.test(screen);
    return screen;
  };
  const pressesKey: User['pressesKey'] = (...keys) => {
    write(keys.map(bytesOf).join(''));
    isLooking ||= keys.at(-1) === 'h';
    return user;
  };
  const presses: User['presses'] = (does, times = 1) => {
    write(bytesOf(keyThat(does)).repeat(times));
    return user;
  };
  const goesTo: User['goesTo'] = async (name) => {
    // The pane beside the list shows the name of the system under the cursor too.
    const rows = (await sees(cursor, name)).split('\n').map((line) => line.replace(/ *│.*/, ''));
    const distance = rows.findIndex((row) => row.includes(name)) - rows.findIndex((row) => row.startsWith(cursor));
    presses(distance < 0 ? 'move up' : 'move down', Math.abs(distance));
    await sees(row(cursor, name));
  };
  const chooses: User['chooses'] = async (words, ...expected) => {
    presses('commands');
    await sees(/[›,] Commands/);
    write(words);
    // For a screen reader, what was typed and the row with the cursor have no sign, and stand at the margin.
    await sees(
      new RegExp(`(?:^|: )${escaped(words)}`, 'm'),
      new RegExp(`^(?:${cursor} .*|\\S+, )?${escaped(words)}`, 'm'),
    );
    pressesKey('enter');
    await sees(...expected);
  };
  const typesPhrase: User['typesPhrase'] = async (phrase, ...expected) => {
    await typeByHand({ ...terminal, write }, phrase);
    await sees(...expected);
  };
  const confirms: User['confirms'] = async (phrase, ...expected) => {
    await sees(asked(phrase));
    await typesPhrase(phrase);
    await sees(checked);
    pressesKey('enter');
    await sees(...expected);
  };
  const deletes: User['deletes'] = async (phrase, ...expected) => {
    presses('review and delete');
    await confirms(phrase, ...expected);
  };
  const marksStale: User['marksStale'] = async (count, ...expected) => {
    presses('mark all stale');
    await sees(`${count} marked`, ...expected);
  };
  const rests = async (): Promise<void> => {
    await queue;
    await terminal.passes(restMs);
  };

  const user: User = {
    terminal,
    home,
    sees,
    screen: () => terminal.screen(),
    presses,
    pressesKey,
    types(text) {
      write(text);
      return user;
    },
    async pastes(text, ...expected) {
      write(pasteOf(text));
      await rests();
      await sees(...expected);
    },
    chooses,
    goesTo,
    async opens(organisation, ...expected) {
      const list = new RegExp(
        String.raw`^(?:rollcall.* › )?${escaped(organisation)}.* › Systems.*\n.*\d (?:loaded|systems?)`,
      );
      if (!list.test(await sees(new RegExp(`${list.source}|${cursor}`)))) {
        await goesTo(organisation);
        presses('open the organisation');
      }
      await sees(list);
      await sees(...expected);
    },
    async marks(...hostnames) {
      for (const hostname of hostnames) {
        await goesTo(hostname);
        presses('mark and move down');
        await sees(row('✓', hostname));
      }
    },
    typesPhrase,
    async hasTyped() {
      await queue;
    },
    rests,
    confirms,
    deletes,
    marksStale,
    async reviewsStale(count, ...expected) {
      await marksStale(count);
      presses('review and delete');
      await sees(/[›,] Delete /, ...expected);
    },
    async deletesStale(count, ...expected) {
      await marksStale(count);
      await deletes(`delete ${count}`, ...expected);
    },
    async opensHistory(...expected) {
      presses('history: deletions, disabling, requests');
      await sees(/[›,] History/, ...expected);
    },
    async choosesForMarks(operation, ...expected) {
      presses('every operation of the service');
      await sees('› Operations on', operation);
      await goesTo(operation);
      presses('open the operation');
      await sees('marked system', ...expected);
    },
    async fillsIn(value, ...expected) {
      pressesKey('enter');
      write(value);
      await rests();
      pressesKey('enter');
      await sees(value.slice(0, 20));
      presses('go to Send, the last line');
      await sees('enter reviews the systems first');
      pressesKey('enter');
      await sees('› Change ', ...expected);
    },
    async createsKey(description, ...expected) {
      write(description);
      await rests();
      presses('create the key');
      await sees(...expected);
    },
    async signsOut(...expected) {
      await chooses('sign out');
      await sees(/[›,] Sign out/);
      presses('yes, sign out');
      await sees(...expected);
    },
    async leaves() {
      await rests();
      presses('quit');
      expect(await terminal.exited).toEqual({ exitCode: 0, signal: 0 });
      return terminal.screen();
    },
    async isEndedBy(signal) {
      terminal.kill(signal);
      await terminal.exited;
    },
  };
  return user;
}

const restMs = 450;

const escMs = 150;

/** Notices of a key without effect: `d: nothing is marked.` */
const didNothing = /^(?:\S|space|enter|tab): .*|does nothing here|Press it again/m;

const cursor = '▌';

/** A row of the screen with these texts, one after the other. */
export function row(...texts: readonly string[]): RegExp {
  return new RegExp(texts.map(escaped).join('.*'));
}

/** The review asks for this phrase, and its quiet time is over: typed keys count. */
export function asked(phrase: string): Expected {
  const words = phrase.split(' ').map(escaped);
  const sentence = new RegExp(`ype:[ ,]+${words.join(String.raw`\s+(?:[│|]\s+)*`)}(?!\\w)`);
  const isAsked = (screen: string): boolean => sentence.test(screen) && /^(?:[│|] )?>(?: |$)/m.test(screen);
  return Object.assign(isAsked, { toString: () => `the phrase "${phrase}" asked for` });
}

/** The phrase that the review asks for. */
export function phraseOn(screen: string): string {
  return /To (?:delete|disable|enable|change), type: {2}(.*?)(?: *│)?$/m.exec(screen)?.[1]?.trimEnd() ?? '';
}

/** Every system of the review is checked. In the line-by-line form, earlier lines stay on the screen. */
export function checked(screen: string): boolean {
  const done = ['Checked ', 'ach is checked'].map((words) => screen.lastIndexOf(words));
  return screen.lastIndexOf('Checking ') <= Math.max(...done);
}

/** A text that may be broken into lines between any of its words. */
export function acrossLines(text: string): RegExp {
  return new RegExp(
    text
      .split(' ')
      .map(escaped)
      .join(String.raw`\s+`),
  );
}

function escaped(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}

function allOf(expected: readonly Expected[]): Expected {
  const isShown = (screen: string): boolean =>
    expected.every((one) => {
      if (typeof one === 'function') return one(screen);
      return typeof one === 'string' ? screen.includes(one) : one.test(screen);
    });
  return Object.assign(isShown, { toString: () => expected.map(String).join(' and ') });
}
