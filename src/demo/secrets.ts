/** Makes secrets that nobody can guess. */

import { randomInt } from 'node:crypto';

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Alphanumeric characters, each chosen by the system's own source of chance. */
export function newSecret(length: number): string {
  return Array.from({ length }, () => ALPHANUMERIC.charAt(randomInt(ALPHANUMERIC.length))).join('');
}
