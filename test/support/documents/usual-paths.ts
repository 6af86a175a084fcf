/** The operations of the usual definition: a row each. */
import {
  answers,
  answersOf,
  body,
  creates,
  done,
  gives,
  inHeader,
  inPath,
  inQuery,
  int32,
  int64,
  list,
  type Part,
  query,
  ref,
  takes,
  text,
  time,
  uuid,
  yesNo,
} from './parts.ts';

/** Method and path, below the organisation where it begins with none; summary, and the other parts. */
type Row = readonly [id: string, summary: string, ...parts: Part[]];

const paging = [
  inQuery('page', { ...int32, default: 0 }),
  inQuery('per_page', { ...int32, minimum: 1, maximum: 1000 }),
];
const searching = [inQuery('search'), ...paging, inQuery('sort', { enum: ['name', '-name'], type: 'string' })];
const levels = {
  name: 'level',
  in: 'query',
  ...{ schema: list({ enum: [0, 1, 2, 3, 4], ...int32 }), style: 'form', explode: true },
};
const takesFile = { requestBody: { required: true, content: { 'multipart/form-data': { schema: ref('Import') } } } };

const rows: Readonly<Record<string, readonly Row[]>> = {
  Account: [
    ['GET /account', 'Gets the account of the caller', gives('Account')],
    ['PATCH /account', 'Changes the account of the caller', takes('Account'), gives('Account')],
    ['GET /account/orgs', 'Gets the organisations of the caller', gives('OrganisationList')],
    ['PUT /account/password', 'Changes the password of the caller', takes('PasswordChange'), done],
    ['GET /account/tokens', 'Gets the access tokens of the caller', answers('200', list(ref('AccessToken')))],
    ['DELETE /account/tokens/{tokenId}', 'Revokes an access token', done],
    ['POST /account/orgs/{orgId}/leave', 'Leaves an organisation', done],
  ],
  Organisation: [
    ['GET /org/{orgId}', 'Gets the organisation', gives('Organisation')],
    ['PATCH /org/{orgId}', 'Changes the organisation', takes('Organisation'), gives('Organisation')],
    ['DELETE /org/{orgId}', 'Removes the organisation', done],
    ['GET settings', 'Gets the settings', gives('Settings')],
    [
      'PUT settings',
      'Replaces the settings',
      query(inHeader('If-Match')),
      takes('Settings', 'required'),
      answers('200', ref('Settings'), '412'),
    ],
    ['GET trust-requirements', 'Gets the trust requirements', answers('200', list(ref('TrustRequirement')))],
    [
      'POST trust-requirements',
      'Creates a trust requirement',
      body({ oneOf: [ref('UserAuthentication'), ref('PublicIp')] }, { required: true }),
      creates('TrustRequirement', '409'),
    ],
    ['DELETE trust-requirements/{requirementId}', 'Removes a trust requirement', done],
  ],
  Users: [
    ['GET users', 'Gets the users of the organisation', gives('UserList')],
    ['DELETE users/{accountId}', 'Removes a user from the organisation', done],
    ['PUT users/{accountId}/role', 'Changes the role of a user', takes('Role', 'required'), gives('User')],
    ['GET invites', 'Gets the open invites', gives('InviteList')],
    [
      'POST invites',
      'Invites a user',
      query(inHeader('Idempotency-Key')),
      takes('NewInvite'),
      creates('Invite', '409'),
    ],
    ['DELETE invites/{inviteId}', 'Withdraws an invite', done],
    ['POST invites/{inviteId}/resend', 'Sends an invite once more', done],
  ],
  Systems: [
    [
      'GET systems',
      'Gets a page of the systems',
      query(...searching, inQuery('include_disabled', yesNo)),
      gives('SystemPage'),
    ],
    ['DELETE systems', 'Removes several systems', takes('SystemIds', 'required'), gives('Affected')],
    ['PUT systems/enable', 'Enables several systems', takes('SystemIds', 'required'), gives('Affected')],
    ['PUT systems/disable', 'Disables several systems', takes('SystemIds', 'required'), gives('Affected')],
    ['GET systems/export', 'Exports the systems', answersOf('text/csv')],
    ['POST systems/import', 'Enrols the systems listed in a file', takesFile, gives('Affected')],
    ['GET systems/{systemId}', 'Gets a system', gives('System')],
    ['PATCH systems/{systemId}', 'Changes a system', takes('SystemPatch'), gives('System')],
    ['DELETE systems/{systemId}', 'Removes a system', done],
    ['PUT systems/{systemId}/enable', 'Enables a system', gives('System')],
    ['PUT systems/{systemId}/disable', 'Disables a system', gives('System')],
    ['GET systems/{systemId}/tags/{tag}', 'Tells how a system got a tag', gives('TagOrigin')],
    ['PUT systems/{systemId}/tags/{tag}', 'Gives a system a tag', done],
    ['DELETE systems/{systemId}/tags/{tag}', 'Removes a tag from a system', done],
  ],
  'Unapproved systems': [
    ['GET unapproved-systems', 'Gets the systems that wait for approval', query(...paging), gives('UnapprovedPage')],
    ['PUT unapproved-systems/{unapprovedSystemId}/approve', 'Approves a system', gives('System')],
    ['PUT unapproved-systems/{unapprovedSystemId}/decline', 'Declines a system', done],
  ],
  'Enrolment keys': [
    ['GET enrolment-keys', 'Gets a page of the enrolment keys', query(...searching), gives('EnrolmentKeyPage')],
    [
      'POST enrolment-keys',
      'Creates an enrolment key',
      { description: 'What systems enrol with.' },
      takes('NewEnrolmentKey', 'required'),
      creates('EnrolmentKey', '409'),
    ],
    ['GET enrolment-keys/{keyId}', 'Gets an enrolment key', gives('EnrolmentKey')],
    ['PATCH enrolment-keys/{keyId}', 'Changes an enrolment key', takes('NewEnrolmentKey'), gives('EnrolmentKey')],
    ['DELETE enrolment-keys/{keyId}', 'Removes an enrolment key', done],
    ['PUT enrolment-keys/{keyId}/enable', 'Enables an enrolment key', gives('EnrolmentKey')],
    ['PUT enrolment-keys/{keyId}/disable', 'Disables an enrolment key', gives('EnrolmentKey')],
  ],
  Policies: [
    ['GET policies', 'Gets a page of the policies', query(...searching), gives('PolicyPage')],
    ['POST policies', 'Creates a policy', takes('Policy', 'required'), creates('Policy')],
    ['POST policies/simulate', 'Tells what a policy would do', takes('Policy', 'required'), gives('Affected')],
    ['GET policies/{policyId}', 'Gets a policy', gives('Policy')],
    ['PUT policies/{policyId}', 'Replaces a policy', takes('Policy', 'required'), gives('Policy')],
    ['DELETE policies/{policyId}', 'Removes a policy', done],
    ['PUT policies/{policyId}/enable', 'Enables a policy', gives('Policy')],
    ['PUT policies/{policyId}/disable', 'Disables a policy', gives('Policy')],
  ],
  Tags: [
    ['GET tags', 'Gets a page of the tags', query(...searching), gives('TagPage')],
    ['POST tags', 'Creates a tag', takes('Tag'), creates('Tag', '409')],
    ['GET tags/{tagId}', 'Gets a tag', gives('Tag')],
    ['PATCH tags/{tagId}', 'Changes a tag', takes('Tag'), gives('Tag')],
    ['DELETE tags/{tagId}', 'Removes a tag', done],
  ],
  DNS: [
    ['GET dns/zones', 'Gets a page of the zones', query(...paging), gives('DnsZonePage')],
    ['POST dns/zones', 'Creates a zone', takes('DnsZone'), creates('DnsZone')],
    ['GET dns/zones/{zoneId}', 'Gets a zone', gives('DnsZone')],
    ['PATCH dns/zones/{zoneId}', 'Changes a zone', takes('DnsZone'), gives('DnsZone')],
    ['DELETE dns/zones/{zoneId}', 'Removes a zone', body({ type: 'object', properties: { reason: text } }), done],
    ['GET dns/zones/{zoneId}/records', 'Gets the records of a zone', answers('200', list(ref('DnsRecord')))],
    ['POST dns/zones/{zoneId}/records', 'Creates a record', takes('DnsRecord'), creates('DnsRecord')],
    ['GET dns/zones/{zoneId}/records/{recordId}', 'Gets a record', gives('DnsRecord')],
    ['PUT dns/zones/{zoneId}/records/{recordId}', 'Replaces a record', takes('DnsRecord'), gives('DnsRecord')],
    ['DELETE dns/zones/{zoneId}/records/{recordId}', 'Removes a record', done],
  ],
  Logs: [
    [
      'GET logs',
      'Gets a page of the messages',
      query(...paging, inQuery('from', time), inQuery('until', time), levels),
      gives('LogPage'),
    ],
    ['POST logs/search', 'Searches the messages', takes('LogSearch', 'required'), gives('LogPage')],
    [
      'GET logs/message',
      'Gets one message',
      query(inQuery('messageId', int64, { required: true })),
      gives('LogEntry'),
      { deprecated: true },
    ],
    ['GET logs/text', 'Gets the messages as text', answersOf('text/plain')],
    ['GET logs/report', 'Gets a report as a page', answersOf('text/html')],
    ['GET logs/events', 'Follows the messages', answersOf('text/event-stream')],
    ['GET logs/archive', 'Gets the archive', answersOf('application/zip')],
  ],
  Meta: [
    ['GET searches', 'Gets the saved searches', gives('SearchList')],
    ['POST searches', 'Saves a search', { operationId: 'SaveSearch' }, takes('SavedSearch'), creates('SavedSearch')],
    ['DELETE searches/{searchId}', 'Removes a saved search', done],
  ],
};

const rowsWithoutTag: readonly Row[] = [
  ['GET /health', 'Tells whether the service is up', answersOf('text/plain'), { security: [] }],
  ['GET /version', '', answersOf('application/json')],
];

/** Parameters of paths that are not texts. */
const kinds: Readonly<Record<string, Part>> = {
  ...{ keyId: int32, tokenId: int64, policyId: int64, tagId: int64, zoneId: int64, recordId: int64 },
  ...{ requirementId: uuid, accountId: uuid, inviteId: uuid, unapprovedSystemId: uuid, searchId: uuid },
};

/** One path describes its parameters once for all its operations. */
const describedOnce = '/org/{orgId}/policies/{policyId}';

function usualPathsOf(): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const paths: Record<string, Record<string, unknown>> = {};
  const add = (tag: string | null, [id, summary, ...parts]: Row): void => {
    const [method = '', place = ''] = id.split(' ');
    const path = place.startsWith('/') ? place : `/org/{orgId}/${place}`;
    const inIt = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => inPath(name, kinds[name]));
    const item = (paths[path] ??= path === describedOnce ? { parameters: inIt } : {});
    const own = parts.flatMap(({ parameters = [] }) => parameters as Part[]);
    const parameters = path === describedOnce ? own : [...inIt, ...own];
    item[method.toLowerCase()] = Object.assign(
      { ...(tag !== null && { tags: [tag] }), ...(summary !== '' && { summary }) },
      ...parts,
      parameters.length > 0 && { parameters },
    );
  };
  for (const [tag, ofTag] of Object.entries(rows)) for (const one of ofTag) add(tag, one);
  for (const one of rowsWithoutTag) add(null, one);
  return paths;
}

export const usualPaths = usualPathsOf();
