/** Tones, and the contexts that the root gives to every screen. */
import type { TextProps } from 'ink';
import type { OrganisationLabel } from '../../state/session/organisations.ts';
import type { Theme } from '../../state/session/profile-settings.ts';
import { createContext, type ReactNode, useContext } from 'react';
import type { BindingGroup, Remark } from '../screen-definition.ts';
import type { Clean } from '../text/clean.ts';

/** The meaning of a text. A sign or word beside the text has the same meaning without colour. */
export type Tone = 'plain' | 'dim' | 'accent' | 'good' | 'warning' | 'danger';

/** Spread it into a `<Text>` after `bold`, because it turns bold off where bold would be unreadable. */
export type Style = Pick<TextProps, 'color' | 'backgroundColor' | 'dimColor' | 'bold'>;

type Colour = NonNullable<TextProps['color']>;

/** The colours that you can choose for an organisation's name. */
export type Chosen = NonNullable<OrganisationLabel['colour']>;

interface Palette {
  readonly tones: Readonly<Record<Tone, Style>>;
  readonly chosen: Readonly<Record<Chosen, Style>>;
}

/** Some terminals draw bold text in the bright colour, which is too light on white. */
const thin = (color: Colour): Style => ({ color, bold: false });

/** Black text on a colour that would be unreadable on white. */
const lit = (backgroundColor: Colour): Style => ({ color: 'black', backgroundColor, bold: false });

/** Only the sixteen colours of the terminal. Each has a contrast of at least 4.5 on its background (WCAG 2.2, 1.4.3). */
export const palettes: Readonly<Record<Theme, Palette>> = {
  dark: {
    tones: {
      plain: {},
      // Terminals draw faint text at a half or two thirds of its colour: the brightest colour stays readable.
      dim: { color: 'whiteBright', dimColor: true },
      accent: { color: 'cyan' },
      good: { color: 'green' },
      warning: { color: 'yellow' },
      danger: { color: 'redBright' },
    },
    chosen: {
      red: { color: 'redBright' },
      yellow: { color: 'yellow' },
      green: { color: 'green' },
      blue: { color: 'blueBright' },
      // Neither magenta is readable on every background.
      magenta: { color: 'whiteBright', backgroundColor: 'magenta' },
      cyan: { color: 'cyan' },
    },
  },
  light: {
    tones: {
      plain: {},
      // Faint would be too light.
      dim: thin('blackBright'),
      accent: thin('blue'),
      // Green, yellow and cyan are unreadable on white.
      good: thin('blue'),
      warning: thin('magenta'),
      danger: thin('red'),
    },
    chosen: {
      red: thin('red'),
      yellow: lit('yellow'),
      green: lit('green'),
      blue: thin('blue'),
      magenta: thin('magenta'),
      cyan: lit('cyan'),
    },
  },
  none: {
    tones: { plain: {}, dim: { dimColor: true }, accent: {}, good: {}, warning: {}, danger: {} },
    chosen: { red: {}, yellow: {}, green: {}, blue: {}, magenta: {}, cyan: {} },
  },
};

// The contexts of every screen: keys in force, the open field, the position of the cursor.

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
