/** How does a text field tell what was typed into it? The root hands this down; fields use nothing else of it. */
import { createContext, type RefObject } from 'react';

export interface FieldLink {
  /** Set by the keyboard before a field hears of a key: whether the key is the field's. */
  readonly isFieldsTurnRef: RefObject<boolean>;
  /** The text of the open field, whichever it is; not the token's. */
  readonly edit: (text: string) => void;
  readonly token: {
    readonly offered: () => string;
    readonly offer: (text: string) => void;
    readonly subscribe: (listener: () => void) => () => void;
  };
}

export const FieldContext = createContext<FieldLink | null>(null);
