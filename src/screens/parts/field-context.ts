/** How does a text field know where its caret is, and what a secret one holds? The root hands this down. */
import { createContext } from 'react';

export interface FieldLink {
  readonly caret: {
    /** So much of what the open field shows stands before the caret. */
    readonly at: (shown: string) => number;
    readonly subscribe: (listener: () => void) => () => void;
  };
  readonly token: {
    readonly offered: () => string;
    readonly subscribe: (listener: () => void) => () => void;
  };
}

export const FieldContext = createContext<FieldLink | null>(null);
