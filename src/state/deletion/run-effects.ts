/** What a run asks for: its readings, its record of an outcome, and the checks against the service. */
import type { Of } from '../kernel/feature.ts';
import { pageRead } from '../list/listing.ts';
import type { Scan } from '../list/scan.ts';
import type { DeletionEffect, DeletionRead } from './feature.ts';
import type { Outcome } from './outcome.ts';
import type { Run } from './run.ts';

export function recheck({ id, organisation }: Run, systemId: string): Of<DeletionRead, 'recheckSystem'> {
  return { kind: 'recheckSystem', run: id, orgId: organisation.orgId, systemId };
}

export function outcomeRecord(
  { id, organisation }: Run,
  systemId: string,
  outcome: Outcome,
): Of<DeletionEffect, 'recordOutcome'> {
  return { kind: 'recordOutcome', run: id, orgId: organisation.orgId, systemId, outcome };
}

export function accessCheck({ id, organisation, access }: Run): Of<DeletionRead, 'checkAccess'> {
  return { kind: 'checkAccess', run: id, orgId: organisation.orgId, by: access.by };
}

/** The next page of the list against which the run is checked. */
export function checkPage(run: number, scan: Scan, afterMs = 0): Of<DeletionRead, 'readCheckPage'> {
  const { query, from } = pageRead(scan);
  return { kind: 'readCheckPage', run, query, from, afterMs };
}
