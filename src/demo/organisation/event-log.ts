/** The events of one organisation, newest first. */

import type { OrganisationRecord, SystemRecord } from '../fleet/fleet.ts';

export const LEVELS = ['Information', 'Warning', 'Error'] as const;

export type Level = (typeof LEVELS)[number];

/** An entry as the service lists it. */
export interface LogEntry {
  readonly id: string;
  readonly time: string;
  readonly level: Level;
  readonly message: string;
  /** Its system; null for the organisation itself. */
  readonly systemId: string | null;
}

/** The newest systems, about whose enrolment the log tells. */
const ENROLMENTS_TOLD = 400;

/** The log of an organisation: the events before the start of the service, and every change since. */
export class EventLog {
  readonly #record: OrganisationRecord;
  readonly #since: LogEntry[] = [];
  #before: readonly LogEntry[] | undefined;

  constructor(record: OrganisationRecord) {
    this.#record = record;
  }

  get entries(): readonly LogEntry[] {
    this.#before ??= this.#record.systems.slice(-ENROLMENTS_TOLD).map(enrolment).reverse();
    return [...this.#since.toReversed(), ...this.#before];
  }

  find(id: string): LogEntry | undefined {
    return this.entries.find((entry) => entry.id === id);
  }

  /** Adds a change that was just made. */
  tell(at: number, message: string, systemId: string | null): void {
    const id = `c${this.#since.length + 1}`;
    this.#since.push({ id, time: new Date(at).toISOString(), level: 'Information', message, systemId });
  }
}

function enrolment(system: SystemRecord, index: number): LogEntry {
  const { systemId, enrolledAt, enrolmentKeyDescription: key, lastSeen } = system;
  const [level, addition]: readonly [Level, string] =
    lastSeen !== null && lastSeen !== '' && lastSeen !== undefined
      ? ['Information', '']
      : index % 2 === 0
        ? ['Warning', '; it has not connected since']
        : ['Error', '; its first connection failed: certificate not trusted'];
  const message = `System ${systemId} enrolled with the key "${String(key)}"${addition}.`;
  return { id: `e${index + 1}`, time: String(enrolledAt), level, message, systemId };
}
