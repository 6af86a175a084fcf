/** The stale systems of all counted organisations. enter opens one where marks and reviews are. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import {
  allStaleFacts,
  type AllStaleFacts,
  allStaleList,
  allStaleRows,
  type StaleSystem,
} from '../../state/account/organisations/public.ts';
import { maxOldest } from '../../state/account/organisations/feature.ts';
import type { State } from '../../state/root/state.ts';
import {
  bind,
  type BindingGroup,
  listKeysWithoutPages,
  type ScreenDefinitions,
  type ViewProps,
} from '../screen-definition.ts';
import { filterKey, filterParts, ListTable, type ListTableColumn, sortKeys, sortParts } from '../fleet/lists.tsx';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import { clean, type Clean, hasName } from '../text/clean.ts';
import { clip, clipInMiddle, quoteText, statusLine, type StatusPart } from '../text/fit.ts';
import { age, count, plural } from '../text/quantities.ts';

const allStaleKeys: BindingGroup = {
  title: 'Stale systems of all',
  bindings: [
    bind(['enter', 'l', 'right'], 'open its organisation, at this system', 'allStaleChosen', {
      hint: 'open',
      refusal: (state) => (allStaleList.current(state) === undefined ? 'no system is listed' : null),
    }),
    filterKey('filter by organisation, name, state or id'),
    ...sortKeys({ hint: 'sort' }),
    bind(['s'], 'count the rest, or all again', 'countRequested', {
      hint: ({ organisations: { counting } }) => (counting === null ? 'count' : null),
      refusal: ({ organisations: { counting } }) => (counting === null ? null : 'counting already'),
    }),
  ],
};

export const allStaleScreens: ScreenDefinitions<'allStale'> = {
  allStale: {
    View: AllStaleScreen,
    keys: [allStaleKeys, listKeysWithoutPages],
    backHint: ({ organisations: { allStale } }) => (allStale.view.filter === '' ? 'back' : 'show all'),
  },
};

/** `never (388 d)` by its enrolment, as in the list of systems. */
function lastSeen({ time, hasConnected }: StaleSystem, now: number): Clean {
  const ago = age(Math.max(0, now - time));
  return hasConnected ? ago : clean(`never (${ago})`);
}

/**
 * Below this width, organisation (by its name in the filter) and name are shorter, so that the age beside them is
 * shown.
 */
const narrow = 50;

function columnsAt({ now, columns: cells }: State): readonly ListTableColumn<StaleSystem>[] {
  const isNarrow = cells < narrow;
  const [minOrganisation, minName] = isNarrow ? [8, 12] : [12, 18];
  return [
    {
      ...{ title: clean(isNarrow ? 'ORG' : 'ORGANISATION'), min: minOrganisation, ideal: 24, priority: 6 },
      ...{ cut: clipInMiddle, by: 'org' },
      cell: ({ organisation }) => clean(organisation.orgName),
    },
    {
      ...{ title: clean('NAME'), min: minName, ideal: 32, priority: 7, by: 'name' },
      cell: (system) => clean(hasName(system) ? (system.hostname ?? '') : '(no name)'),
      tone: (system) => (hasName(system) ? 'plain' : 'dim'),
    },
    {
      ...{ title: clean('STATE'), min: 8, ideal: 16, priority: 3, by: 'state' },
      cell: ({ state }) => clean(state ?? '–'),
    },
    {
      ...{ title: clean('LAST SEEN'), min: 11, ideal: 14, align: 'right', priority: 8, by: 'last seen' },
      cell: (system) => lastSeen(system, now),
      tone: () => 'warning',
    },
    {
      ...{ title: clean('ID'), min: 12, ideal: 12, priority: 2 },
      cell: ({ systemId }) => clean(systemId),
      tone: () => 'dim',
    },
  ];
}

function AllStaleScreen({ state }: ViewProps<'allStale'>): ReactNode {
  const facts = allStaleFacts(state);
  const isListed = allStaleList.current(state) !== undefined;
  return (
    <ScreenFrame
      state={state}
      title={clean('Stale systems')}
      aside={facts.cut.length > 0 ? clean(`${count(allStaleRows(state).length)} listed`) : undefined}
      facts={factsLine(state, facts)}
      bar={facts.cut.length > 0 ? [{ text: cutSentence(facts.cut), tone: 'plain' }] : []}
      foot={isListed ? clean('Marks and reviews are in the organisation: enter opens it at this system.') : undefined}
    >
      {!isListed && <Text>{clip(clean(emptySentence(state, facts)), state.columns)}</Text>}
      <ListTable state={state} list={allStaleList} columns={columnsAt(state)} />
    </ScreenFrame>
  );
}

function emptySentence(state: State, { counted, recalled }: AllStaleFacts): string {
  const { counting, allStale } = state.organisations;
  if (allStaleRows(state).length > 0) return `No system matches ${quoteText(allStale.view.filter)}. esc shows all.`;
  if (counted === 0 && counting !== null) return 'Counting: the first organisation is not complete yet.';
  if (counted === 0 && recalled > 0) return 'Only figures of an earlier start are known. s counts the systems.';
  if (counted === 0) return 'No organisation is counted yet. s counts them.';
  return `No system of the counted organisations is stale (over ${count(state.staleness.days)} d).`;
}

/** Systems may have connected since they were counted, so the line says when that was. */
function factsLine(state: State, facts: AllStaleFacts): Clean {
  const { counting, allStale } = state.organisations;
  const { counted, of, since, stale, unknown, incomplete } = facts;
  const organisations = `${count(counted)} of ${plural(of, 'organisation')}`;
  const limit = `over ${count(state.staleness.days)} d`;
  const parts: StatusPart[] = [...filterParts(state, allStaleList)];
  if (counted === 0) parts.push({ text: `${organisations} counted · stale ${limit}` });
  else if (allStale.view.filter === '')
    parts.push({
      text: `${count(stale)} stale (${limit}) in ${organisations}`,
      brief: `${count(stale)} stale in ${organisations}`,
      weight: 96,
    });
  else {
    // The filter is shown first: it says why rows are missing.
    parts.push({ text: `${count(stale)} stale (${limit})`, weight: 95 });
    parts.push({ text: `${organisations} counted`, weight: 85 });
  }
  if (counting !== null) {
    parts.push({ text: `counting ${count(counting.done + 1)} of ${count(counting.of)}`, weight: 90 });
  }
  if (since !== null) parts.push({ text: countedWords(Math.max(0, state.now - since), counted), weight: 80 });
  if (incomplete > 0) parts.push({ text: `${plural(incomplete, 'count')} incomplete`, weight: 75 });
  if (unknown > 0) parts.push({ text: `${count(unknown)} of unknown age`, weight: 70 });
  parts.push(...sortParts(state, allStaleList, 'oldest first'));
  return statusLine(parts, state.columns);
}

function countedWords(ms: number, organisations: number): string {
  if (ms < 60_000) return 'counted just now';
  return `counted ${organisations === 1 ? '' : 'up to '}${age(ms)} ago`;
}

/** Their rows may be a small part of the stale systems, so the screen says where the others are. */
function cutSentence(cut: AllStaleFacts['cut']): Clean {
  const oldest = `Only the oldest ${count(maxOldest)}`;
  const [one, ...others] = cut;
  if (one === undefined || others.length > 0)
    return clean(`${oldest} each of ${count(cut.length)} organisations are listed; their own lists have all.`);
  return clean(`${oldest} of ${clipInMiddle(clean(one.orgName), 20)} are listed; its own list has all.`);
}
