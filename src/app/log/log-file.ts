/** The file of a log: new, for its owner alone, and never waited for while the program is used. */
import { closeSync, fstatSync, openSync, write, writeSync } from 'node:fs';
import { codeOf } from '../../state/kernel/system-error.ts';

interface LogFile {
  readonly append: (text: string) => void;
  /** Writes the rest, and waits for that: the program ends. */
  readonly close: () => void;
}

type LogOpened = { readonly ok: true; readonly file: LogFile } | { readonly ok: false; readonly sentence: string };

const refusals: ReadonlyMap<string, string> = new Map([
  ['EEXIST', 'it is there already. Name a new file.'],
  ['ENOENT', 'its folder is not there. Make the folder first.'],
  ['ENOTDIR', 'its path leads through a file. Name another one.'],
  ['EACCES', 'you may not write there. Name another one.'],
  ['EROFS', 'that disk is read-only. Name another one.'],
]);

/** `onFailure` hears once of a failure, by the operating system's code; nothing more is written after it. */
export function openLogFile(path: string, onFailure: (code: string) => void): LogOpened {
  let descriptor: number;
  try {
    // It overwrites neither a file that is there nor the target of a link.
    descriptor = openSync(path, 'wx', 0o600);
  } catch (error) {
    const reason = refusals.get(codeOf(error)) ?? `it cannot be made (${codeOf(error)}). Name another one.`;
    return { ok: false, sentence: `--log ${shown(path)}: ${reason}` };
  }
  let pending = '';
  let writing: Buffer | null = null;
  let position = 0;
  let hasFailed = false;

  const fail = (error: unknown): void => {
    if (hasFailed) return;
    hasFailed = true;
    pending = '';
    onFailure(codeOf(error));
  };
  const next = (): void => {
    if (writing !== null || pending === '' || hasFailed) return;
    writing = Buffer.from(pending);
    pending = '';
    writeRest();
  };
  // At a position: the final write repeats an unfinished one there, and nothing is written twice.
  const writeRest = (): void => {
    const chunk = writing;
    if (chunk === null) return;
    write(descriptor, chunk, 0, chunk.length, position, (error, written) => {
      if (hasFailed || writing !== chunk) return;
      const refusal = error ?? (written === 0 ? Object.assign(new Error(), { code: 'ENOSPC' }) : null);
      if (refusal !== null) {
        fail(refusal);
        return;
      }
      position += written;
      writing = written === chunk.length ? null : chunk.subarray(written);
      if (writing !== null) writeRest();
      else if (isGone(descriptor)) fail(Object.assign(new Error(), { code: 'ENOENT' }));
      else next();
    });
  };
  const file: LogFile = {
    append(text) {
      if (hasFailed) return;
      pending += text;
      next();
    },
    close() {
      if (hasFailed) return;
      try {
        const rest = Buffer.concat([writing ?? Buffer.alloc(0), Buffer.from(pending)]);
        for (let done = 0; done < rest.length;) {
          const written = writeSync(descriptor, rest, done, rest.length - done, position + done);
          if (written === 0) break;
          done += written;
        }
        closeSync(descriptor);
      } catch {
        // The program ends, and says nothing more.
      }
      hasFailed = true;
    },
  };
  return { ok: true, file };
}

/** A file without a name takes every line, and nobody will ever read it. */
function isGone(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).nlink === 0;
  } catch {
    return true;
  }
}

/** Without anything a terminal would act on. */
function shown(path: string): string {
  return path.replaceAll(/[^\x20-\x7e\u00a1-\u1fff\u3000-\ud7ff]/g, '?');
}
