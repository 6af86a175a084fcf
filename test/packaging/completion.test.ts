/** Completions follow from the tables of flags and commands; `npm run test:host` tries them in their shells. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { completionFor } from '../../packaging/texts/completion.ts';
import { manPage } from '../../packaging/texts/man-page.ts';
import { commandTable, environmentTable, flagTable, shells } from '../../src/app/cli/flags.ts';

const commands = commandTable.map(({ name }) => name);
const flagsOf = (place: string): readonly string[] =>
  flagTable.filter((flag) => (flag.in as readonly string[]).includes(place)).map(({ name }) => `--${name}`);

/** The words that bash offers for the last one. `paths`: what rollcall says of the definition. */
function offered(...words: readonly string[]): readonly string[] {
  const script = `rollcall() { [ "$*" = 'completion paths' ] && printf '%s\n' /org/a '/org/$b' /x; }
    ${completionFor('bash')}
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _rollcall; printf '%s\n' "\${COMPREPLY[@]}"`;
  const { stdout } = spawnSync('bash', ['--norc', '-c', script, 'bash', 'rollcall', ...words], { encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line !== '');
}

test.runIf(spawnSync('bash', ['--version']).status === 0)('bash is offered what can stand there', () => {
  expect(offered('')).toEqual(commands);
  expect(offered('sys')).toEqual(['systems']);
  expect(offered('--demo', 'sys')).toEqual([]);
  expect(offered('--org', '')).toEqual([]);
  expect(offered('--')).toEqual(flagsOf('program'));
  for (const name of commands) expect(offered(name, '--')).toEqual(flagsOf(name));
  expect(offered('completion', '')).toEqual(shells);
  expect(offered('api', '/org')).toEqual(['/org/a', '/org/$b']);
  expect(offered('api', '/x', '/x')).toEqual([]);
});

test('zsh has each command with its flags, and what they take', () => {
  const text = completionFor('zsh');
  for (const { name, does } of commandTable) expect(text).toContain(`${name}\\:"${does.replaceAll(':', '\\:')}"`);
  for (const place of ['*', ...commands]) {
    const [, specs = ''] = text.split(`\n  ${place}) flags=(\n`);
    const lines = specs.slice(0, specs.indexOf('\n  ) ;;')).split('\n');
    const names = lines.map((line) => /^ {4}'(--[\w-]+)\[.+\](?::.+: )?'$/.exec(line)?.[1]);
    expect(names).toEqual(flagsOf(place === '*' ? 'program' : place));
  }
  expect(text).toContain(`'--demo[try it\\: a service of its own, with invented systems]'\n`);
  expect(text).toContain(`'--org[the organisation, by its name, its id or a part of one]:name or id: '\n`);
  expect(text).toContain(`computer'\\''s clock]'`);
  expect(text).toContain(`'*:shell:(bash zsh fish)'`);
  expect(text).toContain('"*:path:($(rollcall completion paths 2>/dev/null))"');
});

test('fish has a line for each flag of each place, and for each command', () => {
  const lines = completionFor('fish').split('\n');
  const isElsewhere = `not __fish_seen_subcommand_from ${commands.join(' ')}`;
  for (const place of ['program', ...commands]) {
    const condition = place === 'program' ? isElsewhere : `__fish_seen_subcommand_from ${place}`;
    const begin = `complete -c rollcall -n '${condition}' -l `;
    const here = lines.filter((line) => line.startsWith(begin)).map((line) => line.slice(begin.length));
    expect(here.map((line) => `--${line.split(' ')[0] ?? ''}`)).toEqual(flagsOf(place));
    const takes = flagTable.filter((flag) => 'takes' in flag).map(({ name }) => name);
    for (const line of here) expect(line.includes(' -x -d ')).toBe(takes.includes(line.split(' ')[0] ?? ''));
  }
  expect(lines.filter((line) => line.includes(' -a ')).map((line) => /-a '?(\S+?)'?(?: |$)/.exec(line)?.[1])).toEqual([
    ...[...commands, 'bash', '(rollcall'],
  ]);
  expect(completionFor('fish')).toContain(String.raw`by this computer\'s clock'`);
  expect(lines.slice(0, 2)).toEqual([
    ...["# Completes rollcall's flags and commands in fish.", 'complete -c rollcall -f'],
  ]);
  expect(lines.at(-1)).toBe('');
});

test('the man page has each command, flag, variable and code under its heading, in lines of 80 characters', () => {
  const sections = new Map(
    manPage('1.2.3')
      .split('\n.SH ')
      .map((text): [string, string] => [text.split('\n')[0] ?? '', text]),
  );
  const bold = (name: string): readonly string[] =>
    Array.from(sections.get(name)?.matchAll(/^\.B (.*)$/gm) ?? [], ([, text = '']) => text.replaceAll('\\-', '-'));
  expect(Array.from(sections.keys()).slice(1)).toEqual([
    ...['NAME', 'SYNOPSIS', 'DESCRIPTION', 'COMMANDS', 'OPTIONS', 'ENVIRONMENT', 'FILES', 'EXIT STATUS', 'EXAMPLES'],
  ]);
  expect(manPage('1.2.3')).toMatch(/^\.TH ROLLCALL 1 \d{4}-\d\d-\d\d "rollcall 1\.2\.3" "User Commands"\n/);
  expect(bold('COMMANDS')).toEqual(commands);
  expect(
    sections
      .get('SYNOPSIS')
      ?.split('\n.br\n.B rollcall\n')
      .slice(1)
      .map((line) => line.split(' ')[0]),
  ).toEqual(commands);
  expect(bold('OPTIONS').map((line) => line.split(' ')[0])).toEqual(flagTable.map(({ name }) => `--${name}`));
  expect(bold('OPTIONS')).toContain('--org \\fINAME|ID\\fR');
  expect(bold('ENVIRONMENT')).toEqual(environmentTable.map(([name]) => name));
  expect(bold('FILES').map((path) => path.slice(path.indexOf('/rollcall/') + 10))).toEqual([
    ...['config.json', 'tokens.json', 'changes/', 'seen/', 'marks/', 'crash-*.txt', ''],
  ]);
  expect(bold('EXIT STATUS').slice(0, 3)).toEqual(['0', '1', '2']);
  const lines = (sections.get('DESCRIPTION') ?? '').split('\n').slice(1);
  expect(lines.length).toBeGreaterThan(3);
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
});
