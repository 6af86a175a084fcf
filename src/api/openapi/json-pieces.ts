/** A JSON text that stays text: a piece of it is parsed when it is needed, and dropped when nothing holds it. */
import { isJsonObject, isList, type Json, type JsonObject, parseExactly } from '../exact-json.ts';
import { type LevelsOf, type Place, placesIn } from './json-places.ts';
import { own } from './json-access.ts';

/** Steps lead from the whole value to a piece: names, and indices of lists. */
export type Steps = readonly string[];

export interface JsonPieces {
  /** The values right in the text, without the ones that are looked through. Empty where it is no object. */
  readonly root: JsonObject;
  /** The same object for the same steps, as long as something holds it. Undefined where there is nothing. */
  readonly pieceAt: (steps: Steps) => Json | undefined;
  /** Names and values where the text is looked through, one after the other: none of them is held. */
  readonly entriesAt: (steps: Steps) => Iterable<readonly [string, Json]>;
}

/** Throws a `SyntaxError` for text that is not JSON. */
export function piecesOf(text: Uint8Array, levelsOf: LevelsOf): JsonPieces {
  const bytes = Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  const whole = placesIn(bytes, levelsOf);
  const copyOf = ({ from, to }: Place): Json => parseExactly(bytes.toString('utf8', from, to));
  const parsed = new Map<Place | 'root', WeakRef<JsonObject | readonly Json[]>>();

  /** An engine clears a `WeakRef` only between two turns: during one, a piece is always the same object. */
  const kept = <T extends Json>(key: Place | 'root', make: () => T): T => {
    const known = parsed.get(key)?.deref();
    if (known !== undefined) return known as T;
    const made = make();
    if (isJsonObject(made) || isList(made)) parsed.set(key, new WeakRef(made));
    return made;
  };

  return {
    get root() {
      return kept('root', () => {
        const plain = Object.entries(whole.inside ?? {}).filter(([, { inside }]) => inside === null);
        return Object.fromEntries(plain.map(([name, place]) => [name, copyOf(place)]));
      });
    },
    pieceAt(steps) {
      const { place, rest } = reached(whole, steps);
      return place === undefined
        ? undefined
        : rest.reduce<Json | undefined>(
            stepInto,
            kept(place, () => copyOf(place)),
          );
    },
    *entriesAt(steps) {
      const { place, rest } = reached(whole, steps);
      if (rest.length > 0) return;
      for (const [name, inner] of Object.entries(place?.inside ?? {})) yield [name, copyOf(inner)];
    },
  };
}

/** The place as far as the text was looked through, and the steps from there. */
function reached(whole: Place, steps: Steps): { readonly place: Place | undefined; readonly rest: Steps } {
  let place: Place | undefined = whole;
  for (const [at, step] of steps.entries()) {
    if (place === undefined) break;
    if (place.inside === null) return { place, rest: steps.slice(at) };
    place = place.inside[step];
  }
  return { place, rest: [] };
}

function stepInto(piece: Json | undefined, step: string): Json | undefined {
  if (!isList(piece)) return own(piece, step);
  return /^(?:0|[1-9]\d*)$/.test(step) ? piece[Number(step)] : undefined;
}
