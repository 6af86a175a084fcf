/** Stores tokens in a file, where that was chosen. It is not read unless its owner alone can read it. */
import { lstatSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import { readToken } from '../../api/token.ts';
import { codeOf, errorCode } from '../../state/kernel/system-error.ts';
import { isOwn, stateOfFolder } from '../storage/folders.ts';
import { replaceFile } from '../storage/atomic-write.ts';
import type { StorageResult } from './keychain.ts';

type TokenFileResult = StorageResult<'exposed' | 'damaged' | 'failed'>;

type Tokens = Readonly<Record<string, unknown>>;

/** The token of an account, or null. */
export function findInFile(path: string, account: string): TokenFileResult {
  const read = tokensIn(path);
  if (!read.ok) return read;
  const text = Object.hasOwn(read.tokens, account) ? read.tokens[account] : undefined;
  if (text === undefined) return { ok: true, value: null };
  const token = typeof text === 'string' ? readToken(text) : { ok: false as const };
  return token.ok
    ? { ok: true, value: token.token }
    : { ok: false, reason: 'damaged', sentence: `What ${path} holds for this service is not a token.` };
}

/** Succeeds only after the token was read back. The file before it stays whole until the new one is. */
export function storeInFile(path: string, account: string, token: string): TokenFileResult {
  const written = changed(path, (tokens) => ({ ...tokens, [account]: token }));
  if (!written.ok) return written;
  const found = findInFile(path, account);
  if (!found.ok || found.value === token) return found.ok ? { ok: true, value: null } : found;
  changed(path, (tokens) => without(tokens, account));
  return { ok: false, reason: 'damaged', sentence: `${path} does not hold what was written to it.` };
}

/** Succeeds where there was none, too. With the last token the file is removed. */
export function removeFromFile(path: string, account: string): TokenFileResult {
  return changed(path, (tokens) => without(tokens, account));
}

/** Why others could read or change the file; null where they cannot, or where there is none. */
export function exposureOf(path: string): string | null {
  const folder = stateOfFolder(dirname(path));
  if (folder.kind === 'refused') return folder.sentence;
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  if (!stats.isFile()) return `${path} is not a plain file; it is not used.`;
  if (!isOwn(stats)) return `${path} belongs to somebody else.`;
  if (process.platform === 'win32' || (stats.mode & 0o077) === 0) return null;
  return `${path} can be used by others than you: chmod 600 ${path}`;
}

function without(tokens: Tokens, account: string): Tokens {
  return Object.fromEntries(Object.entries(tokens).filter(([name]) => name !== account));
}

type TokensRead = { readonly ok: true; readonly tokens: Tokens } | (TokenFileResult & { readonly ok: false });

function tokensIn(path: string): TokensRead {
  try {
    const exposure = exposureOf(path);
    if (exposure !== null) return { ok: false, reason: 'exposed', sentence: exposure };
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof value === 'object' && value !== null) return { ok: true, tokens: value as Tokens };
    return { ok: false, reason: 'damaged', sentence: `${path} is damaged.` };
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return { ok: true, tokens: {} };
    // What JSON.parse says would hold a part of the file.
    if (code === null) return { ok: false, reason: 'damaged', sentence: `${path} is damaged.` };
    return { ok: false, reason: 'failed', sentence: `${path} cannot be read (${code}).` };
  }
}

function changed(path: string, change: (tokens: Tokens) => Tokens): TokenFileResult {
  const read = tokensIn(path);
  if (!read.ok) return read;
  const tokens = change(read.tokens);
  try {
    if (Object.keys(tokens).length === 0) rmSync(path, { force: true });
    else replaceFile(path, JSON.stringify(tokens));
    return { ok: true, value: null };
  } catch (error) {
    return { ok: false, reason: 'failed', sentence: `${path} cannot be written (${codeOf(error)}).` };
  }
}
