/** The context of text fields, from the root: where the caret is, and what a secret field contains. */
import { createContext } from 'react';

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
