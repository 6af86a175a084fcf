/** Declares the feature: what other screens can offer, because the definition has its operation. */
import type { None, Slice, Tagged } from '../../kernel/declare.ts';
import type { Capability } from '../../../api/openapi/capabilities.ts';

export interface OffersState {
  /** Of the definition that is known; null: none is. */
  readonly found: ReadonlySet<Capability> | null;
}

export interface OffersFeature {
  readonly state: OffersState;
  readonly action: Tagged<{
    /** A person waits for what the definition says. */
    offersWanted: None;
    /** Nobody waits: what cannot be read is not told, and no token is asked for. */
    offersSought: None;
  }>;
}

export const offersSlice: Slice<OffersState> = { initial: { found: null }, lasts: 'session' };
