/** Files whose path you type. The first stage of a start reads files too, and must not replace the working directory. */
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { ReadFile } from '../../state/change/request/new-thing.ts';
import { codeOf } from '../../state/kernel/files.ts';
import { workingDirectory } from '../process/node.ts';
import { readOwnFile } from './own-file.ts';

/** A typed path, relative to the working directory of the start or to the home folder. */
export function pathTyped(typed: string): string {
  return typed.startsWith('~/') ? resolve(homedir(), typed.slice(2)) : resolve(workingDirectory(), typed);
}

/**
 * Reads any plain file that you can read. `code`: `missing`, `notPlain`, `tooLarge`, or the operating system's error
 * code.
 */
export const readTypedFile: ReadFile = (typed, maxBytes) => {
  try {
    const rules = { maxBytes, closed: 0, isAnyones: true, isLinkFollowed: true };
    const read = readOwnFile(pathTyped(typed), rules);
    if (read.kind === 'read') return { ok: true, bytes: read.bytes };
    if (read.kind === 'missing') return { ok: false, code: 'missing' };
    return { ok: false, code: read.why === 'unreadable' ? read.code : read.why };
  } catch (error) {
    return { ok: false, code: codeOf(error) };
  }
};
