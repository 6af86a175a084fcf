/** The organisation that `{orgId}` stands for in a path of `rollcall api`. */
import { problemSentence } from '../../../screens/text/problem-wording.ts';
import type { Call } from '../../../api/calls/call.ts';
import { listed } from '../../../state/session/organisations.ts';
import type { Organisation } from '../../../api/organisations.ts';
import type { Reader } from '../../../state/fleet/list/reader.ts';
import { namesOf, organisationOf, type Refusal } from '../access.ts';
import { organisationsNamed, segmentsBelow } from '../../../api/calls/path.ts';

export interface OrganisationChoice {
  /** The value of `--org`: an id or a name. */
  readonly wanted: string | null;
  /** No part of a name or id is enough: something will be changed. */
  readonly isWhole: boolean;
  /** The one that was open last. */
  readonly last: string | null;
}

/**
 * Organisations that the path of a change names; the change is in the first one. Checked against the account's own list: an organisation's protection is stored by its exact id. A refusal where the
 * path has an id after `/org/` that is not in the list, or another organisation than `--org`, or `--org` means none.
 */
export async function organisationsIn(
  reader: Reader,
  { url, orgId }: Call,
  { baseUrl, wanted }: { readonly baseUrl: string; readonly wanted: string | null },
): Promise<readonly Organisation[] | Refusal> {
  const read = await reader.organisations();
  if (!read.ok) return { code: 2, says: `Nothing was sent. ${problemSentence(read.problem)}` };
  const all = read.value;
  const named = organisationsNamed(all, url, baseUrl);
  const own = orgId === null ? undefined : listed(all, orgId);
  if (own === undefined && (orgId !== null || segmentsBelow(url, baseUrl).includes('org'))) {
    return { code: 2, says: `The path names no organisation of this account. ${namesOf(all)}` };
  }
  const organisations = [...new Set(own === undefined ? named : [own, ...named])];
  const meant = wanted === null ? null : organisationOf(all, wanted, true);
  if (meant !== null && 'says' in meant) return meant;
  const isOther =
    meant !== null && organisations.length > 0 && !organisations.some(({ orgId }) => orgId === meant.orgId);
  return isOther ? { code: 2, says: '--org names another organisation than the path.' } : organisations;
}

/** The wanted one, else the last one, else the only one. Its name is requested where nothing else tells it. */
export async function organisationIdFor(
  reader: Reader,
  { wanted, last, isWhole }: OrganisationChoice,
): Promise<{ readonly orgId: string; readonly note: string | null } | Refusal> {
  if (wanted === null && last !== null) return { orgId: last, note: `The organisation is the last one, ${last}.` };
  const read = await reader.organisations();
  if (!read.ok) return { code: 1, says: problemSentence(read.problem) };
  const all = read.value;
  if (wanted !== null) return organisationOf(all, wanted, isWhole);
  const [only] = all;
  if (only === undefined) return { code: 2, says: 'This account belongs to no organisation.' };
  if (all.length > 1) return { code: 2, says: `Several organisations: choose one with --org. ${namesOf(all)}` };
  return { orgId: only.orgId, note: `The organisation is ${namesOf(all)}.` };
}
