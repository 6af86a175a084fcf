/** The check of a large review of another person: the list of the organisation is read once, in place of each system. */
import type { SystemsPage } from '../../../api/page.ts';
import type { Result } from '../../../api/problem.ts';
import { pageRead } from '../../fleet/list/listing.ts';
import { advance, newScan, readFrom, type Scan } from '../../fleet/list/scan.ts';
import type { Of } from '../../root/feature.ts';
import type { State } from '../../root/state.ts';
import { withListRead } from './check.ts';
import type { ReviewRead } from './feature.ts';
import { mostReread, type Review } from './review.ts';

/** Is it of more systems than are read one by one? The record of a list may lack fields that an operation sets. */
function isListed({ reviewer, edit }: Review, systems: number): boolean {
  return reviewer !== null && edit === null && systems > mostReread;
}

/** The review, with the list to be read where so many of its systems are to be checked. */
export function withListCheck({ list, session, nextId }: State, review: Review): Review {
  const { reread, organisation } = review;
  if (reread === null || !isListed(review, reread.of.length)) return review;
  const shown = list.listing.scan?.query.perPage;
  const perPage = shown === undefined ? session.profileSettings.pageSize : shown;
  const query = { orgId: organisation.orgId, search: '', includeDisabled: true, perPage };
  return { ...review, reread: { of: [], sent: 0, answered: 0, list: newScan(nextId, query, 'all') } };
}

/** The next page of the list. */
export function reviewPage(review: number, list: Scan): Of<ReviewRead, 'readReviewPage'> {
  const { query, from } = pageRead(list);
  return { kind: 'readReviewPage', review, query, from };
}

/** The review after a page, or after none: the rest of the list is not read then. */
export function withPageAnswered(
  review: Review,
  answer: Result<SystemsPage>,
  { now, nextId }: Pick<State, 'now' | 'nextId'>,
): Review {
  const { reread } = review;
  if (reread === null || reread.list === null) return review;
  const step = advance(readFrom(reread.list, now), answer, nextId);
  if (step.kind === 'reading') return { ...review, reread: { ...reread, list: step.scan } };
  return step.kind === 'read' ? withListRead(review, step.scan, null) : withListRead(review, step.read, step.problem);
}
