/** Reasons for not sending a request: records that cannot be saved, preview, and read-only. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aHome, type Home } from '../support/program.ts';
import { aRecord, recordsIn } from '../support/request-records.ts';
import { aService, type StoryService, systemsCalled } from '../support/service.ts';
import { aUser, row, type User } from '../support/user.ts';
import { asksToDisable, opensDisable } from '../support/explorer.ts';

function serviceOfOne(): Promise<StoryService> {
  return aService({ systems: systemsCalled('web', 1) });
}

function changes(service: StoryService): readonly string[] {
  return service.requests.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
}

function recordsOf(home: Home): string {
  const folder = home.changesFolder;
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');
}

async function confirms(user: User, phrase: string): Promise<void> {
  await user.typesPhrase(phrase);
  await user.sees(new RegExp(`> ${phrase}`));
  user.pressesKey('enter');
}

test('where its record cannot be saved, nothing is sent; once it can be, the request is', async () => {
  const service = await serviceOfOne();
  const home = aHome();
  const folder = home.changesFolder;
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o777);
  chmodSync(join(folder, '..'), 0o700);
  const user = aUser(service, { home, columns: 100, rows: 30 });
  const phrase = await asksToDisable(user);
  await confirms(user, phrase);
  await user.sees(/record cannot be saved \(writable by others\)/);
  expect(changes(service)).toEqual([]);

  await user.pressesKey('esc').sees('enter request');
  // A file stands in place of the folder.
  rmSync(folder, { recursive: true });
  writeFileSync(folder, '');
  await user.pressesKey('s', 'enter').sees(/To send it, type: {2}\S/, 'Now, read', /^│ > /m);
  await confirms(user, phrase);
  await user.sees(/record cannot be saved \(/);
  expect(changes(service)).toEqual([]);

  await user.pressesKey('esc').sees('enter request');
  rmSync(folder, { recursive: true });
  await user.pressesKey('s', 'enter').sees(/To send it, type: {2}\S/, 'Now, read', /^│ > /m);
  await confirms(user, phrase);
  await user.sees(/204/);
  expect(changes(service)).toHaveLength(1);
  // The end is saved by then.
  await user.leaves();
  const text = recordsOf(home);
  expect(text.match(/"kind":"intent"/g)).toHaveLength(1);
  expect(text).toContain('"outcome":{"kind":"done"},"status":204');
  expect(text).toContain('"hostname":"web-1"');
  expect(text).not.toContain(service.token);
});

test('its record is on the disk when it reaches the service', async () => {
  const home = aHome();
  const arrived: string[] = [];
  const service = await aService({
    systems: systemsCalled('web', 1),
    intercept({ method }) {
      if (method === 'PUT') arrived.push(recordsOf(home));
      return undefined;
    },
  });
  const user = aUser(service, { home, columns: 100, rows: 30 });
  await confirms(user, await asksToDisable(user));
  await user.sees(/204/);
  expect(arrived).toEqual([expect.stringMatching(/\/disable"[^]*"kind":"intent"/) as string]);
  expect(arrived.join('')).not.toContain('"outcome"');
});

test('a preview goes through everything, and sends nothing; its record says so', async () => {
  const service = await serviceOfOne();
  const user = aUser(service, { columns: 100, rows: 30, flags: ['--preview'] });
  const phrase = await asksToDisable(user);
  await confirms(user, phrase);
  await user.sees(/Preview: this would have been sent/);
  expect(changes(service)).toEqual([]);
  await user.chooses('history');
  await user.sees(row('preview', 'PUT', '/disable'));
  await user.leaves();
  expect(recordsOf(user.home)).toMatch(/"mode":"preview"[^]*"kind":"withheld"/);
});

test.each<[string, readonly string[], boolean]>([
  ['a flag', ['--read-only'], false],
  ['the profile', [], true],
])(
  'read-only by %s: the form opens, s is refused with the reason, and y copies a curl',
  async (_, flags, isOfProfile) => {
    const service = await serviceOfOne();
    const home = aHome();
    if (isOfProfile) {
      home.keepsSettings({ profiles: { default: { readOnly: true } } });
    }
    const user = aUser(service, { home, columns: 100, rows: 30, flags });
    await opensDisable(user);
    user.pressesKey('s', 'enter');
    await user.sees('This session is read-only: nothing is sent. y copies a curl that sends it.');
    await user.pressesKey('y').sees('| curl -K - -X PUT');
    user.pressesKey('esc');
    // The history can be shown.
    await recordsIn(home.changesFolder).begin(aRecord());
    await user.chooses('history');
    await user.sees('1 request', row('▸', 'in progress'));
    expect(changes(service)).toEqual([]);
    await user.leaves();
  },
);
