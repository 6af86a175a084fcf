/** Declares the feature: what other screens can offer, because the definition has its operation. */
import type { Slice } from '../../kernel/declare.ts';
import type { Capability } from '../../../api/openapi/capabilities.ts';

export interface OffersState {
  /** Of the definition that is known; null: none is. */
  readonly found: ReadonlySet<Capability> | null;
}

export interface OffersFeature {
  readonly state: OffersState;
  readonly timer: 'seekOffers';
}

export const offersSlice: Slice<OffersState> = { initial: { found: null }, lasts: 'session' };
