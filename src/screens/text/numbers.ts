/** Formats numbers. */
import { grouped } from '../../state/kernel/format-number.ts';
import { clean, type Clean } from './clean.ts';

/** `12,431` */
export function count(n: number): Clean {
  return clean(grouped(n));
}

/** `1 system`, `12,431 systems` */
export function plural(n: number, noun: string): Clean {
  return clean(`${count(n)} ${noun}${n === 1 ? '' : 's'}`);
}
