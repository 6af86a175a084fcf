/** A command of an editor, a pager or a token means what it means to a shell. */
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commandWords } from '../../../src/app/process/child.ts';
import { holds } from '../../support/property.ts';

const home = '/home/anna';
const env = { HOME: home, TOOL: 'vim', FLAGS: '-n -u NONE' };

test.each<[string, readonly string[], Record<string, string>?]>([
  ['vi', ['vi']],
  ['code --wait', ['code', '--wait']],
  ['~/bin/edit -n', ['/home/anna/bin/edit', '-n']],
  ['$HOME/bin/edit', ['/home/anna/bin/edit']],
  ['"$HOME/my tools/edit"', ['/home/anna/my tools/edit']],
  ['${TOOL} -R', ['vim', '-R']],
  ["$TOOL '+set ft=$TOOL'", ['vim', '+set ft=$TOOL']],
  ['LESS=-R less', ['less'], { LESS: '-R' }],
  [`A=1 B="x y" C=~/c less -S D=2`, ['less', '-S', 'D=2'], { A: '1', B: 'x y', C: '/home/anna/c' }],
  // The value of a variable is not split again: a path may have blanks.
  ['$TOOL $FLAGS', ['vim', '-n -u NONE']],
  [
    String.raw`"C:\Program Files\edit.exe" ~\notes`,
    [String.raw`C:\Program Files\edit.exe`, String.raw`/home/anna\notes`],
  ],
  [`pass show a$ '' "b"c`, ['pass', 'show', 'a$', '', 'bc']],
  ['', []],
])('%s', (command, words, own = {}) => {
  expect(commandWords(command, env)).toEqual({ ok: true, words, env: own });
});

test.each([
  ['vi "unclosed', 'has a quote that is not closed'],
  [`vi 'un"closed`, 'has a quote that is not closed'],
  [`it's`, 'has a quote that is not closed'],
  ['$NO_SUCH/bin/edit', 'names $NO_SUCH, which is not set'],
  ['edit "${NO_SUCH}"', 'names $NO_SUCH, which is not set'],
  ['LESS=-R', 'names no program'],
])('%s %s', (command, message) => {
  expect(commandWords(command, env)).toEqual({ ok: false, message });
});

test('it is what sh makes of it, however it is quoted', () => {
  const quoted = ['"', "'", '""', "'$HOME'"];
  const part = fc.constantFrom('a', '-', '/', '~', '~/', ' ', '  ', '\t', '$HOME', '${HOME}', '=', ...quoted);
  holds([fc.array(part, { maxLength: 9 })], { numRuns: 300 }, (parts) => {
    // A name of a user after ~ is left to shells; what stands before the program is tested above.
    const command = parts.join('');
    const read = commandWords(command, { HOME: home });
    if (!read.ok || Object.keys(read.env).length > 0 || /~[^/\s]/.test(command)) return;
    const script = `set -f; set -- end ${command}; printf '%s\\n' "$@"`;
    const output = execFileSync('sh', ['-c', script], {
      env: { HOME: home, PATH: process.env['PATH'] },
      encoding: 'utf8',
    });
    expect(['end', ...read.words]).toEqual(output.slice(0, -1).split('\n'));
  });
});
