/** The colours of the program, by tone. */
import type { TextProps } from 'ink';
import { createContext, useContext } from 'react';

/** What a text means; a sign or word beside it says the same without colour. */
export type Tone = 'plain' | 'dim' | 'accent' | 'good' | 'warning' | 'danger';

type Style = Pick<TextProps, 'color' | 'dimColor'>;

// The terminal's sixteen colours: its theme makes them readable on its background, light or dark.
const COLOURED: Record<Tone, Style> = {
  plain: {},
  dim: { dimColor: true },
  accent: { color: 'cyan' },
  good: { color: 'green' },
  warning: { color: 'yellow' },
  danger: { color: 'red' },
};

const COLOURLESS: Record<Tone, Style> = { ...COLOURED, accent: {}, good: {}, warning: {}, danger: {} };

/** Whether colours are wanted. Ink ignores NO_COLOR, so the root provides this. */
export const ColourContext = createContext(true);

/** The props of a `<Text>` for each tone. */
export function useTones(): Record<Tone, Style> {
  return useContext(ColourContext) ? COLOURED : COLOURLESS;
}
