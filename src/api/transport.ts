/** What does an error of the transport mean: was anything sent? */
import type { Failure } from './client.ts';

/** No connection was made, so nothing was sent. Certificate errors come before the request, too. */
const beforeSending =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|CERT_.*|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_.*|ERR_TLS_CERT_ALTNAME_INVALID|ERR_SSL_.*|EPROTO)$/;

/** Only the code is kept: messages may hold parts of the request. */
export function problemOfError(error: unknown, host: string): Failure {
  const code = codeOf(error);
  return beforeSending.test(code) ? { kind: 'unreachable', host, code } : { kind: 'lost', code };
}

function codeOf(error: unknown): string {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof AggregateError && cause.errors.length > 0 && !('code' in cause)) return codeOf(cause.errors[0]);
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  }
  return 'unknown';
}
