/** Random keys and pastes in the explorer, with its requests and reviews: only reads reach the service. */
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { anElsewhere, describedBy, everyOperation, opensOperations } from '../support/explorer.ts';
import { chanceOf, oneOf } from '../support/documents/hostile-text.ts';
import { hostileDocument } from '../support/documents/hostile.ts';
import { usualDocument } from '../support/documents/usual.ts';
import { pasteOf } from '../support/keys.ts';
import { aService, staleSystems, systemsCalled } from '../support/service.ts';
import { aUserIn, type User } from '../support/user.ts';

/**
 * Every key except the ones that leave the program, and the two that lead to a new key by hand: `n` in the list, and
 * the palette. Keys that open, set and send are more frequent.
 */
const typed = [
  ...Array.from('abcdefghijklmoprstuvwxyzABCDEFGHIJKLMNOPRSTUVWXYZ0123456789 /?@.-+"{}[]'),
  ...Array.from('AAjjjjjjjkkGGsssssbvvy+++---NN      '),
  ...['\r', '\r', '\r', '\r', '\r', '\r', '\t', '\u007f', '\u0004', '\u0015', '\u0017', '\u000c'],
  // Esc as a key of its own in kitty's protocol: together with the next key in one read it would be Alt.
  ...['\u001b[27u', '\u001b[A', '\u001b[B', '\u001b[B', '\u001b[C', '\u001b[C', '\u001b[D', '\u001b[5~', '\u001b[6~'],
];

const pasted = [
  ...['delete 1\r', 'put K3F9Q\r', 'post\r', 'y\r', '../..', '%2e%2e', '{"a":', '"x"\r', '9'.repeat(400)],
  ...['{hostname}', '{{', '{', 'x{hostname} {lastSeen}}\r'],
  ...['http://127.0.0.1:9/', '\u001b[2J', '2026-12-01\r', 'a\r\nb\r', '-1\r', '\u202e\u{e0064}\r', 'x'.repeat(5000)],
];

const repaint = '\u000c';

/** Keys that lead on from some screens; esc leads on from all others. */
type Ways = readonly (readonly [RegExp, string])[];

const ways: Ways = [
  [/› Unsaved changes/, 'y'],
  // A field at the foot of a list.
  [/^enter apply|^(?:filter|search|pattern|jump): /m, '\u001b'],
  [/^enter open .* by id/m, '\r'],
];

/** The operations that the keys begin with: all of them, or those for the marked systems. */
const places = {
  all: { isThere: everyOperation, ways: [...ways, [/› Systems(?: {2,}|\s*\n)|› Operations on /, 'A']] },
  marked: {
    isThere: /› Operations on 3 marked systems/,
    ways: [
      ...ways,
      [/› Systems {2,}.* 3 marked/, 'A'],
      [/› Systems {2,}.* marked/, 'U'],
      [/› Systems(?: {2,}|\s*\n)/, 's'],
    ],
  },
} as const satisfies Readonly<Record<string, { readonly isThere: RegExp; readonly ways: Ways }>>;

/** Longer than a few keys that change nothing on the screen; each Esc takes 30 ms. */
const quietMs = 120;

/** Waits until the program has handled all input and writes no more. */
async function settled(user: User): Promise<string> {
  for (let before = -1; before !== user.terminal.bytes();) {
    before = user.terminal.bytes();
    await setTimeout(quietMs);
  }
  return user.screen();
}

/** Facts about a program that does not answer: whether it ended, its last output, and the keys before. */
async function endOf(user: User, read: string): Promise<string> {
  const end = await Promise.race([user.terminal.exited, Promise.resolve('alive')]);
  const notes = user.home.contents().filter((text) => /^rollcall crashed/m.test(text));
  return [
    `The program does not answer (${JSON.stringify(end)}) after ${JSON.stringify(read)}:`,
    user.screen(),
    ...notes,
  ]
    .map((text) => text.slice(0, 3000))
    .join('\n');
}

/** Returns to the list of operations from any screen; false after a sign-out. */
async function returns(user: User, { isThere, ways }: (typeof places)[keyof typeof places]): Promise<boolean> {
  const seen: string[] = [];
  for (let left = 200; left > 0; left--) {
    const screen = await settled(user);
    if (isThere.test(screen)) return true;
    if (/› Sign in\b/.test(screen)) return false;
    // Esc leaves an answer, a field and an overlay; a changed form asks first.
    seen.push(screen.split('\n', 1)[0] ?? '');
    const key = ways.find(([at]) => at.test(screen))?.[1] ?? '\u001b';
    // A letter right after esc, or after a key that did nothing, is ignored.
    if (/[AUsy]/.test(key)) await user.rests();
    user.terminal.write(key);
  }
  throw new Error(`No way back to the operations by ${seen.join('\n')}:\n${user.screen()}`);
}

/** The phrase of the request or review on the screen; null when none is asked for. */
function phraseIn(screen: string): string | null {
  return /o (?:send it|delete|disable|enable|change), type: {1,2}(\S.*?) *(?:│|$)/m.exec(screen)?.[1] ?? null;
}

/** Types the phrase in ways that must never count: pasted, too early, cut short, in capitals, with another letter. */
async function triesPhrase(user: User, phrase: string): Promise<void> {
  user.terminal.write(`${phrase}\r`);
  await settled(user);
  // A paste into an open question is accepted as text, and a second enter would count.
  user.terminal.write('\u0015');
  await user.pastes(`${phrase}\r`);
  await user.pastes(phrase);
  user.terminal.write('\r');
  await settled(user);
  // From here on typed keys count, if the request still asks for its phrase.
  const wrong = [phrase.slice(0, -1), `${phrase}~`, `${phrase.slice(0, -1)}~`];
  const capital = phrase.toUpperCase();
  for (const text of capital === phrase ? wrong : [...wrong, capital]) {
    if (phraseIn(await settled(user)) !== phrase) return;
    await user.rests();
    user.terminal.write(`\u0015${text}`);
    await settled(user);
    user.terminal.write('\r');
  }
  await settled(user);
  user.terminal.write('\u0015');
}

/** Opens a random change of the list, sets its first fields, and opens its request. */
async function opensRequest(user: User, chance: () => number): Promise<string | null> {
  await user.rests();
  user.terminal.write('fis:change is:usable\r');
  await settled(user);
  user.terminal.write(`g${'j'.repeat(Math.floor(chance() * 60))}\r`);
  await settled(user);
  for (let fields = 3; fields > 0; fields--) {
    user.terminal.write('\r');
    await settled(user);
    user.terminal.write('K1\r');
    await settled(user);
    user.terminal.write('j');
  }
  await user.rests();
  user.terminal.write('s\r');
  return phraseIn(await settled(user));
}

/** The usual document without key creation, whose own screen, like the excluded `n`, creates a key by enter alone. */
function withoutKeyCreation(): string {
  const document = usualDocument() as { readonly paths: Readonly<Record<string, object>> };
  const paths = Object.entries(document.paths).filter(([path]) => !path.endsWith('/enrolment-keys'));
  return JSON.stringify({ ...document, paths: Object.fromEntries(paths) });
}

const keysPerStart = 5000;

interface Hands {
  readonly document: 'hostile' | 'usual';
  /** Operations that the keys begin with; all of them unless it is said. */
  readonly place?: keyof typeof places;
  readonly keys: number;
  readonly pastes: number;
  readonly seed: number;
  /** Reads of keys between two returns to the list of operations. */
  readonly reads?: number;
  /** How often a request is opened then. */
  readonly requests: number;
}

/** Result of the random keys. */
export interface Handled {
  readonly keys: number;
  readonly pastes: number;
  readonly requests: number;
  readonly received: number;
}

/** Presses random keys and pastes. The service's log judges, and a listener at the address in the definition. */
export async function monkey({
  document,
  place = 'all',
  keys,
  pastes,
  seed,
  reads = 12,
  requests,
}: Hands): Promise<Handled> {
  const elsewhere = await anElsewhere();
  onTestFinished(elsewhere.close);
  const text = document === 'hostile' ? hostileDocument(1, elsewhere.address) : withoutKeyCreation();
  const service = await aService({
    systems: [...staleSystems(3), ...systemsCalled('web', 37)],
    intercept: describedBy(text),
  });
  /** Each start has its own home: settings changed by earlier keys would protect later systems. */
  const starts = async (): Promise<User> => {
    // The editor changes nothing, and the pager exits at once.
    const next = await aUserIn('Northwind', service, {
      columns: 100,
      rows: 24,
      env: { EDITOR: 'true', PAGER: 'true' },
    });
    if (place === 'all') await opensOperations(next);
    return next;
  };
  let user = await starts();
  let startedAt = 0;
  const chance = chanceOf(seed);
  const share = pastes / (keys + pastes);
  const sent = { keys: 0, pastes: 0, requests: 0 };
  const judge = (): void => {
    const others = service.requests.filter(({ method }) => method !== 'GET' && method !== 'HEAD');
    expect(others.map(({ method, url }) => `${method} ${url}`)).toEqual([]);
    expect(elsewhere.connections()).toBe(0);
  };
  // A busy machine may open few requests, and the judge needs one.
  while (sent.keys < keys || sent.pastes < pastes || sent.requests === 0) {
    if (sent.keys - startedAt > keysPerStart || !(await returns(user, places[place]))) {
      await user.terminal.close();
      user = await starts();
      startedAt = sent.keys;
    }
    if (chance() < requests) {
      const phrase = await opensRequest(user, chance);
      if (phrase !== null) {
        sent.requests += 1;
        sent.pastes += 2;
        await triesPhrase(user, phrase);
        judge();
      }
    }
    for (let left = reads; left > 0; left--) {
      let read = '';
      for (let length = 1 + Math.floor(chance() * 30); length > 0; length--) {
        if (chance() < share) {
          read += pasteOf(oneOf(chance, pasted));
          sent.pastes += 1;
          break;
        }
        read += oneOf(chance, typed);
        sent.keys += 1;
      }
      // Sometimes the phrase on the screen, pasted between other keys.
      const phrase = chance() < share ? phraseIn(user.screen()) : null;
      if (phrase !== null) read += pasteOf(`${phrase}\r`);
      const drawn = user.terminal.bytes();
      user.terminal.write(read);
      await setTimeout(15);
      user.terminal.write(repaint);
      // This key redraws any screen: a redraw shows that all earlier input was handled.
      for (let looks = 1; user.terminal.bytes() === drawn; looks++) {
        await setTimeout(10);
        if (looks % 20 === 0) user.terminal.write(repaint);
        // The editor may have taken the end marker of a paste: after a pause, Esc alone ends it.
        if (looks % 200 === 0) {
          await setTimeout(1500);
          user.terminal.write('\u001b');
        }
        if (looks > 2000) throw new Error(await endOf(user, read));
      }
    }
    judge();
  }
  // The keys have sent requests.
  expect(service.requests.length).toBeGreaterThan(1);
  expect(sent.requests).toBeGreaterThan(0);
  expect(service.systems()).toHaveLength(40);
  return { ...sent, received: service.requests.length };
}
