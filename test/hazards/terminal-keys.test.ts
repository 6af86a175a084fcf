/** Keys sent by code point act like the plain keys, and mouse reports do nothing. */
import { expect, test } from 'vitest';
import { eachInItsOwnProcess } from '../support/program.ts';
import { asked, aUserOf, row } from '../support/user.ts';
import { aCrowd, staleSystems } from '../support/service.ts';

// Pauses of a hand need real time.
eachInItsOwnProcess();

const csi = '\u001B[';

/** A key in kitty's protocol with events: pressed and released. */
function byCodePoint(text: string): string {
  return Array.from(text, (key) => `${csi}${key.codePointAt(0) ?? 0};1:1u${csi}${key.codePointAt(0) ?? 0};1:3u`).join(
    '',
  );
}

/** Mouse reports in every form, with bytes that are keys; focus reports; keys that the program does not have. */
const noise = [`${csi}<0;10;5M`, `${csi}<0;10;5m`, `${csi}M !n`, `${csi}M#di`, `${csi}32;10;5M`, `${csi}I`, `${csi}O`]
  .concat([`${csi}M \u007F!`, `${csi}100;3u`, `${csi}57441;2u`, `${csi}27;3;110~`, `${csi}1;1:3B`])
  .join('');

test('they act so on the list, in a field, and in the review, also where they are cut in two', async () => {
  const { service, user } = await aUserOf({ systems: [...staleSystems(3), ...aCrowd()] });
  await user.sees(row('▌', 'old-1'));
  await user.types(noise + byCodePoint('j') + noise).sees(row('▌', 'old-2'));
  for (const half of [`${csi}10`, '7u']) {
    user.types(half);
    await user.terminal.passes(100);
  }
  await user.sees(row('▌', 'old-1'));

  await user.types(byCodePoint('f')).sees('filter:');
  await user.types(`${noise}${byCodePoint('old')}${noise}`).sees(/filter: old +3 of/, '3 shown by filter');
  for (const half of [`${csi}<0;1`, '0;5M']) {
    user.types(half);
    await user.terminal.passes(100);
  }
  await user.types(`${csi}13u`).sees((screen) => !screen.includes('filter:'), 'old-3');
  await user.types(`${csi}27u`).sees('busy-1');

  await user.types(byCodePoint('s')).sees('3 marked');
  await user.types(byCodePoint('d')).sees(asked('delete 3'));
  user.types(noise);
  // Alt, as Esc before the key in one read: it leaves the review, and gives the list no command.
  for (const [key, name] of [
    ['n', 'n'],
    ['s', 's'],
    ['X', 'X'],
    ['\r', 'enter'],
  ] as const) {
    user.types(`\u001B${key}`);
    await user.sees(
      '› Systems',
      '3 marked',
      new RegExp(`^${name} (?:came right after going back|does nothing here)`, 'm'),
    );
    await user.rests();
    await user.types(byCodePoint('d')).sees('› Delete ', asked('delete 3'));
  }
  for (const [at, key] of Array.from('delete 3').entries()) {
    await user.types(byCodePoint(key) + noise).sees(`> ${'delete 3'.slice(0, at + 1).trimEnd()}`);
    await user.terminal.passes(45);
  }
  expect(service.sent('DELETE')).toEqual([]);
  await user.types(`${csi}13;1:1u${csi}13;1:3u`).sees('3 systems deleted');
  expect(service.sent('POST')).toEqual([]);
});
