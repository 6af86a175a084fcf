/** The package's completions work in bash, zsh and fish; its man page renders with formatters other than groff. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { completionFor } from '../../packaging/texts/completion.ts';
import { aHome, type Home, open } from '../support/program.ts';
import { manPage } from '../../packaging/texts/man-page.ts';

/** A shell without other completions, and how it loads these; `folder` has the file. */
interface Shell {
  readonly name: string;
  readonly file: string;
  readonly text: string;
  readonly start: readonly string[];
  readonly learns: (folder: string) => string;
}

const shells: readonly Shell[] = [
  {
    name: 'bash',
    file: 'rollcall.bash',
    text: completionFor('bash'),
    start: ['bash', '--noprofile', '--norc'],
    learns: (folder) => `. ${folder}/rollcall.bash`,
  },
  {
    name: 'zsh',
    file: '_rollcall',
    text: completionFor('zsh'),
    start: ['zsh', '--no-rcs', '--interactive'],
    learns: (folder) => `fpath=(${folder} $fpath); autoload -Uz compinit; compinit -u -D`,
  },
];

/** Text typed up to tab and after it, and the line that then stands there. */
const typed: readonly (readonly [string, string, string])[] = [
  ['rollcall sys', '', 'rollcall systems'],
  ['rollcall --pro', '', 'rollcall --profile'],
  ['rollcall systems --js', '', 'rollcall systems --json'],
  ['rollcall completion ba', '', 'rollcall completion bash'],
  ['rollcall runs --demo --form', '', 'rollcall runs --demo --format'],
  // Here rollcall takes no command, nor does --org take one as its value.
  ['rollcall --demo sys', 'X', 'rollcall --demo sysX'],
  ['rollcall --org doc', 'X', 'rollcall --org docX'],
];

function folderWith({ file, text }: Pick<Shell, 'file' | 'text'>, home: Home): string {
  const folder = join(home.path, 'completions');
  mkdirSync(folder);
  writeFileSync(join(folder, file), text);
  return folder;
}

test.each(shells)('$name completes commands where they can stand, and flags', async (shell) => {
  const home = aHome();
  const [command = '', ...args] = shell.start;
  const terminal = open(command, args, { cwd: home.path, env: { ...home.env, PS1: 'ready> ' } });
  await terminal.waitFor(/^ready>$/m);
  terminal.write(`${shell.learns(folderWith(shell, home))}; clear\r`);
  for (const [words, more, result] of typed) {
    await terminal.waitFor(/^ready>\s*$/);
    terminal.write(words);
    await terminal.waitFor(`ready> ${words}`);
    terminal.write(`\t${more}`);
    await terminal.waitFor(`ready> ${result}`);
    // Away with the line, and what is above it.
    terminal.write('\u0015\u000C');
  }
});

test('fish offers commands where they can stand, and flags', () => {
  const home = aHome();
  const folder = folderWith({ file: 'rollcall.fish', text: completionFor('fish') }, home);
  const offered = (line: string): readonly string[] =>
    execFileSync('fish', ['--no-config', '-c', `source ${folder}/rollcall.fish; complete -C '${line}'`], {
      env: { ...home.env, PATH: process.env['PATH'] },
      encoding: 'utf8',
    })
      .split('\n')
      .flatMap((row) => (row === '' ? [] : [row.split('\t')[0] ?? '']));
  expect(offered('rollcall ')).toEqual(['api', 'completion', 'docs', 'doctor', 'man', 'runs', 'systems']);
  expect(offered('rollcall --pro')).toEqual(['--profile']);
  expect(offered('rollcall systems --js')).toEqual(['--json']);
  expect(offered('rollcall systems --wr')).toEqual([]);
  expect(offered('rollcall runs --fo')).toEqual(['--format']);
  expect(offered('rollcall --demo ')).toEqual([]);
  expect(offered('rollcall --org ')).toEqual([]);
});

test('mandoc finds nothing to better in the man page', () => {
  const { error, stdout, stderr } = spawnSync('mandoc', ['-T', 'lint'], { input: manPage('0.0.0'), encoding: 'utf8' });
  expect({ error, stdout, stderr }).toEqual({ error: undefined, stdout: '', stderr: '' });
});
