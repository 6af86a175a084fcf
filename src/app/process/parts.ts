/** The parts of rollcall that run as processes of their own: files beside the program, or assets of the one file. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assetText, isOneFile } from './assets.ts';

const parts = ['keychain-helper', 'demo-service'] as const;

type Part = (typeof parts)[number];

/** Asks the one file to be one of its parts: the first argument, which nobody else needs. */
const partFlag = '--part=';

/** The argument after the path of Node, or of the one file, that runs this part. */
export function partArgument(part: Part): string {
  return isOneFile() ? `${partFlag}${part}` : join(import.meta.dirname, `${part}.js`);
}

/** Can it run? A file may be missing. */
export function isPartThere(argument: string): boolean {
  return partIn(argument) !== null || existsSync(argument);
}

/** The part that this argument asks for. */
export function partIn(argument: string | undefined): Part | null {
  return parts.find((part) => argument === `${partFlag}${part}`) ?? null;
}

/** The source map of the program; throws where there is none. */
export function sourceMapText(): string {
  if (isOneFile()) return assetText('main.js.map');
  return readFileSync(`${import.meta.filename}.map`, 'utf8');
}
