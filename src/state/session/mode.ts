/** Decides whether changes may be sent: flags, the profile and the label of an organisation may forbid them. */
import type { Ports } from '../root/ports.ts';
import type { State } from '../root/state.ts';

/** The mode that blocks writes, and the setting that caused it. */
export interface Withheld {
  readonly mode: 'preview' | 'read-only';
  readonly by: 'flag' | 'profile' | 'organisation';
}

/** Null when changes are allowed. `orgId`: the organisation that a request names. */
export function withheldBy(
  { isReadOnly, isPreview, memory }: Pick<Ports, 'isReadOnly' | 'isPreview' | 'memory'>,
  baseUrl: string,
  orgId: string | null,
): Withheld | null {
  if (isReadOnly) return { mode: 'read-only', by: 'flag' };
  if (isPreview) return { mode: 'preview', by: 'flag' };
  if (memory.settings().isReadOnly) return { mode: 'read-only', by: 'profile' };
  const isOrganisation = orgId !== null && memory.label(baseUrl, orgId).isReadOnly;
  return isOrganisation ? { mode: 'read-only', by: 'organisation' } : null;
}

/** Why nothing may be changed at the service or in this organisation; null when changes are allowed. */
export function readOnlyRefusal({ session, settings }: Pick<State, 'session' | 'settings'>): string | null {
  if (session.settingsFault !== null) return 'read-only: the settings file is not understood (:)';
  if (session.mode !== 'normal') return `${session.mode}: nothing is changed`;
  return settings.label.isReadOnly ? 'this organisation is read-only in its settings (:)' : null;
}
