/** The parts of rollcall: files beside the program, or assets of the one file ("single executable applications"). */
import { join } from 'node:path';
import process from 'node:process';

const parts = ['keychain-helper', 'demo-service'] as const;

type Part = (typeof parts)[number];

/** Asks the one file to be one of its parts: the first argument, which nobody else needs. */
const partFlag = '--part=';

/** The argument after the path of Node, or of the one file, that runs this part as a process of its own. */
export function partArgument(part: Part): string {
  return isOneFile() ? `${partFlag}${part}` : join(import.meta.dirname, `${part}.js`);
}

export function partIn(argument: string | undefined): Part | null {
  return parts.find((part) => argument === `${partFlag}${part}`) ?? null;
}

/** Is this the one file? rollcall may have been started from the package of npm. */
export function isOneFile(): boolean {
  return process.getBuiltinModule('node:sea').isSea();
}

/** An asset in memory, which cannot be written to; throws where there is none. */
export function assetOf(name: string): Buffer {
  return Buffer.from(process.getBuiltinModule('node:sea').getRawAsset(name));
}

/** The text of a script, or of a source map: all of them are plain ASCII. */
export function assetText(name: string): string {
  return assetOf(name).toString('latin1');
}

/** The compiled code of a script from the build of the file; undefined where the build ran on another platform. */
export function compiledAsset(name: string): Buffer | undefined {
  try {
    return assetOf(`${name}.compiled`);
  } catch {
    return undefined;
  }
}
