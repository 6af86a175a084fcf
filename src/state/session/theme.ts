/** The theme: which colours suit the terminal's background, as a person set it or as the terminal says. */

export const themeSettings = ['auto', 'dark', 'light', 'none'] as const;

export type ThemeSetting = (typeof themeSettings)[number];

export type Background = 'dark' | 'light';

/** `none`: no colours. */
export type Theme = Background | 'none';

interface About {
  /** The environment asks for no colours (NO_COLOR). */
  readonly isColourless: boolean;
  /** The terminal's; null: it is not known. */
  readonly background: Background | null;
  readonly profileSettings: { readonly theme: ThemeSetting };
}

/** The theme in force. Where the background is not known, it is dark: such terminals usually are. */
export function themeOf({ isColourless, background, profileSettings: { theme } }: About): Theme {
  if (isColourless) return 'none';
  return theme === 'auto' ? (background ?? 'dark') : theme;
}
