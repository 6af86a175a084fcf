/** The known enrolment keys: those of the systems in the list, the one in creation, and the one under the cursor. */
import type { EnrolmentKey, ServiceKey } from '../../../api/enrolment-keys.ts';
import { type WholeNumber, wholeNumber } from '../../../api/exact-json.ts';
import type { System } from '../../../api/system.ts';
import { systemsRead } from '../../fleet/list/listing.ts';
import type { KeyCreation, KeySwitching, ServiceKeyList } from './feature.ts';
import { hasUnknownAge, isStale } from '../../fleet/staleness/staleness.ts';
import type { State } from '../../root/state.ts';

export interface KeySeen {
  /** Null: systems that name no key, or one that cannot be read. */
  readonly id: WholeNumber | null;
  readonly description: string | null;
  readonly systems: number;
  readonly stale: number;
  /** Systems of unreadable age among the others, which may be stale, too. */
  readonly unknown: number;
}

/** Stands for the key of systems whose key cannot be read. */
const unreadKey = Symbol('unreadable');

/** Counts systems, and the stale ones among them, by enrolment key; keys with the most systems first. */
export function keysSeen(systems: Iterable<System>, days: number, now: number): readonly KeySeen[] {
  const keys = new Map<WholeNumber | typeof unreadKey | null, { -readonly [K in keyof KeySeen]: KeySeen[K] }>();
  for (const system of systems) {
    const { enrolmentKeyId: id, unread } = system;
    const isUnread = unread.includes('enrolmentKeyId');
    const description = isUnread ? '(unreadable)' : system.enrolmentKeyDescription;
    const named = isUnread ? unreadKey : id;
    const key = keys.get(named) ?? { id, description, systems: 0, stale: 0, unknown: 0 };
    key.systems++;
    if (isStale(system, days, now)) key.stale++;
    if (hasUnknownAge(system)) key.unknown++;
    keys.set(named, key);
  }
  return [...keys.values()].sort((a, b) => b.systems - a.systems);
}

/** A key as the listed systems name it, and as the service lists it. */
export interface KeyRow extends KeySeen {
  /** Null: the service's list of keys has none with this id, or is not loaded. */
  readonly listed: ServiceKey | null;
}

/** The keys that were created here; those of the listed systems, the most systems first; then the unused keys. */
export function keyRows(state: State): readonly KeyRow[] {
  const known = knownRows(state);
  const made = state.enrolmentKeys.made.map((key): KeyRow => {
    return known.find((row) => isSameKey(row, key)) ?? { ...key, systems: 0, stale: 0, unknown: 0, listed: null };
  });
  return [...made, ...known.filter((row) => !made.includes(row))];
}

/** By its id; by its description where one of the two has no id. */
export function isSameKey(one: Pick<KeyRow, 'id' | 'description'>, other: Pick<KeyRow, 'id' | 'description'>): boolean {
  if (one.id !== null && other.id !== null) return one.id === other.id;
  return one.description === other.description && (one.description !== null || one.id === other.id);
}

function knownRows(state: State): readonly KeyRow[] {
  const seen = keysSeen(systemsRead(state.list.listing), state.staleness.days, state.now);
  const listed = serviceKeysOf(state)?.keys ?? [];
  const byId = new Map(listed.flatMap((key) => (key.id === null ? [] : [[key.id, key] as const])));
  const used = seen.map((key): KeyRow => {
    const one = key.id === null ? undefined : byId.get(key.id);
    return { ...key, description: one?.description ?? key.description, listed: one ?? null };
  });
  const ids = new Set(seen.map(({ id }) => id));
  const unused = listed.filter(({ id }) => id === null || !ids.has(id));
  return [
    ...used,
    ...unused.map((key): KeyRow => ({
      id: key.id,
      description: key.description,
      systems: 0,
      stale: 0,
      unknown: 0,
      listed: key,
    })),
  ];
}

/** Its id, under either of the two names that it has in lists; null where the answer has none. */
export function keyIdIn({ fields }: EnrolmentKey): WholeNumber | null {
  const named = ['id', 'enrolmentKeyId'].map((wanted) => fields.find(({ name }) => name === wanted)?.value);
  return named.map(wholeNumber).find((value) => value !== undefined) ?? null;
}

/** The service's list of keys for the open organisation; null where it has none, or was not asked. */
export function serviceKeysOf({ serviceKeys: { list }, organisation }: State): ServiceKeyList | null {
  return list !== null && list.orgId === organisation?.orgId ? list : null;
}

/** A key is being created: its answer, and its secret, come only once. */
export function isKeyUnderWay({ screen }: State): boolean {
  return screen.kind === 'newKey' && screen.creation.kind === 'creating';
}

/** Is the secret of a key neither seen nor copied? Leaving the screen loses it. */
export function isSecretUnseen(creation: KeyCreation): boolean {
  if (creation.kind !== 'created' || creation.wasRevealed || creation.isCopied) return false;
  return secretOf(creation.key) !== null;
}

/** The field that most likely holds the secret: by its name, else the longest text without a space. */
export function secretOf(key: EnrolmentKey): { readonly name: string; readonly value: string } | null {
  const texts = key.fields.flatMap(({ name, value }) => (typeof value === 'string' ? [{ name, value }] : []));
  const named = texts.find(({ name, value }) => value !== '' && looksSecretByName(name));
  if (named !== undefined) return named;
  const long = texts.filter(({ name, value }) => value.length >= 20 && !/\s/.test(value) && !isPlain(name, value));
  return long.sort((a, b) => b.value.length - a.value.length)[0] ?? null;
}

function looksSecretByName(name: string): boolean {
  return /(key|secret|token|password|code|credential)$/i.test(name);
}

/** Times, addresses and identifiers are long words, but no secrets. */
function isPlain(name: string, value: string): boolean {
  return /(id|url|description|name)$/i.test(name) || /^\d{4}-\d{2}-\d{2}T/.test(value) || /^https?:\/\//.test(value);
}

/** The key that the cursor of the list of keys is on. */
export function keyAtCursor(state: State): KeyRow | undefined {
  const { screen } = state;
  return screen.kind === 'keysSeen' ? keyRows(state)[screen.list.row] : undefined;
}

export function keySwitchingOf({ listed }: Pick<KeyRow, 'listed'>): KeySwitching {
  return listed?.status === 'Disabled' ? 'enable' : 'disable';
}

/** Null where D can disable or enable the key under the cursor; else why not, as part of a sentence. */
export function keySwitchingRefusal(state: State): string | null {
  const { session, settings, serviceKeys, definition } = state;
  if (session.mode === 'read-only') return 'read-only: nothing is changed';
  if (settings.label.isReadOnly) return 'this organisation is read-only in its settings (:)';
  const key = keyAtCursor(state);
  if (key === undefined) return 'no key is under the cursor';
  const does = keySwitchingOf(key);
  if (serviceKeys.withdrawn.has(does)) return `the service does not know how to ${does} keys`;
  if (definition.offers === null) return "the service's definition is not read yet";
  if (!definition.offers.has(`${does} enrolment key`)) return `the service's definition names no way to ${does} a key`;
  return key.listed === null || key.id === null ? 'the service does not list this key' : null;
}
