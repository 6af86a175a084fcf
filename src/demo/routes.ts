/** Routes a request to the operation that answers it. */

import { missingUserAgent, tokenProblem } from './access.ts';
import { type Answer, tagged } from './answer.ts';
import { apiBrowser } from './definition/api-browser.ts';
import { definitionOf } from './definition/definition.ts';
import type { Call, Operation } from './operation.ts';
import { changeLogo } from './operations/change-logo.ts';
import { changeSystem } from './operations/change-system.ts';
import { createEnrolmentKey } from './operations/create-enrolment-key.ts';
import { deleteSystem } from './operations/delete-system.ts';
import { listEnrolmentKeys } from './operations/list-enrolment-keys.ts';
import { listLogs } from './operations/list-logs.ts';
import { listOrganisationsBefore } from './operations/list-organisations-before.ts';
import { listOrganisations } from './operations/list-organisations.ts';
import { listSystems } from './operations/list-systems.ts';
import { listTags } from './operations/list-tags.ts';
import { changePolicy } from './operations/policies/change-policy.ts';
import { createPolicy } from './operations/policies/create-policy.ts';
import { deletePolicy } from './operations/policies/delete-policy.ts';
import { listPolicies } from './operations/policies/list-policies.ts';
import { readPolicy } from './operations/policies/read-policy.ts';
import { pingSystem, revokeSystem } from './operations/reach-system.ts';
import { readAccount } from './operations/read-account.ts';
import { readEnrolmentKey } from './operations/read-enrolment-key.ts';
import { readLog } from './operations/read-log.ts';
import { readOrganisation } from './operations/read-organisation.ts';
import { readSystem } from './operations/read-system.ts';
import { disableEnrolmentKey, enableEnrolmentKey } from './operations/switch-enrolment-key.ts';
import { disableSystem, enableSystem } from './operations/switch-system.ts';
import { tagSystems } from './operations/tag-systems.ts';
import { problem } from './problems.ts';

export const OPERATIONS: readonly Operation[] = [
  readAccount,
  listOrganisations,
  listOrganisationsBefore,
  readOrganisation,
  changeLogo,
  listSystems,
  readSystem,
  changeSystem,
  deleteSystem,
  enableSystem,
  disableSystem,
  pingSystem,
  revokeSystem,
  listEnrolmentKeys,
  createEnrolmentKey,
  readEnrolmentKey,
  enableEnrolmentKey,
  disableEnrolmentKey,
  listPolicies,
  createPolicy,
  readPolicy,
  changePolicy,
  deletePolicy,
  listTags,
  tagSystems,
  listLogs,
  readLog,
];

/** Answers a request: an operation of the API, or one of the two documents about it, which are open to all. */
interface Route extends Pick<Operation, 'method' | 'path' | 'answer'> {
  readonly open?: boolean;
}

const ROUTES: readonly Route[] = [
  ...OPERATIONS,
  {
    method: 'GET',
    path: '/',
    open: true,
    answer: ({ baseUrl }) => ({
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: apiBrowser(definitionOf(baseUrl, OPERATIONS)),
    }),
  },
  {
    method: 'GET',
    path: '/swagger/v1/swagger.json',
    open: true,
    answer: ({ baseUrl, request }) => tagged(request, definitionOf(baseUrl, OPERATIONS)),
  },
];

/** The answer to a request of any caller; `accepts` recognises a known token. */
export function answerTo(call: Call, accepts: (token: string) => boolean): Answer {
  const { baseUrl, request } = call;
  const nameless = missingUserAgent(baseUrl, request.headers);
  if (nameless !== undefined) return nameless;
  const found = ROUTES.flatMap((route) => {
    const segments = match(route.path, request.path);
    return segments === undefined ? [] : [{ route, segments }];
  });
  if (found.length === 0) return problem(baseUrl, 'resource-not-found', `There is nothing at ${request.path}.`);
  const chosen = found.find(({ route }) => route.method === request.method);
  if (chosen === undefined) {
    const allow = found.map(({ route }) => route.method).join(', ');
    return problem(baseUrl, 'method-not-allowed', `This path answers ${allow}.`, { headers: { allow } });
  }
  const unknown = chosen.route.open === true ? undefined : tokenProblem(baseUrl, request.headers, accepts);
  return unknown ?? chosen.route.answer(call, ...chosen.segments);
}

/**
 * The decoded values of a template's placeholders; undefined where the path is another one. A slash at the end makes no
 * difference, so an empty system id leads to the list and never to a system.
 */
function match(template: string, path: string): string[] | undefined {
  const wanted = template.split('/');
  const given = (path.endsWith('/') && path !== '/' ? path.slice(0, -1) : path).split('/');
  if (wanted.length !== given.length) return undefined;
  const segments: string[] = [];
  for (const [index, part] of wanted.entries()) {
    const segment = given[index] ?? '';
    if (part.startsWith('{')) segments.push(decoded(segment));
    else if (part !== segment) return undefined;
  }
  return segments;
}

/** A percent sign that encodes nothing stands for itself. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
