/** What the root hands down to the frame, the help and the palette: all of them stand below the registry of screens. */
import { createContext, type ReactNode } from 'react';
import type { BindingGroup } from '../keys/binding.ts';

interface ScreenLink {
  /** The groups of keys in force. */
  readonly keys: readonly BindingGroup[];
  /** Those of the screen under an overlay. */
  readonly keysBeneath: readonly BindingGroup[];
  /** The field at the foot, where one is open. */
  readonly prompt: ReactNode;
}

export const ScreenContext = createContext<ScreenLink>({ keys: [], keysBeneath: [], prompt: null });
