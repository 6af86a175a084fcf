/** The operations of the usual definition, account, organisation and systems first. */
import { thingPaths } from './usual-things.ts';
import {
  answers,
  answersOf,
  body,
  inHeader,
  inPath,
  inQuery,
  int32,
  int64,
  list,
  operation,
  ref,
  takes,
  uuid,
  yesNo,
} from './parts.ts';

const orgId = inPath('orgId');
const systemId = inPath('systemId');
const paging = [
  inQuery('page', { ...int32, default: 0 }),
  inQuery('per_page', { ...int32, minimum: 1, maximum: 1000 }),
];
const searching = [inQuery('search'), ...paging, inQuery('sort', { enum: ['name', '-name'], type: 'string' })];

const accountPaths = {
  '/account': {
    get: operation('Account', 'Gets the account of the caller', answers('200', ref('Account'))),
    patch: operation(
      'Account',
      'Changes the account of the caller',
      body(ref('Account')),
      answers('200', ref('Account')),
    ),
  },
  '/account/orgs': {
    get: operation('Account', 'Gets the organisations of the caller', answers('200', ref('OrganisationList'))),
  },
  '/account/password': {
    put: operation('Account', 'Changes the password of the caller', body(ref('PasswordChange')), answers('204', null)),
  },
  '/account/tokens': {
    get: operation('Account', 'Gets the access tokens of the caller', answers('200', list(ref('AccessToken')))),
  },
  '/account/tokens/{tokenId}': {
    delete: operation('Account', 'Revokes an access token', takes(inPath('tokenId', int64)), answers('204', null)),
  },
  '/account/orgs/{orgId}/leave': {
    post: operation('Account', 'Leaves an organisation', takes(orgId), answers('204', null)),
  },
};

const organisationPaths = {
  '/org/{orgId}': {
    get: operation('Organisation', 'Gets the organisation', takes(orgId), answers('200', ref('Organisation'))),
    patch: operation(
      'Organisation',
      'Changes the organisation',
      takes(orgId),
      body(ref('Organisation')),
      answers('200', ref('Organisation')),
    ),
    delete: operation('Organisation', 'Removes the organisation', takes(orgId), answers('204', null)),
  },
  '/org/{orgId}/settings': {
    get: operation('Organisation', 'Gets the settings', takes(orgId), answers('200', ref('Settings'))),
    put: operation(
      'Organisation',
      'Replaces the settings',
      takes(orgId, inHeader('If-Match')),
      body(ref('Settings'), { required: true }),
      answers('200', ref('Settings'), '412'),
    ),
  },
  '/org/{orgId}/trust-requirements': {
    get: operation(
      'Organisation',
      'Gets the trust requirements',
      takes(orgId),
      answers('200', list(ref('TrustRequirement'))),
    ),
    post: operation(
      'Organisation',
      'Creates a trust requirement',
      takes(orgId),
      body({ oneOf: [ref('UserAuthentication'), ref('PublicIp')] }, { required: true }),
      answers('201', ref('TrustRequirement'), '409'),
    ),
  },
  '/org/{orgId}/trust-requirements/{requirementId}': {
    delete: operation(
      'Organisation',
      'Removes a trust requirement',
      takes(orgId, inPath('requirementId', uuid)),
      answers('204', null),
    ),
  },
  '/org/{orgId}/users': {
    get: operation('Users', 'Gets the users of the organisation', takes(orgId), answers('200', ref('UserList'))),
  },
  '/org/{orgId}/users/{accountId}': {
    delete: operation(
      'Users',
      'Removes a user from the organisation',
      takes(orgId, inPath('accountId', uuid)),
      answers('204', null),
    ),
  },
  '/org/{orgId}/users/{accountId}/role': {
    put: operation(
      'Users',
      'Changes the role of a user',
      takes(orgId, inPath('accountId', uuid)),
      body(ref('Role'), { required: true }),
      answers('200', ref('User')),
    ),
  },
  '/org/{orgId}/invites': {
    get: operation('Users', 'Gets the open invites', takes(orgId), answers('200', ref('InviteList'))),
    post: operation(
      'Users',
      'Invites a user',
      takes(orgId, inHeader('Idempotency-Key')),
      body(ref('NewInvite')),
      answers('201', ref('Invite'), '409'),
    ),
  },
  '/org/{orgId}/invites/{inviteId}': {
    delete: operation('Users', 'Withdraws an invite', takes(orgId, inPath('inviteId', uuid)), answers('204', null)),
  },
  '/org/{orgId}/invites/{inviteId}/resend': {
    post: operation('Users', 'Sends an invite once more', takes(orgId, inPath('inviteId', uuid)), answers('204', null)),
  },
};

const bulk = body(ref('SystemIds'), { required: true });

const systemPaths = {
  '/org/{orgId}/systems': {
    get: operation(
      'Systems',
      'Gets a page of the systems',
      takes(orgId, ...searching, inQuery('include_disabled', yesNo)),
      answers('200', ref('SystemPage')),
    ),
    delete: operation('Systems', 'Removes several systems', takes(orgId), bulk, answers('200', ref('Affected'))),
  },
  '/org/{orgId}/systems/enable': {
    put: operation('Systems', 'Enables several systems', takes(orgId), bulk, answers('200', ref('Affected'))),
  },
  '/org/{orgId}/systems/disable': {
    put: operation('Systems', 'Disables several systems', takes(orgId), bulk, answers('200', ref('Affected'))),
  },
  '/org/{orgId}/systems/export': {
    get: operation('Systems', 'Exports the systems', takes(orgId), answersOf('text/csv')),
  },
  '/org/{orgId}/systems/import': {
    post: operation(
      'Systems',
      'Enrols the systems listed in a file',
      takes(orgId),
      { requestBody: { required: true, content: { 'multipart/form-data': { schema: ref('Import') } } } },
      answers('200', ref('Affected')),
    ),
  },
  '/org/{orgId}/systems/{systemId}': {
    get: operation('Systems', 'Gets a system', takes(orgId, systemId), answers('200', ref('System'))),
    patch: operation(
      'Systems',
      'Changes a system',
      takes(orgId, systemId),
      body(ref('SystemPatch')),
      answers('200', ref('System')),
    ),
    delete: operation('Systems', 'Removes a system', takes(orgId, systemId), answers('204', null)),
  },
  '/org/{orgId}/systems/{systemId}/enable': {
    put: operation('Systems', 'Enables a system', takes(orgId, systemId), answers('200', ref('System'))),
  },
  '/org/{orgId}/systems/{systemId}/disable': {
    put: operation('Systems', 'Disables a system', takes(orgId, systemId), answers('200', ref('System'))),
  },
  '/org/{orgId}/systems/{systemId}/tags/{tag}': {
    get: operation(
      'Systems',
      'Tells how a system got a tag',
      takes(orgId, systemId, inPath('tag')),
      answers('200', ref('TagOrigin')),
    ),
    put: operation('Systems', 'Gives a system a tag', takes(orgId, systemId, inPath('tag')), answers('204', null)),
    delete: operation(
      'Systems',
      'Removes a tag from a system',
      takes(orgId, systemId, inPath('tag')),
      answers('204', null),
    ),
  },
  '/org/{orgId}/unapproved-systems': {
    get: operation(
      'Unapproved systems',
      'Gets the systems that wait for approval',
      takes(orgId, ...paging),
      answers('200', ref('UnapprovedPage')),
    ),
  },
  '/org/{orgId}/unapproved-systems/{unapprovedSystemId}/approve': {
    put: operation(
      'Unapproved systems',
      'Approves a system',
      takes(orgId, inPath('unapprovedSystemId', uuid)),
      answers('200', ref('System')),
    ),
  },
  '/org/{orgId}/unapproved-systems/{unapprovedSystemId}/decline': {
    put: operation(
      'Unapproved systems',
      'Declines a system',
      takes(orgId, inPath('unapprovedSystemId', uuid)),
      answers('204', null),
    ),
  },
};

export const usualPaths = { ...accountPaths, ...organisationPaths, ...systemPaths, ...thingPaths };
