/** Words for problems: the failure and its consequence. The screen adds the next step. */
import { certaintyOf, type Clocks, isSystemNotFound, type Problem, type Refused } from '../../api/problem.ts';
import { clean, type Clean } from './clean.ts';
import { brief, clip, quoteText } from './fit.ts';
import { untrustedLinkSentence } from './fleet-wording.ts';
import { isLoopback } from '../../api/access.ts';
import { operations } from '../../api/operations.ts';
import { age, exact, span } from './quantities.ts';
import { asksForPatience, maxPauseSeconds } from '../../state/session/backoff/feature.ts';

/** One or two short sentences. */
export function problemSentence(problem: Problem): Clean {
  const { unknown } = operations[problem.operation];
  const isInDoubt = unknown !== undefined && certaintyOf(problem) === 'unknown';
  return clean(isInDoubt ? `${whatFailed(problem)} ${unknown}` : whatFailed(problem));
}

/** The failure alone, for places that already show whether the change took effect. */
export function failureSentence(problem: Problem): Clean {
  return clean(whatFailed(problem));
}

/** Written to standard error before an automatic retry waits, while no screen is open. */
export function waitSentence(problem: Problem): Clean {
  const status = problem.kind === 'refused' ? ` (${problem.status})` : '';
  return clean(`The service asks to wait${status}. rollcall gives up after ${maxPauseSeconds / 60} min.`);
}

/** The problem in two or three words: `no connection`, `refused (409)`, `failed (503)`. */
export function briefProblem(problem: Problem): Clean {
  if (problem.kind === 'wrongShape') return clip(answeredWords(problem, null), maxAnsweredLength);
  if (problem.kind !== 'refused') return clean(KINDS[problem.kind]);
  if (problem.status === 401) return clean('token not accepted');
  return clean(`${problem.status >= 500 ? 'failed' : 'refused'} (${problem.status})`);
}

const KINDS: Record<Exclude<Problem['kind'], 'refused' | 'wrongShape'>, string> = {
  unreachable: 'no connection',
  lost: 'connection lost',
  timedOut: 'no answer',
  redirected: 'redirected',
  notTheApi: 'not the API',
  cached: 'a cache answered',
  untrustedLink: 'link not followed',
  oddId: 'not sent',
  withheld: 'not sent',
  outdated: 'not sent',
  notReviewed: 'not sent',
  misleading: 'not sent',
  fileUnread: 'not sent',
  aborted: 'stopped',
};

function whatFailed(problem: Problem): string {
  const { request, purpose } = operations[problem.operation];
  switch (problem.kind) {
    case 'refused':
      return refusalSentence(problem);
    case 'unreachable':
      return noConnection(problem);
    case 'lost':
      return certificateAsked.test(problem.code)
        ? `The service asks for a client certificate, and rollcall has none to send (${request}, ${brief(problem.code)}).`
        : `The connection was lost after sending ${request} (${brief(problem.code)}).`;
    case 'timedOut':
      return `rollcall stopped waiting after ${problem.seconds} s: no answer (${request}).`;
    case 'redirected':
      return `The service redirected ${request} (${problem.status} to ${quoteText(problem.location ?? '')}): not followed.`;
    case 'notTheApi': {
      const title = problem.title === null ? '' : `, a page titled ${quoteText(problem.title)}`;
      return `${NOT_THE_API[problem.reason]} (${request}, ${problem.status} ${quoteText(problem.contentType)}${title}).`;
    }
    case 'cached':
      return `Not checked (${request}): ${cachedWords(problem)}.`;
    case 'wrongShape':
      return `${answeredWords(problem, 'The service')} (${request}).`;
    case 'untrustedLink':
      return untrustedLinkSentence(problem);
    case 'oddId':
      return 'The id of this system does not fit into an address. Nothing was sent.';
    case 'withheld':
      return `This is a ${problem.mode} session: the request to ${purpose} was not sent.`;
    case 'outdated':
      return 'The check of its systems took too long. Nothing was sent. Review them again.';
    case 'notReviewed':
      return 'rollcall deletes systems after a review. Nothing was sent.';
    case 'misleading':
      return `rollcall does not send the header ${quoteText(problem.header)}: it can mislead. Nothing was sent.`;
    case 'fileUnread':
      return `The file ${quoteText(problem.path)} ${fileWords[problem.code] ?? `cannot be read (${brief(problem.code)})`}. Nothing was sent.`;
    case 'aborted':
      return `Stopped before the answer came (${request}).`;
  }
}

const fileWords: Readonly<Record<string, string>> = {
  missing: 'is not there',
  tooLarge: 'is too large: one request sends at most 64 MiB of files',
  notPlain: 'is no plain file',
  boundary: 'has the line by which the parts of the form are told apart',
};

/** Limit of cells where only a few words fit. */
const maxAnsweredLength = 48;

/** Matches an answer with the id of another system than the requested one. */
const otherSystem = /(?:^|\.)system[_-]?id: "?([^"]*)"?$/i;

/**
 * The part of an answer that rollcall does not accept: another system, a failure inside a success (`success: false`),
 * or a field that is missing or of another type (`items[3].systemId: expected string`).
 */
export function answeredWords({ path }: Extract<Problem, { readonly kind: 'wrongShape' }>, who: string | null): Clean {
  const said = who === null ? '' : `${who} `;
  const other = path.includes('expected ') ? null : otherSystem.exec(path)?.[1];
  if (other != null) return clean(`${said}answered about another system (${brief(other)})`);
  return clean(`${said}answered ${path.includes('expected ') ? 'unreadably, at ' : ''}${brief(path)}`);
}

/** Alerts about a client's certificate (RFC 8446, 6.2), by OpenSSL's names. */
const certificateAsked = /ALERT_(CERTIFICATE_REQUIRED|BAD_CERTIFICATE)$/;

/** TLS 1.2 has one alert for every failed handshake. */
const mayAsk = 'It may ask for a client certificate, and rollcall has none to send.';

export function cachedWords({ ageMs }: Extract<Problem, { readonly kind: 'cached' }>): Clean {
  const old =
    ageMs === null ? 'of unknown age' : `${ageMs < 60_000 ? `${Math.floor(ageMs / 1000)} s` : age(ageMs)} old`;
  return clean(`a cache on the way answered, ${old}`);
}

/** Distinguishes an unknown name, an untrusted certificate and a computer that does not answer. */
function noConnection(problem: Problem & { readonly kind: 'unreachable' }): string {
  const [host, code] = [brief(problem.host), brief(problem.code)];
  const via = problem.via === undefined ? null : brief(problem.via);
  const proxyStatus = /^PROXY_(\d+)$/.exec(code)?.[1];
  if (via !== null && proxyStatus !== undefined) {
    const refusal = proxyStatus === '407' ? 'asks for a user and a password' : `refused the connection to ${host}`;
    return `The proxy ${via} ${refusal} (${proxyStatus}). Nothing was sent.`;
  }
  if (['ENOTFOUND', 'EAI_AGAIN'].includes(code)) return `The name ${host} was not found (${code}). Nothing was sent.`;
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') {
    return `The certificate of ${host} is not valid at this time (${code})${clockWords(problem.clocks)}. Nothing was sent.`;
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `The certificate of ${host} is for another name (${code}). Nothing was sent.`;
  }
  if (/ALERT_HANDSHAKE_FAILURE$/.test(code)) {
    return `${host} refused the TLS handshake (${code}). Nothing was sent. ${mayAsk}`;
  }
  if (code === 'NOT_THIS_COMPUTER') return `${host} is another computer: use https. Nothing was sent.`;
  if (/CERT|SELF_SIGNED|ISSUER|VERIFY/.test(code)) {
    return `The certificate of ${host} is not trusted (${code}). Nothing was sent. See NODE_EXTRA_CA_CERTS.`;
  }
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER' && via === null) return plainPort(host);
  if (via === null) return `No connection to ${host} (${code}). Nothing was sent.`;
  // The cause comes first, because the line of a retry cuts the names.
  const cause = code === 'ECONNREFUSED' ? 'The proxy refused the connection' : 'No connection through the proxy';
  return `${cause} (${code}): ${via}, to ${host}. Nothing was sent.`;
}

/** Shown while NODE_TLS_REJECT_UNAUTHORIZED=0 turns the certificate check off. */
export const certificatesUnchecked = 'NODE_TLS_REJECT_UNAUTHORIZED=0: anyone on the network can read your token.';

/** The answer to the TLS handshake was not TLS: the port speaks http, or another protocol. */
function plainPort(host: string): string {
  const isLocal = isLoopback(host.replace(/:\d+$/, ''));
  const remedy = isLocal ? `For a local service use http://${host}.` : 'Check the port of the address.';
  return `${host} does not speak https. ${remedy} Nothing was sent.`;
}

/** Shows whether the certificate's dates or a clock is wrong. */
function clockWords(clocks: Clocks | undefined): string {
  if (clocks === undefined) return '';
  const local = `, and by this computer's clock it is ${exact(clocks.local)}`;
  return clocks.service === null ? local : `${local}, by the service's ${exact(clocks.service)}`;
}

const NOT_THE_API = {
  'content type': 'The answer did not come from the API',
  'not json': 'The answer is not JSON',
  'cut off': 'The answer was cut off',
  'too large': 'The answer is too large',
};

/** Longer waits, in milliseconds, are shown as more than a day. */
const maxNamedMs = 24 * 60 * 60_000;

/** One sentence: the refused request, and the service's explanation. */
export function refusalSentence(problem: Problem & Refused): string {
  const { request, purpose } = operations[problem.operation];
  const answer = answerWords(problem);
  if (problem.status === 401) return 'The token is not accepted (401).';
  if (problem.status === 403) return `This token may not ${purpose}: ${answer}.`;
  if (asksForPatience(problem)) return `The service asks ${patience(problem)}: ${answer}.`;
  if (problem.status === 404 && problem.operation === 'list organisations')
    return `There is no list of organisations at this address: ${answer}. It must be the base address of the API.`;
  if (problem.status >= 500) return `The service failed to ${purpose}: ${answer}.`;
  if (isSystemNotFound(problem)) {
    // A 404 for the list of systems means that the organisation was not found.
    const what = problem.operation === 'list systems' ? 'organisation' : 'system';
    return `There is no such ${what}, or this token may not see it: ${answer}.`;
  }
  // For a change this status is not a refusal: a proxy may have answered.
  const isChange = problem.operation === 'send request' || operations[problem.operation].unknown !== undefined;
  if (isChange && certaintyOf(problem) === 'unknown') return `The service answered ${request} with ${answer}.`;
  return `The service refused to ${purpose}: ${answer}.`;
}

/** Names a wait that exceeds rollcall's automatic one. */
function patience({ retryAfter }: Refused): string {
  if (retryAfter === null || retryAfter <= maxPauseSeconds) return 'for a slower pace';
  const ms = retryAfter * 1000;
  return `to wait for ${ms > maxNamedMs ? 'more than a day' : span(ms)}`;
}

/** The service's answer, without the request: `409 "Gateway is used by a policy" (trace 4f2a)`. */
export function answerWords({ status, title, detail, errors, traceId }: Refused): string {
  const faults = Object.entries(errors).flatMap(([field, messages]) => messages.map((said) => `${field}: ${said}`));
  const said = [title ?? '', detail ?? '', faults.join(' ')].filter((text) => text !== '');
  const trace = traceId === null ? '' : ` (trace ${brief(traceId)})`;
  return [String(status), ...said.map((text) => quoteText(text))].join(' ') + trace;
}

/**
 * The messages of a validation problem about the named field, and about others: `Quota: exceeded`. Services write names
 * in any case, and with a path before them: `$.description`.
 */
export function fieldErrors(problem: Problem, name: string): Record<'own' | 'others', readonly string[]> {
  const entries = problem.kind === 'refused' ? Object.entries(problem.errors) : [];
  const isOwn = (field: string): boolean => field.toLowerCase().replace(/^\W+/, '') === name.toLowerCase();
  return {
    own: entries.flatMap(([field, messages]) => (isOwn(field) ? messages : [])),
    others: entries.flatMap(([field, messages]) => (isOwn(field) ? [] : messages.map((said) => `${field}: ${said}`))),
  };
}
