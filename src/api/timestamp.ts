/** Parses timestamps (RFC 3339; specification, "What the service does", 6). */

/** Years from 2000: empty dates of other programs (`0001-01-01`) are before. */
const date = String.raw`[2-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`;
const time = String.raw`(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.(\d{1,9}))?`;
const offset = String.raw`Z|([+-])([01]\d|2[0-3]):([0-5]\d)`;
const pattern = new RegExp(`^${date}T${time}(?:${offset})$`, 'i');

const minuteMs = 60_000;

/**
 * Milliseconds since 1970, or null where the text is no real moment: any offset and up to nine fraction digits are
 * read (digits beyond milliseconds are cut off), a 30th of February, a leap second or a year before 2000 is not.
 */
export function readTimestamp(text: string): number | null {
  const match = pattern.exec(text);
  if (match === null) return null;
  const [, fraction = '', sign, hours = '0', minutes = '0'] = match;
  const field = (from: number, to: number): number => Number(text.slice(from, to));
  const day = field(8, 10);
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
  const local = Date.UTC(field(0, 4), field(5, 7) - 1, day, field(11, 13), field(14, 16), field(17, 19), milliseconds);
  // A day too many for its month is carried into the next one.
  if (new Date(local).getUTCDate() !== day) return null;
  const ahead = (Number(hours) * 60 + Number(minutes)) * minuteMs;
  return sign === '-' ? local + ahead : local - ahead;
}
