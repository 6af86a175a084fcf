/** Does a file belong to whoever runs this? What somebody else has put there is not trusted. */
import process from 'node:process';

/** True on Windows, where files have no owner of this kind. */
export function isOwn({ uid }: { readonly uid: number }): boolean {
  return process.getuid === undefined || uid === process.getuid();
}
