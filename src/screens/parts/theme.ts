/** Which colours does the program use? */
import type { TextProps } from 'ink';
import { createContext, useContext } from 'react';

/** What a text is, not how it looks; the sign or word beside it says the same without colour. */
export type Tone = 'plain' | 'dim' | 'accent' | 'good' | 'warning' | 'danger';

type Style = Pick<TextProps, 'color' | 'dimColor'>;

// The terminal's own sixteen colours: its theme has made them readable on its background, light or dark.
const COLOURED: Record<Tone, Style> = {
  plain: {},
  dim: { dimColor: true },
  accent: { color: 'cyan' },
  good: { color: 'green' },
  warning: { color: 'yellow' },
  danger: { color: 'red' },
};

const COLOURLESS: Record<Tone, Style> = { ...COLOURED, accent: {}, good: {}, warning: {}, danger: {} };

/** Are colours wanted? Ink does not look at NO_COLOR, so the program's root says it. */
export const ColourContext = createContext(true);

/** The props of a `<Text>` for each tone. */
export function useTones(): Record<Tone, Style> {
  return useContext(ColourContext) ? COLOURED : COLOURLESS;
}
