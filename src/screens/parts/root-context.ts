/** The root's context for every screen: theme, position, keys in force, and the links of the open field. */
import { createContext, type ReactNode, useContext } from 'react';
import type { BindingGroup } from '../binding.ts';
import type { Remark } from '../screen-definition.ts';
import type { Clean } from '../text/clean.ts';
import type { Theme } from '../../state/session/profile-settings.ts';
import { palettes, type Style, type Tone } from './palette.ts';

interface ScreenLink {
  readonly keys: readonly BindingGroup[];
  readonly keysBeneath: readonly BindingGroup[];
  /** The open field at the foot; null if there is none. */
  readonly prompt: ReactNode;
  /** The remark on the field's text that replaces the hints. */
  readonly below: Remark | null;
}

export const ScreenContext = createContext<ScreenLink>({ keys: [], keysBeneath: [], prompt: null, below: null });

/**
 * Null unless a screen reader is in use. Then `position` is the position of the cursor, empty without one; the titles
 * of a table start at the margin, unlike the rows of a list.
 */
export const PlainContext = createContext<{ readonly position: Clean } | null>(null);

export interface FieldLink {
  readonly caret: {
    /** The number of characters before the caret in the open field. */
    readonly at: (shown: string) => number;
    readonly subscribe: (listener: () => void) => () => void;
  };
  readonly token: {
    readonly offered: () => string;
    readonly subscribe: (listener: () => void) => () => void;
  };
}

export const FieldContext = createContext<FieldLink | null>(null);

export const ThemeContext = createContext<Theme>('dark');

/** The style props of a `<Text>` for each tone; spread them after `bold`. */
export function useTones(): Readonly<Record<Tone, Style>> {
  return palettes[useContext(ThemeContext)].tones;
}
