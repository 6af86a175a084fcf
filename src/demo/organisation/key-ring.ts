/** The enrolment keys of one organisation at this moment. */

import { ENROLMENT_KEYS, type KeyRecord } from '../enrolment-keys.ts';
import type { OrganisationRecord, SystemRecord } from '../fleet/fleet.ts';
import { newSecret } from '../secrets.ts';

type Traits = Pick<KeyRecord, 'type' | 'approvalMode' | 'status' | 'usesRemaining' | 'expiresAt'>;

/** A caller's description of a new key. */
export type KeyWishes = Partial<Omit<Traits, 'status'>>;

const USUAL: Traits = {
  ...{ type: 'GeneralPurpose', approvalMode: 'Manual', status: 'Enabled', usesRemaining: -1, expiresAt: null },
};

/** Unusual traits of some keys, by their ids. */
const TRAITS: Readonly<Record<number, Partial<Traits>>> = {
  17: { status: 'NoUsesRemaining', usesRemaining: 0 },
  23: { type: 'Ephemeral', approvalMode: 'Automatic' },
  41: { usesRemaining: 120 },
  46: { status: 'Disabled' },
};

/** Keys that no system has enrolled with: a list of systems cannot reveal them. */
const UNUSED: readonly (Partial<Traits> & Pick<KeyRecord, 'id' | 'description'>)[] = [
  { id: 9, description: 'kiosk 2024', type: 'Ephemeral', status: 'Disabled', usesRemaining: 12 },
  { id: 61, description: 'field trial, Leeds', approvalMode: 'Automatic', usesRemaining: 25 },
];

/** Used where no system tells when its key was created. */
const FIRST_DAY = '2024-01-15T09:00:00Z';

/** The keys of an organisation. */
export class KeyRing {
  readonly #record: OrganisationRecord;
  #keys: KeyRecord[] | undefined;

  constructor(record: OrganisationRecord) {
    this.#record = record;
  }

  /** In the order of their ids. */
  get all(): readonly KeyRecord[] {
    return this.#own();
  }

  find(id: string): KeyRecord | undefined {
    return this.all.find((key) => String(key.id) === id);
  }

  /** A new key, which the list shows from now on. */
  add(id: number, description: string, wishes: KeyWishes, createdAt: string): KeyRecord {
    const key = { id, description, key: newSecret(40), ...USUAL, ...wishes, lastUsed: null, createdAt };
    this.#own().push(key);
    return key;
  }

  /** Enables or disables a key; undefined where there is none with this id. One without uses stays without. */
  switch(id: string, isEnabled: boolean): KeyRecord | undefined {
    const keys = this.#own();
    const index = keys.findIndex((key) => String(key.id) === id);
    const found = keys[index];
    if (found === undefined) return undefined;
    const enabled = found.usesRemaining === 0 ? 'NoUsesRemaining' : 'Enabled';
    const key: KeyRecord = { ...found, status: isEnabled ? enabled : 'Disabled' };
    keys[index] = key;
    return key;
  }

  /** Made at the first need: a large fleet is made only then. */
  #own(): KeyRecord[] {
    return (this.#keys ??= keysOf(this.#record.systems));
  }
}

/** The demo's keys, each created when the first of these systems enrolled with it, and last used by the last one. */
function keysOf(systems: readonly SystemRecord[]): KeyRecord[] {
  const used = new Map<unknown, { readonly first: unknown; last: unknown }>();
  for (const { enrolmentKeyId, enrolledAt } of systems) {
    const times = used.get(enrolmentKeyId);
    if (times === undefined) used.set(enrolmentKeyId, { first: enrolledAt, last: enrolledAt });
    else times.last = enrolledAt;
  }
  const keys = [...ENROLMENT_KEYS.map(({ id, description }) => ({ id, description, ...TRAITS[id] })), ...UNUSED];
  return keys
    .toSorted((one, other) => one.id - other.id)
    .map(({ id, description, ...traits }) => {
      const { first, last } = used.get(id) ?? {};
      const lastUsed = typeof last === 'string' ? last : null;
      const createdAt = typeof first === 'string' ? first : FIRST_DAY;
      return { id, description, key: newSecret(40), ...USUAL, ...traits, lastUsed, createdAt };
    });
}
