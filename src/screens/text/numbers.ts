/** Formats numbers, and draws them as a bar. */
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

/** `12 new`, `4 gone`: those that are not 0. */
export function counts(...counted: readonly (readonly [n: number, what: string])[]): readonly string[] {
  return counted.filter(([n]) => n > 0).map(([n, what]) => `${count(n)} ${what}`);
}

/** `██████░░░░`; full only when all is done, and a line where the total is unknown. */
export function progressBar(done: number, total: number | null, width: number): Clean {
  if (total === null) return clean('─'.repeat(width));
  const filled = done >= total ? width : Math.floor((width * done) / total);
  return clean('█'.repeat(filled) + '░'.repeat(width - filled));
}
