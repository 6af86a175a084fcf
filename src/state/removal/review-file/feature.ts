/** Declares the feature: one person writes a review to a file, and a second person opens and confirms it. */
import type { None, Tagged } from '../../kernel/declare.ts';
import type { ExportWritten } from '../../fleet/export/feature.ts';
import type { ReviewContent, ReviewFile, ReviewRules } from './format.ts';

export interface ReviewFileFeature {
  readonly state: { readonly waiting: { readonly file: ReviewFile; readonly isAsked: boolean } | null };
  readonly action: Tagged<{
    reviewWriteRequested: None;
    reviewWritten: { path: string; systems: number };
    /** The file was not written or not opened. `message`: sentences that say why. */
    reviewFileRefused: { message: string };
    reviewFileAsked: None;
    reviewFileRead: { file: ReviewFile };
    /** Requests the service's definition, to learn whether the service can make the reviewed change. */
    reviewOffersWanted: None;
    reviewCommandCopied: None;
  }>;
  readonly effect: Tagged<{
    writeReview: { content: ReviewContent; rules: ReviewRules };
    readReview: { path: string };
    askOffers: None;
  }>;
  readonly overlay: Tagged<{
    reviewWritten: { path: string; systems: number };
    reviewRefused: { message: string };
  }>;
  readonly prompt: { readonly kind: 'reviewFile'; readonly typed: string };
  readonly field: 'reviewFile';
  readonly port: {
    /** Writes a file that only you can read. */
    readonly exportReview: (text: string) => Promise<ExportWritten>;
    /** Reads a file that another person may own. `message`: why it was not read. */
    readonly readReview: (
      path: string,
    ) => Promise<
      | { readonly ok: true; readonly bytes: Uint8Array; readonly name: string }
      | { readonly ok: false; readonly message: string }
    >;
  };
}
