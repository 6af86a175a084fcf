/** Where in the line of the open field does typing go? Text that something else has put there is gone on with at its end. */
import type { FieldLink } from '../../screens/parts/field-context.ts';

export interface Caret {
  /** What a field draws it by. */
  readonly link: FieldLink['caret'];
  /** `shown`: what stands in the field; dots for a secret, which is not kept here. */
  place(shown: string, at: number): void;
  /** Another field has opened, or none is open. */
  forget(): void;
}

export function createCaret(): Caret {
  let placed = { shown: '', at: 0 };
  const listeners = new Set<() => void>();
  const place = (shown: string, at: number): void => {
    placed = { shown, at };
    for (const listener of listeners) listener();
  };
  return {
    link: {
      at: (shown) => (shown === placed.shown ? placed.at : shown.length),
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    place,
    forget() {
      place('', 0);
    },
  };
}
