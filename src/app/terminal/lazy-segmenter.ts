/**
 * Where does a character end? As `Intl.Segmenter` says, in whose place the build puts this class: to make one of those
 * takes milliseconds, of which the start has none to spare. It is made for the first text that is not simple.
 */
import { screenSigns } from './screen-signs.ts';

const escape = '\u{1B}';

/** ASCII that is drawn, what changes its look (ESC), and the signs of the screens: no two of them are ever one character. */
const simple = new RegExp(`^[${escape} -~${screenSigns}]*$`);

const { Segmenter } = Intl;

export class PatientSegmenter {
  readonly #about: ConstructorParameters<typeof Segmenter>;
  #made: Intl.Segmenter | undefined;

  constructor(...about: ConstructorParameters<typeof Segmenter>) {
    this.#about = about;
  }

  segment(text: string): Iterable<{ readonly segment: string; readonly index: number }> {
    if (simple.test(text)) return Array.from(text, (segment, index) => ({ segment, index }));
    this.#made ??= new Segmenter(...this.#about);
    return this.#made.segment(text);
  }
}
