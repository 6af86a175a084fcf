/** Which moment does a timestamp name? (RFC 3339; specification, "What the service does", 6) */

const pattern =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

/** Empty dates of other systems (`0001-01-01`) lie before it: such a time is not known. */
const firstYear = 2000;

const minuteMs = 60_000;

/**
 * Milliseconds since 1970, or null where the text is no real moment: any offset and up to nine fraction digits are
 * read (digits beyond milliseconds are cut off), a 30th of February, a leap second or a year before 2000 is not.
 */
export function readTimestamp(text: string): number | null {
  const match = pattern.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second, fraction = '', sign, offsetHour = '0', offsetMinute = '0'] = match;
  const fields = [year, month, day, hour, minute, second].map(Number);
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = fields;
  if (y < firstYear || Number(offsetHour) > 23 || Number(offsetMinute) > 59) return null;
  const local = Date.UTC(y, mo - 1, d, h, mi, s, Number(fraction.slice(0, 3).padEnd(3, '0')));
  // Date.UTC carries over what is too large; what does not come back was not a date.
  const back = new Date(local);
  const isReal =
    back.getUTCMonth() === mo - 1 && back.getUTCDate() === d && back.getUTCHours() === h && back.getUTCMinutes() === mi;
  if (!isReal || back.getUTCSeconds() !== s) return null;
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * minuteMs;
  return sign === '-' ? local + offset : local - offset;
}
