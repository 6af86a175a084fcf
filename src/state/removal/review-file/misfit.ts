/** Why another person's review is not for this person, this service or this organisation. */
import { runRows } from '../../change/run-kinds.ts';
import { inPlainSpelling } from '../../kernel/hidden-characters.ts';
import { isSameService } from '../../session/session.ts';
import type { ReviewFile } from './format.ts';

interface Reader {
  readonly person: string;
  /** Null where it is not known yet. */
  readonly baseUrl: string | null;
  readonly orgId: string | null;
}

/** In whole sentences; null where it is. */
export function misfitOf(file: ReviewFile, { person, baseUrl, orgId }: Reader): string | null {
  if (inPlainSpelling(file.by) === inPlainSpelling(person))
    return `You reviewed it yourself, as ${file.by}. Another person confirms it, under another name.`;
  if (baseUrl !== null && !isSameService(file.baseUrl, baseUrl))
    return `This review is of the service ${file.baseUrl}, and you are at ${baseUrl}. Open it with a profile of that service.`;
  if (orgId !== null && orgId !== file.orgId)
    return `This review is of the organisation ${file.orgName} (${file.orgId}). Open that one first (@), then the review.`;
  const isKnown = (file.change === undefined) === (runRows[file.kind].request !== null);
  return isKnown ? null : 'This review is of a change that this rollcall does not know. Update it here.';
}
