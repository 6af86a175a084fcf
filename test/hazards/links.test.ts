/** Links that lead astray, as the user sees them; `test/api/paging/next-link.test.ts` has every link. */
import { expect, test } from 'vitest';
import type { Intercept } from '../../src/demo/service.ts';
import { aUserDeletingAnswered, aUserLoadingAll, laterPages, listRequests, pages } from '../support/hazards.ts';
import { redirect } from '../../src/demo/faults/misbehaviours.ts';
import { idOf } from '../support/service.ts';
import { row } from '../support/user.ts';

/** Replaces the link to the second page. */
function leadingTo(next: (link: string) => unknown): Intercept {
  return pages(({ links }, at) => (at === 0 ? { links: { ...links, next: next(String(links['next'])) } } : {}));
}

/** Changes the links to all later pages. */
function leadingEachTo(next: (link: string) => string): Intercept {
  return pages(({ links }) => {
    const link = links['next'];
    return { links: { ...links, next: typeof link === 'string' ? next(link) : link } };
  });
}

test.each([
  [
    'https://api.elsewhere.example/v2/org/n7Kq2wTd/systems?page=1',
    'pointed to a different address (api.elsewhere.example)',
  ],
  ['http://user:pw@127.0.0.1/', 'an address with a user name or password in it (127.0.0.1)'],
  ['//127.0.0.1.elsewhere.example/org', 'pointed to a different address (127.0.0.1.elsewhere.example)'],
])(
  'a link that leads to another server %s stops the list, says where it led, and is told in the review',
  async (link, words) => {
    const { service, user } = await aUserLoadingAll(leadingTo(() => link));
    await user.sees('200 of 450 loaded · incomplete at page', words, 'Nothing was sent there.');
    await user.presses('mark and move down').sees('1 marked');
    user.presses('review and delete');
    // The pane covers the right end of each line.
    const unbroken = (screen: string): string => screen.replaceAll(/ *│[^\n]*\n */g, ' ');
    await user.sees('› Delete ', 'incomplete: stopped at page', (screen) => unbroken(screen).includes(words));
    expect(listRequests(service)).toBe(1);
  },
);

const incomplete = '200 of 450 loaded · incomplete';
let cursor = 0;

/** Each with words about it, and the most requests for the list. */
const ends: Readonly<Record<string, readonly [Intercept, readonly string[], number]>> = {
  'a link that is not encrypted': [
    leadingTo((link) => link.replace('127.0.0.1', 'api.example')),
    ['incomplete', 'different address (api.example'],
    1,
  ],
  'a link that is a number': [leadingTo(() => 7), [incomplete, 'pointed to something that is no address'], 1],
  'a link that asks for another search': [
    leadingTo((link) => `${link}&search=web`),
    [incomplete, 'added search "web"'],
    1,
  ],
  'a link that leads to another organisation': [
    leadingTo((link) => link.replace('n7Kq2wTd', 'other')),
    [incomplete, 'pointed to another path'],
    1,
  ],
  'a page that comes again by its link': [
    pages(({ links }, at) => (at === 1 ? { links: { ...links, next: links['first'] } } : {})),
    ['400 of 450 loaded · incomplete', 'the service'],
    3,
  ],
  'a page that comes again by its number': [
    pages(({ metadata }, at) => (at === 1 ? { metadata: { ...metadata, prevPage: null, nextPage: 1 } } : {})),
    ['incomplete', 'a page that does not come after the one before'],
    3,
  ],
  'pages without end, each behind a new link': [
    pages(({ links, metadata }) => ({
      metadata: { ...metadata, nextPage: null, prevPage: null },
      links: { ...links, next: `${String(links['first']).split('?')[0] ?? ''}?per_page=200&cursor=${++cursor}` },
    })),
    ['incomplete', 'more pages than it says there are'],
    5,
  ],
};

test.each(Object.entries(ends))(
  '%s is not followed, and the list is called incomplete',
  async (_, [how, words, most]) => {
    const { service, user } = await aUserLoadingAll(how);
    await user.sees(...words);
    expect(listRequests(service)).toBeLessThanOrEqual(most);
  },
);

test('a link that is relative, in another spelling, is followed', async () => {
  const { user } = await aUserLoadingAll(
    leadingEachTo((link) =>
      link
        .replace(/^.*?:\d+/, '')
        .replace('/systems', '//Systems')
        .replace('=false', '=False'),
    ),
  );
  await user.sees('450 systems');
});

test('a link that asks for another list of the organisation is followed with >, and told from then on', async () => {
  const { service, user } = await aUserLoadingAll(
    leadingEachTo((link) => link.replace('disabled=false', 'disabled=true')),
  );
  await user.sees('200 of 450 loaded', '> loads more', 'changed include_disabled from "false" to "true"');
  expect(listRequests(service)).toBe(1);
  await user.pressesKey('>').sees('400 of 450 loaded', 'another list after page 1');
  await user.pressesKey('G').sees('450 systems', 'another list after page 1');
  expect(listRequests(service)).toBe(3);
});

test('a link that leads elsewhere is not followed with > either', async () => {
  const { service, user } = await aUserLoadingAll(leadingTo((link) => link.replace('n7Kq2wTd', 'other')));
  await user.sees('200 of 450 loaded · incomplete', (screen) => !screen.includes('> loads more'));
  await user.pressesKey('>').sees('rollcall never follows this link');
  expect(listRequests(service)).toBe(1);
});

test('a redirect of the list is reported with its host, and not followed', async () => {
  const { service, user } = await aUserLoadingAll(laterPages(() => redirect(302, 'https://elsewhere.example/login')));
  await user.sees('200 of 450 loaded', 'redirected', 'elsewhere.example', 'not followed');
  expect(listRequests(service)).toBe(2);
});

test('a redirect of a deletion is no deletion, and nothing is sent where it leads', async () => {
  const { service, user } = await aUserDeletingAnswered(['old-1'], redirect(307, '/v2/org/n7Kq2wTd/systems/ID-busy-1'));
  await user.sees('✓ 0 deleted   ✗ 1 failed', row('failed', 'old-1', 'redirected'));
  expect(service.sent('DELETE').map(({ path }) => path.split('/').at(-1))).toEqual([idOf('old-1')]);
});
