/** The doctor's checks: settings and storages as the program uses them, and the service, step by step. */
import { codeOf, errorCode } from '../../../state/kernel/files.ts';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { lstatSync } from 'node:fs';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { plural, span } from '../../../screens/text/quantities.ts';
import { problemSentence } from '../../../screens/text/problem-wording.ts';
import type { Network } from '../../../state/session/backoff/feature.ts';
import { checkService, type ServiceAccess } from '../../../state/fleet/list/effects.ts';
import type { TokenStorage } from '../../../state/session/session.ts';
import { version } from '../../cli/flags.ts';
import { keychainHere } from '../../ports.ts';
import { tokenFilePath } from '../../storage/own-file.ts';
import type { Preferences } from '../../storage/preferences/preferences.ts';
import type { KeychainFailure } from '../../tokens/keychain-request.ts';
import { exposureOf, storageOf, tokenFromCommand } from '../../tokens/token-store.ts';

// Findings of the doctor, in sections. A check that fails is a finding, too, and never ends the doctor.

export interface DoctorFinding {
  /** Null: information, neither good nor bad. */
  readonly ok: boolean | null;
  readonly message: string;
  readonly mend?: string | undefined;
  /** Overrides the name of the check. */
  readonly name?: string;
}

export interface Section {
  readonly title: string;
  readonly checks: readonly (DoctorFinding & { readonly name: string })[];
}

export function pass(message: string): DoctorFinding {
  return { ok: true, message };
}

export function info(message: string, mend?: string): DoctorFinding {
  return { ok: null, message, mend };
}

export function fail(message: string, mend?: string): DoctorFinding {
  return { ok: false, message, mend };
}

/** Checks by name, run in order. A check returns no finding, one, or several. */
export type Checks = Readonly<Record<string, () => Found | Promise<Found>>>;
type Found = DoctorFinding | readonly DoctorFinding[] | null;

/** Runs the checks in order; one that throws becomes a finding, and the others still run. */
export async function sectionOf(title: string, planned: Checks): Promise<Section> {
  const checks: Section['checks'][number][] = [];
  for (const [name, check] of Object.entries(planned)) {
    try {
      for (const found of [(await check()) ?? []].flat()) checks.push({ name, ...found });
    } catch (error) {
      checks.push({ name, ...fail(`not checked: ${whyOf(error)}`) });
    }
  }
  return { title, checks };
}

/** The reason of a failed check: the system's error code with the file, else the error's message. */
export function whyOf(error: unknown): string {
  const { path } = error as { readonly path?: unknown };
  if (errorCode(error) === null) return error instanceof Error ? error.message : String(error);
  return typeof path === 'string' ? `${path} cannot be read (${codeOf(error)})` : codeOf(error);
}

export function preferencesChecks(preferences: Preferences): Checks {
  const { path, problem, unknown, profileName, profileNames } = preferences;
  const rights = (): string => {
    const stats = lstatSync(path ?? '', { throwIfNoEntry: false });
    return stats === undefined ? 'not there yet' : (stats.mode & 0o777).toString(8).padStart(4, '0');
  };
  return {
    file: () => info(path === null ? 'none: there is no folder for it' : `${path} (${rights()})`),
    reading: () => (problem === null ? pass('fine') : fail(problem)),
    keys: () => unknown.map((sentence) => fail(sentence, 'rollcall docs configuration explains every key')),
    profile: () => info(`${profileName} (of ${profileNames.length})`),
  };
}

const signInOnce = 'sign in once in rollcall';

/** An unused storage that does not work is not a problem. */
export function tokenChecks({ profile }: Preferences, account: string, baseUrl: string | null): Checks {
  const chosen = storageOf(profile);
  const inUse = chosen.ok ? chosen.storage : null;
  return {
    'in use': () =>
      chosen.ok ? info(inUse ?? 'none was chosen yet; the keychain is tried first') : fail(chosen.sentence),
    keychain: () => keychainCheck(account, inUse),
    command: () => commandCheck(profile, inUse, baseUrl),
    file: async () => fileCheck(await tokenFilePath().catch(() => null), inUse),
  };
}

const keychainMends: Readonly<Partial<Record<KeychainFailure, string>>> = {
  absent: 'install and start a keychain (gnome-keyring, KeePassXC), or choose another place in rollcall (:)',
  locked: 'gnome-keyring-daemon --unlock, or sign in on its desktop',
  denied: 'start rollcall in the session that owns the keychain',
  'no answer': 'systemctl --user restart gnome-keyring-daemon',
  damaged: 'sign out and in again in rollcall',
  noexec: 'set TMPDIR to a folder that you can write to and that is not mounted noexec',
};

async function keychainCheck(account: string, inUse: TokenStorage | null): Promise<DoctorFinding> {
  const begun = performance.now();
  const found = await keychainHere().find(account);
  const ms = Math.round(performance.now() - begun);
  if (!found.ok) {
    const report = inUse === 'keychain' ? fail : info;
    return report(`${found.reason}: ${found.sentence}`, keychainMends[found.reason]);
  }
  const holds = found.value === null ? 'holds no token of this service' : 'holds a token of this service';
  const message = `works, ${holds}${ms > 1000 ? `; slow: ${ms} ms` : ''}`;
  const isMissing = found.value === null && inUse === 'keychain';
  return isMissing ? fail(message, signInOnce) : pass(message);
}

async function commandCheck(
  profile: Preferences['profile'],
  inUse: TokenStorage | null,
  baseUrl: string | null,
): Promise<DoctorFinding> {
  if (inUse !== 'command') return info(profile.tokenCommand === undefined ? 'none' : 'set, not in use');
  if (baseUrl === null) return info('not run: no address is known');
  const printed = await tokenFromCommand(profile, baseUrl, process.env);
  if (printed.ok) return pass('prints a token');
  return fail(printed.sentence, printed.reason === 'unaccepted' ? `to accept it, ${signInOnce} there` : undefined);
}

function fileCheck(path: string | null, inUse: TokenStorage | null): DoctorFinding {
  if (path === null) return info('none: there is no folder for it');
  const exposure = exposureOf(path);
  if (exposure !== null) return fail(exposure, `chmod 600 ${path}`);
  const isThere = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  if (inUse === 'file' && !isThere) return fail(`${path} is not there`, signInOnce);
  return info(isThere ? `${path}, for you alone, not encrypted` : 'none');
}

/** Timeout of a lookup or a handshake, in milliseconds: a firewall may drop packets silently. */
const limitMs = 10_000;

interface ServiceFacts {
  /** Normalised; null: unknown. */
  readonly baseUrl: string | null;
  readonly token: string | null;
  readonly tokenSays: string | null;
  readonly network: Network | null;
  readonly isTlsUnchecked: boolean;
}

export function serviceChecks(facts: ServiceFacts): Checks {
  const { baseUrl, network, token, tokenSays } = facts;
  if (baseUrl === null || network === null) {
    return { address: () => fail('none is known', `${signInOnce}, or give --base-url`) };
  }
  const { hostname, port, protocol } = new URL(baseUrl);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const isDirect = network.route.kind !== 'proxy';
  const isEncrypted = isDirect && protocol === 'https:';
  return {
    address: () => info(baseUrl),
    proxy: () => info(routeWords(network.route)),
    name: () => (isDirect ? nameCheck(hostname, host) : null),
    encryption: () => (isEncrypted ? tlsCheck(host, Number(port === '' ? 443 : port)) : null),
    certificates: () => (facts.isTlsUnchecked ? uncheckedTls : null),
    token: () =>
      token === null
        ? fail(tokenSays ?? 'none is stored for this service', signInOnce)
        : answerChecks({ baseUrl, token, version, network }),
  };
}

const uncheckedTls = fail(
  'not checked (NODE_TLS_REJECT_UNAUTHORIZED=0): anyone on the network can read your token',
  'unset NODE_TLS_REJECT_UNAUTHORIZED; NODE_EXTRA_CA_CERTS names your own authority',
);

function routeWords(route: Network['route']): string {
  if (route.kind === 'direct') return 'none';
  return route.kind === 'proxy' ? route.name : `${route.name}, not used: the service is on this computer`;
}

const lookAt = 'check the address and /etc/resolv.conf';

async function nameCheck(hostname: string, host: string): Promise<DoctorFinding> {
  try {
    const late = setTimeout(limitMs, null, { ref: false });
    const addresses = await Promise.race([lookup(host, { all: true }), late]);
    if (addresses === null) return fail(`${hostname}: no answer within ${limitMs / 1000} s`, lookAt);
    return pass(`${hostname} is ${addresses.map(({ address }) => address).join(', ')}`);
  } catch (error) {
    return fail(`${hostname} is not found (${codeOf(error)})`, lookAt);
  }
}

const noClientCertificate = 'it may ask for a client certificate: rollcall needs an address that asks for none';

async function tlsCheck(host: string, port: number): Promise<DoctorFinding> {
  // Loaded on demand, because it takes tens of milliseconds.
  const { connect } = process.getBuiltinModule('node:tls');
  const socket = connect({ host, port, ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }) });
  // The socket's own timeout would restart with every byte.
  const late = { signal: AbortSignal.timeout(limitMs) };
  try {
    const isClosed = await Promise.race([
      once(socket, 'secureConnect', late).then(() => false),
      once(socket, 'close', late).then(() => true),
    ]);
    if (isClosed) return fail('no (closed)');
    const { valid_to: validTo } = socket.getPeerCertificate();
    return pass(`${socket.getProtocol() ?? 'TLS'}, certificate valid until ${validTo}`);
  } catch (error) {
    if (late.signal.aborted) return fail(`no handshake within ${limitMs / 1000} s`);
    const code = codeOf(error);
    if (code.endsWith('ALERT_HANDSHAKE_FAILURE')) return fail(`no (${code})`, noClientCertificate);
    const mend = 'NODE_EXTRA_CA_CERTS names a file with the certificate of your own authority';
    const isOfCertificates = /CERT|SIGNATURE|ALTNAME|ISSUER/.test(code);
    return fail(`no (${code})`, isOfCertificates ? mend : undefined);
  } finally {
    socket.destroy();
  }
}

async function answerChecks(access: ServiceAccess): Promise<readonly DoctorFinding[]> {
  const { organisations, problem, clockAheadMs } = await checkService(access, () => Date.now());
  const token =
    organisations === null
      ? fail(problem === null ? 'not answered' : problemSentence(problem))
      : pass(`accepted: ${plural(organisations, 'organisation')}`);
  return [{ ...clockCheck(clockAheadMs), name: 'clock' }, token];
}

function clockCheck(aheadMs: number | null): DoctorFinding {
  if (aheadMs === null) return info('the service gives no time');
  // A tolerance of 5 s: a `Date` header has whole seconds, and the answer took time to arrive.
  if (Math.abs(aheadMs) < 5000) return pass('as the service has it');
  const side = aheadMs > 0 ? 'behind' : 'ahead of';
  return fail(`this computer is ${span(Math.abs(aheadMs))} ${side} the service`, 'timedatectl set-ntp true');
}
