/** PUT /org/{orgId}/systems/{systemId}/enable and …/disable. */

import { NOTHING } from '../answer.ts';
import { COMMON_PROBLEMS, NOT_FOUND, ORG_ID, SYSTEM_ID } from '../definition/description-parts.ts';
import { type Operation, organisationOf } from '../operation.ts';
import { systemNotFound } from '../problems.ts';

export const enableSystem: Operation = switching(true);
export const disableSystem: Operation = switching(false);

function switching(isEnabled: boolean): Operation {
  const verb = isEnabled ? 'enable' : 'disable';
  return {
    method: 'PUT',
    path: `/org/{orgId}/systems/{systemId}/${verb}`,
    description: {
      operationId: `${verb}System`,
      summary: isEnabled ? 'Enables a system again.' : 'Disables a system. It stays enrolled, and cannot connect.',
      tags: ['Systems'],
      parameters: [ORG_ID, SYSTEM_ID],
      responses: { '204': { description: `The system is ${verb}d.` }, ...COMMON_PROBLEMS, ...NOT_FOUND },
    },
    answer: (call, orgId, systemId) => {
      const organisation = organisationOf(call, orgId);
      const system = organisation?.find(systemId);
      if (organisation === undefined || system === undefined) return systemNotFound(call.baseUrl);
      // A second time changes nothing: PUT is idempotent.
      if ((system['isEnabled'] !== false) !== isEnabled) {
        organisation.change(systemId, { isEnabled, state: isEnabled ? 'Disconnected' : 'Disabled' });
        organisation.log.tell(call.request.at, `System ${systemId} was ${verb}d.`, systemId);
      }
      return NOTHING;
    },
  };
}
