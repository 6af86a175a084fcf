/** How well text on a screen can be read: its contrast, as terminals draw the sixteen colours. */

type Rgb = readonly [number, number, number];

function table(text: string): readonly Rgb[] {
  return text.split(' ').map((hex) => [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb);
}

/** The sixteen colours of Windows Terminal (Campbell), of xterm, of VS Code, and of the terminal of GNOME (Tango). */
export const tables = {
  campbell: table(
    '0c0c0c c50f1f 13a10e c19c00 0037da 881798 3a96dd cccccc 767676 e74856 16c60c f9f1a5 3b78ff b4009e 61d6d6 f2f2f2',
  ),
  xterm: table(
    '000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff',
  ),
  vsCode: table(
    '000000 cd3131 0dbc79 e5e510 2472c8 bc3fbc 11a8cd e5e5e5 666666 f14c4c 23d18b f5f543 3b8eea d670d6 29b8db e5e5e5',
  ),
  tango: table(
    '2e3436 cc0000 4e9a06 c4a000 3465a4 75507b 06989a d3d7cf 555753 ef2929 8ae234 fce94f 729fcf ad7fa8 34e2e2 eeeeec',
  ),
} as const;

export const grounds = { dark: [0, 0, 0], light: [255, 255, 255] } as const satisfies Record<string, Rgb>;

/** By WCAG 2.2: 1 is none, and 21 that of black on white. */
export function contrast(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** A text of one look, and its contrast. */
interface Read {
  readonly text: string;
  readonly sgr: string;
  readonly contrast: number;
}

interface Look {
  readonly front: number | null;
  readonly back: number | null;
  readonly isBold: boolean;
  readonly isDim: boolean;
  readonly isInverse: boolean;
}

const blank: Look = { front: null, back: null, isBold: false, isDim: false, isInverse: false };

/** After one parameter of Select Graphic Rendition (ECMA-48, 8.3.117). */
function after(look: Look, code: number): Look {
  if (code === 0) return blank;
  if (code === 1) return { ...look, isBold: true };
  if (code === 2) return { ...look, isDim: true };
  if (code === 22) return { ...look, isBold: false, isDim: false };
  if (code === 7 || code === 27) return { ...look, isInverse: code === 7 };
  if (code === 39) return { ...look, front: null };
  if (code === 49) return { ...look, back: null };
  const [tens, ones] = [Math.floor(code / 10), code % 10];
  if (tens === 3 && ones < 8) return { ...look, front: ones };
  if (tens === 4 && ones < 8) return { ...look, back: ones };
  if (tens === 9 && ones < 8) return { ...look, front: 8 + ones };
  if (tens === 10 && ones < 8) return { ...look, back: 8 + ones };
  throw new Error(`Unknown parameter ${code}.`);
}

/**
 * The texts of a frame, drawn as unfavourably as terminals do: bold in the bright colour, faint at half of its strength.
 * The text without a colour is as grey as one of the table.
 */
export function readings(frame: string, colours: readonly Rgb[], ground: Rgb): readonly Read[] {
  let look = blank;
  return frame.split('\u{1B}[').flatMap((piece, at) => {
    const [, codes = '', text = piece] = (at > 0 && /^([\d;]*)m([^]*)$/.exec(piece)) || [];
    look = codes === '' ? look : codes.split(';').map(Number).reduce(after, look);
    if (text.trim() === '') return [];
    return [{ text, sgr: JSON.stringify(look), contrast: contrastOf(look, colours, ground) }];
  });
}

function contrastOf({ front, back, isBold, isDim, isInverse }: Look, colours: readonly Rgb[], ground: Rgb): number {
  const own: Rgb = colours[ground[0] === 0 ? 7 : 0] ?? ground;
  const bright = front !== null && front < 8 && isBold ? front + 8 : front;
  const fore = bright === null ? own : (colours[bright] ?? own);
  const behind = back === null ? ground : (colours[back] ?? ground);
  const faint = fore.map((value, at) => (value + (behind[at] ?? 0)) / 2) as unknown as Rgb;
  const text = isDim ? faint : fore;
  // Swapped colours contrast alike.
  return isInverse ? contrast(behind, text) : contrast(text, behind);
}
