/** Dates and times as RFC 3339 writes them. */

/** Is it a date or a time that exists, as RFC 3339 writes it? */
export function isStrict(text: string, format: 'date' | 'date-time'): boolean {
  const [, day = '', time = ''] =
    /^(\d{4}-\d\d-\d\d)(?:[Tt](\d\d:\d\d:\d\d)(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d))?$/.exec(text) ?? [];
  if (day === '' || (format === 'date') !== (time === '')) return false;
  return isDay(day) && (time === '' || isTime(time));
}

function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  // Some engines read 2026-02-30 as a day of March.
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(text);
}

function isTime(text: string): boolean {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number);
  return hours < 24 && minutes < 60 && seconds < 61;
}
