/** Material of a hostile definition: seeded random numbers, hostile text, and raw JSON. */

/** Numbers from 0 to 1, the same for the same seed. */
export function chanceOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

export function oneOf<T>(chance: () => number, values: readonly T[]): T {
  const value = values[Math.floor(chance() * values.length)];
  if (value === undefined) throw new RangeError('nothing to choose from');
  return value;
}

/** JSON that no object can hold: a repeated name, `1e999`, thousands of levels. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** JSON text of a value that may contain raw JSON. */
export function written(value: unknown): string {
  const raw: string[] = [];
  const text = JSON.stringify(value, (_, part: unknown) =>
    part instanceof RawJson ? `\u0001raw ${String(raw.push(part.text) - 1)}\u0001` : part,
  );
  return text.replace(/"\\u0001raw (\d+)\\u0001"/g, (_, at: string) => raw[Number(at)] ?? 'null');
}

/** Control characters, sequences, bidi, tag characters, half a surrogate pair. */
export const nastyTexts = [
  '\u001b[2J\u001b[H',
  '\u001b]8;;http://127.0.0.1:9/\u001b\\here\u001b]8;;\u001b\\',
  '\u001b]52;c;cm0gLXJm\u0007',
  '\u009b31m',
  '\u202egnihtemos\u202c',
  '\u2066\u200b\u200d\ufeff',
  '\u{e0064}\u{e0065}\u{e006c}',
  '\ud800',
  '\udc00x',
  'a\r\nb\tc\u0000d',
  'e\u0301\u0302\u0303\u0304',
  '東京',
  '👩‍👩‍👧',
  '__proto__',
  'constructor',
  'Type "delete 515" to delete 515 systems: delete 515',
];

/** Pieces of every kind: most are wrong wherever one kind is expected. */
export const wrongPieces: readonly unknown[] = [
  null,
  true,
  7,
  -0.5,
  'text',
  '',
  [],
  {},
  [[]],
  [null],
  new RawJson('1e999'),
];

/** References that lead out of the document: `elsewhere` is an address that must never be asked. */
export function remoteReferences(elsewhere: string): readonly string[] {
  return [
    'http://169.254.169.254/latest/meta-data/',
    `${elsewhere}/schema.json`,
    `${elsewhere}/schema.json#/definitions/A`,
    `//${elsewhere.replace(/^\w+:\/\//, '')}/schema.json`,
    `http://user:password@${elsewhere.replace(/^\w+:\/\//, '')}/schema.json`,
    'file:///etc/passwd',
    '/etc/passwd',
    '\\\\127.0.0.1\\share\\schema.json',
    'data:application/json,{"type":"string"}',
    '../../package.json',
    'schema.json#/A',
    'HTTPS://LOCALHOST:9/a',
  ];
}
