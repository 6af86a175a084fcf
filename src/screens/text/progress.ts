/** How far has something come, in so many cells of plain text? */
import { clean, type Clean } from './clean.ts';

/** `██████░░░░`; full only when all is done, and a line where it is not known how much there is. */
export function progressText(done: number, total: number | null, width: number): Clean {
  if (total === null) return clean('─'.repeat(width));
  const filled = done >= total ? width : Math.floor((width * done) / total);
  return clean('█'.repeat(filled) + '░'.repeat(width - filled));
}
