/** The models of the usual definition: each kind of field that Swashbuckle writes. */
import {
  int32,
  int64,
  LARGEST_INTEGER,
  list,
  model,
  optionalText,
  optionalTime,
  paged,
  ref,
  text,
  time,
  uuid,
  yesNo,
} from './parts.ts';

const account = {
  Account: model({
    accountId: { ...uuid, readOnly: true },
    emailAddress: { type: 'string', format: 'email' },
    displayName: { type: 'string', maxLength: 200, nullable: true },
    created: { ...time, readOnly: true },
    lastLogin: { ...optionalTime, readOnly: true },
    preferences: { allOf: [ref('AccountPreferences')], nullable: true },
  }),
  AccountPreferences: model({
    language: { type: 'string', default: 'en', example: 'de' },
    theme: { oneOf: [ref('Theme'), { nullable: true }] },
    avatar: { type: 'string', format: 'byte', nullable: true },
    birthday: { type: 'string', format: 'date', nullable: true },
  }),
  Theme: { enum: ['Light', 'Dark', 'System'], type: 'string' },
  PasswordChange: model(
    {
      currentPassword: { type: 'string', format: 'password' },
      newPassword: { type: 'string', format: 'password', minLength: 12, maxLength: 128 },
    },
    'currentPassword',
    'newPassword',
  ),
  AccessToken: model({
    tokenId: int64,
    description: text,
    token: { type: 'string', nullable: true },
    lastUsed: optionalTime,
    expires: optionalTime,
  }),
  OrganisationSummary: model({ orgId: text, orgName: text, role: ref('Role') }),
  OrganisationList: model({ orgs: list(ref('OrganisationSummary')) }),
  Role: { enum: ['Owner', 'Administrator', 'Reader'], type: 'string' },
};

const organisation = {
  Organisation: model({
    orgId: { ...text, readOnly: true },
    orgName: { type: 'string', minLength: 1, maxLength: 100 },
    contact: { type: 'string', nullable: true },
    quota: { ...int64, maximum: LARGEST_INTEGER, example: LARGEST_INTEGER },
    settings: ref('Settings'),
    parent: { allOf: [ref('Organisation')], nullable: true, readOnly: true },
  }),
  Settings: {
    oneOf: [ref('ManagedSettings'), ref('ManualSettings')],
    discriminator: {
      propertyName: 'kind',
      mapping: { managed: '#/components/schemas/ManagedSettings', manual: '#/components/schemas/ManualSettings' },
    },
  },
  ManagedSettings: model(
    { kind: text, level: ref('ApprovalLevel'), interval: { ...int32, minimum: 1, maximum: 43200 } },
    'kind',
    'level',
  ),
  ManualSettings: model({ kind: text, note: { type: 'string', maxLength: 4000, nullable: true } }, 'kind'),
  ApprovalLevel: { enum: [0, 1, 2, 8], type: 'integer', format: 'int32', description: '0 None, 1 One, 2 Two, 8 All' },
  TrustRequirement: {
    required: ['kind'],
    type: 'object',
    properties: { kind: text, description: optionalText },
    discriminator: { propertyName: 'kind' },
  },
  UserAuthentication: {
    allOf: [
      ref('TrustRequirement'),
      model(
        {
          authority: text,
          authorityUri: { type: 'string', format: 'uri', pattern: '^https://' },
          clientId: text,
          clientSecret: { type: 'string', writeOnly: true, nullable: true },
        },
        'authority',
        'clientId',
      ),
    ],
  },
  PublicIp: { allOf: [ref('TrustRequirement'), model({ conditions: list(ref('AddressCondition')) }, 'conditions')] },
  AddressCondition: model(
    { address: { type: 'string', format: 'ipv4' }, prefix: { ...int32, minimum: 0, maximum: 32 } },
    'address',
  ),
  User: model({ accountId: uuid, emailAddress: text, role: ref('Role'), joined: time }),
  UserList: model({ users: list(ref('User')), seats: int32 }),
  Invite: model({ inviteId: uuid, emailAddress: text, role: ref('Role'), expires: time }),
  NewInvite: model(
    { emailAddress: { type: 'string', format: 'email' }, role: ref('Role'), message: optionalText },
    'emailAddress',
    'role',
  ),
  InviteList: model({ invites: list(ref('Invite')) }),
};

const systems = {
  System: model({
    systemId: text,
    description: text,
    hostname: text,
    state: text,
    isEnabled: yesNo,
    lastSeen: optionalTime,
    enrolledAt: time,
    enrolmentKeyId: int32,
    enrolmentKeyDescription: text,
    connectedFrom: optionalText,
    platformType: text,
    osVersion: text,
    serviceVersion: text,
    customDns: list(ref('DnsRecord')),
    tags: list(ref('TagName')),
  }),
  SystemPage: paged('System'),
  SystemPatch: model({
    description: { type: 'string', maxLength: 500, nullable: true },
    tags: { ...list(ref('TagName')), uniqueItems: true, maxItems: 100, nullable: true },
    customDns: { ...list(ref('DnsRecord')), nullable: true },
  }),
  SystemIds: model({ systemIds: { ...list(text), minItems: 1, maxItems: 1000, uniqueItems: true } }, 'systemIds'),
  Affected: model({ affected: int32 }),
  TagName: model({ tag: text }, 'tag'),
  TagOrigin: model({ tag: text, source: ref('TagSource'), detail: { anyOf: [text, { type: 'integer' }, yesNo] } }),
  TagSource: { enum: ['Person', 'Key', 'Policy'], type: 'string' },
  UnapprovedSystem: model({ unapprovedSystemId: uuid, hostname: text, requested: time, address: optionalText }),
  UnapprovedPage: paged('UnapprovedSystem'),
  Import: {
    type: 'object',
    properties: { file: { type: 'string', format: 'binary' }, dryRun: yesNo },
    required: ['file'],
  },
};

const keys = {
  EnrolmentKey: model({
    enrolmentKeyId: int32,
    key: text,
    description: text,
    status: { enum: ['Enabled', 'Disabled', 'NoUsesRemaining', 'Expired'], type: 'string' },
    type: ref('KeyType'),
    approvalMode: ref('ApprovalMode'),
    usesRemaining: { ...int64, nullable: true },
    lastUsed: optionalTime,
    tags: list(ref('TagName')),
  }),
  EnrolmentKeyPage: paged('EnrolmentKey'),
  NewEnrolmentKey: model(
    {
      description: { type: 'string', minLength: 1, maxLength: 200 },
      type: ref('KeyType'),
      approvalMode: ref('ApprovalMode'),
      usesRemaining: { ...int64, minimum: -1, nullable: true },
      ipConstraints: { ...list(ref('AddressCondition')), nullable: true },
      tags: { ...list(text), uniqueItems: true, nullable: true },
      disconnectedRetentionMinutes: { ...int32, minimum: 1, maximum: 43200, nullable: true },
      autoExpire: { allOf: [ref('AutoExpire')], nullable: true },
      notes: { type: 'string', maxLength: 4000, nullable: true },
    },
    'description',
  ),
  KeyType: { enum: ['GeneralPurpose', 'Ephemeral'], type: 'string', default: 'GeneralPurpose' },
  ApprovalMode: { enum: ['Automatic', 'Manual'], type: 'string' },
  AutoExpire: model(
    { expiryDateTime: time, expiryAction: { enum: ['Disable', 'Delete'], type: 'string' } },
    'expiryDateTime',
  ),
};

const policies = {
  Policy: model(
    {
      policyId: { ...int64, readOnly: true },
      description: text,
      isEnabled: yesNo,
      senderTags: list(ref('TagName')),
      receiverTags: list(ref('TagName')),
      acls: list(ref('Acl')),
      conditions: ref('Condition'),
    },
    'description',
    'acls',
  ),
  PolicyPage: paged('Policy'),
  Acl: model(
    { protocol: { enum: ['TCP', 'UDP', 'ICMP'], type: 'string' }, ports: optionalText, description: optionalText },
    'protocol',
  ),
  Condition: { oneOf: [ref('TimeCondition'), ref('AllOfConditions')] },
  TimeCondition: model(
    { from: { type: 'string', format: 'time' }, until: { type: 'string', format: 'time' } },
    'from',
    'until',
  ),
  AllOfConditions: model({ conditions: list(ref('Condition')) }, 'conditions'),
  Tag: model({ tagId: int64, tag: text, colour: { type: 'string', pattern: '^#[0-9A-F]{6}$', nullable: true } }, 'tag'),
  TagPage: paged('Tag'),
  DnsZone: model(
    { zoneId: int64, fqdn: text, ttl: { ...int32, default: 300 }, parent: { allOf: [ref('DnsZone')], nullable: true } },
    'fqdn',
  ),
  DnsZonePage: paged('DnsZone'),
  DnsRecord: model(
    {
      fqdn: text,
      type: { enum: ['A', 'AAAA', 'CNAME'], type: 'string' },
      value: text,
      ttl: { ...int32, nullable: true },
    },
    'fqdn',
    'value',
  ),
};

const logs = {
  LogEntry: model({
    messageId: int64,
    at: time,
    level: int32,
    message: text,
    properties: { type: 'object', additionalProperties: text },
  }),
  LogPage: paged('LogEntry'),
  LogSearch: model(
    { filter: ref('FilterExpression'), from: time, to: time, weight: { type: 'number', format: 'double' } },
    'filter',
  ),
  FilterExpression: { anyOf: [ref('FilterTest'), ref('FilterAll'), ref('FilterNot')] },
  FilterTest: model(
    {
      field: text,
      operator: { enum: ['=', '!=', 'contains'], type: 'string' },
      value: { anyOf: [text, { type: 'number' }, yesNo] },
    },
    'field',
    'value',
  ),
  FilterAll: model({ all: { ...list(ref('FilterExpression')), minItems: 1 } }, 'all'),
  FilterNot: model({ not: ref('FilterExpression') }, 'not'),
  SavedSearch: model({ searchId: uuid, name: text, search: ref('LogSearch'), extra: {} }, 'name'),
  SearchList: model({ searches: list(ref('SavedSearch')) }),
  ProblemDetails: {
    type: 'object',
    properties: {
      type: optionalText,
      title: optionalText,
      status: { ...int32, nullable: true },
      detail: optionalText,
      traceId: optionalText,
    },
    additionalProperties: {},
  },
  PageMetadata: model({
    total: int32,
    firstPage: int32,
    prevPage: { ...int32, nullable: true },
    lastPage: int32,
    nextPage: { ...int32, nullable: true },
  }),
  PageLinks: model({ first: text, prev: optionalText, next: optionalText, last: text }),
};

export const usualSchemas = { ...account, ...organisation, ...systems, ...keys, ...policies, ...logs };
