/** Links from a system to the service's portal. */
import type { System } from '../../../api/system.ts';
import type { State } from '../../root/state.ts';
import { portalAddress } from '../../session/profile-settings.ts';

/** Null: the profile names no portal, or the system lacks a value of the address. */
export function addressInPortal({ session, organisation }: State, system: System): string | null {
  if (organisation === null) return null;
  return portalAddress(session.profileSettings.portal, organisation.orgId, system);
}

/** Null also if the terminal does not support links. */
export function linkOf(state: State, system: System): string | null {
  return state.session.hasLinks ? addressInPortal(state, system) : null;
}
