/** The systems of each organisation at this moment. */

import { EventLog } from './organisation/event-log.ts';
import type { Fleet, OrganisationRecord, SystemRecord } from './fleet/fleet.ts';
import { KeyRing } from './organisation/key-ring.ts';
import { Policies } from './organisation/policies.ts';

/** Filtered lists kept per organisation, so that the next page of a list is not filtered a second time. */
const LISTS_KEPT = 8;

/** One organisation, whose systems change while the service runs. */
export class Organisation {
  readonly keys: KeyRing;
  readonly policies = new Policies();
  readonly log: EventLog;
  /** The last picture that was sent, as far as answers repeat it. */
  logo: { readonly bytes: number } | null = null;
  readonly #record: OrganisationRecord;
  readonly #lists = new Map<string, readonly SystemRecord[]>();
  #systems: SystemRecord[] | undefined;

  constructor(record: OrganisationRecord) {
    this.#record = record;
    this.keys = new KeyRing(record);
    this.log = new EventLog(record);
  }

  get orgId(): string {
    return this.#record.orgId;
  }

  get orgName(): string {
    return this.#record.orgName;
  }

  get role(): string {
    return this.#record.role;
  }

  /** Every system, disabled ones included, in the order of the list. */
  get systems(): readonly SystemRecord[] {
    return this.#own();
  }

  /** The systems of a list request: those with `search` in id, host name or description, in any case. */
  list(search: string, includeDisabled: boolean): readonly SystemRecord[] {
    if (search === '' && includeDisabled) return this.systems;
    const key = `${String(includeDisabled)} ${search}`;
    const kept = this.#lists.get(key);
    if (kept !== undefined) return kept;
    const wanted = search.toLowerCase();
    const list = this.systems.filter(
      (system) => (includeDisabled || system['isEnabled'] !== false) && mentions(system, wanted),
    );
    if (this.#lists.size >= LISTS_KEPT) this.#lists.clear();
    this.#lists.set(key, list);
    return list;
  }

  find(systemId: string): SystemRecord | undefined {
    return this.systems.find((system) => system.systemId === systemId);
  }

  /** Removes a system from the organisation and answers it, or undefined where there is none with this id. */
  remove(systemId: string): SystemRecord | undefined {
    return this.#replace(systemId, () => []);
  }

  /** Gives a system other values in some fields; answers the system before, or undefined where there is none. */
  change(systemId: string, fields: Readonly<Record<string, unknown>>): SystemRecord | undefined {
    return this.#replace(systemId, (system) => [{ ...system, ...fields }]);
  }

  #replace(systemId: string, by: (system: SystemRecord) => readonly SystemRecord[]): SystemRecord | undefined {
    const systems = this.#own();
    const index = systems.findIndex((system) => system.systemId === systemId);
    const found = systems[index];
    if (found === undefined) return undefined;
    systems.splice(index, 1, ...by(found));
    this.#lists.clear();
    return found;
  }

  /** A copy of the record's systems, made at the first need: a large fleet is made only then. */
  #own(): SystemRecord[] {
    return (this.#systems ??= [...this.#record.systems]);
  }
}

export function organisationsOf(fleet: Fleet): readonly Organisation[] {
  return fleet.organisations.map((record) => new Organisation(record));
}

function mentions(system: SystemRecord, wanted: string): boolean {
  if (wanted === '') return true;
  const texts = [system.systemId, system['hostname'], system['description']];
  return texts.some((text) => typeof text === 'string' && text.toLowerCase().includes(wanted));
}
