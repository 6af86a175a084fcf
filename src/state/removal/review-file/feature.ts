/** Declares the feature: a review that one person writes to a file, and a second person opens and confirms. */
import type { None, Slice, Tagged } from '../../kernel/declare.ts';
import type { ExportWritten } from '../../fleet/export/feature.ts';
import type { ReviewContent, ReviewFile, ReviewRules } from './format.ts';

export interface ReviewFileFeature {
  /** The file that is to be opened once its organisation is; `isAsked`: the service was asked what it offers. */
  readonly state: { readonly waiting: { readonly file: ReviewFile; readonly isAsked: boolean } | null };
  readonly action: Tagged<{
    reviewWriteRequested: None;
    reviewWritten: { path: string; systems: number };
    /** It is neither written nor opened. `says`: why, in whole sentences. */
    reviewFileRefused: { says: string };
    reviewFileAsked: None;
    reviewFileRead: { file: ReviewFile };
    /** The service's definition is to say whether it can do what was reviewed. */
    reviewOffersWanted: None;
    /** The command for the second person. */
    reviewCommandCopied: None;
  }>;
  readonly effect: Tagged<{
    writeReview: { content: ReviewContent; rules: ReviewRules };
    readReview: { path: string };
    askOffers: None;
  }>;
  readonly overlay: Tagged<{
    reviewWritten: { path: string; systems: number };
    reviewRefused: { says: string };
  }>;
  readonly prompt: { readonly kind: 'reviewFile'; readonly typed: string };
  readonly field: 'reviewFile';
  readonly port: {
    /** Into a file that only this person can read. */
    readonly exportReview: (text: string) => Promise<ExportWritten>;
    /** The bytes of a file that another person may own, or why it is not read. */
    readonly readReview: (
      path: string,
    ) => Promise<
      | { readonly ok: true; readonly bytes: Uint8Array; readonly name: string }
      | { readonly ok: false; readonly says: string }
    >;
  };
}

export const reviewFileSlice: Slice<ReviewFileFeature['state']> = { initial: { waiting: null }, lasts: 'session' };
