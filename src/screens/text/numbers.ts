/** How are numbers written? */
import { clean, type Clean } from './clean.ts';

// One fixed grouping, whatever the computer's locale: screens, journals and what people quote stay comparable.
const grouped = new Intl.NumberFormat('en-US');

/** `12,431` */
export function count(n: number): Clean {
  return clean(grouped.format(n));
}

/** `1 system`, `12,431 systems` */
export function plural(n: number, noun: string): Clean {
  return clean(`${grouped.format(n)} ${noun}${n === 1 ? '' : 's'}`);
}
