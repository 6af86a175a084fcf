/** Declares the feature: notices without a keypress that you have not seen yet. */
import type { PlainNotice } from '../../kernel/declare.ts';

interface News {
  readonly notice: PlainNotice;
  /** The kind of screen that shows the subject of the notice: opening it ends the notice. */
  readonly shownBy: string | null;
}

export interface NewsFeature {
  /** Oldest first. */
  readonly state: { readonly untold: readonly News[] };
}
