/** Tells whether a process of this user is there. */
import process from 'node:process';

/** False for a process of another user, too. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
