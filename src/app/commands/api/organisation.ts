/** The organisation that `{orgId}` stands for in a path of `rollcall api`. */
import { problemSentence } from '../../../screens/text/problem-wording.ts';
import { organisationMeant } from '../../../state/organisations/model.ts';
import type { Reader } from '../../../state/requests/reader.ts';
import { namesOf, type Refusal } from '../access.ts';

export interface OrganisationChoice {
  /** As `--org` says it: an id or a name. */
  readonly wanted: string | null;
  /** The one that was open last. */
  readonly last: string | null;
}

/** The wanted one, else the last one, else the only one. Its name is asked for where nothing else tells it. */
export async function organisationIdFor(
  reader: Reader,
  { wanted, last }: OrganisationChoice,
): Promise<{ readonly orgId: string; readonly note: string | null } | Refusal> {
  if (wanted === null && last !== null) return { orgId: last, note: `The organisation is the last one, ${last}.` };
  const read = await reader.organisations();
  if (!read.ok) return { code: 1, says: problemSentence(read.problem) };
  const all = read.value;
  if (wanted !== null) {
    const { organisation, namesakes } = organisationMeant(all, wanted);
    if (organisation !== undefined) return { orgId: organisation.orgId, note: null };
    const many =
      namesakes > 1 ? `${namesakes} organisations have this name. Choose one by its id.` : 'No such organisation.';
    return { code: 2, says: `--org: ${many} ${namesOf(all)}` };
  }
  const [only] = all;
  if (only === undefined) return { code: 2, says: 'This account belongs to no organisation.' };
  if (all.length > 1) return { code: 2, says: `Several organisations: choose one with --org. ${namesOf(all)}` };
  return { orgId: only.orgId, note: `The organisation is ${namesOf(all)}.` };
}
