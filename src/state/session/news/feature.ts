/** Declares the feature: notices that arrive by themselves, and that nobody has seen yet. */
import type { PlainNotice, Slice } from '../../kernel/declare.ts';

interface News {
  readonly notice: PlainNotice;
  /** The kind of the screen that shows what the notice is about: once it is open, the notice is over. */
  readonly shownBy: string | null;
}

export interface NewsFeature {
  /** The oldest first. */
  readonly state: { readonly untold: readonly News[] };
}

export const newsSlice: Slice<NewsFeature['state']> = { initial: { untold: [] }, lasts: 'organisation' };
