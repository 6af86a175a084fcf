/** Which organisations does the account have, and which of them is meant? */
import type { Organisation } from '../../api/organisations.ts';
import { placed } from '../kernel/list-cursor.ts';
import type { State } from '../state.ts';
import { tableRows } from '../kernel/layout.ts';

/** The one with this id, else with this name, in whatever case, where no other has it. `namesakes`: so many have it. */
export function organisationMeant(
  all: readonly Organisation[],
  wanted: string,
): { readonly organisation: Organisation | undefined; readonly namesakes: number } {
  const named = all.filter(({ orgName }) => orgName.toLowerCase() === wanted.toLowerCase());
  const organisation = listed(all, wanted) ?? (named.length === 1 ? named[0] : undefined);
  return { organisation, namesakes: named.length };
}

/** The one with an id that a person gave. Where no list has it, its id is all that is known of it. */
export function organisationWithId(orgId: string, all: readonly Organisation[] | null): Organisation {
  return listed(all ?? [], orgId) ?? { orgId, orgName: orgId, role: '' };
}

/** The list was read: one that was opened by its id has its name from here on. */
export function withOrganisations(state: State, all: readonly Organisation[]): State {
  const { organisation, rows } = state;
  const { position: list } = state.organisations;
  return {
    ...state,
    organisations: {
      ...state.organisations,
      list: { kind: 'ready', value: all },
      position: placed(list, list.row, all.length, tableRows(rows)),
    },
    organisation: organisation && (listed(all, organisation.orgId) ?? organisation),
  };
}

function listed(all: readonly Organisation[], orgId: string): Organisation | undefined {
  return all.find((one) => one.orgId === orgId);
}
