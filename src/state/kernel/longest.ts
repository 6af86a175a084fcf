/** How much a field takes. */

/** Characters of a line: what is typed is read again with each letter, and drawn. */
export const longestTyped = 2000;

/** The same of a field whose text is a value, and no filter. */
export const longestValue = 10_000;
