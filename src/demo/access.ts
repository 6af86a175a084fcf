/** Decides who may call the service (specification, "Authentication"). */

import type { IncomingHttpHeaders } from 'node:http';

import type { Answer } from './answer.ts';
import { problem } from './problems.ts';
import { newSecret } from './secrets.ts';

/** A new access token: 63 alphanumeric characters. */
export function newToken(): string {
  return newSecret(63);
}

/** The problem of a request without `User-Agent`; undefined where it has one. */
export function missingUserAgent(baseUrl: string, headers: IncomingHttpHeaders): Answer | undefined {
  if (headers['user-agent']) return undefined;
  return problem(baseUrl, 'user-agent-missing', 'Set a User-Agent header that identifies your application.');
}

/** The problem of a request without a valid access token; undefined where it carries one that `accepts` agrees to. */
export function tokenProblem(
  baseUrl: string,
  headers: IncomingHttpHeaders,
  accepts: (token: string) => boolean,
): Answer | undefined {
  const token = /^Bearer ([A-Za-z0-9]{63})$/i.exec(headers.authorization ?? '')?.[1];
  if (token !== undefined && accepts(token)) return undefined;
  const detail =
    'Send a Personal Access Token of 63 alphanumeric characters as "Authorization: Bearer <ACCESS_TOKEN>".';
  return problem(baseUrl, 'access-token-not-valid', detail, { headers: { 'www-authenticate': 'Bearer' } });
}
