/** A copied line for curl in the shells that it is written for: its words arrive as they are meant, its token in no argument. */
import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { curlOf } from '../../src/state/explorer/curl.ts';
import { shellWord } from '../../src/state/kernel/spelling.ts';
import { built, jsonBody } from '../api/calls/plans.ts';
import { token } from '../api/http.ts';
import { holds } from '../support/property.ts';
import { aHome } from '../support/program.ts';

const shells: [string, ...string[]][] = [['sh'], ['bash', '--norc'], ['zsh', '--no-rcs'], ['fish', '--no-config']];

test.each(shells)('%s reads every word as it is meant', (shell, ...options) => {
  const sign = fc.constantFrom("'", '"', '\\', '$', '`', '\n', ' ', 'a', '!', '*', '~', '=', '(', '{', ',', '%', 'é');
  holds([fc.array(fc.string({ unit: sign }), { minLength: 60, maxLength: 60 })], { numRuns: 5 }, (words) => {
    const line = `printf '%s\\0' ${words.map(shellWord).join(' ')}`;
    const printed = execFileSync(shell, [...options, '-c', line], { encoding: 'utf8' });
    expect(printed).toBe(words.map((one) => `${one}\0`).join(''));
  });
});

test.each(shells)('in %s curl gets the token on its standard input, and no argument has it', (shell, ...options) => {
  const home = aHome();
  const curl = join(home.path, 'curl');
  writeFileSync(curl, '#!/bin/sh\nfor word; do printf "<%s>" "$word"; done\ncat\n');
  chmodSync(curl, 0o755);
  const bodyValue = { text: 'it\'s "one" \\ two\n' };
  const call = built('POST /a', {}, { body: jsonBody, bodyValue });
  const env = { ...home.env, PATH: `${home.path}:${process.env['PATH'] ?? ''}`, ROLLCALL_TOKEN: token };
  const printed = execFileSync(shell, [...options, '-c', curlOf(call)], { encoding: 'utf8', env });
  const [words = '', config] = printed.split(/(?=header = )/);
  expect(config).toBe(`header = "Authorization: Bearer ${token}"`);
  expect(words).toContain(`<--data-raw><${JSON.stringify(bodyValue)}>`);
  expect(words).not.toContain(token);
});
