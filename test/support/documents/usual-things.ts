/** What the organisations of the usual definition have, beside systems: keys, policies, tags, zones, logs. */
import {
  answers,
  answersOf,
  body,
  inPath,
  inQuery,
  int32,
  int64,
  list,
  operation,
  ref,
  takes,
  time,
  uuid,
} from './parts.ts';

const orgId = inPath('orgId');
const keyId = inPath('keyId', int32);
const policyId = inPath('policyId', int64);
const tagId = inPath('tagId', int64);
const zoneId = inPath('zoneId', int64);
const recordId = inPath('recordId', int64);
const paging = [
  inQuery('page', { ...int32, default: 0 }),
  inQuery('per_page', { ...int32, minimum: 1, maximum: 1000 }),
];
const searching = [inQuery('search'), ...paging, inQuery('sort', { enum: ['name', '-name'], type: 'string' })];

const keyPaths = {
  '/org/{orgId}/enrolment-keys': {
    get: operation(
      'Enrolment keys',
      'Gets a page of the enrolment keys',
      takes(orgId, ...searching),
      answers('200', ref('EnrolmentKeyPage')),
    ),
    post: operation(
      'Enrolment keys',
      'Creates an enrolment key',
      { description: 'What systems enrol with.' },
      takes(orgId),
      body(ref('NewEnrolmentKey'), { required: true }),
      answers('201', ref('EnrolmentKey'), '409'),
    ),
  },
  '/org/{orgId}/enrolment-keys/{keyId}': {
    get: operation('Enrolment keys', 'Gets an enrolment key', takes(orgId, keyId), answers('200', ref('EnrolmentKey'))),
    patch: operation(
      'Enrolment keys',
      'Changes an enrolment key',
      takes(orgId, keyId),
      body(ref('NewEnrolmentKey')),
      answers('200', ref('EnrolmentKey')),
    ),
    delete: operation('Enrolment keys', 'Removes an enrolment key', takes(orgId, keyId), answers('204', null)),
  },
  '/org/{orgId}/enrolment-keys/{keyId}/enable': {
    put: operation(
      'Enrolment keys',
      'Enables an enrolment key',
      takes(orgId, keyId),
      answers('200', ref('EnrolmentKey')),
    ),
  },
  '/org/{orgId}/enrolment-keys/{keyId}/disable': {
    put: operation(
      'Enrolment keys',
      'Disables an enrolment key',
      takes(orgId, keyId),
      answers('200', ref('EnrolmentKey')),
    ),
  },
};

const policyPaths = {
  '/org/{orgId}/policies': {
    get: operation(
      'Policies',
      'Gets a page of the policies',
      takes(orgId, ...searching),
      answers('200', ref('PolicyPage')),
    ),
    post: operation(
      'Policies',
      'Creates a policy',
      takes(orgId),
      body(ref('Policy'), { required: true }),
      answers('201', ref('Policy')),
    ),
  },
  '/org/{orgId}/policies/simulate': {
    post: operation(
      'Policies',
      'Tells what a policy would do',
      takes(orgId),
      body(ref('Policy'), { required: true }),
      answers('200', ref('Affected')),
    ),
  },
  '/org/{orgId}/policies/{policyId}': {
    parameters: [orgId, policyId],
    get: operation('Policies', 'Gets a policy', answers('200', ref('Policy'))),
    put: operation(
      'Policies',
      'Replaces a policy',
      body(ref('Policy'), { required: true }),
      answers('200', ref('Policy')),
    ),
    delete: operation('Policies', 'Removes a policy', answers('204', null)),
  },
  '/org/{orgId}/policies/{policyId}/enable': {
    put: operation('Policies', 'Enables a policy', takes(orgId, policyId), answers('200', ref('Policy'))),
  },
  '/org/{orgId}/policies/{policyId}/disable': {
    put: operation('Policies', 'Disables a policy', takes(orgId, policyId), answers('200', ref('Policy'))),
  },
  '/org/{orgId}/tags': {
    get: operation('Tags', 'Gets a page of the tags', takes(orgId, ...searching), answers('200', ref('TagPage'))),
    post: operation('Tags', 'Creates a tag', takes(orgId), body(ref('Tag')), answers('201', ref('Tag'), '409')),
  },
  '/org/{orgId}/tags/{tagId}': {
    get: operation('Tags', 'Gets a tag', takes(orgId, tagId), answers('200', ref('Tag'))),
    patch: operation('Tags', 'Changes a tag', takes(orgId, tagId), body(ref('Tag')), answers('200', ref('Tag'))),
    delete: operation('Tags', 'Removes a tag', takes(orgId, tagId), answers('204', null)),
  },
};

const dnsPaths = {
  '/org/{orgId}/dns/zones': {
    get: operation('DNS', 'Gets a page of the zones', takes(orgId, ...paging), answers('200', ref('DnsZonePage'))),
    post: operation('DNS', 'Creates a zone', takes(orgId), body(ref('DnsZone')), answers('201', ref('DnsZone'))),
  },
  '/org/{orgId}/dns/zones/{zoneId}': {
    get: operation('DNS', 'Gets a zone', takes(orgId, zoneId), answers('200', ref('DnsZone'))),
    patch: operation(
      'DNS',
      'Changes a zone',
      takes(orgId, zoneId),
      body(ref('DnsZone')),
      answers('200', ref('DnsZone')),
    ),
    delete: operation(
      'DNS',
      'Removes a zone',
      takes(orgId, zoneId),
      body({ type: 'object', properties: { reason: { type: 'string' } } }),
      answers('204', null),
    ),
  },
  '/org/{orgId}/dns/zones/{zoneId}/records': {
    get: operation('DNS', 'Gets the records of a zone', takes(orgId, zoneId), answers('200', list(ref('DnsRecord')))),
    post: operation(
      'DNS',
      'Creates a record',
      takes(orgId, zoneId),
      body(ref('DnsRecord')),
      answers('201', ref('DnsRecord')),
    ),
  },
  '/org/{orgId}/dns/zones/{zoneId}/records/{recordId}': {
    get: operation('DNS', 'Gets a record', takes(orgId, zoneId, recordId), answers('200', ref('DnsRecord'))),
    put: operation(
      'DNS',
      'Replaces a record',
      takes(orgId, zoneId, recordId),
      body(ref('DnsRecord')),
      answers('200', ref('DnsRecord')),
    ),
    delete: operation('DNS', 'Removes a record', takes(orgId, zoneId, recordId), answers('204', null)),
  },
};

const levels = { schema: list({ enum: [0, 1, 2, 3, 4], ...int32 }), style: 'form', explode: true };

const logPaths = {
  '/org/{orgId}/logs': {
    get: operation(
      'Logs',
      'Gets a page of the messages',
      takes(orgId, ...paging, inQuery('from', time), inQuery('until', time), { name: 'level', in: 'query', ...levels }),
      answers('200', ref('LogPage')),
    ),
  },
  '/org/{orgId}/logs/search': {
    post: operation(
      'Logs',
      'Searches the messages',
      takes(orgId),
      body(ref('LogSearch'), { required: true }),
      answers('200', ref('LogPage')),
    ),
  },
  '/org/{orgId}/logs/message': {
    get: operation(
      'Logs',
      'Gets one message',
      takes(orgId, inQuery('messageId', int64, { required: true })),
      answers('200', ref('LogEntry')),
      {
        deprecated: true,
      },
    ),
  },
  '/org/{orgId}/logs/text': {
    get: operation('Logs', 'Gets the messages as text', takes(orgId), answersOf('text/plain')),
  },
  '/org/{orgId}/logs/report': {
    get: operation('Logs', 'Gets a report as a page', takes(orgId), answersOf('text/html')),
  },
  '/org/{orgId}/logs/events': {
    get: operation('Logs', 'Follows the messages', takes(orgId), answersOf('text/event-stream')),
  },
  '/org/{orgId}/logs/archive': {
    get: operation('Logs', 'Gets the archive', takes(orgId), answersOf('application/zip')),
  },
};

const restPaths = {
  '/org/{orgId}/searches': {
    get: operation('Meta', 'Gets the saved searches', takes(orgId), answers('200', ref('SearchList'))),
    post: operation(
      'Meta',
      'Saves a search',
      { operationId: 'SaveSearch' },
      takes(orgId),
      body(ref('SavedSearch')),
      answers('201', ref('SavedSearch')),
    ),
  },
  '/org/{orgId}/searches/{searchId}': {
    delete: operation('Meta', 'Removes a saved search', takes(orgId, inPath('searchId', uuid)), answers('204', null)),
  },
  '/health': { get: { security: [], summary: 'Tells whether the service is up', ...answersOf('text/plain') } },
  '/version': { get: answersOf('application/json') },
};

export const thingPaths = { ...keyPaths, ...policyPaths, ...dnsPaths, ...logPaths, ...restPaths };
