/** Writes whole digits as `12,431`: one fixed grouping, whatever the computer's locale, so that what people quote stays comparable. */
export function grouped(n: number | string): string {
  const text = String(n);
  const [, minus = '', digits = ''] = /^(-?)(\d+)$/.exec(text) ?? [];
  if (digits === '') return text;
  const first = digits.length % 3 || 3;
  return minus + digits.slice(0, first) + digits.slice(first).replace(/\d{3}/g, ',$&');
}
