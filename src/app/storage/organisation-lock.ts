/** May this session delete in an organisation now? One session at a time, whatever address its service is reached at. */
import type { Hold } from '../../state/ports.ts';
import { locksFolder } from './paths.ts';
import { isLocked, takeLock } from './lock.ts';

export async function holdOrganisation(isDemo: boolean, baseUrl: string, orgId: string): Promise<Hold> {
  return takeLock(await locksFolder(), lockOf(isDemo, baseUrl, orgId));
}

/** Is a session at work in the organisation? */
export async function isHeld(isDemo: boolean, baseUrl: string, orgId: string): Promise<boolean> {
  return isLocked(await locksFolder(), lockOf(isDemo, baseUrl, orgId));
}

/** The organisation, by whatever address. Each demo has a service of its own with the same ones. */
function lockOf(isDemo: boolean, baseUrl: string, orgId: string): string {
  return isDemo ? `${baseUrl}\n${orgId}` : orgId;
}
