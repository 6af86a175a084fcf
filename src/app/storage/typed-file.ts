/** Files that a person names by a path. */
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { ReadFile } from '../../state/change/request/files.ts';
import { codeOf } from '../../state/kernel/files.ts';
import { workingDirectory } from '../process/node.ts';
import { readOwnFile } from './own-file.ts';

/** As the person typed the path: from the folder in which rollcall was started, or from home. */
export function pathTyped(typed: string): string {
  return typed.startsWith('~/') ? resolve(homedir(), typed.slice(2)) : resolve(workingDirectory(), typed);
}

/** Any plain file that this person can read. `code`: `missing`, `notPlain`, `tooLarge`, or the operating system's. */
export const readTypedFile: ReadFile = (typed, mostBytes) => {
  try {
    const rules = { maxBytes: mostBytes, closed: 0, isAnyones: true, isLinkFollowed: true };
    const read = readOwnFile(pathTyped(typed), rules);
    if (read.kind === 'read') return { ok: true, bytes: read.bytes };
    if (read.kind === 'missing') return { ok: false, code: 'missing' };
    return { ok: false, code: read.why === 'unreadable' ? read.code : read.why };
  } catch (error) {
    return { ok: false, code: codeOf(error) };
  }
};
