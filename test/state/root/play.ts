/** Applies several actions, one after the other. */
import type { ListQuery, SystemsPage } from '../../../src/api/systems.ts';
import { activeGroups } from '../../../src/screens/screens.ts';
import { bindingOf, type KeyName, refusalFor } from '../../../src/screens/screen-definition.ts';
import { reduce } from '../../../src/state/root/reduce.ts';
import type { Effect, Action, State } from '../../../src/state/root/state.ts';
import { findShown, viewLength } from '../../../src/state/fleet/list/listing.ts';
import { aQuery, aSession, now } from '../../support/make.ts';

export interface Played {
  readonly state: State;
  /** Everything that was asked for on the way, in order. */
  readonly effects: readonly Effect[];
}

/** Without what a cursor asks for by resting: `playAll` has that as well. */
export function play(start: State, ...actions: readonly Action[]): Played {
  const { state, effects } = playAll(start, ...actions);
  return { state, effects: effects.filter((effect) => !isQuiet(effect)) };
}

function isQuiet(effect: Effect): boolean {
  if (effect.kind === 'startTimer') return effect.timer === 'rest';
  return effect.kind === 'abandonRead' && effect.slot === 'quietCheck';
}

export function playAll(start: State, ...actions: readonly Action[]): Played {
  return actions.reduce<Played>(
    (before, action) => {
      const [state, ...effects] = reduce(before.state, action);
      return { state, effects: [...before.effects, ...effects] };
    },
    { state: start, effects: [] },
  );
}

/** A filter that is typed and applied. */
export function filtered(text: string): Action[] {
  return [{ kind: 'filterOpened' }, { kind: 'textEdited', text }, { kind: 'promptAccepted' }];
}

/** A search that is typed and sent. */
export function searched(text: string): Action[] {
  return [{ kind: 'searchOpened' }, { kind: 'textEdited', text }, { kind: 'promptAccepted' }];
}

/** The reason why a key cannot be used now; undefined: it means nothing. */
export function refusalOf(state: State, key: KeyName): string | null | undefined {
  const binding = bindingOf(activeGroups(state), key);
  return binding && refusalFor(binding, state);
}

/** The answer to a scan's question for its next page. */
export function arrived(scan: number, page: SystemsPage | undefined): Action {
  if (page === undefined) throw new Error('There is no such page.');
  return { kind: 'pageArrived', scan, page, now };
}

/** The request for the first page of a list. */
export function readsFirst(scan: number, about: Partial<ListQuery> = {}, isFollowed = false): Effect {
  return { kind: 'readPage', scan, query: aQuery(about), isFollowed, from: { kind: 'first' } };
}

/** State of an organisation from before. */
export function asksAbout(orgId: string): Effect[] {
  const { baseUrl } = aSession();
  if (baseUrl === null) throw new Error('There is no service.');
  return [
    { kind: 'recallOrganisationSettings', baseUrl, orgId },
    { kind: 'recallListView', baseUrl, orgId },
    { kind: 'recallCounts', baseUrl },
    { kind: 'findCutOff', run: 2, baseUrl, orgId },
  ];
}

/** The ids of the rows as they are shown. */
export function shownIds({
  list: {
    listing: { scan, view },
  },
}: State): (string | undefined)[] {
  if (scan === null) return [];
  return Array.from({ length: viewLength(view, scan) }, (_, row) => findShown(view, scan, row)?.systemId);
}
