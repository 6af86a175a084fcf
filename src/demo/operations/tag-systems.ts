/** PUT /org/{orgId}/tags/{tag}/systems: gives several systems a tag, all of them or none. */

import { type Answer, json } from '../answer.ts';
import {
  COMMON_PROBLEMS,
  jsonBody,
  jsonResponse,
  NOT_FOUND,
  ORG_ID,
  problemResponse,
  TAG,
} from '../definition/description-parts.ts';
import { LONGEST_TAG, MOST_TAGGED } from '../definition/schemas.ts';
import { jsonOf } from '../json-body.ts';
import { type Call, type Operation, organisationOf } from '../operation.ts';
import { textsOf } from '../organisation/fields.ts';
import { tagsOf } from '../organisation/tags.ts';
import type { Organisation } from '../organisations.ts';
import { systemNotFound, validationFailed, type ValidationErrors } from '../problems.ts';

export const tagSystems: Operation = {
  method: 'PUT',
  path: '/org/{orgId}/tags/{tag}/systems',
  description: {
    operationId: 'tagSystems',
    summary: 'Gives several systems a tag: all of them, or none where one does not exist.',
    tags: ['Tags'],
    parameters: [ORG_ID, TAG],
    requestBody: jsonBody('SystemsToTag'),
    responses: {
      '200': jsonResponse('How many systems did not have the tag before.', 'Tagged'),
      ...COMMON_PROBLEMS,
      ...NOT_FOUND,
      '413': problemResponse('The body is too large.'),
      '415': problemResponse('The body is not sent as application/json.'),
    },
  },
  answer: (call, orgId, tag) => {
    const organisation = organisationOf(call, orgId);
    if (organisation === undefined) return systemNotFound(call.baseUrl);
    const body = jsonOf(call);
    return 'problem' in body ? body.problem : tagged(call, organisation, tag, body.value);
  },
};

function tagged(call: Call, organisation: Organisation, tag: string, body: unknown): Answer {
  const given: unknown = typeof body === 'object' && body !== null && 'systemIds' in body ? body.systemIds : null;
  const ids = textsOf(given);
  if ('error' in ids) return validationFailed(call.baseUrl, { systemIds: [`systemIds ${ids.error}`] });
  const errors = errorsIn(organisation, tag, ids.value);
  if (Object.keys(errors).length > 0) return validationFailed(call.baseUrl, errors);
  const systems = ids.value.flatMap((systemId) => organisation.find(systemId) ?? []);
  const others = systems.filter((system) => !tagsOf(system).includes(tag));
  for (const system of others) {
    const tags = [...tagsOf(system), tag].map((one) => ({ tag: one }));
    organisation.change(system.systemId, { tags });
    organisation.log.tell(call.request.at, `System ${system.systemId} got the tag "${tag}".`, system.systemId);
  }
  return json(200, { tag, changed: others.length });
}

/** By the place of the system in the list: names the one that does not exist. */
function errorsIn(organisation: Organisation, tag: string, ids: readonly string[]): ValidationErrors {
  const count = ids.length >= 1 && ids.length <= MOST_TAGGED && new Set(ids).size === ids.length;
  const unknown = ids.flatMap((systemId, at) => (organisation.find(systemId) === undefined ? [at] : []));
  return {
    ...(Array.from(tag).length > LONGEST_TAG ? { tag: [`tag must have at most ${LONGEST_TAG} characters.`] } : {}),
    ...(count ? {} : { systemIds: [`systemIds must name from 1 to ${MOST_TAGGED} systems, each once.`] }),
    ...Object.fromEntries(
      unknown.map((at) => [`systemIds[${at}]`, [`The organisation has no system ${ids[at] ?? ''}.`]]),
    ),
  };
}
