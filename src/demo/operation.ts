/** An operation of the service: where it is called, how it is described, and its response. */

import type { Answer } from './answer.ts';
import type { Organisation } from './organisations.ts';
import type { ReceivedRequest } from './request.ts';

/** An operation's part of the OpenAPI definition ("Operation Object"). */
export interface OperationDescription {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly deprecated?: true;
  readonly parameters?: readonly object[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, object>>;
}

export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Names a placeholder by braces, as OpenAPI does: `/org/{orgId}/systems`. */
  readonly path: string;
  readonly description: OperationDescription;
  /** `segments`: the decoded values of the path's placeholders, in their order. */
  readonly answer: (call: Call, ...segments: string[]) => Answer;
}

/** A request that may be answered: it named its application, and its token is valid. */
export interface Call {
  readonly baseUrl: string;
  readonly request: ReceivedRequest;
  readonly organisations: readonly Organisation[];
  /** A number no enrolment key has had yet. */
  readonly newKeyId: () => number;
}

/** The organisation with this id, or undefined where the caller has no access to one. */
export function organisationOf(call: Call, orgId: string): Organisation | undefined {
  return call.organisations.find((organisation) => organisation.orgId === orgId);
}
