/** Access policies as OpenAPI schemas: one that holds itself, and one of several shapes. */

import { LONGEST_NOTE } from '../organisation/policy-change.ts';
import { schemaRef } from './description-parts.ts';
import { list, NUMBER, object, oneOf, OPTIONAL_TIME, TEXT, TIME } from './schema-parts.ts';

const PORT = { type: 'integer', format: 'int32', minimum: 1, maximum: 65_535 };
const LOGGING = {
  type: 'integer',
  enum: [0, 1, 2],
  description: '0 logs nothing, 1 what is refused, 2 everything.',
};
const STATE = oneOf('Active', 'Paused');
const NOTE = { type: 'string', maxLength: LONGEST_NOTE };

const CHANGED = {
  description: { ...NOTE, nullable: true },
  state: STATE,
  logging: LOGGING,
  expiresAt: { ...OPTIONAL_TIME, description: 'When it ends by itself; null: never.' },
  source: schemaRef('PolicySource'),
  ports: { ...list(PORT), uniqueItems: true, description: 'Of its first access list.' },
  notes: NOTE,
};

export const POLICY_SCHEMAS = {
  PolicySummary: object({
    id: { type: 'integer', format: 'int64' },
    description: { ...TEXT, nullable: true },
    state: STATE,
    expiresAt: OPTIONAL_TIME,
  }),
  Policy: object({
    id: { type: 'integer', format: 'int64' },
    description: { ...TEXT, nullable: true },
    state: STATE,
    logging: LOGGING,
    created: TIME,
    expiresAt: OPTIONAL_TIME,
    source: schemaRef('PolicySource'),
    acls: list(schemaRef('AccessList')),
    gateways: { ...list(schemaRef('Gateway')), nullable: true },
    notes: TEXT,
    quota: { type: 'integer', format: 'int64', readOnly: true },
  }),
  AccessList: object({
    name: TEXT,
    ports: list(PORT),
    protocol: TEXT,
    exceptions: list(schemaRef('AccessList')),
  }),
  Gateway: object({
    name: TEXT,
    priority: NUMBER,
    gateways: { ...list(schemaRef('Gateway')), nullable: true },
  }),
  PolicySource: {
    oneOf: [schemaRef('TagSource'), schemaRef('AddressSource')],
    discriminator: {
      propertyName: 'kind',
      mapping: { Tag: '#/components/schemas/TagSource', Address: '#/components/schemas/AddressSource' },
    },
  },
  TagSource: object({ kind: oneOf('Tag'), tag: TEXT }),
  AddressSource: object({ kind: oneOf('Address'), ranges: { ...list(TEXT), minItems: 1 } }),
  PolicyChange: { type: 'object', properties: CHANGED },
  NewPolicy: {
    type: 'object',
    required: ['description'],
    properties: { ...CHANGED, description: { ...NOTE, minLength: 1 }, state: { ...STATE, default: 'Paused' } },
  },
};
