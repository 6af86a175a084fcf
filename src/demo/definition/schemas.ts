/** The service's values as OpenAPI schemas (specification, "Resources and their fields"). */

import { LEVELS } from '../organisation/event-log.ts';
import { APPROVAL_MODES, KEY_TYPES, LONGEST_DESCRIPTION } from '../organisation/key-wishes.ts';
import { schemaRef } from './description-parts.ts';
import { POLICY_SCHEMAS } from './policy-schemas.ts';
import { list, NUMBER, object, oneOf, OPTIONAL_TIME, page, TEXT, TIME } from './schema-parts.ts';

const OPTIONAL_TEXT = { type: 'string', nullable: true };
const OPTIONAL_NUMBER = { type: 'integer', nullable: true };
const LINK = { type: 'string', format: 'uri' };
const OPTIONAL_LINK = { type: 'string', format: 'uri', nullable: true };
/** In characters, and how many systems get one at a time. */
export const LONGEST_TAG = 100;
export const MOST_TAGGED = 1000;
/** Tags of one system. */
export const MOST_TAGS = 20;

const KEY_TYPE = oneOf(...KEY_TYPES);
const APPROVAL_MODE = oneOf(...APPROVAL_MODES);
const USES = { type: 'integer', format: 'int64', minimum: -1, description: '-1: any number.' };
const EXPIRY = { ...OPTIONAL_TIME, description: 'After it no system enrols with the key; null: never.' };

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
  SystemChange: object(
    {
      description: { type: 'string', maxLength: LONGEST_DESCRIPTION },
      tags: { ...list({ type: 'string', minLength: 1, maxLength: LONGEST_TAG }), maxItems: MOST_TAGS },
    },
    ['description', 'tags'],
  ),
  Ping: object({ systemId: TEXT, answered: { type: 'boolean' } }),
  NewEnrolmentKey: object(
    {
      description: { type: 'string', minLength: 1, maxLength: LONGEST_DESCRIPTION },
      type: { ...KEY_TYPE, default: 'GeneralPurpose' },
      approvalMode: { ...APPROVAL_MODE, default: 'Manual' },
      usesRemaining: { ...USES, default: -1 },
      expiresAt: EXPIRY,
    },
    ['type', 'approvalMode', 'usesRemaining', 'expiresAt'],
  ),
  EnrolmentKey: object({
    id: NUMBER,
    description: TEXT,
    key: { type: 'string', description: 'The secret that enrols a system.' },
    type: KEY_TYPE,
    approvalMode: APPROVAL_MODE,
    usesRemaining: USES,
    expiresAt: EXPIRY,
    createdAt: TIME,
  }),
  ListedEnrolmentKey: {
    allOf: [
      schemaRef('EnrolmentKey'),
      object({ status: oneOf('Enabled', 'Disabled', 'NoUsesRemaining'), lastUsed: OPTIONAL_TIME }),
    ],
  },
  EnrolmentKeyPage: page('ListedEnrolmentKey'),
  TagUse: object({ tag: TEXT, systems: NUMBER }),
  SystemsToTag: object({
    systemIds: { ...list(TEXT), minItems: 1, maxItems: MOST_TAGGED, uniqueItems: true },
  }),
  Tagged: object({ tag: TEXT, changed: NUMBER }),
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
