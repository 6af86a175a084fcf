/** Headers that a request may not have, because they decide its meaning, its receiver or its end. */

/** `own`: rollcall sets it. `withheld`: never sent. `free`: you may set it. */
type HeaderStanding = 'own' | 'withheld' | 'free';

/** Default for requests without an `Accept` of their own. */
export const standardAccept = { Accept: 'application/json, application/problem+json' };

/** Headers of every request, whatever its definition says (RFC 9110, 8.3, 10.1.5, 11.6.2, 12.5.1). */
const own: ReadonlySet<string> = new Set(['accept', 'authorization', 'content-type', 'user-agent']);

/** A header name (RFC 9110, 5.1). */
const token = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * Headers that frame the message, belong to a connection, a browser or a cache, or request a part (RFC 9110, 7.6.1;
 * RFC 9112, 6).
 */
const framing = new RegExp(
  [
    '^(?:connection|keep-alive|te|trailers?|transfer-encoding|upgrade|expect|via|date|max-forwards|http2-settings|alt-used',
    'content-(?:length|encoding|range|location|transfer-encoding)|accept-(?:encoding|charset)|cache-control|pragma',
    'range|if-range|(?:set-)?cookie2?|origin|referer|upgrade-insecure-requests|(?:proxy|sec|access-control)-.*)$',
  ].join('|'),
);

/**
 * Names, in letters only and without `X-`, by which a service or proxy takes another host, method, address or sender.
 */
const misleading = new RegExp(
  [
    // `ghost` and `methodology` do not match.
    ...[
      '(?<!g)host(?!ing|ed|email)',
      'method(?!olog)',
      'authority',
      'forward',
      'overrid',
      'rewrit',
      'rewrote',
      'proxy',
      'reroute',
    ],
    ...['^(?:http)?verb$', '(?:^|http)(?:scheme|proto|protocol|port|prefix|uri|url|path|pathinfo|script(?:name)?)$'],
    ...[
      '(?:original|originating|real|request|effective|raw|base|arr)(?:host|uri|url|path|pathinfo|port|proto|scheme|ip)',
    ],
    ...['(?:client|remote|true|connecting|cluster|source|user|peer)(?:ip|addr|address|user|port)', '^remote', '^ip$'],
    ...['accelredirect', 'sendfile', 'frontend(?:https|scheme)', '^https?$', '^(?:arrssl|ssl)'],
  ].join('|'),
);

export function headerStanding(name: string): HeaderStanding {
  const lower = name.toLowerCase();
  if (own.has(lower)) return 'own';
  const letters = lower.replace(/^x[-_]/, '').replaceAll(/[^a-z]/g, '');
  return token.test(lower) && !framing.test(lower) && !misleading.test(letters) ? 'free' : 'withheld';
}

/** Headers that rollcall sets for certain requests only. */
const ofSomeRequests: ReadonlySet<string> = new Set(['accept', 'content-type', 'if-modified-since']);

/** The first header that no request may have, whatever built the request; null when there is none. */
export function misleadingHeader(headers: Readonly<Record<string, string>>): string | null {
  const found = Object.keys(headers).find(
    (name) => !ofSomeRequests.has(name.toLowerCase()) && headerStanding(name) !== 'free',
  );
  return found ?? null;
}
