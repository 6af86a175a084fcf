/** Where does the first frame begin? At the top of the screen that is the program's own (the alternate screen). */

const enters = '\u{1B}[?1049h';
const home = '\u{1B}[H';

/** The cursor is still in the line in which the shell had it: a frame from there runs over the bottom, and scrolls up. */
export function fromTheTop(text: string): string {
  return text.replace(enters, enters + home);
}
