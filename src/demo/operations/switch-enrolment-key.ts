/** PUT /org/{orgId}/enrolment-keys/{keyId}/enable and …/disable. */

import { NOTHING } from '../answer.ts';
import { COMMON_PROBLEMS, KEY_ID, NOT_FOUND, ORG_ID } from '../definition/description-parts.ts';
import { type Operation, organisationOf } from '../operation.ts';
import { keyNotFound, systemNotFound } from '../problems.ts';

export const enableEnrolmentKey: Operation = switching(true);
export const disableEnrolmentKey: Operation = switching(false);

function switching(isEnabled: boolean): Operation {
  const verb = isEnabled ? 'enable' : 'disable';
  return {
    method: 'PUT',
    path: `/org/{orgId}/enrolment-keys/{keyId}/${verb}`,
    description: {
      operationId: `${verb}EnrolmentKey`,
      summary: isEnabled ? 'Enables an enrolment key again.' : 'Disables an enrolment key. No system enrols with it.',
      tags: ['Enrolment keys'],
      parameters: [ORG_ID, KEY_ID],
      responses: { '204': { description: `The key is ${verb}d.` }, ...COMMON_PROBLEMS, ...NOT_FOUND },
    },
    answer: (call, orgId, keyId) => {
      const organisation = organisationOf(call, orgId);
      if (organisation === undefined) return systemNotFound(call.baseUrl);
      const key = organisation.keys.switch(keyId, isEnabled);
      if (key === undefined) return keyNotFound(call.baseUrl);
      organisation.log.tell(call.request.at, `The enrolment key "${key.description}" was ${verb}d.`, null);
      return NOTHING;
    },
  };
}
