/** What is said where the program does not come to its end: a mistake in it, or nothing left that it could wait for? */
import process from 'node:process';
import { heedMistakes } from './bug-report.ts';
import { notesFolder } from '../storage/paths.ts';

/** Node itself would end with 13 and a warning of its own where nothing is left that `work` could wait for. */
export async function unlessStopped<Value>(work: () => Promise<Value>): Promise<Value> {
  process.once('beforeExit', sayStopped);
  try {
    return await work();
  } finally {
    process.off('beforeExit', sayStopped);
  }
}

function sayStopped(): void {
  process.stderr.write('rollcall: It stopped in the middle: no answer can come any more. Start it again.\n');
  process.exit(1);
}

/** A command without a screen; answers its exit code. What nobody catches ends the program with a report, and 1. */
export async function withReport(command: () => Promise<number>): Promise<number> {
  const mistakes = heedMistakes({
    notesFolder: await notesFolder().catch(() => null),
    // Its form is known, and taken out of every report.
    token: () => null,
    giveBack: () => undefined,
  });
  return command().catch(mistakes.end);
}
