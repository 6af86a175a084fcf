/** Words for problems: what failed and what it means. What to do now is the screen's to say. */
import type { Clocks, Problem } from '../../api/problem.ts';
import { clean, type Clean } from './clean.ts';
import { brief, quoted } from './fit.ts';
import { untrustedLinkSentence } from './incompleteness-wording.ts';
import { wordsOf } from '../../api/operations.ts';
import { refusalSentence } from './refusal-wording.ts';
import { exact } from './times.ts';

/** The problem in one or two short sentences. */
export function problemSentence(problem: Problem): Clean {
  const { unknown } = wordsOf(problem.operation);
  const isInDoubt = unknown !== undefined && mayHaveHappened(problem);
  return clean(isInDoubt ? `${whatFailed(problem)} ${unknown}` : whatFailed(problem));
}

/** The same without the uncertainty about its effect, for where that is known. */
export function failureSentence(problem: Problem): Clean {
  return clean(whatFailed(problem));
}

/** The problem in two or three words: `no connection`, `refused (409)`, `failed (503)`. */
export function briefProblem(problem: Problem): Clean {
  if (problem.kind !== 'refused') return clean(BRIEFLY[problem.kind]);
  if (problem.status === 401) return clean('token not accepted');
  return clean(`${problem.status >= 500 ? 'failed' : 'refused'} (${problem.status})`);
}

const BRIEFLY: Record<Exclude<Problem['kind'], 'refused'>, string> = {
  unreachable: 'no connection',
  lost: 'connection lost',
  timedOut: 'no answer',
  redirected: 'redirected',
  notTheApi: 'not the API',
  wrongShape: 'answer not understood',
  untrustedLink: 'link not followed',
  oddId: 'not sent',
  withheld: 'not sent',
  aborted: 'stopped',
};

/** Whether the service may have acted on the request, as far as its answer tells. */
export function mayHaveHappened(problem: Problem): boolean {
  switch (problem.kind) {
    case 'lost':
    case 'timedOut':
    case 'notTheApi':
    case 'wrongShape':
    case 'aborted':
      return true;
    case 'refused':
      return problem.status >= 500;
    case 'unreachable':
    case 'redirected':
    case 'untrustedLink':
    case 'oddId':
    case 'withheld':
      return false;
  }
}

function whatFailed(problem: Problem): string {
  const { request, purpose } = wordsOf(problem.operation);
  switch (problem.kind) {
    case 'refused':
      return refusalSentence(problem);
    case 'unreachable':
      return noConnection(problem);
    case 'lost':
      return `The connection was lost after sending ${request} (${brief(problem.code)}).`;
    case 'timedOut':
      return `rollcall stopped waiting after ${problem.seconds} s: no answer (${request}).`;
    case 'redirected':
      return `The service redirected ${request} (${problem.status} to ${quoted(problem.location ?? '')}): not followed.`;
    case 'notTheApi':
      return `${NOT_THE_API[problem.reason]} (${[request, `${problem.status} ${quoted(problem.contentType)}`, ...titleWords(problem)].join(', ')}).`;
    case 'wrongShape':
      return `The answer to ${request} is not what the specification says (${brief(problem.path)}).`;
    case 'untrustedLink':
      return untrustedLinkSentence(problem.link, problem.reason, problem.page);
    case 'oddId':
      return "The system's id cannot stand in an address: nothing was sent.";
    case 'withheld':
      return `This is a ${problem.mode} session: the request to ${purpose} was not sent.`;
    case 'aborted':
      return `Stopped before the answer came (${request}).`;
  }
}

function titleWords({ title }: Problem & { readonly kind: 'notTheApi' }): readonly string[] {
  return title === null ? [] : [`a page titled ${quoted(title)}`];
}

/** Distinguishes an unknown name, a certificate that is not trusted and a computer that does not answer. */
function noConnection(problem: Problem & { readonly kind: 'unreachable' }): string {
  const [host, code] = [brief(problem.host), brief(problem.code)];
  const via = problem.via === undefined ? null : brief(problem.via);
  const proxyStatus = /^PROXY_(\d+)$/.exec(code)?.[1];
  if (via !== null && proxyStatus !== undefined) {
    const refusal = proxyStatus === '407' ? 'asks for a user and a password' : `refused the connection to ${host}`;
    return `The proxy ${via} ${refusal} (${proxyStatus}): nothing was sent.`;
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `The name ${host} was not found (${code}): nothing was sent.`;
  }
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') {
    return `The certificate of ${host} is not valid at this time (${code})${clockWords(problem.clocks)}: nothing was sent.`;
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `The certificate of ${host} is for another name (${code}): nothing was sent.`;
  }
  if (/CERT|SELF_SIGNED|ISSUER|VERIFY/.test(code)) {
    return `The certificate of ${host} is not trusted (${code}): nothing was sent. See NODE_EXTRA_CA_CERTS.`;
  }
  return `No connection to ${host}${via === null ? '' : ` through the proxy ${via}`} (${code}): nothing was sent.`;
}

/** Shows whether the certificate or a clock is wrong. */
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
