/** The codes of errors that come from the operating system. */

/** Such as `ENOENT` (errno(3)); null for an error that does not come from it. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** The same as a word for a sentence. */
export function codeOf(error: unknown): string {
  return errorCode(error) ?? 'unknown';
}
