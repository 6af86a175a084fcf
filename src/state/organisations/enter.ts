/** Entering an organisation: what is of the one before ends, and its systems are read. */

import type { Organisation } from '../../api/organisations.ts';
import { isGoing } from '../deletion/run.ts';
import { cutOffAsked } from '../deletion/runs/update.ts';
import { type Step, andThen } from '../kernel/step.ts';
import { noListing } from '../list/listing.ts';
import { asked } from '../list/reading.ts';
import type { ListQuery } from '../../api/systems.ts';
import { rangeLeft } from '../marks/operations.ts';
import { nothingSought } from '../resume/restore.ts';
import { reviewLeft } from '../review/operations.ts';
import { marksAtStake } from '../selectors.ts';
import { type State, withoutSlicesOf, type Effect } from '../state.ts';

/** Opens an organisation's list; the marks of another organisation are not taken along. */
export function organisationEntered(
  state: State,
  organisation: Organisation,
  search: string,
  includeDisabled = false,
): Step {
  const isSame = state.organisation?.orgId === organisation.orgId;
  const entered: State = { ...state, organisation, screen: { kind: 'systems' }, notice: null };
  if (isSame && state.list.listing.scan !== null && search === '') return [entered];
  const next = isSame ? entered : withoutSlicesOf(entered, 'organisation');
  const fresh: State = {
    ...reviewLeft(rangeLeft(nothingSought(next))),
    list: { ...next.list, listing: noListing, unsearched: null, total: null },
    // A run goes on wherever the person looks.
    deletion: isSame || isGoing(next.deletion) ? next.deletion : null,
  };
  const { baseUrl } = state.session;
  const recall: Effect[] =
    baseUrl === null ? [] : [{ kind: 'recallOrganisationSettings', baseUrl, orgId: organisation.orgId }];
  return andThen(asked(fresh, { ...query(state, organisation.orgId, search), includeDisabled }, 'ahead'), (next) =>
    andThen([next, ...recall], (recalled) => cutOffAsked(recalled, organisation.orgId)),
  );
}

function query({ session: { profileSettings } }: State, orgId: string, search: string): ListQuery {
  return { orgId, search, includeDisabled: false, perPage: profileSettings.pageSize };
}

/** Are there marks, of another organisation than this one? */
export function wouldLoseMarks(state: State, orgId: string): boolean {
  return orgId !== '' && state.organisation?.orgId !== orgId && marksAtStake(state) > 0;
}
