/** The working directory, which may have been removed before the start. */
import process from 'node:process';

let isGone = false;

/** Libraries ask for the folder as they are loaded, and would throw: from here on they are told another one. */
export function leaveRemovedDirectory(): void {
  try {
    process.cwd();
  } catch {
    isGone = true;
    process.chdir('/');
  }
}

/** Where the person works; throws as `fs` does where that is gone. */
export function workingDirectory(): string {
  if (isGone) throw Object.assign(new Error('The folder has been removed.'), { code: 'ENOENT' });
  return process.cwd();
}
