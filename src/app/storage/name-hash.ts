/** What is the name of the file or lock that belongs to this text? The same each time, and telling nothing of it. */
import process from 'node:process';

/** 24 hexadecimal digits (SHA-256). */
export function nameFor(text: string): string {
  // Not imported: to load it takes a thirtieth of the start, and nothing is named so soon.
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}
