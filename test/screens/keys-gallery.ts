import { pagingFrom } from '../../src/api/paging/envelope.ts';
/** The gallery's screens of enrolment keys as the service lists them. */
import type { ServiceKey } from '../../src/api/service-keys.ts';
import { atTop } from '../../src/state/kernel/list-cursor.ts';
import type { ServiceKeyList } from '../../src/state/account/enrolment-keys/feature.ts';
import { dayMs } from '../../src/state/fleet/staleness/staleness.ts';
import type { State } from '../../src/state/root/state.ts';
import { now, refused } from '../support/make.ts';

const enabled: ServiceKey = {
  id: 2,
  description: 'laptops',
  status: 'Enabled',
  usesRemaining: -1,
  lastUsedMs: now - 3 * dayMs,
  type: 'GeneralPurpose',
};

const keys: readonly ServiceKey[] = [
  enabled,
  { ...enabled, id: 3, description: 'tills of all shops in the south west, since spring 2025', usesRemaining: 120 },
  { ...enabled, id: 4, description: 'lab', status: 'NoUsesRemaining', usesRemaining: 0, lastUsedMs: now - 411 * dayMs },
  { ...enabled, id: 9, description: 'kiosk 2024', status: 'Disabled', usesRemaining: 12, lastUsedMs: null },
  { ...enabled, id: 1_234_567, description: null, status: 'Sus\u001b[2Jpended', usesRemaining: null, lastUsedMs: now },
];

export function keysGallery(list: () => State): Readonly<Record<string, () => State>> {
  const withKeys = (about: Partial<ServiceKeyList>): State => {
    const { organisation, ...state } = list();
    const orgId = organisation?.orgId ?? '';
    const read = { orgId, attempt: 1, isReading: false, keys, paging: pagingFrom('x'), problem: null, ...about };
    const serviceKeys = {
      list: read,
      isWithdrawn: false,
      withdrawn: new Set<'disable' | 'enable'>(),
      isFormWanted: false,
    };
    return { ...state, organisation, screen: { kind: 'keysSeen', list: atTop }, serviceKeys };
  };
  return {
    'keys of the service': () => withKeys({}),
    'keys of the service, to be disabled or enabled': () => ({
      ...withKeys({}),
      offers: { found: new Set(['disable enrolment key', 'enable enrolment key'] as const) },
    }),
    'keys of the service, loading': () => withKeys({ isReading: true, keys: [], paging: null }),
    'keys of the service, not loaded': () => withKeys({ keys: [], paging: null, problem: refused(503) }),
    'keys of the service, incomplete': () => withKeys({ problem: refused(503) }),
  };
}
