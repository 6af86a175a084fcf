/** Finds a text in a line. */
import { inPlainSpelling } from './hidden-characters.ts';

/** In any case, and in any spelling of Unicode. */
export function hasText(line: string, text: string): boolean {
  return inPlainSpelling(line).includes(inPlainSpelling(text));
}
