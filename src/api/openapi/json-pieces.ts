/**
 * A JSON text whose pieces are parsed on demand and dropped when nothing references them, and the references within it.
 */
import {
  digitsOf,
  ExactNumber,
  isJsonObject,
  isList,
  type Json,
  type JsonObject,
  parseExactly,
} from '../exact-json.ts';
import { decode } from './path-form.ts';

// Access to own properties only, so that `__proto__` is an ordinary name.

const nothing: JsonObject = {};

/** Undefined unless the value is an object with an own property of that name. */
export function own(value: Json | undefined, name: string): Json | undefined {
  if (!isJsonObject(value)) return undefined;
  const piece = value[name];
  // Most keywords are absent, and a plain access is cheaper than `hasOwn`.
  return piece !== undefined && Object.hasOwn(value, name) ? piece : undefined;
}

export function objectIn(value: Json | undefined, name: string): JsonObject {
  const piece = own(value, name);
  return isJsonObject(piece) ? piece : nothing;
}

export function listIn(value: Json | undefined, name: string): readonly Json[] {
  const piece = own(value, name);
  return isList(piece) ? piece : [];
}

/** Empty when there is no text. */
export function textIn(value: Json | undefined, name: string): string {
  const piece = own(value, name);
  return typeof piece === 'string' ? piece : '';
}

export function isTrueIn(value: Json | undefined, name: string): boolean {
  return own(value, name) === true;
}

/** A number's digits as written; null when it is not a number. */
export function digitsIn(value: Json | undefined, name: string): string | null {
  const piece = own(value, name);
  return typeof piece === 'number' || piece instanceof ExactNumber ? digitsOf(piece) : null;
}

export function kindOf(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (isList(value)) return 'a list';
  if (typeof value === 'string') return 'a text';
  if (typeof value === 'boolean') return 'a yes or no';
  return typeof value === 'number' || value instanceof ExactNumber ? 'a number' : 'an object';
}

// Locates the values in a JSON text (UTF-8) in one pass that validates every byte and parses nothing (RFC 8259).

/** From the first byte of a value to the one after its last. */
interface Place {
  readonly from: number;
  readonly to: number;
  /** Places of the values inside, by name in the order of `JSON.parse`; null when they were not scanned. */
  readonly inside: Readonly<Record<string, Place>> | null;
}

/** How many levels inside the value of this name are scanned. */
type LevelsOf = (name: string) => number;

/** The place of the whole value and of its direct values. Throws a `SyntaxError` for text that is not JSON. */
function placesIn(bytes: Buffer, levelsOf: LevelsOf): Place {
  const whole = placeOf(bytes, afterBlank(bytes, 0), levelsOf);
  if (afterBlank(bytes, whole.to) !== bytes.length) throw notJson();
  return whole;
}

function placeOf(bytes: Buffer, from: number, levelsOf: LevelsOf | null): Place {
  if (levelsOf === null || bytes[from] !== code['{']) return { from, to: endOfValue(bytes, from), inside: null };
  // Without a prototype, so that `__proto__` is an ordinary name.
  const inside = Object.create(null) as Record<string, Place>;
  let at = afterBlank(bytes, from + 1);
  if (bytes[at] === code['}']) return { from, to: at + 1, inside };
  for (;;) {
    const start = afterBlank(bytes, at);
    at = afterName(bytes, start);
    const name = nameAt(bytes, start);
    const levels = levelsOf(name);
    const place = placeOf(bytes, afterBlank(bytes, at), levels > 0 ? () => levels - 1 : null);
    inside[name] = place;
    at = afterBlank(bytes, place.to);
    if (bytes[at] === code['}']) return { from, to: at + 1, inside };
    if (bytes[at] !== code[',']) throw notJson();
    at += 1;
  }
}

function nameAt(bytes: Buffer, from: number): string {
  return JSON.parse(bytes.toString('utf8', from, endOfText(bytes, from))) as string;
}

/** Iterative: a text may be millions of levels deep. */
function endOfValue(bytes: Buffer, from: number): number {
  /** Closing brackets of the open lists and objects. */
  const open: number[] = [];
  let at = from;
  for (;;) {
    at = afterBlank(bytes, at);
    const first = bytes[at];
    if (first === code['{'] || first === code['[']) {
      // In ASCII a closing bracket is two after its opening one.
      const closing = first + 2;
      at = afterBlank(bytes, at + 1);
      if (bytes[at] !== closing) {
        open.push(closing);
        if (closing === code['}']) at = afterName(bytes, at);
        continue;
      }
      at += 1;
    } else at = first === code['"'] ? endOfText(bytes, at) : endOfScalar(bytes, at);
    for (;;) {
      const closing = open.at(-1);
      if (closing === undefined) return at;
      at = afterBlank(bytes, at);
      const next = bytes[at];
      at += 1;
      if (next === code[',']) {
        if (closing === code['}']) at = afterName(bytes, afterBlank(bytes, at));
        break;
      }
      if (next !== closing) throw notJson();
      open.pop();
    }
  }
}

function afterName(bytes: Buffer, from: number): number {
  const at = afterBlank(bytes, endOfText(bytes, from));
  if (bytes[at] !== code[':']) throw notJson();
  return at + 1;
}

function afterBlank(bytes: Buffer, from: number): number {
  let at = from;
  for (let byte = bytes[at]; byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09; byte = bytes[at])
    at += 1;
  return at;
}

function endOfText(bytes: Buffer, from: number): number {
  if (bytes[from] !== code['"']) throw notJson();
  for (let at = from + 1; ; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === code['"']) return at + 1;
    if (byte < 0x20) throw notJson();
    if (byte === code['\\']) at = endOfEscape(bytes, at + 1);
  }
}

/** The position of the escape's last character. */
function endOfEscape(bytes: Buffer, at: number): number {
  const isHex = bytes[at] === code.u;
  const escape = bytes.toString('latin1', at, at + (isHex ? 5 : 1));
  if (!(isHex ? /^u[\da-f]{4}$/i : /^["\\/bfnrt]$/).test(escape)) throw notJson();
  return at + escape.length - 1;
}

function endOfScalar(bytes: Buffer, from: number): number {
  const byte = bytes[from];
  const word = byte === code.t ? 'true' : byte === code.n ? 'null' : byte === code.f ? 'false' : null;
  if (word === null) return endOfNumber(bytes, from);
  if (bytes.toString('latin1', from, from + word.length) !== word) throw notJson();
  return from + word.length;
}

function endOfNumber(bytes: Buffer, from: number): number {
  let at = bytes[from] === code['-'] ? from + 1 : from;
  at = bytes[at] === code['0'] ? at + 1 : afterDigits(bytes, at);
  if (bytes[at] === code['.']) at = afterDigits(bytes, at + 1);
  if (bytes[at] === code.e || bytes[at] === code.E) {
    at += bytes[at + 1] === code['+'] || bytes[at + 1] === code['-'] ? 2 : 1;
    at = afterDigits(bytes, at);
  }
  return at;
}

/** Requires at least one digit. */
function afterDigits(bytes: Buffer, from: number): number {
  let at = from;
  for (let byte = bytes[at] ?? 0; byte >= code['0'] && byte <= code['9']; byte = bytes[at] ?? 0) at += 1;
  if (at === from) throw notJson();
  return at;
}

function notJson(): SyntaxError {
  return new SyntaxError('not JSON');
}

const code = {
  ...{ '"': 0x22, '\\': 0x5c, '{': 0x7b, '}': 0x7d, '[': 0x5b, ',': 0x2c, ':': 0x3a },
  ...{ t: 0x74, f: 0x66, n: 0x6e, u: 0x75, e: 0x65, E: 0x45, '-': 0x2d, '+': 0x2b, '.': 0x2e, '0': 0x30, '9': 0x39 },
} as const;

/** The path from the whole value to a piece: names, and indices of lists. */
export type Steps = readonly string[];

export interface JsonPieces {
  /** The direct values of the text, without those that are scanned deeper. Empty when the text is not an object. */
  readonly root: JsonObject;
  /** Returns the same object for the same steps while something references it. Undefined when there is nothing. */
  readonly pieceAt: (steps: Steps) => Json | undefined;
  /** Yields names and values of a scanned part one by one, without retaining them. */
  readonly entriesAt: (steps: Steps) => Iterable<readonly [string, Json]>;
}

/** Throws a `SyntaxError` for text that is not JSON. */
export function piecesOf(text: Uint8Array, levelsOf: LevelsOf): JsonPieces {
  const bytes = Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  const whole = placesIn(bytes, levelsOf);
  const copyOf = ({ from, to }: Place): Json => parseExactly(bytes.toString('utf8', from, to));
  const parsed = new Map<Place | 'root', WeakRef<JsonObject | readonly Json[]>>();

  /** Engines clear a `WeakRef` only between two tasks: within one task a piece is always the same object. */
  const keep = <T extends Json>(key: Place | 'root', make: () => T): T => {
    const known = parsed.get(key)?.deref();
    if (known !== undefined) return known as T;
    const made = make();
    if (isJsonObject(made) || isList(made)) parsed.set(key, new WeakRef(made));
    return made;
  };

  return {
    get root() {
      return keep('root', () => {
        const plain = Object.entries(whole.inside ?? {}).filter(([, { inside }]) => inside === null);
        return Object.fromEntries(plain.map(([name, place]) => [name, copyOf(place)]));
      });
    },
    pieceAt(steps) {
      const { place, rest } = reach(whole, steps);
      return place === undefined
        ? undefined
        : rest.reduce<Json | undefined>(
            stepInto,
            keep(place, () => copyOf(place)),
          );
    },
    *entriesAt(steps) {
      const { place, rest } = reach(whole, steps);
      if (rest.length > 0) return;
      for (const [name, inner] of Object.entries(place?.inside ?? {})) yield [name, copyOf(inner)];
    },
  };
}

/** The place as far as the text was scanned, and the remaining steps. */
function reach(whole: Place, steps: Steps): { readonly place: Place | undefined; readonly rest: Steps } {
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

// Resolves references within a document (`#/…`, RFC 6901). References elsewhere are reported, and never opened.

type Resolved =
  | {
      readonly ok: true;
      readonly value: Json;
      /** The objects with `$ref` on the way, in order, including the keywords beside `$ref`. */
      readonly hops: readonly JsonObject[];
    }
  /** The reason is a sentence. */
  | { readonly ok: false; readonly reason: string };

/** References that may still be followed; shared by all lookups for one question. */
export interface HopBudget {
  left: number;
}

const maxHops = 64;
/** In characters; no real reference is longer. */
const maxReferenceLength = 2000;

/** Follows the references of a piece; returns the piece itself when it has none. */
export function resolveReference(document: JsonPieces, piece: Json, budget: HopBudget = { left: maxHops }): Resolved {
  if (referenceOf(piece) === null) return { ok: true, value: piece, hops: [] };
  const hops: JsonObject[] = [];
  let value = piece;
  for (;;) {
    const reference = referenceOf(value);
    if (reference === null || !isJsonObject(value)) return { ok: true, value, hops };
    if (hops.includes(value)) return { ok: false, reason: 'Its references lead in a circle.' };
    if (hops.length >= maxHops || budget.left <= 0) {
      return { ok: false, reason: `It is more than ${String(maxHops)} references away.` };
    }
    budget.left -= 1;
    hops.push(value);
    if (!reference.startsWith('#')) {
      return { ok: false, reason: `It is described at ${quote(reference)}, which rollcall never opens.` };
    }
    const steps = stepsOf(reference);
    const found = steps === null ? undefined : document.pieceAt(steps);
    if (found === undefined) return { ok: false, reason: `The definition has nothing at ${quote(reference)}.` };
    value = found;
  }
}

/**
 * An entry of `content`, which may be a reference in OpenAPI 3.2. A broken reference becomes the schema, whose shape
 * says why.
 */
export function mediaTypeIn(document: JsonPieces, content: Json | undefined, type: string): Json {
  const piece = own(content, type) ?? null;
  const resolved = resolveReference(document, piece);
  return resolved.ok ? resolved.value : { schema: piece };
}

/** Null when there is no `$ref`. */
export function referenceOf(value: Json | undefined): string | null {
  const reference = own(value, '$ref');
  return typeof reference === 'string' ? reference : null;
}

/** The last step of a reference. */
export function nameOfReference(reference: string): string {
  return stepsOf(reference)?.at(-1) ?? '';
}

/** Steps of `#` or `#/…`, decoded; null for any other text. */
function stepsOf(reference: string): Steps | null {
  if (reference === '#') return [];
  if (!reference.startsWith('#/') || reference.length > maxReferenceLength) return null;
  const steps = decode(reference.slice(2))?.split('/');
  return steps?.map((step) => (step.includes('~') ? step.replaceAll('~1', '/').replaceAll('~0', '~') : step)) ?? null;
}

const maxQuoted = 30;

function quote(reference: string): string {
  return `"${reference.length > maxQuoted ? `${reference.slice(0, maxQuoted - 1)}…` : reference}"`;
}
