/** Typed input as short texts for comparison: text unchanged, `<enter>` for a key, and `«pasted»`. */
import type { TypedInput } from '../../src/app/keyboard/input-parser.ts';

export function shownInputs(inputs: readonly TypedInput[]): readonly string[] {
  return inputs.map((input) => {
    switch (input.kind) {
      case 'text':
        return input.text;
      case 'key':
        return `<${input.name}>`;
      case 'paste':
        return `«${input.text}»`;
    }
  });
}
