/** Places of the values in a JSON text (UTF-8), found in one pass that checks every byte and parses none (RFC 8259). */

/** From the first byte of a value to the one after its last. */
export interface Place {
  readonly from: number;
  readonly to: number;
  /** Places of its values, by names in the order of `JSON.parse`; null where they were not looked for. */
  readonly inside: Readonly<Record<string, Place>> | null;
}

/** How many levels inside the value of this name are looked through. */
export type LevelsOf = (name: string) => number;

/** The place of the whole value, and of the values right in it. Throws a `SyntaxError` for text that is not JSON. */
export function placesIn(bytes: Buffer, levelsOf: LevelsOf): Place {
  const whole = placeOf(bytes, afterBlank(bytes, 0), levelsOf);
  if (afterBlank(bytes, whole.to) !== bytes.length) throw notJson();
  return whole;
}

function placeOf(bytes: Buffer, from: number, levelsOf: LevelsOf | null): Place {
  if (levelsOf === null || bytes[from] !== code['{']) return { from, to: endOfValue(bytes, from), inside: null };
  // Without a prototype, so that `__proto__` is a name like any other.
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

/** No recursion: a text may be millions of levels deep. */
function endOfValue(bytes: Buffer, from: number): number {
  /** Closing brackets of the open lists and objects. */
  const open: number[] = [];
  let at = from;
  for (;;) {
    at = afterBlank(bytes, at);
    const first = bytes[at];
    if (first === code['{'] || first === code['[']) {
      // Two further in ASCII.
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

/** Behind the name that begins here, and its colon. */
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

/** At the last character of an escape whose backslash stands before. */
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

/** At least one. */
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
