/** In which folder was the program started, and what if that has been removed? */
import process from 'node:process';

let isGone = false;

/** Libraries ask for the folder as they are loaded, and would throw: from here on they are told another one. */
export function leaveFolderThatIsGone(): void {
  try {
    process.cwd();
  } catch {
    isGone = true;
    process.chdir('/');
  }
}

/** Where the person works; throws as `fs` does where that is gone. */
export function startFolder(): string {
  if (isGone) throw Object.assign(new Error('The folder has been removed.'), { code: 'ENOENT' });
  return process.cwd();
}
