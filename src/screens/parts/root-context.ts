/** What the root hands down to every screen: how it is told, the caret of the open field, and what follows from the registry. */
import { createContext, type ReactNode } from 'react';
import type { BindingGroup } from '../keys/binding.ts';
import type { Clean } from '../text/clean.ts';

interface ScreenLink {
  /** The groups of keys in force. */
  readonly keys: readonly BindingGroup[];
  /** Those of the screen under an overlay. */
  readonly keysBeneath: readonly BindingGroup[];
  /** The field at the foot, where one is open. */
  readonly prompt: ReactNode;
}

export const ScreenContext = createContext<ScreenLink>({ keys: [], keysBeneath: [], prompt: null });

/**
 * Null where the screen is drawn. In screen-reader mode the position of the cursor (empty without one); the titles of a
 * table start at the margin, unlike the rows of a list.
 */
export const PlainContext = createContext<{ readonly position: Clean } | null>(null);

export interface FieldLink {
  readonly caret: {
    /** So many characters of the open field are before the caret. */
    readonly at: (shown: string) => number;
    readonly subscribe: (listener: () => void) => () => void;
  };
  readonly token: {
    readonly offered: () => string;
    readonly subscribe: (listener: () => void) => () => void;
  };
}

export const FieldContext = createContext<FieldLink | null>(null);
