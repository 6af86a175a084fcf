/** The table of organisations: where its columns stand, and what its second line says of the sort. */
import { describe, expect, test } from 'vitest';
import { Screen } from '../../../src/screens/screen.tsx';
import type { Action, State } from '../../../src/state/root/state.ts';
import {
  aNewRun,
  anOrganisation,
  aPage,
  aReviewOf,
  aState,
  daysAgo,
  now,
  pagesOf,
  systemsOf,
} from '../../support/make.ts';
import { play } from '../../state/root/play.ts';
import { drawn } from '../parts/drawn.ts';

const organisations = ['Northwind Traders', 'Tailspin Toys'].map((orgName, at) =>
  anOrganisation({ orgId: `O${at}`, orgName }),
);
const overview: State = {
  ...aState({ screen: { kind: 'organisations' }, organisations: { kind: 'ready', value: organisations } }),
  organisation: null,
};

function linesOf(state: State, columns: number): readonly string[] {
  return drawn(<Screen state={{ ...state, columns, rows: 24 }} />, columns);
}

function headingOf(state: State, columns: number): string {
  return linesOf(state, columns).find((line) => line.includes('NAME')) ?? '';
}

describe('a count', () => {
  const pages = pagesOf(
    systemsOf(1500, () => ({ lastSeen: daysAgo(200) })),
    1000,
  );
  const arrivals = [...pages, aPage([])].map((page, at): Action => {
    return { kind: 'countPageArrived', scan: at < pages.length ? 1 : 2, page, now };
  });
  const before = overview;
  const counting = [...arrivals.keys()].map(
    (at) => play(overview, { kind: 'countRequested' }, ...arrivals.slice(0, at)).state,
  );
  const after = play(overview, { kind: 'countRequested' }, ...arrivals).state;

  const headings = (states: readonly State[], columns: number): readonly string[] => [
    ...new Set(states.map((state) => headingOf(state, columns))),
  ];

  test('goes to its end', () => {
    expect(counting.every(({ organisations: { counting } }) => counting !== null)).toBe(true);
    expect(after.notice).toMatchObject({ text: 'Counted 2 organisations.' });
  });

  test.each([40, 50, 60, 70, 80, 120])('moves no column while figures arrive (%i columns)', (columns) => {
    expect(headings(counting, columns)).toHaveLength(1);
  });

  test.each([40, 50, 60, 70, 80, 120])('leaves no column out, at its start or its end (%i columns)', (columns) => {
    const titles = headings([before, ...counting, after], columns).map((heading) => heading.trim().split(/ +/).join());
    expect([...new Set(titles)]).toHaveLength(1);
  });

  test.each([70, 80, 120])('moves no column at its start or its end where there is room (%i columns)', (columns) => {
    expect(headings([before, ...counting, after], columns)).toHaveLength(1);
  });

  test.each([40, 60, 80])('says how much of a list is loaded (%i columns)', (columns) => {
    const [, halfway = before] = counting;
    expect(linesOf(halfway, columns).join('\n')).toContain(columns === 80 ? '66 % loaded' : '66 %…');
  });
});

test.each<[string, Action['kind'][]]>([
  ['by name ↑', ['listSorted']],
  ['by systems ↓', ['listSorted', 'listSorted']],
  ['by name ↓', ['listSorted', 'listReversed']],
  ['service order ↓', ['listReversed']],
])('the second line says "%s"', (words, kinds) => {
  const { state } = play(overview, ...kinds.map((kind) => ({ kind }) as Action));
  expect(linesOf(state, 80)[1]).toContain(words);
});

test.each([70, 80, 120])('an unfinished or running deletion is whole beside the figures (%i columns)', (columns) => {
  const state = aState({
    ...{ screen: { kind: 'organisations' }, organisations: { kind: 'ready', value: organisations } },
  });
  const review = aReviewOf(systemsOf(52));
  const deletion = aNewRun({ ...review, organisation: organisations[1] ?? review.organisation });
  const unfinished = new Map([['O0', 'delete'] as const]);
  const shown = { ...play(state, { kind: 'unfinishedFound', unfinished }).state, deletion };
  const lines = linesOf(shown, columns).join('\n');
  expect(lines).toMatch(/Northwind.* deletion unfinished( |$)/m);
  expect(lines).toMatch(/Tailspin.* deleting 0 of 52( |$)/m);
  expect(lines).toMatch(/SYSTEMS.*STALE.*SHARE/);
});

describe('forty organisations with long names that differ at their ends', () => {
  const cities = Array.from({ length: 40 }, (_, at) => `District-${String(at).padStart(2, '0')}`);
  const of = (name: (city: string) => string, count = 40): State => {
    const value = cities
      .slice(0, count)
      .map((city, at) => anOrganisation({ orgId: `${'0'.repeat(30)}${at + 10}`, orgName: name(city) }));
    return { ...overview, organisations: { ...overview.organisations, list: { kind: 'ready', value } } };
  };

  test('are whole where the other columns give way', () => {
    const lines = linesOf(
      of((city) => `Contoso Deutschland Verwaltungs GmbH ${city}`),
      80,
    );
    expect(
      lines.filter((line) => /Contoso Deutschland Verwaltungs GmbH District-\d\d /.test(line)).length,
    ).toBeGreaterThan(15);
    expect(lines.join('\n')).toMatch(/NAME .* SYSTEMS .*STALE/);
    expect(lines.join('\n')).not.toContain('CHECKED');
  });

  test.each([40, 60, 80, 120])('are cut in their middle where they are wider still (%i columns)', (columns) => {
    const lines = linesOf(
      of((city) => `Contoso ${'Deutschland '.repeat(12)}${city}`),
      columns,
    );
    const rows = lines.filter((line) => /Contoso.*…/.test(line));
    expect(rows.length).toBeGreaterThan(15);
    for (const [at, row] of rows.entries()) expect(row).toMatch(new RegExp(`^.  Contoso.*….*${cities[at] ?? 'none'}`));
    expect(lines.join('\n')).toContain('STALE');
  });

  test('leave the column that says what needs attention', () => {
    const state = of((city) => `Contoso Deutschland Verwaltungs GmbH ${city}`);
    const unfinished = new Map([[`${'0'.repeat(30)}12`, 'delete'] as const]);
    const lines = linesOf(play(state, { kind: 'unfinishedFound', unfinished }).state, 80).join('\n');
    expect(lines).toMatch(/● Contos.*….*District-02 .*unfinished/);
  });

  test('of three, the whole name and id under the cursor are below the table', () => {
    const long = (city: string) => `Contoso ${'Deutschland '.repeat(6)}${city}`;
    const whole = `${long(cities[0] ?? '')} · ${'0'.repeat(30)}10`;
    expect(linesOf(of(long, 3), 80).join(' ').replaceAll(/\s+/g, ' ')).toContain(whole);
    expect(linesOf(overview, 80).join(' ')).not.toContain('·  O0');
  });
});

test('where the column of the trend has no room, the row under the cursor has it below the list', () => {
  const day = 86_400_000;
  const visits = [62, 41].map((stale, at) => ({ at: now - (30 - at) * day, stale }));
  const kept = { systems: 500, stale: 12, days: 90, unknown: 0, at: now - day, isIncomplete: false, visits };
  const { state } = play(overview, { kind: 'countsRecalled', counts: new Map([['O0', kept]]) });
  expect(linesOf(state, 120).join('\n')).toMatch(/Northwind Traders .*62 → 41 → 12/);
  expect(linesOf(state, 80)).toContainEqual(expect.stringMatching(/62 → 41 → 12 stale since 21 Oct$/));
  expect(linesOf(play(state, { kind: 'moved', motion: 'down' }).state, 80).join('\n')).not.toContain('since');
});
