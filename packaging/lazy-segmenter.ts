/**
 * Segments text like `Intl.Segmenter`, which the build replaces by this class. Making one takes milliseconds that the
 * start cannot spare: it is made for the first text that is not simple.
 */

/** A class of a regular expression: · – ‹ › … ← to ↓ ─ to ╿ █ to ▓ ▸ ◂ ● ○ ✓, which the screens draw. Each is one cell. */
export const screenSigns = String.raw`\u00B7\u2013\u2039\u203A\u2026\u2190-\u2193\u2500-\u257F\u2588-\u2593\u25B8\u25C2\u25CF\u25CB\u2713`;

const escape = '\u{1B}';

/** Printable ASCII, escape sequences and the signs of the screens: no two of them are ever one grapheme. */
const simple = new RegExp(`^[${escape} -~${screenSigns}]*$`);

const { Segmenter } = Intl;

/** The part of `Intl.Segments` that the screens and their drawing libraries use. */
interface Segments extends Iterable<Segment> {
  readonly containing: (at?: number) => Segment | undefined;
}

interface Segment {
  readonly segment: string;
  readonly index: number;
}

/** Each character is one. */
class SimpleSegments implements Segments {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  [Symbol.iterator](): Iterator<Segment> {
    return Array.from(this.#text, (segment, index) => ({ segment, index }))[Symbol.iterator]();
  }

  containing(at = 0): Segment | undefined {
    const segment = this.#text[at];
    return segment === undefined ? undefined : { segment, index: at };
  }
}

export class LazySegmenter {
  readonly #options: ConstructorParameters<typeof Segmenter>;
  #segmenter: Intl.Segmenter | undefined;

  constructor(...options: ConstructorParameters<typeof Segmenter>) {
    this.#options = options;
  }

  segment(text: string): Segments {
    if (simple.test(text)) return new SimpleSegments(text);
    this.#segmenter ??= new Segmenter(...this.#options);
    return this.#segmenter.segment(text);
  }
}
