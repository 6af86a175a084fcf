/** Random keys and pastes, against a service that holds the checks of a review back: nothing may be deleted (hazards, E2). */
import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Service } from '../../src/demo/service.ts';
import { pasteOf } from '../support/keys.ts';
import { anOrganisation, aService, onRequest, staleSystems, systemsCalled } from '../support/service.ts';
import { aUser, type User } from '../support/user.ts';
import { seededRandom } from '../../src/demo/fleet/random.ts';

const maxPastesAtOnce = 12;

/** Limit on keys in a round. Each paste ends a read: a review that opens drops keys typed ahead of it. */
const maxAtOnce = 1200;

/** Every key of the program except the ones that leave it. The letters of the phrase are more frequent. */
const typed = [
  ...Array.from('abcefghijklmnoprstuvwxyzABCDEFGHIJKLMNOPRSTUVWXYZ0123456789 /:?@.-'),
  ...Array.from('ddddddelete   23'),
  // Esc as a key of its own in kitty's protocol: together with the next key in one read it would be Alt.
  ...['\r', '\r', '\r', '\u001b[27u', '\t', '\u001bd', '\u001b\r', '\u007f', '\u0004', '\u0015', '\u0017', '\u000c'],
  ...['\u001b[A', '\u001b[B', '\u001b[C', '\u001b[D', '\u001b[5~', '\u001b[6~', '\u001b[H', '\u001b[F'],
];

/** Keys without the two that lead to a new key, `n` and the palette: only a paste could open its form then. */
const typedBesideForm = typed.filter((key) => key !== 'n' && key !== ':');

const pasted = [
  ...['ntills\r', 'n\rtills\r\r', ':create an enrolment key\rtills\r'],
  ...['delete 1', 'delete 2', 'delete 3\r', '\rdelete 3\r', 'd\rdelete 1\r', 'delete 3 from Northwind\r\n'],
];

const repaint = '\u000c';

/** Splits events into reads: each ends with a paste, or at the end. */
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

/** The review, or the details of one of its systems. */
const inReview = /^.*› (?:Delete |(?:old|web)-\d)/;

/** Ways of typing a phrase before its review asks for it, each from the list: none is typed by hand into the field. */
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
  // A paste from a terminal without bracketed paste, once the review asks.
  async (user, phrase) => {
    await user.types('d').sees(/^│? ?>|Nothing to delete|BLOCKED/m);
    user.types(phrase).types(`\t${phrase}`);
  },
];

/** The keys have left the program: through the palette, which finds every command by a few letters. */
class Left extends Error {}

const maxLooks = 6000;

/** Waits until the program has handled all earlier keys: this key redraws any screen. */
async function handled(user: User): Promise<void> {
  const drawn = user.terminal.bytes();
  // The palette may have suspended the program: continues it. Until then the terminal itself echoes the keys.
  user.terminal.kill('SIGCONT');
  user.types(repaint);
  for (let looks = 1; user.terminal.bytes() === drawn; looks++) {
    if (await Promise.race([setTimeout(10, false), user.terminal.exited.then(() => true)])) throw new Left();
    if (looks === maxLooks) throw new Error(`No key draws this again:\n${user.screen()}`);
    if (looks % 20 !== 0) continue;
    user.terminal.kill('SIGCONT');
    // On a busy computer the first repaint may still belong to a paste.
    user.types(repaint);
  }
}

/** Longer than a few keys that change nothing on the screen; each Esc takes 30 ms. */
const quietMs = 100;

/** Waits until the program has handled all input, and its screen is stable. */
async function settled(user: User): Promise<string> {
  let before: string;
  do {
    before = user.screen();
    await handled(user);
    await setTimeout(quietMs);
    // A repaint clears the screen first.
  } while (before !== user.screen() || before === '');
  return before;
}

/** Returns from any screen to the list with all stale systems marked; signs in again after a sign-out. */
async function marksStale(user: User, { baseUrl, token }: Service): Promise<void> {
  let [last, before] = ['', ''];
  for (let left = 100; left > 0; left--) {
    const screen = await settled(user);
    // A key that changed nothing was ignored, and so would be a letter right after it.
    if (screen === before) await user.rests();
    before = screen;
    // A list older than a minute shows its age.
    const isList =
      /› Systems.*\n43 systems(?: \d+ min ago)? · (?!\d+ shown)/.test(screen) && screen.includes('S threshold');
    const isMarked = /\d marked/.test(screen);
    if (isList && last === 's' && (isMarked || screen.includes('● 0 stale'))) return;
    // Marks of other systems are cleared first.
    last = isList ? (isMarked ? 'U' : 's') : '';
    if (isList) user.types(last);
    // The operations of the service lie over the list.
    else if (/^.*› (?:Operations|(?:GET|HEAD|POST|PUT|PATCH|DELETE)\b)/.test(screen)) user.types('\u001b');
    // The cursor may rest on an organisation whose id was typed at random.
    else if (screen.includes('enter open ') && !screen.includes('id of the organisation: ')) user.types('g\r');
    else if (screen.includes('enter next')) user.types(`\u0005\u0015${baseUrl}\r`);
    // From an address typed at random, the way leads back to its field.
    else if (screen.split('\n')[0]?.includes(baseUrl) === true && screen.includes('enter sign in'))
      user.types(`\u0005\u0015${token}\r`);
    // A changed form asks before it closes.
    else if (screen.includes('› Unsaved changes')) user.types('y');
    else user.types('\u001b');
    await user.hasTyped();
  }
  throw new Error(`No way back to the list from here:\n${user.screen()}`);
}

/** Presses as many keys and pastes in four programs side by side: they mostly wait, for a quiet moment or a check. */
export async function monkeys({ keys, pastes }: { readonly keys: number; readonly pastes: number }): Promise<void> {
  const seeds = [20_261_120, 20_261_121, 20_261_122, 20_261_123];
  const done = await Promise.all(seeds.map((seed) => monkey(seed, keys / seeds.length, pastes / seeds.length)));
  // Keys at random seldom open a review: one in all four is enough, since each third round opens one.
  expect(done.reduce((sum, { prompts }) => sum + prompts, 0)).toBeGreaterThan(0);
  // A third of the rounds; the two others have some 600 keys each.
  for (const { early } of done) expect(early).toBeGreaterThan(keys / seeds.length / 2000);
}

/** Presses this many keys in a program of its own; counts the prompts seen, and the phrases typed too early. */
async function monkey(seed: number, keys: number, pastes: number): Promise<{ prompts: number; early: number }> {
  /** Holds the checks of the review while a phrase is typed too early: no enter can confirm, at any pace of keys. */
  let held: PromiseWithResolvers<undefined> | null = null;
  const service = await aService({
    organisations: [anOrganisation({ systems: [...staleSystems(3), ...systemsCalled('web', 40)] })],
    // Checks of the review take longer than the quiet time of its keys.
    intercept: onRequest('GET', ({ path }) =>
      path.includes('/systems/') ? (held?.promise ?? setTimeout(450)) : undefined,
    ),
    anyToken: true,
  });
  // The editor changes nothing, and the pager exits at once.
  const start = (): User => aUser(service, { columns: 100, rows: 16, env: { EDITOR: 'true', PAGER: 'true' } });
  let user = start();
  await user.opens('Northwind');
  const random = seededRandom(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const pause = (): Promise<void> => setTimeout(random() * 12);
  const changes = (): number => service.requests.filter(({ method }) => method !== 'GET').length;
  let [prompts, early, byHand] = [0, 0, 0];
  const sent = { keys: 0, pastes: 0 };

  /**
   * A phrase typed too early opens its review, and does nothing else. On a busy computer the quiet time of the review
   * may end in the middle of it: the rest goes into its field, filters or sorts it, or opens the details of a row.
   */
  const typeTooEarly = async (): Promise<void> => {
    await marksStale(user, service);
    const before = changes();
    const phrase = pick(['delete 3\r', 'delete 3 from Northwind\r', 'delete 1 from Northwind\r']);
    held = Promise.withResolvers();
    await pick(tooEarly)(user, phrase, pause);
    // A repaint that was asked for earlier may be drawn before the first letter is read.
    await user.sees(inReview);
    const screen = await settled(user);
    // Created keys count too: the letters of a phrase once created one.
    expect(changes()).toBe(before);
    expect(screen).toMatch(inReview);
    // Text in the field must not mix with the keys that follow.
    await marksStale(user, service);
    held.resolve(undefined);
    held = null;
    user.types('d');
    sent.keys += phrase.length;
    early += 1;
  };

  const typeAtRandom = async (from: readonly string[]): Promise<void> => {
    const events = Array.from({ length: 1 + Math.floor(random() * maxAtOnce) }, () => pick(from));
    sent.keys += events.length;
    for (let left = Math.floor(random() * (maxPastesAtOnce + 1)); left > 0; left--) {
      events.splice(Math.floor(random() * (events.length + 1)), 0, pasteOf(pick(pasted)));
      sent.pastes += 1;
    }
    // Keys right after a paste would belong to it, so they wait until it is over.
    for (const read of reads(events)) {
      user.terminal.write(read);
      await setTimeout(15);
      await handled(user);
    }
    // Waits for the prompt, so that the next keys meet it.
    if (!user.screen().includes('› Delete ')) return;
    await user.sees((screen) => !screen.includes('› Delete ') || /^│? ?>|Nothing to delete|BLOCKED/m.test(screen));
    prompts += 1;
  };

  for (let round = 0; sent.keys < keys || sent.pastes < pastes; round++) {
    // The first two rounds of three lack the keys of the form; the third has them.
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
  // Only keys whose description was typed into the form, and no others.
  expect(service.sent('POST')).toHaveLength(byHand);
  expect(changes()).toBe(byHand);
  expect(service.sent('DELETE')).toEqual([]);
  expect(service.hostnames()).toHaveLength(43);
  return { prompts, early };
}
