/** The working directory, which may have been removed before the start. */
import process from 'node:process';

let isGone = false;

/** Libraries read the folder as they load, and would throw: from here on it is another one. */
export function leaveRemovedDirectory(): void {
  try {
    process.cwd();
  } catch {
    isGone = true;
    process.chdir('/');
  }
}

/** Where rollcall was started; throws as `fs` does where that is gone. */
export function workingDirectory(): string {
  if (isGone) throw Object.assign(new Error('The folder has been removed.'), { code: 'ENOENT' });
  return process.cwd();
}
