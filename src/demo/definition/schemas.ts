/** The service's values as OpenAPI schemas (specification, "Resources and their fields"). */

import { schemaRef } from './description-parts.ts';
import { LONGEST_DESCRIPTION } from '../operations/create-enrolment-key.ts';

const TEXT = { type: 'string' };
const OPTIONAL_TEXT = { type: 'string', nullable: true };
const NUMBER = { type: 'integer' };
const OPTIONAL_NUMBER = { type: 'integer', nullable: true };
const TIME = { type: 'string', format: 'date-time' };
const LINK = { type: 'string', format: 'uri' };
const OPTIONAL_LINK = { type: 'string', format: 'uri', nullable: true };

/** Fields nobody documented may occur on a system, so the schemas allow more than they name. */
export const SCHEMAS = {
  OrganisationList: object({ orgs: list(schemaRef('Organisation')) }),
  Organisation: object({ orgId: TEXT, orgName: TEXT, role: { type: 'string', example: 'Owner' } }),
  SystemPage: object({
    metadata: schemaRef('PageMetadata'),
    links: schemaRef('PageLinks'),
    items: list(schemaRef('System')),
  }),
  PageMetadata: object({
    total: NUMBER,
    firstPage: NUMBER,
    prevPage: OPTIONAL_NUMBER,
    lastPage: NUMBER,
    nextPage: OPTIONAL_NUMBER,
  }),
  PageLinks: object({ first: LINK, prev: OPTIONAL_LINK, next: OPTIONAL_LINK, last: LINK }),
  System: object(
    {
      systemId: TEXT,
      description: TEXT,
      state: { type: 'string', example: 'Connected' },
      customDns: list({}),
      lastSeen: { ...OPTIONAL_TEXT, description: 'ISO 8601 in UTC; empty, null or absent where it never connected.' },
      enrolledAt: TIME,
      enrolmentKeyId: NUMBER,
      enrolmentKeyDescription: TEXT,
      isEnabled: { type: 'boolean' },
      connectedFrom: TEXT,
      hostname: OPTIONAL_TEXT,
      platformType: TEXT,
      osVersion: TEXT,
      serviceVersion: TEXT,
      tags: list(object({ tag: TEXT })),
    },
    ['lastSeen'],
  ),
  NewEnrolmentKey: object({ description: { type: 'string', minLength: 1, maxLength: LONGEST_DESCRIPTION } }),
  EnrolmentKey: object({
    id: NUMBER,
    description: TEXT,
    key: { type: 'string', description: 'The secret that enrols a system. It is not shown again.' },
    approvalMode: { type: 'string', example: 'Manual' },
    createdAt: TIME,
  }),
  Problem: object(
    {
      type: LINK,
      title: TEXT,
      status: NUMBER,
      detail: TEXT,
      instance: LINK,
      traceId: TEXT,
      errors: { type: 'object', additionalProperties: list(TEXT) },
    },
    ['errors'],
  ),
};

/** An object whose properties are all required, but for those named as optional. */
function object(properties: Readonly<Record<string, object>>, optional: readonly string[] = []) {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', required, properties, additionalProperties: true };
}

function list(items: object) {
  return { type: 'array', items };
}
