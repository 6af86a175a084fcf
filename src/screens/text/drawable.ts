/** Which characters may be drawn as they are? Classes for regular expressions with the `v` flag. */

/** Draws nothing, passes for a space, or changes how its neighbours are drawn. */
export const HIDDEN = String.raw`[\p{C}\p{Default_Ignorable_Code_Point}[\p{Z}--[ ]]\u2800\u{1D159}\u{13441}\u{13442}]`;

/** Parts of emoji by themselves. */
const PARTS = String.raw`\p{Emoji_Modifier}\p{Regional_Indicator}`;
/** Conjoining vowels and finals of Hangul and Kirat Rai. */
const JAMO = String.raw`\u1160-\u11FF\uD7B0-\uD7FF\u{16D63}\u{16D67}-\u{16D6A}`;
/** Letters that Unicode attaches to the one after. */
const ATTACHED = String.raw`\u0D4E\u{111C2}\u{111C3}\u{113D1}\u{1193F}\u{11941}\u{11A84}-\u{11A89}\u{11D46}\u{11F02}`;
/** Visible, but melts into its neighbours, so that terminals and string-width count its cells differently. */
const MELTING = `[${PARTS}${JAMO}${ATTACHED}]`;

/** Stands on the character before it: accents and vowel signs, and the voicing marks of half-width Japanese. */
export const MARK = String.raw`[[\p{Mn}\p{Mc}\uFF9E\uFF9F]--${HIDDEN}]`;

/** Is visible, whole by itself, and of a width that everyone agrees on. */
export const BASE = String.raw`[^${HIDDEN}${MELTING}\p{M}\uFF9E\uFF9F]`;

/** Several characters drawn as one: a well-formed emoji, or a Hangul syllable spelled out as macOS does. */
export const WHOLE = String.raw`(?=..)(?:\p{RGI_Emoji}|[\u1100-\u1112][\u1161-\u1175][\u11A8-\u11C2]?)`;
