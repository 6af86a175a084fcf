/** Reads a token from standard input, and opens the terminal for keys where that is not standard input. */
import { openSync } from 'node:fs';
import process from 'node:process';
import { ReadStream } from 'node:tty';

/** More than this is no token, whatever it is. */
const maxCharacters = 4096;

/** Everything up to its end, as far as it can be a token. */
export async function readStandardInput(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += chunk as string;
    if (text.length > maxCharacters) break;
  }
  return text.slice(0, maxCharacters);
}

/** The terminal itself, whatever standard input is; null where there is none. */
export function openTerminalInput(): ReadStream | null {
  try {
    return new ReadStream(openSync('/dev/tty', 'r'));
  } catch {
    return null;
  }
}
