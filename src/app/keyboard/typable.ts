/** Which characters of what is typed or pasted can stand in a field? */

/**
 * A blank takes the place of controls, and of everything that draws nothing, turns the direction of writing, or is no
 * character: a field shows its text as it is, and what is not seen could not be taken out again.
 */
export function typable(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]+/gu, ' ');
}
