/** Protection: the guards that keep systems from being changed until you lift them. */
import type { System } from '../../../api/system.ts';
import { entriesOf } from '../../../api/compact.ts';
import { numberText, parseExactly } from '../../../api/exact-json.ts';
import { memoize } from '../../kernel/store.ts';
import { inPlainSpelling } from '../../kernel/spelling.ts';
import { initialValues, type ValuesOf } from '../../kernel/setting.ts';
import { ageMs, dayMs, isConnected } from '../staleness/staleness.ts';
import { changedField } from '../systems/compare.ts';
import { connectionOf } from '../systems/status.ts';
import { holdsAddress, protectionTable } from './protection-table.ts';

/** Protection rules of one organisation. An empty list, or 0, protects nothing. */
export type Guards = ValuesOf<typeof protectionTable> & {
  readonly systems: ReadonlySet<string>;
};

export const defaultGuards: Guards = { ...initialValues(protectionTable), systems: new Set() };

export type Guard =
  /** `field`: the field that contains the address of this session. */
  | { readonly kind: 'session'; readonly field: string }
  | { readonly kind: 'byYou' }
  | { readonly kind: 'tag'; readonly tag: string }
  | { readonly kind: 'key'; readonly key: string }
  /** A field that a rule tests cannot be read: it may hold what protects. */
  | { readonly kind: 'unread'; readonly field: 'tags' | 'enrolmentKeyDescription' }
  | { readonly kind: 'connected' }
  | { readonly kind: 'seen'; readonly days: number }
  /** Age of the enrolment. An id that was enrolled again may keep its old `lastSeen`. */
  | { readonly kind: 'enrolled'; readonly ms: number }
  /** A time in a field that the specification does not name; negative: in the future. */
  | { readonly kind: 'time'; readonly field: string; readonly ms: number }
  /** An unknown or missing state proves neither life nor death, whatever `seenDays` is. */
  | { readonly kind: 'state'; readonly state: string | null };

/** `address`: where this session comes from (SSH_CONNECTION); null for a local session. */
export interface Guarding {
  readonly guards: Guards;
  readonly address: string | null;
}

/** Guards that apply to a change. `loss`: all of them; `own`: those that you set and only you end; `none`: none. */
export type GuardScope = 'loss' | 'own' | 'none';

/** The strongest guard by any record of the system; null: none. */
export function guardOf(system: System, guarding: Guarding, now: number, scope: GuardScope = 'loss'): Guard | null {
  strongest.guard = null;
  findGuards(strongest, system, guarding, now, scope);
  return strongest.guard;
}

/** All guards by any record of the system; the strongest of each record first. */
export function guardsOf(
  system: System,
  guarding: Guarding,
  now: number,
  scope: GuardScope = 'loss',
): readonly Guard[] {
  const guards: Guard[] = [];
  findGuards(guards, system, guarding, now, scope);
  return guards;
}

interface Finder {
  push(guard: Guard): unknown;
}

/** Keeps the first guard. A shared object: a review tests 100,000 systems, and an allocation for each is slow. */
const strongest: Finder & { guard: Guard | null } = {
  guard: null,
  push(guard) {
    this.guard ??= guard;
  },
};

const connectedGuard: Guard = { kind: 'connected' };

/** Memoised: one shared object instead of one per system. */
const seenGuardOf = memoize<Guards, Guard>(({ seenDays }) => ({ kind: 'seen', days: seenDays }));

function findGuards(guards: Finder, system: System, guarding: Guarding, now: number, scope: GuardScope): void {
  if (scope === 'none') return;
  findLastingGuards(guards, system, guarding);
  if (scope === 'loss' && guarding.guards.seenDays > 0) findGuardsByLife(guards, system, guarding.guards, now);
  if (scope === 'loss' && connectionOf(system.state) === 'notUnderstood')
    guards.push({ kind: 'state', state: system.state });
  if (system.alsoListed !== null) findGuards(guards, system.alsoListed, guarding, now, scope);
}

/** Is the system protected by a guard that only you can end? Lists show a sign for such systems. */
export function isProtected(system: System, guarding: Guarding): boolean {
  const guards: Guard[] = [];
  findLastingGuards(guards, system, guarding);
  return guards.length > 0 || (system.alsoListed !== null && isProtected(system.alsoListed, guarding));
}

/** The first guard that is not lifted; null: none. */
export function guardBeyond(
  lifted: readonly Guard[],
  system: System,
  guarding: Guarding,
  now: number,
  scope: GuardScope = 'loss',
): Guard | null {
  return guardsOf(system, guarding, now, scope).find((guard) => !lifted.some((one) => isSame(one, guard))) ?? null;
}

/** Ignores the elapsed time. */
function isSame(one: Guard, other: Guard): boolean {
  return JSON.stringify({ ...one, ms: 0 }) === JSON.stringify({ ...other, ms: 0 });
}

/** Guards that do not end by themselves, unlike those that end when a system falls silent or its state changes. */
function findLastingGuards(all: Finder, system: System, { guards, address }: Guarding): void {
  const field = guards.session && address !== null ? fieldWith(address, system) : null;
  if (field !== null) all.push({ kind: 'session', field });
  if (holdsId(guards.systems, system.systemId)) all.push({ kind: 'byYou' });
  const tag = tagGuard(system, guards.tags);
  if (tag !== null) all.push(tag);
  const key = keyGuard(system, guards.keys);
  if (key !== null) all.push(key);
}

/** The field that contains this address, in any spelling and at any depth; null: none. */
function fieldWith(address: string, system: System): string | null {
  const { connectedFrom, hostname, description, tags, customDns, odd, others } = system;
  const known = { connectedFrom, hostname, description, tags: tags.join(' '), customDns: JSON.stringify(customDns) };
  const field = Object.entries({ ...known, ...odd }).find(([, text]) => text !== null && holdsAddress(text, address));
  if (field !== undefined) return field[0];
  if (others === null || !holdsAddress(others.values, address)) return null;
  const other = entriesOf(others).find(([, value]) => holdsAddress(JSON.stringify(value), address));
  return other?.[0] ?? null;
}

function findGuardsByLife(guards: Finder, system: System, rules: Guards, now: number): void {
  if (isConnected(system)) guards.push(connectedGuard);
  const limit = rules.seenDays * dayMs;
  const age = system.lastSeen === null ? null : ageMs(system, now);
  if (age !== null && age <= limit) guards.push(seenGuardOf(rules));
  const { enrolledAtMs } = system;
  if (enrolledAtMs !== null && now - enrolledAtMs <= limit) guards.push({ kind: 'enrolled', ms: now - enrolledAtMs });
  // A time far in the future is an expiry, not a sign of life.
  for (const { field, ms } of system.otherTimes)
    if (Math.abs(now - ms) <= limit) guards.push({ kind: 'time', field, ms: now - ms });
}

/** A tag is a few words: longer text is truncated before the search. */
const maxTagLength = 1000;

/**
 * Word characters in ASCII and in Unicode. The Unicode pattern takes milliseconds to compile, which would delay the
 * start.
 */
const asciiPart = '[A-Za-z0-9_-]';
const anyPart = String.raw`[\p{L}\p{M}\p{N}_-]`;

/** Maximum size of the cache: a list has many systems, but few distinct tags. */
const maxKnown = 1000;

/** Finds whole words: "do_not_delete" and "do not delete" match `do-not-delete`. Caches the result for each tag. */
const patternsOf = memoize((words: readonly string[]) => {
  const spelled = words.map(inPlainSpelling).filter((word) => word !== '');
  const sources = spelled.map((word) => escape(word).replaceAll(/[-_\s]+/g, String.raw`[-_\s]*`));
  const within = (part: string): RegExp => new RegExp(`(?<!${part})(?:${sources.join('|')})(?!${part})`, 'u');
  const ofAscii = within(asciiPart);
  let ofAny: RegExp | undefined;
  return {
    isEmpty: sources.length === 0,
    known: new Map<string, boolean>(),
    holdsWord: (text: string): boolean =>
      (/^[\0-\x7F]*$/.test(text) ? ofAscii : (ofAny ??= within(anyPart))).test(text),
  };
});

/** The guard for a tag that contains a protecting word, in any shape and spelling; reports the tag as it was sent. */
function tagGuard(system: System, words: readonly string[]): Guard | null {
  // Fast path: most systems have no tag, and a review tests 100,000 systems.
  if (system.tags.length === 0 && system.odd['tags'] === undefined && system.unread.length === 0) return null;
  const { isEmpty, known, holdsWord } = patternsOf(words);
  if (isEmpty) return null;
  const isWord = (text: string): boolean => {
    const short = text.slice(0, maxTagLength);
    const is = known.get(short) ?? holdsWord(inPlainSpelling(short));
    if (known.size < maxKnown) known.set(short, is);
    return is;
  };
  const tag = system.tags.find(isWord);
  if (tag !== undefined) return { kind: 'tag', tag };
  const word = wordIn(system.odd['tags'], isWord);
  if (word != null) return { kind: 'tag', tag: word };
  return word === undefined || system.unread.includes('tags') ? { kind: 'unread', field: 'tags' } : null;
}

/**
 * Matches the description or the id of the enrolment key, as written in the settings; an id matches by all of its
 * digits.
 */
function keyGuard(system: System, keys: Guards['keys']): Guard | null {
  if (keys.length === 0) return null;
  const { enrolmentKeyDescription, enrolmentKeyId, odd, unread } = system;
  const isKey = (text: string): boolean => holdsId(keys, text);
  const known = [enrolmentKeyDescription, enrolmentKeyId?.toString()].find((text) => text != null && isKey(text));
  const others = [odd['enrolmentKeyDescription'], odd['enrolmentKeyId']].map((json) => wordIn(json, isKey));
  const key = known ?? others.find((word) => word != null);
  if (key != null) return { kind: 'key', key };
  return unread.some((field) => field === 'enrolmentKeyDescription' || field === 'enrolmentKeyId')
    ? { kind: 'unread', field: 'enrolmentKeyDescription' }
    : null;
}

/**
 * Searches a malformed field for a protecting word, as a value or as the name of a value that is not off. Null: no
 * match; undefined: the field was too long to keep.
 */
function wordIn(json: string | undefined, isWord: (text: string) => boolean): string | null | undefined {
  if (json === undefined) return null;
  const values: unknown[] = [];
  try {
    values.push(parseExactly(json));
  } catch {
    return undefined;
  }
  for (const value of values) {
    const text = typeof value === 'string' ? value : numberText(value);
    if (text !== undefined && isWord(text)) return text;
    if (text !== undefined || typeof value !== 'object' || value === null) continue;
    const name = Array.isArray(value) ? undefined : Object.entries(value).find(([one, of]) => isOn(of) && isWord(one));
    if (name !== undefined) return name[0];
    // The loop also visits the values added here.
    values.push(...Object.values<unknown>({ ...value }));
  }
  return null;
}

function isOn(value: unknown): boolean {
  return value !== false && value !== null && value !== 0;
}

function escape(text: string): string {
  return text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);
}

type Ids = ReadonlySet<string> | readonly string[];

/** Normalises an id or a description for comparison: people type and paste them in another case, or with blanks. */
function plainId(id: string): string {
  return inPlainSpelling(id.replaceAll(/\s+/g, ''));
}

const plainIdsOf = memoize((ids: Ids) => new Set(Array.from(ids, plainId)));

/** Compares ids regardless of case, blanks and invisible characters: such an id protects too. */
export function holdsId(ids: Ids, id: string): boolean {
  const plain = plainIdsOf(ids);
  return plain.size > 0 && plain.has(plainId(id));
}

/** Removes every spelling of an id, so that none of them still protects the system. */
export function idsWithout(ids: Iterable<string>, id: string): readonly string[] {
  return [...ids].filter((one) => plainId(one) !== plainId(id));
}

// Signs of life since the review, and guards that were lifted in it.

/**
 * Why a reviewed system is kept. `changed`: it lives, another system has its id, or someone is working on it;
 * `protected`: by a fact that the review did not show. `field`: the field with the reason.
 */
export interface SignOfLife {
  readonly why: 'connected' | 'seenSince' | 'changed' | 'protected';
  readonly field?: string;
}

/**
 * Systems that changed since the review are not deleted: connected, seen later, or changed in any field. `apart`:
 * fields that are judged elsewhere.
 */
export function cameBack(reviewed: System, now: System, apart: readonly string[] = []): SignOfLife | null {
  // Marking a connected system by hand gave a warning already; only a change of state counts.
  if (isConnected(now) && !isConnected(reviewed)) return { why: 'connected' };
  if (now.lastSeen !== reviewed.lastSeen && (now.lastSeenMs ?? 0) > (reviewed.lastSeenMs ?? 0)) {
    return { why: 'seenSince' };
  }
  const field = changedField(reviewed, now, apart);
  return field === null ? null : { why: 'changed', field };
}

/** Guards of the systems in a run, and the lifted guards by id. */
export interface Protection {
  readonly guarding: Guarding;
  readonly lifted: ReadonlyMap<string, readonly Guard[]>;
}

/** Protecting a system by hand takes effect at once, even if that guard was lifted before. */
export function withSystemsProtected({ guarding, lifted }: Protection, ids: Iterable<string>): Protection {
  const later = new Set(ids);
  const systems = new Set([...guarding.guards.systems, ...later]);
  const left = [...lifted].map(
    ([id, all]) => [id, holdsId(later, id) ? all.filter(({ kind }) => kind !== 'byYou') : all] as const,
  );
  return { guarding: { ...guarding, guards: { ...guarding.guards, systems } }, lifted: new Map(left) };
}

/** Was the system protected by hand after its guards were lifted? */
export function isProtectedByYou({ guarding, lifted }: Protection, systemId: string): boolean {
  const isLifted = lifted.get(systemId)?.some(({ kind }) => kind === 'byYou') === true;
  return holdsId(guarding.guards.systems, systemId) && !isLifted;
}

/** The protection of a run with nothing left to delete. */
export const unlifted: Protection = { guarding: { guards: defaultGuards, address: null }, lifted: new Map() };

/** A guard that the review did not show, from the record read last, which may have more fields than a list. */
export function guardFoundSince(
  { protection: { guarding, lifted } }: { readonly protection: Protection },
  system: System,
  now: number,
  scope: GuardScope = 'loss',
): SignOfLife | null {
  const guard = guardBeyond(lifted.get(system.systemId) ?? [], system, guarding, now, scope);
  if (guard === null) return null;
  return { why: 'protected', field: 'field' in guard ? guard.field : guardFields[guard.kind] };
}

const guardFields: Readonly<Record<Exclude<Guard['kind'], 'time' | 'session' | 'unread'>, string>> = {
  byYou: 'systemId',
  tag: 'tags',
  key: 'enrolmentKeyDescription',
  connected: 'state',
  seen: 'lastSeen',
  enrolled: 'enrolledAt',
  state: 'state',
};

/** The union of both: protects whatever either protects. */
export function strongerOf(one: Guards, other: Guards): Guards {
  return {
    tags: [...new Set([...one.tags, ...other.tags])],
    keys: [...new Set([...one.keys, ...other.keys])],
    seenDays: Math.max(one.seenDays, other.seenDays),
    session: one.session || other.session,
    share: Math.min(one.share, other.share),
    secondPersonAbove: lowerOf(one.secondPersonAbove, other.secondPersonAbove),
    systems: new Set([...one.systems, ...other.systems]),
  };
}

function lowerOf(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}
