/** The table of organisations: where its columns stand, and what its second line says of the sort. */
import { describe, expect, test } from 'vitest';
import { Screen } from '../../../src/screens/screen.tsx';
import type { Action, State } from '../../../src/state/root/state.ts';
import { anOrganisation, aPage, aState, daysAgo, now, pagesOf, systemsOf } from '../../support/make.ts';
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
    expect(linesOf(halfway, columns).join('\n')).toContain(columns === 80 ? '66 % loaded' : '66 % ');
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
