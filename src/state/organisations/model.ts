/** Finds an organisation by its id or its name. */
import type { Organisation } from '../../api/organisations.ts';

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

export function listed(all: readonly Organisation[], orgId: string): Organisation | undefined {
  return all.find((one) => one.orgId === orgId);
}
