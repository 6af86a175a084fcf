/** Refusals as problem details, RFC 7807 (specification, "Errors"). */

import { randomBytes, randomUUID } from 'node:crypto';

import type { Answer } from './answer.ts';

/** Every slug with its status and title. The specification shows the first; the others are "not shown" there. */
const CATALOGUE = {
  'system-not-found': [404, 'System cannot be found'],
  'enrolment-key-not-found': [404, 'Enrolment key cannot be found'],
  'policy-not-found': [404, 'Policy cannot be found'],
  'policy-active': [409, 'Policy is active'],
  'policy-changed': [412, 'Policy has changed'],
  'log-entry-not-found': [404, 'Log entry cannot be found'],
  'resource-not-found': [404, 'Resource cannot be found'],
  'method-not-allowed': [405, 'Method is not allowed'],
  'user-agent-missing': [400, 'User-Agent header is missing'],
  'access-token-not-valid': [401, 'Access token is missing or not valid'],
  'validation-failed': [400, 'One or more parameters are not valid'],
  'body-not-json': [400, 'Body is not JSON'],
  'body-too-large': [413, 'Body is too large'],
  'media-type-not-supported': [415, 'Media type is not supported'],
} as const;

export type ProblemSlug = keyof typeof CATALOGUE;

/** Messages by the name of their parameter or field. */
export type ValidationErrors = Readonly<Record<string, readonly string[]>>;

export interface ProblemExtras {
  readonly errors?: ValidationErrors;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The answer for a problem, with the three headers every error carries. `detail` is about this occurrence. */
export function problem(baseUrl: string, slug: ProblemSlug, detail: string, extras: ProblemExtras = {}): Answer {
  const [status, title] = CATALOGUE[slug];
  return {
    status,
    headers: {
      'content-type': 'application/problem+json; charset=utf-8',
      'cache-control': 'no-cache, no-store, must-revalidate',
      pragma: 'no-cache',
      expires: '0',
      ...extras.headers,
    },
    body: JSON.stringify({
      type: `${baseUrl}/problems/type/${slug}`,
      title,
      status,
      detail,
      instance: `${baseUrl}/problems/instance/${randomUUID()}`,
      traceId: randomBytes(16).toString('hex'),
      errors: extras.errors,
    }),
  };
}

/** The one error for a missing thing and for one that the caller may not see: it does not tell them apart. */
export function systemNotFound(baseUrl: string): Answer {
  return problem(
    baseUrl,
    'system-not-found',
    'The requested system does not exist, or your access rights do not allow access to it.',
  );
}

export function keyNotFound(baseUrl: string): Answer {
  return problem(baseUrl, 'enrolment-key-not-found', 'The organisation has no enrolment key with this id.');
}

export function validationFailed(baseUrl: string, errors: ValidationErrors): Answer {
  return problem(baseUrl, 'validation-failed', Object.values(errors).flat().join(' '), { errors });
}
