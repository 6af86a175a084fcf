/** The service's values as OpenAPI schemas (specification, "Resources and their fields"). */

import { LONGEST_DESCRIPTION } from '../operations/create-enrolment-key.ts';
import { LEVELS } from '../organisation/event-log.ts';
import { schemaRef } from './description-parts.ts';
import { POLICY_SCHEMAS } from './policy-schemas.ts';
import { list, NUMBER, object, oneOf, OPTIONAL_TIME, page, TEXT, TIME } from './schema-parts.ts';

const OPTIONAL_TEXT = { type: 'string', nullable: true };
const OPTIONAL_NUMBER = { type: 'integer', nullable: true };
const LINK = { type: 'string', format: 'uri' };
const OPTIONAL_LINK = { type: 'string', format: 'uri', nullable: true };

/** Fields nobody documented may occur on a system, so the schemas allow more than they name. */
export const SCHEMAS = {
  OrganisationList: object({ orgs: list(schemaRef('Organisation')) }),
  Organisation: object({ orgId: TEXT, orgName: TEXT, role: { type: 'string', example: 'Owner' } }),
  OrganisationDetails: object({
    orgId: TEXT,
    orgName: TEXT,
    role: TEXT,
    systems: object({ total: NUMBER, disabled: NUMBER }),
    enrolmentKeys: NUMBER,
    policies: NUMBER,
    logo: { ...object({ bytes: NUMBER }), nullable: true },
  }),
  Account: object({
    accountId: { type: 'string', format: 'uuid' },
    emailAddress: { type: 'string', format: 'email' },
    name: TEXT,
    language: TEXT,
    isLocked: { type: 'boolean' },
    organisations: NUMBER,
  }),
  SystemPage: page('System'),
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
  ListedEnrolmentKey: {
    allOf: [
      schemaRef('EnrolmentKey'),
      object({
        type: oneOf('GeneralPurpose', 'Ephemeral'),
        status: oneOf('Enabled', 'Disabled', 'NoUsesRemaining'),
        usesRemaining: { type: 'integer', format: 'int64', minimum: -1, description: '-1: any number.' },
        lastUsed: OPTIONAL_TIME,
      }),
    ],
  },
  EnrolmentKeyPage: page('ListedEnrolmentKey'),
  LogEntry: object({
    id: TEXT,
    time: TIME,
    level: oneOf(...LEVELS),
    message: TEXT,
    systemId: { ...TEXT, nullable: true },
  }),
  LogPage: page('LogEntry'),
  ...POLICY_SCHEMAS,
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
