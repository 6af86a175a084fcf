/** What does an error of the transport mean: was anything sent? */
import type { Failure } from '../problem.ts';

/** Certificates and the version of TLS are settled before the first byte of a request. */
const certificate = /^(CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_|INVALID_|ERR_TLS_CERT_)/;
const handshake = /^ERR_SSL_.*(WRONG_VERSION_NUMBER|HANDSHAKE_FAILURE|PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL)$/;

/** What Node does not even try: a header of odd text. `fetch`, by which proxies are asked, has no code for it. */
const unsendable = /^(ERR_INVALID_CHAR|ERR_UNESCAPED_CHARACTERS|bad request)$/;

/** Only the code is kept: messages may hold parts of the request. */
export function problemOfError(error: unknown, host: string, via: string | null = null): Failure {
  const refusal = proxyRefusal(error);
  const through = via === null ? {} : { via };
  if (refusal !== null) return { kind: 'unreachable', host, code: refusal, ...through };
  const { code, syscall } = originOf(error);
  // Other system calls may fail after the request went out, with the same codes: `read EHOSTUNREACH`.
  const isUnsent =
    syscall === 'connect' ||
    syscall === 'getaddrinfo' ||
    code === 'UND_ERR_CONNECT_TIMEOUT' ||
    unsendable.test(code) ||
    certificate.test(code) ||
    handshake.test(code);
  return isUnsent ? { kind: 'unreachable', host, code, ...through } : { kind: 'lost', code };
}

/** The proxy answered the request for a tunnel itself. Only undici's own sentence says so. */
function proxyRefusal(error: unknown): string | null {
  const messages = causesOf(error).map(({ message }) => /^Proxy response \((\d{3})\)/.exec(message)?.[1]);
  const status = messages.find((found) => found !== undefined);
  return status === undefined ? null : `PROXY_${status}`;
}

function originOf(error: unknown): { readonly code: string; readonly syscall?: unknown } {
  const causes = causesOf(error);
  const coded = causes.find(
    (cause): cause is NodeJS.ErrnoException & { code: string } => 'code' in cause && typeof cause.code === 'string',
  );
  if (coded !== undefined) return coded;
  if (error instanceof TypeError && error.cause === undefined) return { code: 'bad request' };
  // fetch itself ends a request that is answered with 407, and says nothing of why.
  return { code: causes.some(({ message }) => message === '') ? 'perhaps a 407 of a proxy' : 'unknown' };
}

/** The innermost first. Where every address of a host was tried in vain, the first one stands for all. */
function causesOf(error: unknown): readonly Error[] {
  if (!(error instanceof Error)) return [];
  return [...causesOf(error instanceof AggregateError ? error.errors[0] : error.cause), error];
}
