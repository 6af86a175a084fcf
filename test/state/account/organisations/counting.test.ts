/** Counting all organisations: one page at a time, one organisation after another, stopped by esc, and kept. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Counts,
  type KeptCount,
  keptList,
  maxKept,
  newCounts,
  withCount,
  withRecalled,
  withVisits,
} from '../../../../src/state/account/organisations/feature.ts';
import { type Visit, visitsUpTo } from '../../../../src/state/fleet/staleness/staleness.ts';
import {
  countOf,
  figuresFor,
  shownOrganisations,
  staleShare,
} from '../../../../src/state/account/organisations/counting.ts';
import { organisations as feature } from '../../../../src/state/account/organisations/update.ts';
import type { Action, Effect, State } from '../../../../src/state/root/state.ts';
import {
  anOrganisation,
  aPage,
  aScan,
  aState,
  baseUrl,
  daysAgo,
  now,
  pagesOf,
  refused,
  systemsOf,
} from '../../../support/make.ts';
import { property } from '../../../support/property.ts';
import { arrived, play, type Played, shownIds } from '../../root/play.ts';

const organisations = ['Northwind', 'Tailspin', 'Contoso'].map((orgName, at) =>
  anOrganisation({ orgId: `O${at}`, orgName }),
);
const old = systemsOf(5, (at) => ({ lastSeen: daysAgo(at < 2 ? 200 : 3), isEnabled: at !== 1 }));

const overview: State = aState({
  organisation: null,
  organisations: { kind: 'ready', value: organisations },
  screen: { kind: 'organisations' },
});

const begun = play(overview, { kind: 'countRequested' });

function asked({ effects }: Pick<Played, 'effects'>): (Effect & { kind: 'readCountPage' }) | undefined {
  return effects.findLast((effect) => effect.kind === 'readCountPage');
}

/** The page that was asked for last arrives. */
function answers(before: Played, page = aPage([])): Played {
  return play(before.state, { kind: 'countPageArrived', scan: asked(before)?.scan ?? -1, page, now });
}

function fails(before: Played, status: number): Played {
  return play(before.state, { kind: 'countPageFailed', scan: asked(before)?.scan ?? -1, problem: refused(status) });
}

const [first, second] = pagesOf(old, 3);
const one = answers(answers(begun, first), second);
const all = answers(answers(one, aPage(old.slice(0, 1))), aPage([]));

test('each is read page by page, disabled systems included, and the next one after it; nothing is written', () => {
  const query = { orgId: 'O0', search: '', includeDisabled: true, perPage: 200 };
  expect(begun.effects).toEqual([{ kind: 'readCountPage', scan: 1, query, from: { kind: 'first' } }]);
  expect(asked(answers(begun, first))).toMatchObject({ query: { orgId: 'O0' }, from: { kind: 'link' } });
  expect(asked(one)?.query.orgId).toBe('O1');
  expect(asked(all)).toBe(undefined);
  expect(all.state.notice).toEqual({ kind: 'said', text: 'Counted 3 organisations.' });
  expect(all.state.organisations.counting).toBe(null);
});

test('systems and stale ones are known of each as it goes', () => {
  expect(figuresFor(one.state, 'O0')).toEqual({
    systems: 5,
    stale: 2,
    unknown: 0,
    at: now,
    isIncomplete: false,
    isRecalled: false,
  });
  expect(figuresFor(one.state, 'O1')).toBe(null);
  expect(figuresFor(all.state, 'O1')).toMatchObject({ systems: 1, stale: 1 });
  expect(figuresFor(all.state, 'O2')).toMatchObject({ systems: 0, stale: 0 });
  expect(figuresFor({ ...all.state, staleness: { ...all.state.staleness, days: 300 } }, 'O0')?.stale).toBe(0);
});

test('esc stops, what is counted stays, and s counts the rest, or all again', () => {
  const stopped = play(one.state, { kind: 'wentBack' });
  expect(stopped.effects).toEqual([{ kind: 'abandonRead', slot: 'count' }]);
  expect(stopped.state.notice).toMatchObject({ text: 'Stopped: 1 of 3 counted. s counts the rest.' });
  expect(asked(play(stopped.state, { kind: 'countRequested' }))?.query.orgId).toBe('O1');
  expect(asked(play(all.state, { kind: 'countRequested' }))?.query.orgId).toBe('O0');
});

test.each([
  [0, 'Stopped: the earlier counts stay.'],
  [1, 'Stopped: 1 of 3 counted again; the other counts stay.'],
])('esc in a second count says that the earlier ones stay (%i counted again)', (done, text) => {
  const again = play(all.state, { kind: 'countRequested' }).state;
  const page: Action = {
    ...({ kind: 'countPageArrived', now } as const),
    ...{ scan: again.organisations.counting?.scan.id ?? 0, page: aPage(old) },
  };
  const stopped = play(again, ...(done === 0 ? [] : [page]), { kind: 'wentBack' }).state;
  expect(stopped.organisations.counts.size).toBe(3);
  expect(stopped.notice).toMatchObject({ text });
});

test('a late page of a count that was stopped changes nothing', () => {
  const stopped = play(begun.state, { kind: 'wentBack' }).state;
  expect(play(stopped, { kind: 'countPageArrived', scan: 1, page: aPage(old), now }).state).toEqual(stopped);
});

test('one that may not be read is passed over and said; s retries it alone', () => {
  const passed = fails(begun, 403);
  expect(asked(passed)?.query.orgId).toBe('O1');
  const over = answers(answers(passed, aPage([])), aPage([]));
  expect(over.state.notice).toMatchObject({ text: 'Counted 3 organisations; 1 could not be counted. s retries.' });
  expect(asked(play(over.state, { kind: 'countRequested' }))?.query.orgId).toBe('O0');
});

test('a service that does not answer is asked again after a pause, and esc stops that', () => {
  const paused = fails(begun, 503);
  expect(paused.state.requests.backoff).not.toBe(null);
  const left = play(paused.state, { kind: 'wentBack' }).state;
  expect(left).toMatchObject({ requests: { backoff: null }, organisations: { counting: null } });
});

test('a list that moved while it was read is read once more', () => {
  const moved = answers(begun, aPage(old, { total: 9 }));
  expect(asked(moved)).toMatchObject({ query: { orgId: 'O0' }, from: { kind: 'first' }, scan: 2 });
  const again = answers(moved, aPage(old, { total: 9 }));
  expect(figuresFor(again.state, 'O0')).toMatchObject({ systems: 5, isIncomplete: true, isRecalled: false });
});

describe('an organisation that is opened', () => {
  const open = (state: State, orgId: string): Played => play(state, { kind: 'organisationChosen', orgId });

  test('has its list already, and asks for no page', () => {
    const { state, effects } = open(all.state, 'O0');
    expect(shownIds(state)).toEqual(['S0', 'S1', 'S2', 'S3', 'S4']);
    expect(effects.filter(({ kind }) => kind === 'readPage')).toEqual([]);
  });

  test('goes on where the count is with it, and the count stops', () => {
    const { state, effects } = open(answers(begun, first).state, 'O0');
    expect(shownIds(state)).toEqual(['S0', 'S1', 'S2']);
    expect(state.organisations.counting).toBe(null);
    expect(effects.filter(({ kind }) => ['abandonRead', 'readPage'].includes(kind))).toMatchObject([
      { kind: 'abandonRead', slot: 'count' },
      { kind: 'readPage', from: { kind: 'link' } },
    ]);
  });

  test('is refreshed behind its rows where they are old', () => {
    const { state, effects } = open({ ...all.state, now: now + 11 * 60_000 }, 'O0');
    expect(shownIds(state)).toHaveLength(5);
    expect(effects).toContainEqual(expect.objectContaining({ kind: 'readPage', from: { kind: 'first' } }));
  });

  test('has it again after another one was open', () => {
    const there = open(all.state, 'O0').state;
    const other = play(there, { kind: 'switchRequested' }, { kind: 'organisationChosen', orgId: 'O1' }).state;
    const back = play(other, { kind: 'switchRequested' }, { kind: 'organisationChosen', orgId: 'O0' });
    expect(shownIds(back.state)).toHaveLength(5);
    expect(back.effects.filter(({ kind }) => kind === 'readPage')).toEqual([]);
  });

  test('has the figures of its own list: what was deleted there counts no more', () => {
    const there = open(all.state, 'O0').state;
    const { listing } = there.list;
    const scan = { ...aScan([aPage(old.slice(1))], { includeDisabled: true, orgId: 'O0' }), since: now };
    const after = { ...there, list: { ...there.list, listing: { ...listing, scan } } };
    expect(figuresFor(after, 'O0')).toMatchObject({ systems: 4, stale: 1 });
  });

  test('has the share of the systems that are left while a deletion has deleted some', () => {
    const there = open(all.state, 'O0').state;
    const { listing } = there.list;
    const scan = listing.scan && { ...listing.scan, gone: new Set(['S0']) };
    const after = { ...there, list: { ...there.list, listing: { ...listing, scan } } };
    const figures = figuresFor(after, 'O0');
    expect(figures).toMatchObject({ systems: 4, stale: 1 });
    expect(figures && staleShare(figures)).toBe(0.25);
  });
});

test('lists beyond what is kept are let go, the oldest first, and their counts stay', () => {
  const big = aScan([aPage(systemsOf(10))], { includeDisabled: true });
  const scan = { ...big, count: maxKept * 0.4 };
  let counts: Counts = new Map();
  for (const orgId of ['a', 'b', 'c']) counts = withCount(counts, orgId, countOf(scan, 90, now));
  const kept = [...counts].map(([id, count]) => [id, count.kind === 'counted' && count.scan !== null]);
  expect(kept).toEqual([
    ['a', false],
    ['b', true],
    ['c', true],
  ]);
  expect(counts.get('a')).toMatchObject({ systems: maxKept * 0.4, stale: 0 });
});

test('a list that is too large leaves its room to older and smaller ones, and exactly the most is kept', () => {
  const sized = (share: number) => countOf({ ...aScan([aPage([])]), count: maxKept * share }, 90, now);
  const keptOf = (...shares: readonly number[]): readonly string[] => {
    const counts = shares.reduce<Counts>((all, share, at) => withCount(all, `${at}`, sized(share)), new Map());
    return [...counts.keys()].filter((id) => keptList(counts, id) !== null);
  };
  expect(keptOf(0.2, 0.7, 0.5)).toEqual(['0', '2']);
  expect([keptOf(1), keptOf(1.1), keptOf(0.1, 1)]).toEqual([['0'], [], ['1']]);
});

test('counts of an earlier start stand where there are none of this one, and only new whole ones are kept', () => {
  const earlier = { systems: 3, stale: 1, days: 90, unknown: 0, at: now, isIncomplete: false };
  const whole = countOf(aScan([aPage(systemsOf(2))], { includeDisabled: true }), 90, now);
  const known: Counts = new Map([['a', whole]]);
  const recalled = withRecalled(known, new Map(['a', 'b'].map((id) => [id, earlier])));
  expect(recalled).toEqual(
    new Map<string, object>([...known, ['b', { ...earlier, kind: 'counted', scan: null, isRecalled: true }]]),
  );
  const failed = { kind: 'failed', problem: refused(500) } as const;
  const partial = countOf(aScan([aPage(systemsOf(2))]), 90, now);
  const after: Counts = new Map([...recalled, ['c', partial], ['d', failed], ['e', whole]]);
  expect(newCounts(after, known)).toEqual(new Map([['e', { ...earlier, systems: 2, stale: 0 }]]));
});

describe('the next start begins with', () => {
  const saved = ({ effects }: Pick<Played, 'effects'>): readonly string[] =>
    effects.flatMap((effect) => (effect.kind === 'rememberOrganisation' ? [effect.orgId] : []));
  const chosen: Action = { kind: 'organisationChosen', orgId: 'O1' };

  test('an organisation whose first page has arrived, and later pages save nothing', () => {
    const opened = play(overview, chosen);
    const scan = opened.state.list.listing.pending?.id ?? 0;
    expect([saved(opened), saved(play(opened.state, arrived(scan, first), arrived(scan, second)))]).toEqual([
      [],
      ['O1'],
    ]);
  });

  test('an organisation that opens with the list of its count', () => {
    expect(saved(play(all.state, chosen))).toEqual(['O1']);
  });

  test('an organisation in which a run begins before its list has arrived', () => {
    const opened = play(overview, { kind: 'organisationChosen', orgId: 'O0' }).state;
    const begun = { kind: 'journalOpened', run: 1, path: '/a', now } as const;
    const [, ...effects] = feature.reacts?.journalOpened?.(opened, begun, opened) ?? [opened];
    expect(saved({ effects })).toEqual(['O0']);
  });
});

test('the organisations begin with the cursor on the open one, and read again they keep it where it is', () => {
  const [, , organisation = null] = organisations;
  const rowOf = ({ state }: Played): number => state.organisations.position.row;
  const shown = play({ ...overview, screen: { kind: 'systems' }, organisation }, { kind: 'organisationsOpened' });
  const again = play(shown.state, { kind: 'moved', motion: 'first' }, { kind: 'organisationsOpened' });
  expect([shown, again].map(rowOf)).toEqual([2, 0]);
});

describe('a filter', () => {
  const typed = play(overview, { kind: 'listFilterOpened' }, { kind: 'textEdited', text: 'TAIL' }).state;
  const names = (state: State): string[] => shownOrganisations(state).map(({ orgName }) => orgName);

  test('shows those with the text in their name or id, as it is typed', () => {
    expect(names(typed)).toEqual(['Tailspin']);
    expect(names(play(typed, { kind: 'textEdited', text: 'o2' }).state)).toEqual(['Contoso']);
    expect(play(typed, { kind: 'promptAccepted' }, { kind: 'organisationOpened' }).state.organisation?.orgId).toBe(
      'O1',
    );
  });

  test.each<[string, Action['kind'][], string]>([
    ['esc in the prompt shows what was shown before', ['wentBack'], 'Northwind Tailspin Contoso'],
    ['enter keeps it', ['promptAccepted'], 'Tailspin'],
    ['esc after that shows all', ['promptAccepted', 'wentBack'], 'Northwind Tailspin Contoso'],
  ])('%s', (_, kinds, shown) => {
    const { state } = play(typed, ...kinds.map((kind) => ({ kind }) as Action));
    expect(names(state).join(' ')).toBe(shown);
  });

  test('keeps the cursor on its organisation', () => {
    const last = play(overview, { kind: 'moved', motion: 'last' }, { kind: 'listFilterOpened' }).state;
    const filtered = play(last, { kind: 'textEdited', text: 'con' }).state;
    expect(filtered.organisations.position.row).toBe(0);
    expect(play(filtered, { kind: 'textEdited', text: '' }).state.organisations.position.row).toBe(2);
  });
});

test('the rows of organisations say where a deletion was cut off', () => {
  const { effects } = play(overview, { kind: 'organisationsArrived', organisations, session: 0 });
  expect(effects).toContainEqual({ kind: 'findUnfinished', baseUrl });
});

const day = 86_400_000;

property(
  'one visit a day is kept, sixty at most, the oldest first, and only by one threshold',
  [fc.array(fc.record({ days: fc.constantFrom(0, 0.3, 1, 9), stale: fc.nat(99) }), { minLength: 1, maxLength: 90 })],
  (steps) => {
    let at = now;
    let kept: KeptCount | undefined;
    const told: Visit[] = [];
    for (const { days, stale } of steps) {
      at += days * day;
      kept = withVisits({ systems: 99, stale, days: 90, unknown: 0, at, isIncomplete: false }, kept);
      if (Math.floor(at / day) === Math.floor((told.at(-1)?.at ?? 0) / day)) told.pop();
      told.push({ at, stale });
      expect(visitsUpTo({ at, stale, days: 90 }, kept)).toEqual(told.slice(-60));
    }
    expect(visitsUpTo({ at: at + day, stale: 1, days: 30 }, kept)).toEqual([{ at: at + day, stale: 1 }]);
  },
);

test('a count of this session follows the visits of earlier ones, whether they are recalled before it or after', () => {
  const earlier = { systems: 3, stale: 62, days: 90, unknown: 0, at: now - 9 * day, isIncomplete: false };
  const count = countOf(aScan([aPage(systemsOf(2))], { includeDisabled: true }), 90, now);
  const recalled = new Map([['a', earlier]]);
  const [after, before] = [
    withRecalled(withCount(new Map(), 'a', count), recalled),
    withCount(withRecalled(new Map(), recalled), 'a', count),
  ];
  expect(after.get('a')).toMatchObject({ stale: 0, visits: [{ at: earlier.at, stale: 62 }] });
  expect(before.get('a')).toEqual(after.get('a'));
});
