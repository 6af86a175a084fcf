/** PATCH /org/{orgId}/systems/{systemId}: changes the fields of a system that are sent. */

import { type Answer, json } from '../answer.ts';
import {
  COMMON_PROBLEMS,
  jsonBody,
  jsonResponse,
  NOT_FOUND,
  ORG_ID,
  problemResponse,
  SYSTEM_ID,
} from '../definition/description-parts.ts';
import { LONGEST_TAG, MOST_TAGS } from '../definition/schemas.ts';
import { jsonOf } from '../json-body.ts';
import { type Call, type Operation, organisationOf } from '../operation.ts';
import { readFields, type Readers, textOf, textsOf } from '../organisation/fields.ts';
import { LONGEST_DESCRIPTION } from '../organisation/key-wishes.ts';
import type { Organisation } from '../organisations.ts';
import { systemNotFound, validationFailed } from '../problems.ts';

interface SystemChange {
  readonly description: string;
  readonly tags: readonly string[];
}

const READERS: Readers<SystemChange> = {
  description: (given) => textOf(given, LONGEST_DESCRIPTION),
  tags: (given) => {
    const tags = textsOf(given);
    if ('error' in tags) return tags;
    const { value } = tags;
    if (value.length > MOST_TAGS) return { error: `must have at most ${MOST_TAGS} tags.` };
    const isTag = (tag: string): boolean => tag !== '' && Array.from(tag).length <= LONGEST_TAG;
    return value.every(isTag) ? tags : { error: `must be texts of 1 to ${LONGEST_TAG} characters.` };
  },
};

export const changeSystem: Operation = {
  method: 'PATCH',
  path: '/org/{orgId}/systems/{systemId}',
  description: {
    operationId: 'changeSystem',
    summary: 'Changes the description or the tags of a system. What is not sent stays as it is.',
    tags: ['Systems'],
    parameters: [ORG_ID, SYSTEM_ID],
    requestBody: jsonBody('SystemChange'),
    responses: {
      '200': jsonResponse('The system after the change.', 'System'),
      ...COMMON_PROBLEMS,
      ...NOT_FOUND,
      '413': problemResponse('The body is too large.'),
      '415': problemResponse('The body is not sent as application/json.'),
    },
  },
  answer: (call, orgId, systemId) => {
    const organisation = organisationOf(call, orgId);
    if (organisation?.find(systemId) === undefined) return systemNotFound(call.baseUrl);
    const body = jsonOf(call);
    return 'problem' in body ? body.problem : changed(call, organisation, systemId, body.value);
  },
};

function changed(call: Call, organisation: Organisation, systemId: string, body: unknown): Answer {
  const change = readFields(READERS, body);
  if ('errors' in change) return validationFailed(call.baseUrl, change.errors);
  const { tags, ...others } = change.fields;
  organisation.change(systemId, { ...others, ...(tags !== undefined && { tags: tags.map((tag) => ({ tag })) }) });
  organisation.log.tell(call.request.at, `System ${systemId} was changed.`, systemId);
  return json(200, organisation.find(systemId));
}
