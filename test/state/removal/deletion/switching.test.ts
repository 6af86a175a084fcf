/** Runs that disable or enable: the road of a deletion, judged by what a system says of itself. */
import { describe, expect, test } from 'vitest';
import type { Problem } from '../../../../src/api/problem.ts';
import type { System } from '../../../../src/api/system.ts';
import type { Outcome } from '../../../../src/state/change/outcome.ts';
import { isGoing } from '../../../../src/state/change/run.ts';
import type { Action, Effect, State } from '../../../../src/state/root/state.ts';
import {
  aListing,
  aPage,
  aQuery,
  aSession,
  aSystem,
  idsOf,
  now,
  pagesOf,
  refused,
  systemNotFound,
  systemsOf,
} from '../../../support/make.ts';
import { play, type Played, shownIds } from '../../root/play.ts';
import {
  accessSeen,
  aRun,
  checksList,
  closes,
  deleted as switched,
  deleting as switching,
  failed,
  isChange,
  leavesOutOfLastVisit,
  old,
  outcomes,
  recheckFailed,
  rechecked,
  rechecks,
  recorded,
  records,
} from './story.ts';

const off: Partial<System> = { isEnabled: false, state: 'Disabled' };
const lost: Problem = { operation: 'disable system', kind: 'lost', code: 'ECONNRESET' };
const accepted: Action = { kind: 'systemChanged', run: 2, systemId: 'S0', accepted: true, now };

/** The fresh list has these systems, the others of Northwind as they were. */
function listed(about: (at: number) => Partial<System>, count = 100): Action {
  const systems = Array.from({ length: count }, (_, at) => aSystem({ systemId: `S${at}`, ...old, ...about(at) }));
  return { kind: 'checkPageArrived', run: 2, page: aPage(systems), now };
}

function sentIn(effects: readonly Effect[]): Effect[] {
  return effects.filter(isChange);
}

function firstOutcome({ state }: Played): Outcome | undefined {
  return state.deletion?.settled[0]?.outcome;
}

/** Both kinds, and a system for each that is as the run leaves it, or as it was: enabling protects from nothing. */
const switches = [
  { does: 'disable', request: 'disable system', isSo: off, isNot: {} },
  { does: 'enable', request: 'enable system', isSo: {}, isNot: { ...off, state: 'Connected', hostname: 'another' } },
] as const;

describe.each(switches)('a run to $does', ({ does, request, isSo, isNot }) => {
  const sending = [rechecked('S0', isNot), recorded('S0')];
  const begun = (count: number, about = {}): State => aRun(count, about, does);

  test('reads each system again, saves its record, and only then sends', () => {
    const systems = new Set(does === 'enable' ? ['S0'] : []);
    const checked = play(begun(2), { kind: 'protectionFound', run: 2, systems }, rechecked('S0', isNot));
    expect(checked.effects).toEqual([{ kind: 'recordIntent', run: 2, systemId: 'S0', record: { systemId: 'S0' } }]);
    const sent = play(checked.state, recorded('S0'));
    expect(sent.effects).toEqual([{ kind: 'changeSystem', run: 2, request, orgId: 'N1', systemId: 'S0', rereadAt: 0 }]);
    const done = play(sent.state, switched('S0'));
    expect(done.effects).toEqual([records('S0', { kind: 'done' }, does)]);
  });

  test('sends nothing for what is so already, whatever else has changed of it', () => {
    const { state, effects } = play(begun(2), rechecked('S0', isSo), rechecked('S1', { ...isSo, hostname: 'new' }));
    expect(sentIn(effects)).toEqual([]);
    expect(outcomes(state)).toEqual(['S0 already', 'S1 already']);
  });

  test('sends it where nothing says whether it is done: that proves neither', () => {
    const { effects } = play(begun(1), recorded('S0'), rechecked('S0', { isEnabled: null }));
    expect(effects.at(-1)).toMatchObject({ kind: 'recordIntent' });
  });

  test('in a preview sends nothing, and says what it would do', () => {
    const session = aSession({ mode: 'preview' });
    const { state, effects } = play(begun(2, { session }), rechecked('S0', isNot), rechecked('S1', isSo));
    expect(effects.filter((effect) => isChange(effect) || effect.kind === 'recordIntent')).toEqual([]);
    expect(outcomes(state)).toEqual(['S0 would', 'S1 already']);
  });

  test.each<[string, Action, Outcome, number[]]>([
    ['was lost', failed('S0', lost), { kind: 'failed', problem: lost }, [0, 2000]],
    ['was a 503', failed('S0', refused(503)), { kind: 'failed', problem: refused(503) }, [0, 2000]],
    ['was "accepted"', accepted, { kind: 'unknown', problem: null, doubt: 'accepted' }, [0, 1000, 2000, 4000]],
  ])('whose answer %s looks at the system until it is so, or as often as makes sense', (_, answer, undone, pauses) => {
    const start = play(begun(1), ...sending).state;
    const asked = play(start, answer);
    expect(asked.effects).toEqual([{ ...rechecks('S0'), afterMs: 0 }]);
    expect(firstOutcome(play(asked.state, rechecked('S0', isSo)))).toEqual({ kind: 'done' });
    const left = play(start, answer, ...pauses.map(() => rechecked('S0', isNot)));
    expect(left.effects.flatMap((one) => (one.kind === 'recheckSystem' ? [one.afterMs] : []))).toEqual(pauses);
    expect(firstOutcome(left)).toEqual(undone);
    // It comes a moment later.
    const late = play(start, answer, rechecked('S0', isNot), rechecked('S0', isSo));
    expect(firstOutcome(late)).toEqual({ kind: 'done' });
    expect(sentIn(late.effects)).toEqual([]);
  });

  test('is gone where the system is not found after a doubtful answer', () => {
    const start = play(begun(1), ...sending).state;
    for (const answer of [failed('S0', lost), accepted]) {
      const { state } = play(start, answer, recheckFailed('S0', systemNotFound), ...accessSeen);
      expect(outcomes(state)).toEqual(['S0 already gone']);
    }
  });
});

describe('a disabling whose answer was lost', () => {
  const start = play(aRun(1, {}, 'disable'), ...switching('S0')).state;

  test('is unknown where the system never says whether it is enabled, and is not asked about without end', () => {
    const { state } = play(
      start,
      failed('S0', lost),
      ...[0, 1].map(() => rechecked('S0', { isEnabled: null })),
      listed(() => ({ isEnabled: null })),
      rechecked('S0', { isEnabled: null }),
    );
    expect(outcomes(state)).toEqual(['S0 unknown']);
    expect(state.deletion?.settled[0]?.outcome).toEqual({ kind: 'unknown', problem: lost, doubt: 'unsaid' });
    expect(isGoing(state.deletion)).toBe(false);
  });
});

describe('a service that does not know the operation', () => {
  test.each([404, 405, 501])('is asked nothing further after its %i', (status) => {
    const start = play(aRun(9, {}, 'disable'), ...switching('S0'), rechecked('S1')).state;
    const { state, effects } = play(
      start,
      failed('S0', refused(status)),
      { kind: 'intentRecorded', run: 2, systemId: 'S1' },
      ...['S2', 'S3'].map((id) => rechecked(id)),
      ...(status === 404 ? [rechecked('S0'), rechecked('S0')] : []),
    );
    expect(sentIn(effects)).toEqual([]);
    expect(state.deletion?.stop).toBe('unsupported');
    expect(outcomes(state).toSorted()).toEqual([
      `S0 ${status === 404 ? 'failed' : 'refused'}`,
      ...['S1', 'S2', 'S3', 'S4', 'S5', 'S6', 'S7', 'S8'].map((id) => `${id} notAttempted`),
    ]);
  });

  test('does not stop a deletion', () => {
    const { state } = play(aRun(2), ...switching('S0'), failed('S0', refused(405)));
    expect(state.deletion?.stop).toBeNull();
  });
});

describe('the check of a run of disabling', () => {
  const start = play(aRun(2, {}, 'disable'), ...switching('S0'), switched('S0'), ...switching('S1')).state;

  test('reads the fresh list with its disabled systems, and is over where that says the same', () => {
    const { state, effects } = play(
      start,
      switched('S1'),
      listed((at) => (at < 2 ? off : {})),
    );
    expect(effects).toEqual([
      records('S1', { kind: 'done' }, 'disable'),
      checksList(),
      closes({ done: 2 }),
      leavesOutOfLastVisit('S0', 'S1'),
      // Its undo is offered by the definition.
      { kind: 'startTimer', timer: 'seekOffers', ms: 500 },
    ]);
    expect(state.marks.marked.size).toBe(0);
  });

  test('looks at what the list says is done: where it is so, it was not done', () => {
    const looked = play(
      start,
      switched('S1'),
      listed((at) => (at < 1 ? off : {})),
    );
    expect(looked.effects.at(-1)).toEqual(rechecks('S1'));
    expect(firstOutcome(looked)).toEqual({ kind: 'done' });
    const { state } = play(looked.state, rechecked('S1'));
    expect(state.deletion?.settled[1]?.outcome).toEqual({ kind: 'failed', problem: null, was: 'done' });
    expect(state.deletion?.counts).toMatchObject({ done: 1, failed: 1 });
    expect(outcomes(play(looked.state, rechecked('S1', off)).state)).toEqual(['S0 done', 'S1 done']);
  });

  test('looks at what failed and is disabled in the list: what was sent came late', () => {
    const late = play(start, failed('S1', lost), ...[0, 1].map(() => rechecked('S1'))).state;
    expect(outcomes(late)).toEqual(['S0 done', 'S1 failed']);
    const { state } = play(
      late,
      listed((at) => (at < 2 ? off : {})),
      rechecked('S1', off),
    );
    expect(outcomes(state)).toEqual(['S0 done', 'S1 done']);
  });

  test('takes nothing for said that the list does not say', () => {
    const { state, effects } = play(
      start,
      switched('S1'),
      listed(() => ({ isEnabled: null })),
    );
    expect(effects.filter(({ kind }) => kind === 'recheckSystem')).toEqual([]);
    expect(outcomes(state)).toEqual(['S0 done', 'S1 done']);
  });
});

describe('the list after a run of disabling', () => {
  const ended = (includeDisabled: boolean, check: Action): State => {
    const run = play(aRun(2, {}, 'disable'), ...switching('S0'), switched('S0'), ...switching('S1')).state;
    const { listing } = run.list;
    const scan = listing.scan && { ...listing.scan, query: aQuery({ ...listing.scan.query, includeDisabled }) };
    return play({ ...run, list: { ...run.list, listing: { ...listing, scan } } }, switched('S1'), check).state;
  };
  const fresh = listed((at) => (at < 2 ? off : {}));
  const unread: Action = { kind: 'checkPageFailed', run: 2, problem: refused(418) };
  const isEnabledIn = ({ list: { listing } }: State): unknown[] =>
    (listing.scan?.pages.flat() ?? []).slice(0, 3).map(({ isEnabled }) => isEnabled);

  test('without disabled systems has them no more', () => {
    for (const check of [fresh, unread]) expect(shownIds(ended(false, check)).slice(0, 2)).toEqual(['S2', 'S3']);
  });

  test('with disabled systems has them as disabled', () => {
    for (const check of [fresh, unread]) {
      const state = ended(true, check);
      expect(shownIds(state)).toHaveLength(100);
      expect(isEnabledIn(state)).toEqual([false, false, true]);
      expect(idsOf(state.marks.marked)).toEqual([]);
    }
  });
});

describe('a run of enabling', () => {
  const sent = [rechecked('S0', off), recorded('S0'), switched('S0')];

  test('leaves nothing out of the last visit, and reads anew a list that has no disabled systems', () => {
    const { state, effects } = play(
      aRun(1, {}, 'enable'),
      ...sent,
      listed((at) => (at === 0 ? {} : off)),
    );
    expect(outcomes(state)).toEqual(['S0 done']);
    expect(effects.filter(({ kind }) => kind === 'readPage')).toHaveLength(1);
    expect(effects.filter(({ kind }) => kind === 'leaveOutOfLastVisit')).toEqual([]);
  });

  test.each<[string, boolean, boolean, string | undefined]>([
    ['to its end where the list was read so', false, true, 'all'],
    ['as far as the cursor goes where it was not', false, false, 'ahead'],
    ['not again where it has disabled systems', true, true, undefined],
  ])('reads the list anew %s', (_, includeDisabled, isWhole, mode) => {
    const [page] = pagesOf(
      systemsOf(100, () => ({ ...old, ...off })),
      isWhole ? 100 : 50,
    );
    const listing = aListing(page === undefined ? [] : [page], { includeDisabled });
    const unread: Action = { kind: 'checkPageFailed', run: 2, problem: refused(418) };
    const { state, effects } = play(aRun(1, { listing }, 'enable'), ...sent, unread);
    expect(state.list.listing.pending?.mode).toBe(mode);
    expect(effects.filter(({ kind }) => kind === 'readPage')).toHaveLength(mode === undefined ? 0 : 1);
    const shown = state.list.listing.scan?.pages.flat()[0];
    expect(shown?.isEnabled).toBe(true);
  });
});
