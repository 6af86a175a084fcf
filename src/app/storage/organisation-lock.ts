/** Locks an organisation for one session at a time, whatever address its service is reached at. */
import type { Lock } from '../../state/ports.ts';
import { locksFolder } from './paths.ts';
import { isLocked, takeLock } from './lock.ts';

export async function lockOrganisation(isDemo: boolean, baseUrl: string, orgId: string): Promise<Lock> {
  return takeLock(await locksFolder(), lockOf(isDemo, baseUrl, orgId));
}

/** Whether a session is at work in the organisation. */
export async function isOrganisationLocked(isDemo: boolean, baseUrl: string, orgId: string): Promise<boolean> {
  return isLocked(await locksFolder(), lockOf(isDemo, baseUrl, orgId));
}

/** The organisation, by whatever address. Each demo has a service of its own with the same ones. */
function lockOf(isDemo: boolean, baseUrl: string, orgId: string): string {
  return isDemo ? `${baseUrl}\n${orgId}` : orgId;
}
