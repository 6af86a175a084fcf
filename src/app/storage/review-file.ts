/** Reads the file of a review that another person has written: anybody may own it, and nobody but its owner changes it. */
import { basename } from 'node:path';
import { maxReviewBytes } from '../../state/removal/review-file/format.ts';
import { type OwnFile, readOwnFile } from './own-file.ts';
import { pathTyped } from './typed-file.ts';

export function readReviewFile(typed: string) {
  const name = basename(typed);
  let read;
  try {
    const rules = { maxBytes: maxReviewBytes, isAnyones: true, isLinkFollowed: true };
    read = readOwnFile(pathTyped(typed), rules);
  } catch {
    return { ok: false, says: 'The folder in which rollcall was started is gone. Type the whole path.' } as const;
  }
  if (read.kind === 'read') return { ok: true, bytes: read.bytes, name } as const;
  return { ok: false, says: refusalOf(read, name) } as const;
}

function refusalOf(file: OwnFile, name: string): string {
  if (file.kind === 'missing') return `There is no file "${name}" there. Check the path.`;
  switch (file.why) {
    case 'exposed':
      return `Other users can change "${name}". Ask for the file again, copy it, and chmod go-w the copy.`;
    case 'tooLarge':
      return `"${name}" is larger than any review. Check the path.`;
    case 'unreadable':
      return `rollcall cannot read "${name}" (${file.code}). Ask for a copy that you can read.`;
    case 'notPlain':
    case 'lostLink':
    case 'notYours':
    case 'folder':
      return `"${name}" is no plain file. Check the path.`;
  }
}
