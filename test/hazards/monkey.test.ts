/** No input deletes a system without the typed phrase (hazards, E2). */
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Service } from '../../src/demo/service.ts';
import { pasteOf } from '../support/keys.ts';
import { anOrganisation, aService, daysAgo, onRequest, systemsCalled } from '../support/service.ts';
import { aUser, type User } from '../support/user.ts';

const keys = 200_000;
const pastes = 2000;
const mostPastesAtOnce = 12;

/** So many keys in a round at most. Each paste ends a read: a review that opens drops what was typed ahead of it. */
const mostAtOnce = 1200;

/** Every key of the program but those that leave it, and the letters that the phrase is made of more often than others. */
const typed = [
  ...Array.from('abcefghijklmnoprstuvwxyzABCDEFGHIJKLMNOPRSTUVWXYZ0123456789 /:?@.-'),
  ...Array.from('ddddddelete   23'),
  // Esc by itself, as kitty's protocol names it: with the key after it in one read it would be Alt.
  ...['\r', '\r', '\r', '\u001b[27u', '\t', '\u001bd', '\u001b\r', '\u007f', '\u0004', '\u0015', '\u0017', '\u000c'],
  ...['\u001b[A', '\u001b[B', '\u001b[C', '\u001b[D', '\u001b[5~', '\u001b[6~', '\u001b[H', '\u001b[F'],
];

/** Without those that open the form of a new key, by itself and by the palette: only a paste could open it then. */
const typedBesideForm = typed.filter((key) => key !== 'n' && key !== ':');

const pasted = [
  ...['ntills\r', 'n\rtills\r\r', ':create an enrolment key\rtills\r'],
  ...['delete 1', 'delete 2', 'delete 3\r', '\rdelete 3\r', 'd\rdelete 1\r', 'delete 3 from Northwind\r\n'],
];

const repaint = '\u000c';

/** What is written at once: up to a paste, or to the end. */
function reads(events: readonly string[]): readonly string[] {
  const all: string[] = [];
  let read = '';
  for (const event of events) {
    read += event;
    if (!event.startsWith('\u001b[200~')) continue;
    all.push(read);
    read = '';
  }
  return [...all, read];
}

/** Numbers that look like chance and are the same each time (mulberry32). */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The review, or the details of one of its systems. */
const inReview = /^.*› (?:Delete |(?:old|web)-\d)/;

/** How a phrase is typed before its review asks for it, each from the list: none of these is a hand in the field. */
const tooEarly: readonly ((user: User, phrase: string, pause: () => Promise<void>) => Promise<void>)[] = [
  // Its own first letter opens the review.
  async (user, phrase, pause) => {
    user.types(phrase);
    await pause();
    user.types(phrase);
  },
  async (user, phrase, pause) => {
    user.types('d');
    for (const key of phrase) {
      await pause();
      user.types(key);
    }
  },
  async (user, phrase) => {
    await user.types('d').sees('› Delete ');
    user.types(phrase);
  },
  // Once it asks, as a terminal pastes it that does not say so.
  async (user, phrase) => {
    await user.types('d').sees(/^│? ?>|Nothing to delete|BLOCKED/m);
    user.types(phrase);
    user.types(`\t${phrase}`);
  },
];

/** The keys have left the program: by the palette, which finds everything by a few letters. */
class Left extends Error {}

const mostLooks = 6000;

/** Until the program has handled what was typed before: whatever is on the screen, this key redraws it. */
async function handled(user: User): Promise<void> {
  const drawn = user.terminal.bytes();
  // Where the palette has suspended it, a person continues it: meanwhile the terminal itself shows what is typed.
  user.terminal.kill('SIGCONT');
  user.types(repaint);
  for (let looks = 1; user.terminal.bytes() === drawn; looks++) {
    if (await Promise.race([setTimeout(10, false), user.terminal.exited.then(() => true)])) throw new Left();
    if (looks === mostLooks) throw new Error(`No key draws this again:\n${user.screen()}`);
    if (looks % 20 !== 0) continue;
    user.terminal.kill('SIGCONT');
    // On a busy computer the first one may still belong to a paste.
    user.types(repaint);
  }
}

/** Longer than a few keys take that change nothing on the screen; each Esc takes 30 ms. */
const quietMs = 100;

/** Until the program has handled all input, and its screen stays as it is. */
async function settled(user: User): Promise<string> {
  let before: string;
  do {
    before = user.screen();
    await handled(user);
    await setTimeout(quietMs);
  } while (before !== user.screen());
  return before;
}

/** Back to the list with what is stale marked, wherever the keys have led; signed in again where they have signed out. */
async function marksStale(user: User, { baseUrl, token }: Service): Promise<void> {
  let [last, before] = ['', ''];
  for (let left = 100; left > 0; left--) {
    const screen = await settled(user);
    // A key that changed nothing was ignored, as is a letter right after it.
    if (screen === before) await user.rests();
    before = screen;
    // Of a list that is older than a minute the age is said.
    const isList =
      /› Systems.*\n43 systems(?: \d+ min ago)? · (?!\d+ shown)/.test(screen) && screen.includes('S threshold');
    const isMarked = /\d marked/.test(screen);
    if (isList && last === 's' && (isMarked || screen.includes('● 0 stale'))) return;
    // Marks of other systems first go away.
    last = isList ? (isMarked ? 'U' : 's') : '';
    if (isList) user.types(last);
    // What the operations of the service open lies over the list.
    else if (/^.*› (?:Operations|(?:GET|HEAD|POST|PUT|PATCH|DELETE)\b)/.test(screen)) user.types('\u001b');
    // The cursor may rest on an organisation whose id was typed by chance.
    else if (screen.includes('enter open ') && !screen.includes('id of the organisation: ')) user.types('g\r');
    else if (screen.includes('enter next')) user.types(`\u0005\u0015${baseUrl}\r`);
    // Of an address that was typed by chance the way leads back to its field.
    else if (screen.split('\n')[0]?.includes(baseUrl) === true && screen.includes('enter sign in'))
      user.types(`\u0005\u0015${token}\r`);
    // A form that was changed asks before it closes.
    else if (screen.includes('› Unsaved changes')) user.types('y');
    else user.types('\u001b');
    await user.hasTyped();
  }
  throw new Error(`No way back to the list from here:\n${user.screen()}`);
}

test(`${keys} random keys and ${pastes} random pastes among them delete nothing`, { timeout: 900_000 }, async () => {
  // The programs mostly wait: for a moment of quiet, and for the checks of a review.
  const seeds = [20_261_120, 20_261_121, 20_261_122, 20_261_123];
  const done = await Promise.all(seeds.map((seed) => monkey(seed, keys / seeds.length, pastes / seeds.length)));
  for (const { prompts, early } of done) {
    expect(prompts).toBeGreaterThan(0);
    expect(early).toBeGreaterThan(25);
  }
});

/** Presses so many keys in a program of its own; answers how many prompts were seen, and phrases typed too early. */
async function monkey(seed: number, keys: number, pastes: number): Promise<{ prompts: number; early: number }> {
  /** While a phrase is typed too early, no check of the review ends: whatever the pace at which keys are taken, no enter can confirm. */
  let held: PromiseWithResolvers<undefined> | null = null;
  const service = await aService({
    organisations: [
      anOrganisation({
        systems: [...systemsCalled('old', 3, { lastSeen: daysAgo(200) }), ...systemsCalled('web', 40)],
      }),
    ],
    // The review checks its systems for longer than the keys are to be quiet.
    intercept: onRequest('GET', ({ path }) =>
      path.includes('/systems/') ? (held?.promise ?? setTimeout(450)) : undefined,
    ),
    anyToken: true,
  });
  // An editor that changes nothing, and a pager that ends at once.
  const start = (): User => aUser(service, { columns: 100, rows: 16, env: { EDITOR: 'true', PAGER: 'true' } });
  let user = start();
  await user.opens('Northwind');
  const random = chance(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const pause = (): Promise<void> => setTimeout(random() * 12);
  const changes = (): number => service.requests.filter(({ method }) => method !== 'GET').length;
  let [prompts, early, byHand] = [0, 0, 0];
  const sent = { keys: 0, pastes: 0 };

  /**
   * A phrase that is typed too early opens its review, and does nothing else. On a busy computer the review may be quiet
   * in the middle of it: the rest is typed into its field, filters or sorts it, or opens the details of a row.
   */
  const typeTooEarly = async (): Promise<void> => {
    await marksStale(user, service);
    const before = changes();
    const phrase = pick(['delete 3\r', 'delete 3 from Northwind\r', 'delete 1 from Northwind\r']);
    held = Promise.withResolvers();
    await pick(tooEarly)(user, phrase, pause);
    const screen = await settled(user);
    // Keys created count as well: the letters of a phrase once did that.
    expect(changes()).toBe(before);
    expect(screen).toMatch(inReview);
    // What has come into the field is none of the keys that follow.
    await marksStale(user, service);
    held.resolve(undefined);
    held = null;
    user.types('d');
    sent.keys += phrase.length;
    early += 1;
  };

  const typeAtRandom = async (from: readonly string[]): Promise<void> => {
    const events = Array.from({ length: 1 + Math.floor(random() * mostAtOnce) }, () => pick(from));
    sent.keys += events.length;
    for (let left = Math.floor(random() * (mostPastesAtOnce + 1)); left > 0; left--) {
      events.splice(Math.floor(random() * (events.length + 1)), 0, pasteOf(pick(pasted)));
      sent.pastes += 1;
    }
    // What follows a paste at once belongs to it: the keys after it wait until it is over.
    for (const read of reads(events)) {
      user.terminal.write(read);
      await setTimeout(15);
      await handled(user);
    }
    // The next keys then meet the prompt as soon as it is there.
    if (!user.screen().includes('› Delete ')) return;
    await user.sees((screen) => !screen.includes('› Delete ') || /^│? ?>|Nothing to delete|BLOCKED/m.test(screen));
    prompts += 1;
  };

  for (let round = 0; sent.keys < keys || sent.pastes < pastes; round++) {
    // From the review of the round before, without the form's keys; then with them.
    const canCreate = round % 3 === 2;
    const before = changes();
    try {
      await (round % 3 === 0 ? typeTooEarly() : typeAtRandom(canCreate ? typed : typedBesideForm));
    } catch (error) {
      if (!(error instanceof Left)) throw error;
      user = start();
      await user.opens('Northwind');
    }
    if (canCreate) byHand += changes() - before;
    else expect(changes()).toBe(before);
  }
  // Those whose description was typed into the form, and nothing besides them.
  expect(service.sent('POST')).toHaveLength(byHand);
  expect(changes()).toBe(byHand);
  expect(service.sent('DELETE')).toEqual([]);
  expect(service.hostnames()).toHaveLength(43);
  return { prompts, early };
}
