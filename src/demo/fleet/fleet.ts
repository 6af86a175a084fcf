/** The organisations and systems of the demo, the same for the same seed and time. */

import { ENROLMENT_KEYS, type EnrolmentKey } from '../enrolment-keys.ts';
import { aLife, type Life } from './life.ts';
import { REMARKS } from './names.ts';
import { pick, type Random, seededRandom, whole } from './random.ts';
import { systemIdOf } from './system-ids.ts';

/**
 * A system as the service sends it (specification, "System"). Only the id is certain; every other field may hold
 * anything, so that a fleet can also be as odd as the outside world is. A field that is `undefined` is not sent.
 */
export interface SystemRecord {
  readonly systemId: string;
  readonly [field: string]: unknown;
}

/** An organisation and all its systems, in the order the service lists them. */
export interface OrganisationRecord {
  readonly orgId: string;
  readonly orgName: string;
  readonly role: string;
  readonly systems: readonly SystemRecord[];
}

export interface Fleet {
  readonly organisations: readonly OrganisationRecord[];
}

export interface FleetOptions {
  readonly seed: number;
  /** How many systems the first organisation has, disabled ones included. */
  readonly systems: number;
  /** Milliseconds since 1970; nothing in the fleet happened later. */
  readonly now: number;
}

const TWO_YEARS = 730 * 24 * 60 * 60_000;

// Lists that many systems share: at a million systems, a list for each would be most of the memory.
const NO_DNS: readonly unknown[] = [];
/** The shape of an entry is "not shown": texts and objects both occur. */
const CUSTOM_DNS: readonly [readonly unknown[], ...(readonly unknown[])[]] = [
  ['10.0.0.53'],
  ['10.20.0.53', '10.20.1.53'],
  [{ hostname: 'intranet.example', address: '10.1.2.3' }],
  ['10.0.0.53', { hostname: 'till-server.example', address: 'fd00::53', ttl: 300 }],
];

const SERVICE_VERSIONS = ['4.18.2', '4.18.1', '4.18.0', '4.17.5', '4.16.11', '4.9.0', '3.12.4'] as const;

/** `gatewayId` and `udpSupported` are in no documentation; services send such fields. */
const GATEWAYS = ['gw-ams-1', 'gw-ams-2', 'gw-fra-1', 'gw-iad-3', 'gw-nrt-1', 'gw-gru-1'] as const;

/**
 * Three organisations: a large one, one with 260 systems, and an empty one. An organisation's systems are made when
 * they are first asked for, so that the service is there at once, whatever their number.
 */
export function aFleet({ seed, systems, now }: FleetOptions): Fleet {
  return {
    organisations: [
      anOrganisation('n7Kq2wTd', 'Northwind Traders', 'Owner', () => someSystems(0, systems, seed, now)),
      anOrganisation('t3Xv9mRb', 'Tailspin Toys', 'Admin', () => someSystems(1, 260, seed, now)),
      anOrganisation('c5Hs8pLz', 'Contoso Labs', 'Member', () => []),
    ],
  };
}

function anOrganisation(orgId: string, orgName: string, role: string, make: () => SystemRecord[]): OrganisationRecord {
  let made: SystemRecord[] | undefined;
  return {
    orgId,
    orgName,
    role,
    get systems() {
      return (made ??= make());
    },
  };
}

/** The systems of the organisation with this number, in the order of their enrolment. */
function someSystems(organisation: number, count: number, seed: number, now: number): SystemRecord[] {
  const random = seededRandom(seed * 31 + organisation);
  const serials = new Map<EnrolmentKey, number>();
  const systems: SystemRecord[] = [];
  for (let number = 0; number < count; number += 1) {
    const key = aKey(random);
    const serial = (serials.get(key) ?? 0) + 1;
    serials.set(key, serial);
    // Most were enrolled when the service was introduced, two years ago; every next one a little later.
    const enrolledAgo = TWO_YEARS * (1 - ((number + random()) / count) ** 1.5);
    const life = aLife(random, key.silence, enrolledAgo, now);
    systems.push(aSystem(random, systemIdOf(organisation * 2 ** 24 + number), life, key, serial));
  }
  return systems;
}

/** One of the enrolment keys, by their shares. */
function aKey(random: Random): EnrolmentKey {
  let left = random();
  return ENROLMENT_KEYS.find((key) => (left -= key.share) < 0) ?? ENROLMENT_KEYS[0];
}

function aSystem(random: Random, systemId: string, life: Life, key: EnrolmentKey, serial: number): SystemRecord {
  const platform = pick(random, key.platforms);
  return {
    systemId,
    description: aDescription(random, key, serial),
    state: life.state,
    customDns: random() < 0.97 ? NO_DNS : pick(random, CUSTOM_DNS),
    lastSeen: life.lastSeen,
    enrolledAt: life.enrolledAt,
    enrolmentKeyId: key.id,
    enrolmentKeyDescription: key.description,
    isEnabled: life.isEnabled,
    connectedFrom: life.lastSeen ? anAddress(random) : '',
    hostname: aHostname(random, key, serial),
    platformType: platform.platformType,
    osVersion: pick(random, platform.osVersions),
    serviceVersion: pick(random, SERVICE_VERSIONS),
    tags: pick(random, key.tags),
    gatewayId: pick(random, GATEWAYS),
    udpSupported: random() < 0.8,
  };
}

/** Mostly a host name as the key's systems carry it; one system in a hundred reported none. */
function aHostname(random: Random, key: EnrolmentKey, serial: number): string | null {
  const chance = random();
  if (chance < 0.006) return null;
  return chance < 0.01 ? '' : key.hostname(random, serial);
}

function aDescription(random: Random, key: EnrolmentKey, serial: number): string {
  const chance = random();
  if (chance < 0.02) return pick(random, REMARKS);
  return chance < 0.5 ? key.remark(random, serial) : '';
}

/** An address of the ranges set aside for documentation, so that it is nobody's. */
function anAddress(random: Random): string {
  if (random() < 0.1) return `2001:db8:${whole(random, 16, 4095).toString(16)}::${whole(random, 1, 9999).toString(16)}`;
  return `${pick(random, ['192.0.2', '198.51.100', '203.0.113'])}.${whole(random, 1, 254)}`;
}
