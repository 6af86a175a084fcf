/** What is known of enrolment keys: those of the systems in the list, and the one that is created. */
import type { EnrolmentKey } from '../../api/enrolment-keys.ts';
import type { System } from '../../api/system.ts';
import { systemsRead } from '../list/listing.ts';
import { isStale } from '../staleness/staleness.ts';
import type { State } from '../state.ts';
import type { KeyCreation } from './feature.ts';

export interface KeySeen {
  /** Null: systems that name no key. */
  readonly id: number | null;
  readonly description: string | null;
  readonly systems: number;
  readonly stale: number;
}

/** Counts systems, and the stale ones among them, by their enrolment key; those with the most systems first. */
export function keysSeen(systems: Iterable<System>, days: number, now: number): readonly KeySeen[] {
  const keys = new Map<number | null, { -readonly [K in keyof KeySeen]: KeySeen[K] }>();
  for (const system of systems) {
    const id = system.enrolmentKeyId;
    const key = keys.get(id) ?? { id, description: system.enrolmentKeyDescription, systems: 0, stale: 0 };
    key.systems++;
    if (isStale(system, days, now)) key.stale++;
    keys.set(id, key);
  }
  return [...keys.values()].sort((a, b) => b.systems - a.systems);
}

/** Those of the list. */
export function seenKeys(state: State): readonly KeySeen[] {
  return keysSeen(systemsRead(state.list.listing), state.staleness.days, state.now);
}

/** A key that is being created: whether there is one, and its secret, is said only once. */
export function isKeyUnderWay({ screen }: State): boolean {
  return screen.kind === 'newKey' && screen.creation.kind === 'creating';
}

/** Has the key a secret that nobody has seen or copied? It goes with the screen, and cannot be had again. */
export function isSecretUnseen(creation: KeyCreation): boolean {
  if (creation.kind !== 'created' || creation.wasRevealed || creation.isCopied) return false;
  return secretOf(creation.key) !== null;
}

/** The field whose text is most likely the secret: by its name, else the longest text without a space. */
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

/** Times, addresses and identifiers are long words without being secrets. */
function isPlain(name: string, value: string): boolean {
  return /(id|url|description|name)$/i.test(name) || /^\d{4}-\d{2}-\d{2}T/.test(value) || /^https?:\/\//.test(value);
}
