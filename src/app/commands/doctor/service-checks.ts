/** Checks the service: name, encryption, route, clock and token, each by itself. */
import { lookup } from 'node:dns/promises';
import { setTimeout } from 'node:timers/promises';
import { problemSentence } from '../../../screens/text/problem-wording.ts';
import { span } from '../../../screens/text/times.ts';
import { plural } from '../../../screens/text/numbers.ts';
import { codeOf } from '../../../state/kernel/system-error.ts';
import type { Network } from '../../../state/requests/feature.ts';
import { checkService, type ServiceAccess } from '../../../state/requests/reader.ts';
import { version } from '../../cli/flags.ts';
import { type Check, failed, info, passed, type Section } from './check.ts';

/** A `Date` header is cut to the second, and the answer was on its way: less than this says nothing. */
const noticeableMs = 5000;

/** A name or a handshake takes longer than this where a firewall drops its packets. */
const limitMs = 10_000;

interface ServiceFacts {
  /** Normalised; null: none is known. */
  readonly baseUrl: string | null;
  readonly token: string | null;
  /** Why there is no token, where that is known. */
  readonly tokenSays: string | null;
  readonly network: Network | null;
  readonly isTlsUnchecked: boolean;
}

export async function serviceSection(facts: ServiceFacts): Promise<Section> {
  const { baseUrl, network, token, tokenSays } = facts;
  const title = 'Service';
  if (baseUrl === null || network === null) {
    return { title, checks: [failed('address', 'none is known', 'sign in once in rollcall, or give --base-url')] };
  }
  const { hostname, port, protocol } = new URL(baseUrl);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const isDirect = network.route.kind !== 'proxy';
  const checks = [
    info('address', baseUrl),
    routeCheck(network),
    ...(isDirect ? [await nameCheck(hostname, host)] : []),
    ...(isDirect && protocol === 'https:' ? [await tlsCheck(host, Number(port === '' ? 443 : port))] : []),
    ...(facts.isTlsUnchecked ? [uncheckedTls] : []),
  ];
  if (token === null) {
    const says = tokenSays ?? 'none is kept for this service';
    return { title, checks: [...checks, failed('token', says, 'sign in once in rollcall')] };
  }
  return { title, checks: [...checks, ...(await answerChecks({ baseUrl, token, version, network }))] };
}

const uncheckedTls = failed(
  'certificates',
  'not looked at (NODE_TLS_REJECT_UNAUTHORIZED=0): anybody on the way can read the token',
  'unset NODE_TLS_REJECT_UNAUTHORIZED; NODE_EXTRA_CA_CERTS names your own authority',
);

function routeCheck({ route }: Network): Check {
  switch (route.kind) {
    case 'direct':
      return info('proxy', 'none');
    case 'proxy':
      return info('proxy', route.name);
    case 'proxyNotUsed':
      return info('proxy', `${route.name}, not used: the service is on this computer`);
  }
}

const lookAt = 'look at the address, and at /etc/resolv.conf';

async function nameCheck(hostname: string, host: string): Promise<Check> {
  try {
    const late = setTimeout(limitMs, null, { ref: false });
    const addresses = await Promise.race([lookup(host, { all: true }), late]);
    if (addresses === null) return failed('name', `${hostname}: no answer within ${limitMs / 1000} s`, lookAt);
    return passed('name', `${hostname} is ${addresses.map(({ address }) => address).join(', ')}`);
  } catch (error) {
    return failed('name', `${hostname} is not found (${codeOf(error)})`, lookAt);
  }
}

function tlsCheck(host: string, port: number): Promise<Check> {
  // Loaded here: it takes tens of milliseconds, and the whole program is one file.
  const { connect } = process.getBuiltinModule('node:tls');
  return new Promise((resolve) => {
    const socket = connect({ host, port, ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }) });
    const late = new AbortController();
    const done = (check: Check): void => {
      late.abort();
      socket.destroy();
      resolve(check);
    };
    // Not the socket's own timeout: that one restarts with every byte.
    void setTimeout(limitMs, null, { signal: late.signal }).then(
      () => {
        done(failed('encryption', `no handshake within ${limitMs / 1000} s`));
      },
      () => undefined,
    );
    socket.once('close', () => {
      done(failed('encryption', 'no (closed)'));
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      const mend = 'NODE_EXTRA_CA_CERTS names a file with the certificate of your own authority';
      const isOfCertificates = /CERT|SIGNATURE|ALTNAME|ISSUER/.test(error.code ?? '');
      done(failed('encryption', `no (${error.code ?? 'unknown'})`, isOfCertificates ? mend : undefined));
    });
    socket.once('secureConnect', () => {
      const { valid_to: validTo } = socket.getPeerCertificate();
      done(passed('encryption', `${socket.getProtocol() ?? 'TLS'}, certificate valid until ${validTo}`));
    });
  });
}

async function answerChecks(access: ServiceAccess): Promise<readonly Check[]> {
  const { organisations, problem, clockAheadMs } = await checkService(access, () => Date.now());
  const token =
    organisations === null
      ? failed('token', problem === null ? 'not answered' : problemSentence(problem))
      : passed('token', `accepted: ${plural(organisations, 'organisation')}`);
  return [clockCheck(clockAheadMs), token];
}

function clockCheck(aheadMs: number | null): Check {
  if (aheadMs === null) return info('clock', 'the service gives no time');
  if (Math.abs(aheadMs) < noticeableMs) return passed('clock', 'as the service has it');
  const side = aheadMs > 0 ? 'behind' : 'ahead of';
  return failed('clock', `this computer is ${span(Math.abs(aheadMs))} ${side} the service`, 'timedatectl set-ntp true');
}
