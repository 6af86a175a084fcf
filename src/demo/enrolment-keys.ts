/** The enrolment keys of the demo's organisations, and the appearance of the systems enrolled with each. */

import { CITIES, PEOPLE, SERVER_ROLES } from './fleet/names.ts';
import { DEBIAN, EMBEDDED_LINUX, HANDHELD, MACOS, type Platform, SERVER_LINUX, WINDOWS } from './fleet/platforms.ts';
import { pick, type Random, whole } from './fleet/random.ts';

/** One tag as the service sends it (specification, "System"). */
export interface Tag {
  readonly tag: string;
}

export interface EnrolmentKey {
  readonly id: number;
  readonly description: string;
  /** This key's share of an organisation's systems; the shares add up to 1. */
  readonly share: number;
  /** The chance that one of its systems has not been seen for more than 90 days. */
  readonly silence: number;
  readonly platforms: readonly [Platform, ...Platform[]];
  readonly tags: readonly [readonly Tag[], ...(readonly Tag[])[]];
  /** A host name; `serial` counts the systems of this key from 1. */
  readonly hostname: (random: Random, serial: number) => string;
  /** An admin's remark about such a system. */
  readonly remark: (random: Random, serial: number) => string;
}

/** An enrolment key as the service lists it, in this order. */
export interface KeyRecord {
  readonly id: number;
  readonly description: string;
  readonly key: string;
  readonly type: 'GeneralPurpose' | 'Ephemeral';
  readonly approvalMode: 'Automatic' | 'Manual';
  readonly status: 'Enabled' | 'Disabled' | 'NoUsesRemaining';
  /** -1: any number. */
  readonly usesRemaining: number;
  /** Its last moment for enrolments; null: never. */
  readonly expiresAt: string | null;
  readonly lastUsed: string | null;
  readonly createdAt: string;
}

export const ENROLMENT_KEYS: readonly [EnrolmentKey, ...EnrolmentKey[]] = [
  {
    id: 11,
    description: 'retail',
    share: 0.38,
    silence: 0.41,
    platforms: [EMBEDDED_LINUX, EMBEDDED_LINUX, WINDOWS],
    tags: [tagged('till'), tagged('till'), tagged('till', 'site-1'), tagged('till', 'site-2'), tagged('kiosk'), []],
    hostname: (_, serial) => (serial % 9 === 0 ? `kiosk-${serial}.retail` : `pos-${padded(serial, 4)}.retail`),
    remark: (random, serial) => `Till ${whole(random, 1, 9)}, shop ${Math.ceil(serial / 6)}, ${pick(random, CITIES)}`,
  },
  {
    id: 12,
    description: 'laptops',
    share: 0.24,
    silence: 0.36,
    platforms: [WINDOWS, WINDOWS, MACOS, DEBIAN],
    tags: [[], [], tagged('byod'), tagged('sales'), tagged('finance', 'vpn')],
    hostname: (_, serial) => `laptop-${repeated(PEOPLE, serial)}`,
    remark: (random) => `Handed out in ${pick(random, CITIES)}`,
  },
  {
    id: 17,
    description: 'lab',
    share: 0.08,
    silence: 0.5,
    platforms: [DEBIAN, EMBEDDED_LINUX, WINDOWS],
    tags: [tagged('lab'), tagged('lab', 'bench'), []],
    hostname: (_, serial) => (serial % 41 === 0 ? `lab-👩‍🔬-${serial}` : `lab-bench-${padded(serial, 3)}`),
    remark: (random) => `Rack ${whole(random, 1, 12)}, on loan to ${pick(random, PEOPLE)}`,
  },
  {
    id: 23,
    description: 'build agents',
    share: 0.09,
    silence: 0.28,
    platforms: [SERVER_LINUX, SERVER_LINUX, MACOS, WINDOWS],
    tags: [tagged('ci', 'ephemeral'), tagged('ci'), tagged('ci', 'gpu')],
    hostname: (_, serial) => `build-runner-${serial}`,
    remark: (random) => `Pool ${pick(random, ['red', 'green', 'blue'])}, made by the autoscaler`,
  },
  {
    id: 29,
    description: 'servers',
    share: 0.07,
    silence: 0.04,
    platforms: [SERVER_LINUX, SERVER_LINUX, DEBIAN, WINDOWS],
    tags: [tagged('prod'), tagged('prod', 'edge'), tagged('prod', 'protect'), tagged('staging')],
    hostname: (random, serial) =>
      serial % 3 === 0 ? `${pick(random, SERVER_ROLES)}-${pick(random, CITIES)}` : repeatedRole(serial),
    remark: (random) => `${pick(random, ['Primary', 'Replica', 'Standby'])}, ${pick(random, CITIES)}`,
  },
  {
    id: 34,
    description: 'branch offices',
    share: 0.06,
    silence: 0.12,
    platforms: [EMBEDDED_LINUX, DEBIAN, WINDOWS],
    tags: [tagged('branch'), tagged('branch', 'router'), tagged('printer')],
    hostname: (random, serial) => `${pick(random, ['gw', 'nas', 'print'])}-${repeated(CITIES, serial)}`,
    remark: (random) => `Floor ${whole(random, 0, 7)}, next to the copier`,
  },
  {
    id: 41,
    description: 'warehouse scanners',
    share: 0.04,
    silence: 0.2,
    platforms: [HANDHELD],
    tags: [tagged('scanner'), tagged('scanner', 'night-shift')],
    hostname: (_, serial) => `scanner-${padded(serial, 3)}.wh${(serial % 4) + 1}`,
    remark: (random) => `Charger ${whole(random, 1, 40)}`,
  },
  {
    id: 46,
    description: 'meeting rooms',
    share: 0.02,
    silence: 0.1,
    platforms: [HANDHELD, EMBEDDED_LINUX],
    tags: [tagged('room'), []],
    hostname: (_, serial) => `room-${repeated(CITIES, serial)}`,
    remark: (random) => `Seats ${whole(random, 4, 20)}`,
  },
  {
    id: 58,
    description: '東京オフィス',
    share: 0.02,
    silence: 0.15,
    platforms: [WINDOWS, MACOS],
    tags: [tagged('東京'), tagged('東京', 'byod')],
    hostname: (_, serial) => `営業-${padded(serial, 2)}`,
    remark: (random) => `${whole(random, 1, 9)}階`,
  },
];

function tagged(...tags: readonly string[]): readonly Tag[] {
  return tags.map((tag) => ({ tag }));
}

function padded(number: number, digits: number): string {
  return String(number).padStart(digits, '0');
}

/** The list's names in turn: `anna` … `eun-ji`, then `anna-2` and so on. */
function repeated(names: readonly [string, ...string[]], serial: number): string {
  const name = names[serial % names.length] ?? names[0];
  const round = Math.floor(serial / names.length) + 1;
  return round === 1 ? name : `${name}-${round}`;
}

/** A server's name by its role: `db-core-01`. */
function repeatedRole(serial: number): string {
  const role = SERVER_ROLES[serial % SERVER_ROLES.length] ?? SERVER_ROLES[0];
  return `${role}-${padded(Math.ceil(serial / SERVER_ROLES.length), 2)}`;
}
