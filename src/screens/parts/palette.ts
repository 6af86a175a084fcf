/** The palettes: what each tone, and each colour that a person chose, looks like in a theme. */
import type { TextProps } from 'ink';
import type { OrganisationLabel } from '../../state/session/organisations.ts';
import type { Theme } from '../../state/session/profile-settings.ts';

/** The meaning of a text; a sign or word beside it says the same without colour. */
export type Tone = 'plain' | 'dim' | 'accent' | 'good' | 'warning' | 'danger';

/** Give it to a `<Text>` after `bold`: it knows where bold would be unreadable. */
export type Style = Pick<TextProps, 'color' | 'backgroundColor' | 'dimColor' | 'bold'>;

type Colour = NonNullable<TextProps['color']>;

/** The colours to choose from for the name of an organisation. */
export type Chosen = NonNullable<OrganisationLabel['colour']>;

interface Palette {
  readonly tones: Readonly<Record<Tone, Style>>;
  readonly chosen: Readonly<Record<Chosen, Style>>;
}

/** Some terminals draw bold text in the bright colour, which is too light on white. */
const thin = (color: Colour): Style => ({ color, bold: false });

/** Black text on a colour that is too light to be read on white. */
const lit = (backgroundColor: Colour): Style => ({ color: 'black', backgroundColor, bold: false });

// The sixteen colours of the terminal alone. Each has a contrast of at least 4.5 on its background (WCAG 2.2, 1.4.3).
export const palettes: Readonly<Record<Theme, Palette>> = {
  dark: {
    tones: {
      plain: {},
      // Faint is drawn at a half or two thirds of its colour: of the brightest, that is enough.
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
      // Neither of the two magentas is readable everywhere.
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
