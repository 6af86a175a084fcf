/** A token that the service sends back in another spelling appears nowhere. */
import { expect, test } from 'vitest';
import { type Intercept, send } from '../../src/demo/service.ts';
import { leaksIn } from '../support/canary.ts';
import { problem } from '../../src/demo/faults/misbehaviours.ts';
import { outcomesIn } from '../support/records.ts';
import { aCrowd, aService, aSystem, daysAgo, idOf } from '../support/service.ts';
import { aUser, runAt } from '../support/user.ts';

const token = `${'Canary0'.repeat(8)}abcdefg`;

/** Placeholder in the service's texts for the token in another spelling. */
const here = 'ECHOED';

const hexOf = (letter: string): string => letter.charCodeAt(0).toString(16);
const inJson = Array.from(token, (letter) => String.raw`\u00${hexOf(letter)}`).join('');

/** Spellings of the token, tested one after the other. */
const spellings = [
  inJson,
  inJson.replaceAll('\\', '\\\\'),
  Array.from(token, (letter, at) => (at % 2 === 0 ? letter : String.raw`\u00${hexOf(letter).toUpperCase()}`)).join(''),
  Array.from(token, (letter) => `%${hexOf(letter)}`).join(''),
  Buffer.from(`Bearer ${token}`).toString('base64'),
];

function echoing(): Intercept {
  let next = 0;
  return ({ method, path }) =>
    ({ response, answer }) => {
      const isRefused = method === 'DELETE' && path.endsWith('kept');
      const detail = `sent by ${here}`;
      const own = isRefused ? problem(409, {}, { title: here, detail, traceId: here }) : answer();
      const body = String(own.body ?? '').replaceAll(here, () => spellings[next++ % spellings.length] ?? '');
      send(response, { ...own, ...(own.body !== undefined && { body }) });
    };
}

test('in names, texts, unknown fields and problems: neither on the screen nor in a record, an export or a pipe', async () => {
  const echoed = (hostname: string) =>
    aSystem({
      hostname,
      lastSeen: daysAgo(200),
      description: here,
      customDns: [here],
      debug: { sent: [here], [here]: 1 },
    });
  const service = await aService({
    systems: [
      aSystem({ systemId: 'ID-by', hostname: `by-${here}`, tags: [{ tag: here }] }),
      ...['gone', 'kept'].map(echoed),
      ...aCrowd(),
    ],
    token,
    intercept: echoing(),
  });
  const printed = await Promise.all(['--json', '--csv'].map((format) => runAt(service, 'systems', format)));
  expect(printed.map(({ exitCode }) => exitCode)).toEqual([0, 0]);

  const user = aUser(service, { columns: 200 });
  await user.sees('by-(access token)');
  await user.presses('open the system').sees('Checked just now', 'by-(access token)');
  await user.pressesKey('esc').presses('export to CSV and JSON').sees('Export');
  await user.pressesKey('enter').sees('Written');
  await user.deletesStale(2, '✓ 1 deleted   ✗ 1 refused', '(access token)');
  await user.leaves();

  expect(Object.fromEntries(outcomesIn(user.home))).toEqual({ [idOf('gone')]: 'done', [idOf('kept')]: 'refused' });
  const texts = [user.terminal.raw(), ...user.home.contents(), ...printed.map(({ output }) => output)];
  expect(texts.join('\n').split('(access token)').length).toBeGreaterThan(10);
  for (const text of texts) expect(leaksIn(text, token)).toEqual([]);
  for (const text of texts) expect(text).not.toContain(token.slice(7, 14));
});
