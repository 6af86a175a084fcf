/** Short lists in one line: `a, b, "c d"`. */

/** Null when a quotation mark is not closed, or text follows a closing one. */
export function itemsIn(line: string): readonly string[] | null {
  if (line.trim() === '') return [];
  const item = /\s*(?:"((?:[^"\\]|\\.)*)"|([^",]*))\s*(,|$)/gsuy;
  const items: string[] = [];
  while (item.lastIndex <= line.length) {
    const found = item.exec(line);
    if (found === null) return null;
    const [, quoted, plain = '', end] = found;
    items.push(quoted === undefined ? plain.trim() : quoted.replace(/\\(.)/gsu, '$1'));
    if (end === '') return items;
  }
  return items;
}

/** The line that `itemsIn` reads back as these items. */
export function lineOf(items: readonly string[]): string {
  return items.map((item) => (needsQuotes(item) ? `"${item.replace(/["\\]/g, String.raw`\$&`)}"` : item)).join(', ');
}

function needsQuotes(item: string): boolean {
  return item === '' || item !== item.trim() || /[",\\]/.test(item);
}
