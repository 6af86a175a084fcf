/** GET /org/{orgId}: one organisation with all its fields. */

import { json } from '../answer.ts';
import { COMMON_PROBLEMS, jsonResponse, NOT_FOUND, ORG_ID } from '../definition/description-parts.ts';
import { type Operation, organisationOf } from '../operation.ts';
import { systemNotFound } from '../problems.ts';

export const readOrganisation: Operation = {
  method: 'GET',
  path: '/org/{orgId}',
  description: {
    operationId: 'readOrganisation',
    summary: 'Reads an organisation and how much it holds.',
    tags: ['Organisation'],
    parameters: [ORG_ID],
    responses: { '200': jsonResponse('The organisation.', 'OrganisationDetails'), ...COMMON_PROBLEMS, ...NOT_FOUND },
  },
  answer: (call, orgId) => {
    const organisation = organisationOf(call, orgId);
    if (organisation === undefined) return systemNotFound(call.baseUrl);
    const { orgName, role, systems, keys, policies, logo } = organisation;
    const disabled = systems.filter(({ isEnabled }) => isEnabled === false).length;
    return json(200, {
      orgId,
      orgName,
      role,
      systems: { total: systems.length, disabled },
      enrolmentKeys: keys.all.length,
      policies: policies.all.length,
      logo,
    });
  },
};
