/** Prints files that the build writes beside the program, or into the one file: completions, man page, schema. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { print } from '../cli/print.ts';
import { assetOf, isOneFile } from '../process/parts.ts';

const completions = { bash: 'rollcall.bash', zsh: '_rollcall', fish: 'rollcall.fish' };

/** A file of `share/` by its name there. */
export function sharedFile(name: string): string {
  const file = isOneFile() ? assetOf(name) : readFileSync(join(import.meta.dirname, '../share', name));
  return file.toString('utf8');
}

/** Answers the exit code. `shell`: prints its completions; null: the man page. */
export async function sharedFileCommand(shell: keyof typeof completions | null): Promise<number> {
  await print(sharedFile(shell === null ? 'man/rollcall.1' : `completions/${completions[shell]}`));
  return 0;
}
