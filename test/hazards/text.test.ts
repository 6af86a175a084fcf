/** Texts made to deceive users or their terminals, as the screen shows them. */
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { body } from '../../src/demo/faults/misbehaviours.ts';
import { reports } from '../support/reports.ts';
import { aCrowd, aService, aStale, aSystem, idOf, onRequest, systemsCalled } from '../support/service.ts';
import { aUser, aUserOf, row, type User } from '../support/user.ts';

/** A user who sees systems with these names, in a wide terminal. */
async function aReaderOf(...hostnames: readonly string[]): Promise<User> {
  const systems = hostnames.map((hostname, at) => aSystem({ hostname, systemId: `S-${at}` }));
  const { user } = await aUserOf({ systems: [...systems, ...aCrowd()], columns: 120, rows: 40 });
  return user;
}

/** Expects the state in the same column as its title, in each of these rows. */
function expectStraight(screen: string): void {
  const lines = screen.split('\n');
  const header = lines.find((line) => line.includes('STATE')) ?? '';
  const rows = lines.filter((line) => line.includes('offline'));
  expect(rows.length).toBeGreaterThan(0);
  for (const line of rows) expect(cellOf(line, 'offline')).toBe(cellOf(header, 'STATE'));
}

/** The cell where the words begin. */
function cellOf(line: string, words: string): number {
  return stringWidth(line.slice(0, line.indexOf(words)));
}

/** A bell, a control of eight bits, a string for the terminal, a reset, a title, a link, the clipboard. */
const foreign = new RegExp(String.raw`[\u0007\u0080-\u009f]|\u001b[Pc_]|\u001b\](?:0|8|52);`);

test.each([
  ['erases the screen', 'a\u001b[2Jb', 'a␛[2Jb'],
  ['resets the terminal', 'a\u001bcb', 'a␛cb'],
  ['asks where the cursor is', 'a\u001b[6nb', 'a␛[6nb'],
  ['begins a device string', 'a\u001bP1$rb\u001b\\', 'a␛P1$rb␛\\'],
  ['begins an application command', 'a\u001b_xb', 'a␛_xb'],
  ['is a sequence without an end', 'a\u001b[', 'a␛['],
  ['writes to the clipboard', 'a\u001b]52;c;eA==\u0007b', 'a␛]52;c;eA==␇b'],
  ['changes the title', 'a\u001b]0;owned\u0007b', 'a␛]0;owned␇b'],
  ['makes a link', 'a\u001b]8;;http://x\u001b\\b', 'a␛]8;;http://x␛\\b'],
  ['does so in eight bits', '\u009d0;\u009c', '‹U+009D›0;‹U+009C›'],
  ['asks in eight bits', 'a\u009b6n', 'a‹U+009B›6n'],
  ['returns and breaks the line', 'a\rb\nc', 'a␍b␊c'],
  ['moves and beeps', 'a\tb\bc\u0007d\u0000e\u000bf\u000eg\u007fh', 'a␉b␈c␇d␀e␋f␎g␡h'],
  ['breaks the line in Unicode’s way', 'a\u2028b\u2029c', 'a‹U+2028›b‹U+2029›c'],
])('%s: what it would do is shown, and not done', async (_, hostname, shown) => {
  const user = await aReaderOf(hostname);
  const screen = await user.sees(row(shown, 'offline'), '? help');
  expect(screen.split('\n')).toHaveLength(40);
  await user.sees('21 systems');
  expect(user.terminal.raw()).not.toContain(hostname);
  expect(user.terminal.raw()).not.toMatch(foreign);
});

test('systems that differ by invisible characters are drawn differently, and the details say so', async () => {
  const user = await aReaderOf('db-01', 'db-\u202e01', 'db-\u200b01', 'db-01\u{e0041}', 'db-01\ufe0f', '👩‍👩‍👧‍👦');
  await user.sees('db-01 ', 'db-‹U+202E›01', 'db-‹U+200B›01', 'db-01‹U+E0041›', 'db-01‹U+FE0F›', '👩');
  await user.goesTo('db-‹U+202E›01');
  await user.presses('mark and move down').sees('1 marked');
  await user.presses('review and delete').sees('Delete 0 systems', 'Nothing to delete: every system is protected.');
  await user.rests();
  await user.pressesKey('3').sees(row('db-‹U+202E›01', 'S-1'));
  await user.pressesKey('esc').sees('26 systems');
  await user.goesTo('db-‹U+202E›01');
  await user.presses('open the system').sees(row('note', 'Contains hidden characters, shown as signs: U+202E'));
});

test('stacks of marks, wide letters and what has no width leave the columns straight', async () => {
  const user = await aReaderOf(
    `z${'\u0301'.repeat(1000)}algo`,
    '東京サーバー',
    '서버-01',
    'a\u0602b',
    '\u1160',
    'plain',
  );
  expectStraight(await user.sees('東京サーバー', '서버-01', 'plain', '26 systems'));
});

describe('values that no row was made for', () => {
  test('a name of a megabyte and ten thousand tags are cut, and the row is like any other', async () => {
    const tags = Array.from({ length: 10_000 }, (_, at) => ({ tag: `tag-${at}` }));
    const systems = [aSystem({ hostname: 'long-'.repeat(200_000), tags, systemId: 'S-0' }), ...systemsCalled('web', 3)];
    const { user } = await aUserOf({ systems, columns: 120 });
    expectStraight(await user.sees(row('long-long-', '…', 'offline'), 'web-3'));
    await user.presses('open the system').sees(row('name', 'long-long-'));
    await user.pressesKey('G').sees('tag-');
    await user.leaves();
  });

  test('a value that is no text is shown as such, and the other rows are unchanged', async () => {
    const odd = { ...aSystem({ hostname: 'x' }), systemId: 'S-odd', hostname: { a: 1 }, platformType: 7, state: null };
    const { user } = await aUserOf({ systems: [odd, ...systemsCalled('web', 3)], columns: 120 });
    await user.sees(row('⟨not text⟩ S-odd', 'laptops', '⟨not text⟩'), 'web-3');
  });
});

test('a name that imitates a prompt is drawn only in the list', async () => {
  const user = await aReaderOf('> delete 20', '\u001b[8mdelete 1');
  await user.sees(row('> delete 20', 'offline'), row('␛[8mdelete 1', 'offline'));
  await user.goesTo('> delete 20');
  await user.presses('mark and move down').sees('1 marked');
  await user.presses('review and delete').sees('Delete 0 systems', 'Nothing to delete: every system is protected.');
  await user.rests();
  await user.pressesKey('3').sees('Delete 0 systems', row('> delete 20', 'S-0'));
});

test('the words of a parser are never shown, for they quote the answer', async () => {
  const service = await aService({
    systems: aCrowd(),
    intercept: onRequest('GET', ({ path }) =>
      path.endsWith('/systems') ? body('application/json', '{"items": secret\u001b[2J-snippet') : undefined,
    ),
  });
  const user = aUser(service, { columns: 120 });
  await user.sees('The answer is not JSON (GET systems, 200 "application/json").', 'r retries');
  expect(user.terminal.raw()).not.toMatch(/Unexpected token|SyntaxError|snippet/);
});

test('a report of the terminal is no key', async () => {
  const { service, user } = await aUserOf({ systems: [aStale('old-1'), ...aCrowd()], columns: 120 });
  await user.sees('21 systems', row('▌', 'old-1', '200 d'));
  for (const [, report] of reports) user.types(report);
  // The last key is a real one, and comes after all the reports.
  await user.presses('move down').sees(row('▌', 'busy-1 '));
  await user.presses('move up').sees('21 systems', row('▌', 'old-1', '200 d'));
  expect(user.screen()).not.toMatch(/marked|Palette|Review/);
  expect(service.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(service.requests.some(({ path }) => path.endsWith(idOf('old-1')))).toBe(false);
});
