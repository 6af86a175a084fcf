/** How does a text from outside stand in a sentence of ours? */
import { clean } from './clean.ts';
import { clip } from './fit.ts';

/** Longer ones are cut, so that the sentence around them is still read. */
const LONGEST_QUOTE = 120;

/** Cleaned and cut, for codes and names that need no quotation marks: `ECONNREFUSED`. */
export function brief(text: string): string {
  return clip(clean(text), LONGEST_QUOTE);
}

/** Cleaned, cut and in quotation marks, so that it cannot pass for our own words. */
export function quoted(text: string): string {
  return `"${brief(text)}"`;
}
