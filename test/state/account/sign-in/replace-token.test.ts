import { describe, expect, test } from 'vitest';
import { nothingRead } from '../../../../src/api/paging/next-link.ts';
import type { Effect, Action, State } from '../../../../src/state/root/state.ts';
import {
  aListing,
  anOrganisation,
  aSession,
  aState,
  aStateOf,
  aSystem,
  pagesOf,
  refused,
  systemsOf,
} from '../../../support/make.ts';
import { aRun, deleted, deleting, failed, recheckFailed } from '../../removal/deletion/story.ts';
import { play } from '../../root/play.ts';

const pages = pagesOf(systemsOf(300), 100);
const { orgId } = anOrganisation();

const last: Action = { kind: 'moved', motion: 'last' };
const back: Action = { kind: 'wentBack' };

function readsPage(at: number): Effect {
  const seen = pages.slice(0, at).map(({ address }) => address);
  const from = { kind: 'link', url: pages[at]?.address ?? '', seen, read: nothingRead } as const;
  const query = { orgId, search: '', includeDisabled: false, perPage: 200 };
  return { kind: 'readPage', scan: 0, query, isFollowed: true, from };
}

function fails(problem = refused(500)): Action {
  return { kind: 'pageFailed', scan: 0, problem };
}

/** The first page was read, and the second is on its way. */
const reading = play(aState({ listing: aListing(pages.slice(0, 1)) }), last).state;

describe('a token that is no longer accepted', () => {
  const waiting = play(reading, fails(refused(401)));
  const entered: Action = { kind: 'newTokenEntered' };
  const accepted: Action = { kind: 'newTokenAccepted', session: 0, organisations: null };

  test('is asked for above the screen, and nothing is sent meanwhile', () => {
    expect(waiting.effects).toEqual([]);
    expect(waiting.state).toMatchObject({ screen: { kind: 'systems' }, overlay: { kind: 'token' } });
  });

  test('is replaced, and the scan resumes where it was', () => {
    const { state, effects } = play(waiting.state, entered, accepted);
    const { baseUrl } = aSession();
    expect(effects).toEqual([
      { kind: 'replaceToken', baseUrl, organisation: anOrganisation() },
      { kind: 'storeToken', baseUrl, choice: null },
      readsPage(1),
    ]);
    expect(state).toMatchObject({ requests: { backoff: null }, overlay: null });
    expect(state.list.listing.scan?.count).toBe(100);
  });

  test.each([
    ['a new token is accepted', [entered, accepted]],
    ['esc cancels', [back]],
  ])('covers a form, which comes back with what was typed once %s', (_, then) => {
    const typed: Action[] = [
      { kind: 'settingsOpened', about: 'guards' },
      { kind: 'textEdited', text: 'web, db' },
    ];
    const typing = play(reading, ...typed, fails(refused(401)));
    expect(typing.state.overlay).toMatchObject({ kind: 'token' });
    const { overlay } = play(typing.state, ...then).state;
    expect(overlay).toMatchObject({ kind: 'settingsForm' });
    expect(JSON.stringify(overlay)).toContain('web, db');
  });

  test('is not replaced by one that is refused, which is said', () => {
    const message = 'Not a token.';
    const { state, effects } = play(waiting.state, entered, {
      kind: 'newTokenRefused',
      session: 0,
      message,
      problem: null,
    });
    expect(state.overlay).toEqual({ kind: 'token', message, problem: null, isTrying: false });
    expect(effects).toHaveLength(1);
  });

  test('is reported where esc cancels, with the rows in their place; r retries', () => {
    const { state } = play(waiting.state, back);
    expect(state).toMatchObject({ overlay: null, notice: { kind: 'problem', problem: { status: 401 } } });
    expect(state.list.listing.scan?.count).toBe(100);
    const again = play(state, { kind: 'refreshRequested' }, fails(refused(401)));
    expect(again.state.overlay).toMatchObject({ kind: 'token' });
  });

  test('lets a run continue with the systems that are left', () => {
    const rest = ['S1', 'S2'].map((id) => recheckFailed(id, refused(401)));
    const paused = play(aRun(3), ...deleting('S0'), failed('S0', refused(401)), ...rest).state;
    expect(paused.deletion).toMatchObject({ stop: null, finishedAt: null });
    const { state } = play(paused, accepted, ...['S0', 'S1', 'S2'].flatMap((id) => [...deleting(id), deleted(id)]));
    expect(state.deletion?.counts).toMatchObject({ done: 3 });
  });

  test('leaves what was typed for a new key, which is not sent by itself', () => {
    const typed: Action[] = [{ kind: 'newKeyOpened' }, { kind: 'textEdited', text: 'build agents' }];
    const start = play(aStateOf([aSystem()]), ...typed, { kind: 'keyDescribed' }).state;
    const attempt = start.nextId - 1;
    const refusedKey = play(start, { kind: 'keyCreationFailed', attempt, problem: refused(401) });
    expect(refusedKey.state.overlay).toMatchObject({ kind: 'token' });
    const { state, effects } = play(refusedKey.state, accepted);
    expect(effects.map(({ kind }) => kind)).toEqual(['storeToken']);
    expect(state.screen).toMatchObject({ creation: { kind: 'describing', typed: 'build agents', problem: null } });
  });

  test('leads to the sign-in where nothing was loaded yet', () => {
    const list = { kind: 'loading', last: null } as const;
    const start: State = aState({ organisation: null, organisations: list, screen: { kind: 'organisations' } });
    const { state } = play(start, { kind: 'organisationsFailed', session: 0, problem: refused(401) });
    expect(state).toMatchObject({ screen: { kind: 'signIn' }, overlay: null });
  });
});
