/** The stale systems of all organisations: a filter and the age are shown at every width. */
import { expect, test } from 'vitest';
import { Screen } from '../../../src/screens/screen.tsx';
import type { Action, State } from '../../../src/state/root/state.ts';
import { anOrganisation, aPage, aState, aSystem, daysAgo, now, systemsOf } from '../../support/make.ts';
import { play } from '../../state/root/play.ts';
import { drawn } from '../parts/drawn.ts';

const organisations = ['Northwind Traders', 'Tailspin Toys', 'Contoso Ltd'].map((orgName, at) =>
  anOrganisation({ orgId: `O${at}`, orgName }),
);

/** Half of the systems have never connected, so their ages are long. */
function listed(...actions: readonly Action[]): State {
  const overview: State = {
    ...aState({ screen: { kind: 'organisations' }, organisations: { kind: 'ready', value: organisations } }),
    organisation: null,
  };
  const silent = systemsOf(400, (at) => ({ hostname: `build-agent-${at + 1000}`, lastSeen: daysAgo(200) }));
  const never = systemsOf(200, (at) =>
    aSystem({ systemId: `E${at}`, hostname: `spare-host-${at}`, lastSeen: null, enrolledAt: daysAgo(388) }),
  );
  const pages = [1, 2, 3].map((scan): Action => ({
    ...({ kind: 'countPageArrived', now } as const),
    ...{ scan, page: aPage([...silent, ...never]) },
  }));
  return play(overview, { kind: 'countRequested' }, ...pages, { kind: 'allStaleOpened' }, ...actions).state;
}

function linesOf(state: State, columns: number): readonly string[] {
  return drawn(<Screen state={{ ...state, columns, rows: 24 }} />, columns);
}

function filteredBy(text: string): readonly Action[] {
  return [{ kind: 'listFilterOpened' }, { kind: 'textEdited', text }, { kind: 'promptAccepted' }];
}

test.each([60, 80, 120])('the text of a filter is whole in the second line (%i columns)', (columns) => {
  const line = linesOf(listed(...filteredBy('org:northwind name:build')), columns)[1];
  expect(line).toContain('400 of 1,800 shown by filter "org:northwind name:build"');
});

test('a filter at 40 columns begins in the second line', () => {
  expect(linesOf(listed(...filteredBy('north')), 40)[1]).toContain('600 of 1,800 shown by filter "north');
});

test.each([40, 44, 50, 60, 80])('name, organisation and age are shown (%i columns)', (columns) => {
  const lines = linesOf(listed(), columns).join('\n');
  expect(lines).toMatch(/ ORG.* NAME .*LAST SEEN/);
  expect(lines).toMatch(/spare-.* never \(388 d\)/);
});

test('without a filter the second line says how many are stale, and by which limit', () => {
  expect(linesOf(listed(), 80)[1]).toContain('1,800 stale (over 90 d) in 3 of 3 organisations');
});
