/** The headers that a request may not have: headers decide its meaning, its receiver and its end. */

/** `own`: rollcall sets it itself. `withheld`: it is never sent. `free`: a person may set it. */
export type HeaderStanding = 'own' | 'withheld' | 'free';

/** Sent where a request has none of its own. */
export const standardAccept = { Accept: 'application/json, application/problem+json' };

/** Headers of every request, regardless of its definition (RFC 9110, 8.3, 10.1.5, 11.6.2, 12.5.1). */
const own: ReadonlySet<string> = new Set(['accept', 'authorization', 'content-type', 'user-agent']);

/** A name (RFC 9110, 5.1). */
const token = /^[\w!#$%&'*+.^`|~-]+$/;

/** They frame the message, belong to one connection, a browser or a cache, or ask for a part (RFC 9110, 7.6.1; RFC 9112, 6). */
const framing = new RegExp(
  [
    '^(?:connection|keep-alive|te|trailers?|transfer-encoding|upgrade|expect|via|date|max-forwards|http2-settings|alt-used',
    'content-(?:length|encoding|range|location|transfer-encoding)|accept-(?:encoding|charset)|cache-control|pragma',
    'range|if-range|(?:set-)?cookie2?|origin|referer|upgrade-insecure-requests|(?:proxy|sec|access-control)-.*)$',
  ].join('|'),
);

/** Letters alone, without `X-`: names of another host, method, address or sender, for a service or a proxy before it. */
const misleading = new RegExp(
  [
    // `ghost` and `methodology` are none.
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

/** Headers that rollcall sets for some requests alone. */
const ofSomeRequests: ReadonlySet<string> = new Set(['accept', 'content-type', 'if-modified-since']);

/** The first header that no request may have, whoever built the request; null without one. */
export function misleadingHeader(headers: Readonly<Record<string, string>>): string | null {
  const found = Object.keys(headers).find(
    (name) => !ofSomeRequests.has(name.toLowerCase()) && headerStanding(name) !== 'free',
  );
  return found ?? null;
}
