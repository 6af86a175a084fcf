/** What is said when the program ends because of a mistake in it? */
import { clean } from '../screens/text/clean.ts';
import { version } from './version.ts';

/** The mistake's own words and the places in the program, made safe to print. No value of the session is among them. */
export function bugReport(error: unknown): string {
  const what = error instanceof Error ? error : new Error(typeof error === 'string' ? error : 'unknown');
  const places = (what.stack ?? '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 8);
  const lines = [
    `rollcall ${version} ended because of a mistake in it: ${clean(what.message)}`,
    ...places.map((line) => clean(line)),
    'A deletion that was under way may have been carried out; its file of records says what was begun.',
  ];
  return `${lines.join('\n')}\n`;
}
