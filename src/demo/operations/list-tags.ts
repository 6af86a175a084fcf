/** GET /org/{orgId}/tags: the tags of an organisation, and how many systems have each. */

import { json } from '../answer.ts';
import { COMMON_PROBLEMS, listResponse, NOT_FOUND, ORG_ID } from '../definition/description-parts.ts';
import { type Operation, organisationOf } from '../operation.ts';
import { tagsOf } from '../organisation/tags.ts';
import { systemNotFound } from '../problems.ts';

export const listTags: Operation = {
  method: 'GET',
  path: '/org/{orgId}/tags',
  description: {
    operationId: 'listTags',
    summary: 'Lists the tags, and how many systems have each.',
    tags: ['Tags'],
    parameters: [ORG_ID],
    responses: { '200': listResponse('The tags, by name.', 'TagUse'), ...COMMON_PROBLEMS, ...NOT_FOUND },
  },
  answer: (call, orgId) => {
    const organisation = organisationOf(call, orgId);
    if (organisation === undefined) return systemNotFound(call.baseUrl);
    const counts = new Map<string, number>();
    for (const tag of organisation.systems.flatMap(tagsOf)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
    const all = [...counts].map(([tag, systems]) => ({ tag, systems }));
    return json(
      200,
      all.toSorted((one, other) => one.tag.localeCompare(other.tag)),
    );
  },
};
