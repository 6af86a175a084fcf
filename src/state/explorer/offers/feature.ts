/** Declares the feature: capabilities that other screens can offer, because the definition has the operation. */
import type { Slice } from '../../kernel/declare.ts';
import type { Capability } from '../../../api/openapi/capabilities.ts';

export interface OffersState {
  /** Capabilities in the known definition; null: no definition is known. */
  readonly found: ReadonlySet<Capability> | null;
}

export interface OffersFeature {
  readonly state: OffersState;
  readonly timer: 'seekOffers';
}

export const offersSlice: Slice<OffersState> = { initial: { found: null }, lasts: 'session' };
