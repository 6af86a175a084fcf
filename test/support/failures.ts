/** Failures of a request: one of each kind and status, with what each says of the change that was asked for. */
import type { Certainty, Failure, Problem } from '../../src/api/problem.ts';
import { refused } from './make.ts';

// As a proxy may answer that forbids something.
const page = { status: 403, contentType: 'text/html', title: null } as const;

/** All but refusals; a new kind does not compile before somebody has decided it. */
const kinds: Readonly<Record<Exclude<Failure['kind'], 'refused'>, readonly [Failure, Certainty]>> = {
  unreachable: [{ kind: 'unreachable', host: 'h', code: 'ECONNREFUSED' }, 'notSent'],
  untrustedLink: [{ kind: 'untrustedLink', link: '', reason: 'another address', page: null }, 'notSent'],
  oddId: [{ kind: 'oddId' }, 'notSent'],
  withheld: [{ kind: 'withheld', mode: 'preview' }, 'notSent'],
  outdated: [{ kind: 'outdated' }, 'notSent'],
  notReviewed: [{ kind: 'notReviewed' }, 'notSent'],
  fileUnread: [{ kind: 'fileUnread', path: 'logo.png', code: 'missing' }, 'notSent'],
  misleading: [{ kind: 'misleading', header: 'X-HTTP-Method-Override' }, 'notSent'],
  redirected: [{ kind: 'redirected', status: 302, location: null }, 'unknown'],
  lost: [{ kind: 'lost', code: 'ECONNRESET' }, 'unknown'],
  timedOut: [{ kind: 'timedOut', seconds: 20 }, 'unknown'],
  notTheApi: [{ kind: 'notTheApi', reason: 'cut off', ...page }, 'unknown'],
  cached: [{ kind: 'cached', ageMs: null }, 'unknown'],
  wrongShape: [{ kind: 'wrongShape', path: '' }, 'unknown'],
  aborted: [{ kind: 'aborted' }, 'unknown'],
};

const statuses: readonly (readonly [status: number, slug: string | null, Certainty])[] = [
  [101, null, 'unknown'],
  [400, null, 'refused'],
  [401, null, 'refused'],
  [403, null, 'refused'],
  [404, null, 'unknown'],
  [404, 'about:blank', 'unknown'],
  [404, 'system-not-found', 'refused'],
  [404, 'policy-not-found', 'refused'],
  [408, null, 'unknown'],
  [408, 'timeout', 'unknown'],
  [409, null, 'refused'],
  [429, null, 'refused'],
  [500, null, 'unknown'],
  [501, null, 'refused'],
  [502, null, 'unknown'],
  [503, 'busy', 'unknown'],
  [504, null, 'unknown'],
];

export const failures: readonly (readonly [Problem, Certainty])[] = [
  ...Object.values(kinds).map(([failure, message]) => [{ ...failure, operation: 'delete system' }, message] as const),
  ...statuses.map(([status, slug, message]) => [refused(status, { slug }), message] as const),
];
