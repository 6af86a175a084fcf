/** How are numbers written? */
import { clean, type Clean } from './clean.ts';

/** `12,431`: one fixed grouping, whatever the computer's locale, so that what people quote stays comparable. */
export function count(n: number): Clean {
  return clean(String(n).replace(/\B(?=(?:\d{3})+$)/g, ','));
}

/** `1 system`, `12,431 systems` */
export function plural(n: number, noun: string): Clean {
  return clean(`${count(n)} ${noun}${n === 1 ? '' : 's'}`);
}
