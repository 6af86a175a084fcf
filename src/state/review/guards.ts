/** Guards: which systems a review leaves out of its count until a person includes them, and how many are too many. */
import type { System } from '../../api/system.ts';
import { connectionOf } from '../systems/connection.ts';
import { protectedTag } from './protected-tags.ts';
import { onOff, settingWord, settingWords } from '../kernel/setting-words.ts';
import { ageOf, dayMs, isConnected } from '../staleness/staleness.ts';

/** The guards of one organisation. They can be changed; what is empty or 0 guards nothing. */
export interface Guards {
  readonly tags: readonly string[];
  /** Enrolment keys, by their description or number. */
  readonly keys: readonly string[];
  /** What was seen, or enrolled, within so many days, has any other time within them, or is connected. */
  readonly seenDays: number;
  /** More than this share of the organisation is refused, in percent; 100 refuses nothing. */
  readonly share: number;
  /** The system from whose address this session was opened. */
  readonly session: boolean;
}

export const defaultGuards: Guards = {
  tags: ['protect', 'protected', 'do-not-delete'],
  keys: [],
  seenDays: 7,
  share: 50,
  session: true,
};

/** Why a system is guarded. */
export type Guard =
  | { readonly kind: 'session' }
  | { readonly kind: 'tag'; readonly tag: string }
  /** They cannot be looked into: a tag that protects may be among them. */
  | { readonly kind: 'tagsUnreadable' }
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'connected' }
  | { readonly kind: 'seen'; readonly days: number }
  /** So long ago. An id that was enrolled again may have the `lastSeen` of before. */
  | { readonly kind: 'enrolled'; readonly ms: number }
  /** A field that the specification does not name has a time so long ago; negative: so far in the future. */
  | { readonly kind: 'time'; readonly field: string; readonly ms: number }
  /** What it says, or nothing, proves neither life nor death; whatever `seenDays` is. */
  | { readonly kind: 'state'; readonly state: string | null };

/** By what systems are guarded. `address`: where this session comes from (SSH_CONNECTION); null where it is local. */
export interface Guarding {
  readonly guards: Guards;
  readonly address: string | null;
}

/** The weightiest guard of a system, by any of its records. */
export function guardOf(system: System, guarding: Guarding, now: number): Guard | null {
  return guardsOf(system, guarding, now).next().value ?? null;
}

/** All guards of a system, by any of its records; of each the weightiest first. */
export function* guardsOf(system: System, guarding: Guarding, now: number): Generator<Guard, undefined> {
  for (let record: System | null = system; record !== null; record = record.alsoListed) {
    yield* guardsOfRecord(record, guarding, now);
  }
}

/** The first guard that was not there when a person lifted these. */
export function guardBeyond(
  lifted: readonly Guard[],
  system: System,
  guarding: Guarding,
  now: number,
): Guard | undefined {
  return [...guardsOf(system, guarding, now)].find((guard) => !lifted.some((one) => isSame(one, guard)));
}

/** But for the time that has passed. */
function isSame(one: Guard, other: Guard): boolean {
  return JSON.stringify({ ...one, ms: 0 }) === JSON.stringify({ ...other, ms: 0 });
}

function* guardsOfRecord(system: System, { guards, address }: Guarding, now: number): Generator<Guard> {
  if (guards.session && address !== null && addressIn(system.connectedFrom) === address) yield { kind: 'session' };
  const tag = protectedTag(system, guards.tags);
  if (tag !== null) yield tag === 'unreadable' ? { kind: 'tagsUnreadable' } : { kind: 'tag', ...tag };
  const key = [system.enrolmentKeyDescription, system.enrolmentKeyId?.toString()].find(
    (one) => one != null && includes(guards.keys, one),
  );
  if (key != null) yield { kind: 'key', key };
  if (guards.seenDays > 0) yield* guardsByLife(system, guards.seenDays, now);
  if (connectionOf(system.state) === 'notUnderstood') yield { kind: 'state', state: system.state };
}

function* guardsByLife(system: System, days: number, now: number): Generator<Guard> {
  if (isConnected(system)) yield { kind: 'connected' };
  const limit = days * dayMs;
  const age = ageOf(system, now);
  if (age.kind === 'seen' && age.ms <= limit) yield { kind: 'seen', days };
  const { enrolledAtMs } = system;
  if (enrolledAtMs !== null && now - enrolledAtMs <= limit) yield { kind: 'enrolled', ms: now - enrolledAtMs };
  for (const { field, ms } of system.otherTimes) {
    // Far in the future is when something ends, and not when a system was there.
    if (Math.abs(now - ms) <= limit) yield { kind: 'time', field, ms: now - ms };
  }
}

/** Are so many systems more of the organisation than its guard lets through at once? */
export function isTooLargeShare(count: number, total: number | null, guards: Guards): boolean {
  return total !== null && guards.share < 100 && count > (total * guards.share) / 100;
}

/** An address in one form: without a port, a zone, brackets, or the prefix of an IPv4 address written as IPv6. */
export function addressIn(text: string | null): string | null {
  const trimmed = text?.trim().toLowerCase() ?? '';
  const bare = /^\[([^\]]*)\]/.exec(trimmed)?.[1] ?? trimmed.replace(/^([\d.]+):\d+$/, '$1');
  const address = bare.replace(/%.*$/, '').replace(/^::ffff:(?=[\d.]+$)/, '');
  return address === '' ? null : address;
}

function includes(all: readonly string[], wanted: string): boolean {
  return all.some((one) => one.toLowerCase() === wanted.toLowerCase());
}

/**
 * Reads `tag:protect key:"build agents" seen:7 share:50 session:on`; a word that is left out changes nothing. `tag:none`,
 * `key:none`, `seen:0`, `share:100` and `session:off` switch one off.
 */
export function readGuards(text: string, before: Guards): { ok: true; guards: Guards } | { ok: false; says: string } {
  const tags: string[] = [];
  const keys: string[] = [];
  let { seenDays, share, session } = before;
  for (const { word, name, value } of settingWords(text)) {
    const number = /^\d{1,5}%?$/.test(value) ? Number.parseInt(value, 10) : null;
    if (name === 'tag' && value !== '') tags.push(value);
    else if (name === 'key' && value !== '') keys.push(value);
    else if (name === 'seen' && number !== null) seenDays = number;
    else if (name === 'share' && number !== null && number >= 1 && number <= 100) share = number;
    else if (name === 'session' && (value === 'on' || value === 'off')) session = value === 'on';
    else
      return {
        ok: false,
        says: `${word}: tag:NAME key:NAME seen:DAYS share:PERCENT session:on, or tag:none, key:none`,
      };
  }
  return {
    ok: true,
    guards: { tags: named(tags, before.tags), keys: named(keys, before.keys), seenDays, share, session },
  };
}

/**
 * Guards as a file keeps them. Where a word of them cannot be read (`unread`), what it protected is not known: the other
 * words hold, and none of the usual guards is off.
 */
export function storedGuards(text: string): { readonly guards: Guards; readonly unread: string | null } {
  const words = settingWords(text).map(({ word }) => word);
  const unread = words.find((word) => !readGuards(word, defaultGuards).ok) ?? null;
  const readable = words.filter((word) => readGuards(word, defaultGuards).ok).join(' ');
  const read = readGuards(readable, defaultGuards);
  const guards = read.ok ? read.guards : defaultGuards;
  if (unread === null) return { guards, unread };
  const { tags, keys, seenDays, share, session } = guards;
  return {
    unread,
    guards: {
      tags: [...new Set([...tags, ...defaultGuards.tags])],
      keys,
      seenDays: Math.max(seenDays, defaultGuards.seenDays),
      share: Math.min(share, defaultGuards.share),
      session: session || defaultGuards.session,
    },
  };
}

/** Written in the place of names: there are none. */
const none = 'none';

function named(typed: readonly string[], before: readonly string[]): readonly string[] {
  return typed.length === 0 ? before : typed.filter((name) => name.toLowerCase() !== none);
}

/** The guards as they are typed. */
export function guardsText({ tags, keys, seenDays, share, session }: Guards): string {
  return [
    ...(tags.length === 0 ? [none] : tags).map((tag) => settingWord('tag', tag)),
    ...keys.map((key) => settingWord('key', key)),
    `seen:${seenDays}`,
    `share:${share}`,
    `session:${onOff(session)}`,
  ].join(' ');
}
