/** What is said when the program ends because of a mistake in it, and where is that written down? */
import process from 'node:process';
import { clean } from '../../screens/text/clean.ts';
import { writeCrashNote } from './crash-note.ts';
import { withoutSecrets } from './redact.ts';
import { version } from '../cli/version.ts';

export interface MistakeOptions {
  /** Where the note goes; null: nowhere. */
  readonly notesFolder: string | null;
  readonly token: () => string | null;
  /** Gives the terminal back, as far as it was taken. */
  readonly giveBack: () => void;
}

/**
 * From here on what nobody catches ends the program with a report. Node would write its own onto the alternate screen,
 * where it is gone a moment later, and leave the terminal as it is.
 */
export function heedMistakes(options: MistakeOptions): { readonly end: (error: unknown) => never } {
  const end = (error: unknown): never => {
    try {
      options.giveBack();
      process.stderr.write(report(error, options));
    } catch {
      // What is broken may be what a report needs.
      process.stderr.write('rollcall ended because of a mistake in it.\n');
    }
    process.exit(1);
  };
  process.once('uncaughtException', end).once('unhandledRejection', end);
  return { end };
}

function report(error: unknown, { token, notesFolder }: MistakeOptions): string {
  const text = withoutSecrets(bugReport(error), token());
  const path = notesFolder === null ? null : writeCrashNote(notesFolder, text);
  return text + (path === null ? '' : `This is also in ${clean(path)}, for a report of the mistake.\n`);
}

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
