/** What does ctrl-w leave of a line? As readline does it: the last word goes, with the spaces after it. */
export function withoutLastWord(line: string): string {
  return line.replace(/\S+\s*$/u, '');
}
