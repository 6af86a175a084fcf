/** Dates in words: `in 8h`, `18:00`, `2026-12-01`. All of them are UTC. */

const units: Readonly<Record<string, number>> = {
  s: 1000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};

/** The last day that a date of four digits can name. */
const latest = Date.UTC(9999, 11, 31, 23, 59, 59);

export type When = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly says: string };

/** A moment or a day in RFC 3339. `now`: in milliseconds since 1970. */
export function whenOf(typed: string, format: 'date' | 'date-time', now: number): When {
  const text = typed.trim();
  if (isStrict(text, format)) return { ok: true, text };
  if (/^(in\s+)?\d+\s*m(\s+ago)?$/i.test(text)) return { ok: false, says: 'm means min or mo: write 30min or 30d' };
  const at = momentOf(text, now);
  if (at === null || at < 0 || at > latest) return { ok: false, says: `not a ${format === 'date' ? 'date' : 'time'}` };
  const written = new Date(at).toISOString();
  return { ok: true, text: format === 'date' ? written.slice(0, 10) : written.replace(/\.000Z$/, 'Z') };
}

/** Is it a date or a time that exists, as RFC 3339 writes it? */
export function isStrict(text: string, format: 'date' | 'date-time'): boolean {
  const [, day = '', time = ''] =
    /^(\d{4}-\d\d-\d\d)(?:[Tt](\d\d:\d\d:\d\d)(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d))?$/.exec(text) ?? [];
  if (day === '' || (format === 'date') !== (time === '')) return false;
  return dayOf(day) !== null && (time === '' || timeOf(time) !== null);
}

function momentOf(text: string, now: number): number | null {
  const lower = text.toLowerCase();
  if (lower === 'now') return now - (now % 1000);
  if (lower === 'today') return startOfDay(now);
  if (lower === 'tomorrow') return startOfDay(now) + Number(units['d']);
  const [, before = '', count = '', unit = '', after = ''] =
    /^(in\s+)?(\d{1,6})\s*(s|min|h|d|w)(\s+ago)?$/.exec(lower) ?? [];
  if (count !== '' && (before === '') !== (after === '')) {
    const span = Number(count) * Number(units[unit]);
    return now - (now % 1000) + (after === '' ? span : -span);
  }
  const [, day = '', time = ''] = /^(?:(\d{4}-\d\d-\d\d)(?:[ T]|$))?(\d{1,2}:\d\d(?::\d\d)?)?Z?$/i.exec(text) ?? [];
  const clock = time === '' ? 0 : timeOf(time);
  if (clock === null || (day === '' && time === '')) return null;
  if (day !== '') {
    const start = dayOf(day);
    return start === null ? null : start + clock;
  }
  const today = startOfDay(now) + clock;
  // A time without a day means the next such time.
  return today > now ? today : today + Number(units['d']);
}

function startOfDay(at: number): number {
  return at - (at % Number(units['d']));
}

function dayOf(text: string): number | null {
  const at = Date.parse(`${text}T00:00:00Z`);
  // Some engines read 2026-02-30 as a day of March.
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(text) ? at : null;
}

function timeOf(text: string): number | null {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number);
  if (hours > 23 || minutes > 59 || seconds > 60) return null;
  return ((hours * 60 + minutes) * 60 + seconds) * 1000;
}
