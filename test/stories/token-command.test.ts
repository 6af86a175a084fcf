/** A token command, and services other than the one that it was set up for. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { reviewText } from '../../src/state/removal/review-file/format.ts';
import { aHome, type Home, runWithoutTerminalIn } from '../support/program.ts';
import { aServiceWithALaptop, type StoryService } from '../support/service.ts';
import { givesAddress, givesToken } from '../support/sign-in.ts';
import { aNewcomer, acrossLines, type User } from '../support/user.ts';
import { aSystem as aDecodedSystem } from '../support/make.ts';

interface Two {
  readonly service: StoryService;
  readonly other: StoryService;
  readonly home: Home;
}

/** The home of a person whose command prints the token of the first service. `hasAddress`: the profile names it. */
async function aHomeAtOneOfTwo(hasAddress = true): Promise<Two> {
  const [service, other] = [await aServiceWithALaptop(), await aServiceWithALaptop()];
  const home = aHome();
  const tokenCommand = `cat ${home.keeps('printed', service.token)}`;
  const { baseUrl } = service;
  home.keepsSettings({
    profiles: { default: { keepIn: 'command', tokenCommand, ...(hasAddress && { baseUrl }) } },
  });
  return { service, other, home };
}

const question = ({ baseUrl }: StoryService) => acrossLines(`was not accepted for ${baseUrl}.`);

describe('a token command is run for no other address unasked: the other service sees no token', () => {
  test.each<[string, readonly string[], boolean]>([
    ['systems', ['systems', '--json'], true],
    ['api', ['api', 'GET', '/account/orgs'], true],
    ['doctor', ['doctor'], true],
    ['systems of a profile without an address', ['systems', '--json'], false],
  ])('%s, by the flag and by the environment', async (_, words, hasAddress) => {
    const { other, home } = await aHomeAtOneOfTwo(hasAddress);
    const flag = await runWithoutTerminalIn(home.env, ...words, '--base-url', other.baseUrl);
    const variable = await runWithoutTerminalIn({ ...home.env, ROLLCALL_BASE_URL: other.baseUrl }, ...words);
    for (const { exitCode, output, complaint } of [flag, variable]) {
      expect(exitCode).toBe(words[0] === 'doctor' ? 1 : 2);
      expect(output + complaint).toContain(`was not accepted for ${other.baseUrl}.`);
    }
    expect(other.requests).toEqual([]);
  });

  test.each<[string, (two: Two) => Promise<User>]>([
    ['the flag', ({ home, other }) => Promise.resolve(aNewcomer({ home, flags: ['--base-url', other.baseUrl] }))],
    [
      'the environment',
      ({ home, other }) => Promise.resolve(aNewcomer({ home, env: { ROLLCALL_BASE_URL: other.baseUrl } })),
    ],
    [
      'an address that is typed after a refusal',
      async ({ home, other }) => {
        home.keeps('printed', 'x'.repeat(63));
        const user = aNewcomer({ home });
        await user.sees('The token is not accepted (401).', 'enter sign in');
        await user.pressesKey('esc').sees('The address of the service, for example');
        user.pressesKey('ctrl-u');
        await givesAddress(user, other.baseUrl);
        return user;
      },
    ],
  ])('the screen, by %s', async (_, arrives) => {
    const two = await aHomeAtOneOfTwo();
    const user = await arrives(two);
    await user.sees(question(two.other), 'y accept');
    await user.pressesKey('esc').sees('enter sign in');
    expect(two.other.requests).toEqual([]);
  });

  test('the screen, by the file of a review, where the profile has no address', async () => {
    const { other, home } = await aHomeAtOneOfTwo(false);
    const content = {
      ...({ kind: 'delete', by: 'anna', at: '2026-11-21T16:02:11Z', days: 90 } as const),
      ...{ baseUrl: other.baseUrl, orgId: 'n7Kq2wTd', orgName: 'Northwind' },
      systems: [{ system: aDecodedSystem(), by: 'hand', isIncluded: false } as const],
    };
    const file = home.keeps('review.json', reviewText(content, {}, '1.0.0'));
    const user = aNewcomer({ home, flags: ['--review', file] });
    await user.sees('This address is from the review. Check it before you sign in.', other.baseUrl);
    await user.presses('use this address').sees(question(other), 'y accept');
    expect(other.requests).toEqual([]);
  });
});

test('an address that is accepted once is not asked about again, on the screen and in the pipe', async () => {
  const { service, other, home } = await aHomeAtOneOfTwo();
  home.keeps('printed', other.token);
  const user = aNewcomer({ home, flags: ['--base-url', other.baseUrl] });
  await user.sees(question(other), 'The token command "cat');
  await user.presses('accept the token command for this address').opens('Northwind');
  await user.leaves();
  expect(JSON.parse(readFileSync(join(home.configFolder, 'config.json'), 'utf8'))).toMatchObject({
    profiles: { default: { baseUrl: service.baseUrl, tokenCommandFor: [service.baseUrl, other.baseUrl] } },
  });
  await aNewcomer({ home, flags: ['--base-url', other.baseUrl] }).opens('Northwind');
  const { exitCode } = await runWithoutTerminalIn(home.env, 'systems', '--base-url', other.baseUrl);
  expect(exitCode).toBe(0);
});

test('a command does not follow to an address where a token was typed instead', async () => {
  const { service, other, home } = await aHomeAtOneOfTwo();
  const user = aNewcomer({ home, flags: ['--base-url', other.baseUrl] });
  await user.sees(question(other));
  user.presses('type a token instead');
  await givesToken(user, other.token);
  await user.opens('Northwind', 'The token lasts for this session only.');
  await user.leaves();
  await aNewcomer({ home }).sees(question(other));
  for (const { headers } of other.requests) expect(headers.authorization).toBe(`Bearer ${other.token}`);
  const { exitCode } = await runWithoutTerminalIn(home.env, 'systems', '--base-url', service.baseUrl);
  expect(exitCode).toBe(0);
});
