/** Tells from an error of the transport whether anything was sent. */
import type { Failure } from '../problem.ts';

/** Certificates and the version of TLS are checked before the first byte of a request. */
const certificate = /^(CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_|INVALID_|ERR_TLS_CERT_)/;
const handshake = /^ERR_SSL_.*(WRONG_VERSION_NUMBER|HANDSHAKE_FAILURE|PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL)$/;

/** Node refuses to send a header of odd text. `fetch`, which is used with proxies, has no code for it. */
const unsendable = /^(ERR_INVALID_CHAR|ERR_UNESCAPED_CHARACTERS|bad request)$/;

/** Only the code is kept: messages may hold parts of the request. */
export function failureOfError(error: unknown, host: string, via: string | null = null): Failure {
  const refusal = proxyRefusal(error);
  const through = via === null ? {} : { via };
  if (refusal !== null) return { kind: 'unreachable', host, code: refusal, ...through };
  const { code, syscall } = originOf(error);
  // Other system calls may fail with the same codes after the request was sent: `read EHOSTUNREACH`.
  const isUnsent =
    syscall === 'connect' ||
    syscall === 'getaddrinfo' ||
    code === 'UND_ERR_CONNECT_TIMEOUT' ||
    unsendable.test(code) ||
    certificate.test(code) ||
    handshake.test(code);
  return isUnsent ? { kind: 'unreachable', host, code, ...through } : { kind: 'lost', code };
}

/** The status with which the proxy refused a tunnel. Only undici's message says so. */
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
  // fetch ends a request that gets a 407 without saying why.
  return { code: causes.some(({ message }) => message === '') ? 'perhaps a 407 of a proxy' : 'unknown' };
}

/** The innermost first. Where every address of a host failed, the first one stands for all. */
function causesOf(error: unknown): readonly Error[] {
  if (!(error instanceof Error)) return [];
  return [...causesOf(error instanceof AggregateError ? error.errors[0] : error.cause), error];
}
