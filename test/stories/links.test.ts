/** Links of systems into the portal of the service. */
import { expect, test } from 'vitest';
import { aHome } from '../support/program.ts';
import { aCrowd, aStale, idOf } from '../support/service.ts';
import { aUserOf, row } from '../support/user.ts';

const systems = [aStale('old-1'), ...aCrowd()];
const portal = 'https://portal.example/{orgId}/systems/{systemId}';
const address = `https://portal.example/n7Kq2wTd/systems/${encodeURIComponent(idOf('old-1'))}`;

/** The name within its link (OSC 8). */
const link = `\u{1B}]8;;${address}\u{7}old-1\u{1B}]8;;\u{7}`;

test('the names of systems are links where the terminal takes them, and y copies the address', async () => {
  const home = aHome();
  home.keepsSettings({ profiles: { default: { portal } } });
  const { user } = await aUserOf({ systems, home, env: { VTE_VERSION: '7802' } });
  await user.sees(row('▌', 'old-1', '200 d'));
  expect(user.terminal.raw()).toContain(link);
  const before = user.terminal.raw().length;
  await user.presses('move down').sees(/▌ +busy-1/, row('old-1', '200 d'));
  expect(user.terminal.raw().slice(before)).toContain(link);
  await user.presses('move up').presses('open the system').sees('Checked ', row('name', 'old-1'));
  const last = user.terminal.raw().length;
  await user.presses('copy: name, id, fields').sees('address in the portal');
  expect(user.terminal.raw().slice(0, last).split(link).length).toBeGreaterThan(3);
  await user.pressesKey('down', 'down', 'down').sees(row('▌', 'address in the portal'));
  await user.presses('copy it').sees('Copied through your terminal: https://portal.example/n7Kq2wTd/systems/');
});

test('in any other terminal the names are names, and the address is copied all the same', async () => {
  const home = aHome();
  home.keepsSettings({ profiles: { default: { portal } } });
  const { user } = await aUserOf({ systems, home });
  await user.sees(row('▌', 'old-1', '200 d'));
  await user.presses('copy: name, id, fields').sees('address in the portal');
  expect(user.terminal.raw()).not.toContain('\u{1B}]8;');
});
