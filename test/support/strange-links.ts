/** Variants of `links.next` that point elsewhere while they resemble the next page. */

/** Addresses for the links: the list's own (without a query), and a stranger's host and port. */
export interface Places {
  readonly list: string;
  readonly stranger: string;
}

/** Links, and values that are not links; none may be followed. */
export function strangeLinks({ list, stranger }: Places): readonly unknown[] {
  const { protocol, host, hostname, port, pathname } = new URL(list);
  const other = protocol === 'https:' ? 'http:' : 'https:';
  const [strangeName = '', strangePort = ''] = stranger.split(':');
  const tail = `${pathname}?cursor=2`;
  return [
    ...elsewhere(protocol, host, stranger, tail),
    ...elsewhere(other, host, stranger, tail),
    ...[`${other}//${host}${tail}`, `${other}${tail}`, `${other}//${hostname}${tail}`],
    ...['1', '65535', '80', '443', '0']
      .filter((given) => given !== port)
      .map((given) => `${protocol}//${hostname}:${given}${tail}`),
    ...similarHosts(hostname).map((name) => `${protocol}//${name}${port === '' ? '' : `:${port}`}${tail}`),
    ...schemes.map((scheme) => `${scheme}//${stranger}${tail}`),
    ...schemes.map((scheme) => `${scheme}${list}?cursor=2`),
    ...paths(pathname).map((path) => `${protocol}//${host}${path}`),
    ...paths(pathname),
    ...[`//${strangeName}:${strangePort}${tail}`, `///${stranger}${tail}`, `////${stranger}${tail}`],
    ...notLinks,
  ];
}

/** The stranger in every place that a parser may read as a host. */
function elsewhere(protocol: string, host: string, stranger: string, tail: string): string[] {
  return [
    `${protocol}//${stranger}${tail}`,
    `${protocol}${stranger}${tail}`,
    `${protocol}///${stranger}${tail}`,
    `${protocol}\\\\${stranger}${tail}`,
    `${protocol}/\\${stranger}${tail}`,
    `${protocol}//\t${stranger}${tail}`,
    `${protocol}\n//${stranger}${tail}`,
    ` ${protocol}//${stranger}${tail}`,
    `${protocol.toUpperCase()}//${stranger}${tail}`,
    `${protocol}//${host}@${stranger}${tail}`,
    `${protocol}//${host}:x@${stranger}${tail}`,
    `${protocol}//${host}%2F@${stranger}${tail}`,
    `${protocol}//${host}%40@${stranger}${tail}`,
    `${protocol}//user@${stranger}${tail}`,
    `${protocol}//user:secret@${host}${tail}`,
    `${protocol}//@${stranger}${tail}`,
    `${protocol}//${stranger}\\@${host}${tail}`,
    `${protocol}//${stranger}#@${host}${tail}`,
    `${protocol}//${stranger}?@${host}${tail}`,
    `${protocol}//${stranger}/@${host}${tail}`,
    `${protocol}//${stranger}/${host}${tail}`,
    `${protocol}//${stranger}%00.${host}${tail}`,
    `${protocol}//${stranger}%2E${host}${tail}`,
    `${protocol}//${host}.${stranger}${tail}`,
    `${protocol}//x.${host}${tail}`,
    `${protocol}//x${host}${tail}`,
    `${protocol}//${host.replace(/(:\d+)?$/, '.$1').replace(/\.undefined$/, '.')}${tail}`,
  ];
}

function similarHosts(hostname: string): string[] {
  return [
    hostname.replace(/[a1]/, 'а'),
    hostname.replace(/[o0]/, 'о'),
    `${hostname}.`,
    `${hostname}..`,
    `${hostname}.evil.example`,
    `${hostname}%2eevil.example`,
    `${hostname}。evil.example`,
    `xn--${hostname}-7kc.example`,
    `-${hostname}`,
    '0.0.0.0',
    '[::1]',
    '[::]',
    '2130706434',
    '127.1.1.1',
    'evil.example',
  ];
}

const schemes = [
  ...'ftp: ws: wss: file: javascript: data: blob: view-source: about: mailto: http+unix: urn: gopher: jar:'.split(' '),
];

/** Other paths of the same service. */
function paths(pathname: string): string[] {
  const up = pathname.replace(/\/org\/.*$/, '');
  return [
    '/',
    `${pathname}/S1`,
    `${pathname}/../..`,
    `${pathname}/%2e%2e/%2e%2e/N2/systems`,
    `${pathname}%2F..`,
    `${pathname};jsessionid=1`,
    `${pathname}//S1`,
    `${up}/org/N2/systems`,
    `${up}/org/N1%2F..%2FN2/systems`,
    `${up}/org/n1/systems`,
    `${up}/org//systems`,
    `${up}/org/%4E2/systems`,
    `${up}/org/N1/enrolment-keys`,
    `${up}/account/orgs`,
    `${up}/../elsewhere/org/N1/systems`,
    `${pathname}?search=other`,
    `${pathname}?include_disabled=true&search=other`,
    `${pathname}?INCLUDE_DISABLED=maybe`,
  ];
}

const notLinks: readonly unknown[] = [
  ...[undefined, 0, 1, true, false, {}, [], ['?cursor=2'], { href: '?cursor=2' }],
  ...[
    '',
    ' ',
    '\n',
    'http://',
    'https://',
    'https://[::1',
    'http://a b/',
    'http://%',
    'http://:80',
    '//',
    'http://host:99999/',
  ],
];
