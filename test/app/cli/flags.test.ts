import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { apiExitCodes, environmentTable, exitCodes, signalExitCodes } from '../../../src/app/cli/flags.ts';
import { commandTable, examples, type Flags, flagTable, readFlags, usage } from '../../../src/app/cli/flags.ts';
import { commandWords } from '../../../src/app/process/child.ts';
import { holds } from '../../support/property.ts';

const toggles = flagTable.filter(({ type }) => type === 'boolean').map(({ name }) => [name, false] as const);
const none = {
  ...(Object.fromEntries(toggles) as unknown as Flags),
  ...{ days: null, printedAs: 'table', recordFormat: null, command: null, shell: null, words: [] },
};

function refusal(...argv: string[]): string {
  const read = readFlags(argv);
  return read.ok ? 'not refused' : read.sentence;
}

test('without arguments no flag is set, and stale means 90 days', () => {
  expect(readFlags([])).toEqual({ ok: true, flags: none });
});

test('every flag is read, with its value beside it or after =', () => {
  const argv = ['--base-url', 'https://x.example', '--org=Northwind', '--search', 'till', '--days=30', '--preview'];
  expect(readFlags(argv)).toEqual({
    ok: true,
    flags: { ...none, 'base-url': 'https://x.example', org: 'Northwind', search: 'till', days: 30, preview: true },
  });
  expect(readFlags(['--demo', '--read-only', '--help', '--version'])).toEqual({
    ok: true,
    flags: { ...none, demo: true, 'read-only': true, help: true, version: true },
  });
});

test('the last of a repeated flag counts', () => {
  expect(readFlags(['--days', '7', '--days', '8'])).toMatchObject({ flags: { days: 8 } });
});

test.each(examples)('the example $line is one of the command whose help shows it', ({ in: place, line }) => {
  const read = commandWords(line, {});
  const [program, ...words] = read.ok ? read.words : [];
  expect(program).toBe('rollcall');
  expect(readFlags(words)).toMatchObject({ ok: true, flags: { command: place === 'program' ? null : place } });
});

const commands = 'Commands: systems, runs, api, doctor, docs, completion, man.';

describe('refused in one sentence', () => {
  test.each([
    [['--frobnicate'], 'Unknown flag --frobnicate. rollcall --help lists the flags.'],
    [['--frobnicate=yes'], 'Unknown flag --frobnicate. rollcall --help lists the flags.'],
    [['-d'], 'Unknown flag -d. rollcall --help lists the flags.'],
    [['--no-demo'], 'Unknown flag --no-demo. Did you mean --demo?'],
    [['--b\u001b[2Jd'], 'Unknown flag --b?[2Jd. rollcall --help lists the flags.'],
    [['Northwind'], `Unknown command "Northwind". ${commands}`],
    [['complete'], `Unknown command "complete". Did you mean completion? ${commands}`],
    [['help'], `Unknown command "help". Did you mean --help? ${commands}`],
    [['b\u001b[2Jd'], `Unknown command. ${commands}`],
    [['--'], `Unknown command. ${commands}`],
    [['systems', 'Northwind'], 'rollcall systems takes flags only. rollcall systems --help lists them.'],
    [['systems', '--jsn'], 'Unknown flag --jsn. Did you mean --json?'],
    [['runs', '--preview'], '--preview goes with rollcall and rollcall api.'],
    [['--json'], '--json goes with rollcall systems, rollcall runs, rollcall api and rollcall doctor.'],
    [['completion'], 'rollcall completion takes the name of a shell: bash, zsh, fish.'],
    [['completion', 'tcsh'], 'rollcall completion takes the name of a shell: bash, zsh, fish.'],
    [['--demo=yes'], '--demo takes no value.'],
    [
      ['--demo', '--base-url', 'https://x.example'],
      '--demo starts a service of its own, so it goes without --base-url.',
    ],
    [['--demo', '--new-profile', 'a'], '--demo stores nothing, so it goes without --new-profile.'],
    [['--profile', 'a', '--new-profile', 'b'], 'Use only one of --profile and --new-profile.'],
    [['systems', '--new-profile', 'a'], '--new-profile goes with rollcall.'],
  ])('%j', (argv, sentence) => {
    expect(refusal(...argv)).toBe(sentence);
  });

  test.each(['', '0', '-1', '1.5', '1e3', '0x10', 'ninety', '9'.repeat(20)])('--days=%s', (days) => {
    expect(refusal(`--days=${days}`)).toMatch(
      /^--days (takes a whole number of at least 1|needs a value: --days N)\.$/,
    );
  });

  test.each(flagTable.filter((flag) => 'takes' in flag))('--$name without a value', ({ name, takes }) => {
    const sentence = `--${name} needs a value: --${name} ${takes}.`;
    expect(refusal(`--${name}`)).toBe(sentence);
    expect(refusal(`--${name}=`)).toBe(sentence);
    expect(refusal(`--${name}`, '--preview')).toBe(sentence);
  });
});

test.each([
  ['--search=-x', '-x'],
  ['--search=--json', '--json'],
])('after = a value may begin with any dash: %s', (word, search) => {
  expect(readFlags([word])).toMatchObject({ flags: { search } });
});

/** Words that begin with one dash, or with more of them and no letter: none of them is a flag. */
const dashed = fc
  .tuple(fc.constantFrom('-', '--', '---'), fc.string({ unit: 'binary', maxLength: 8 }))
  .map((parts) => parts.join(''))
  .filter((word) => !/^--(?:[a-z]|$)/i.test(word));

test.each(flagTable.filter((flag) => 'takes' in flag).map(({ name }) => name))(
  'the word after --%s is its value, also where it begins with a dash, and says the same as after =',
  (name) => {
    holds([dashed, fc.subarray(['--json', '--stale', '--read-only', '--demo'])], (word, others) => {
      for (const command of [[], ['systems'], ['api'], ['api', 'GET', '/a']]) {
        const apart = readFlags([...command, `--${name}`, word, ...others]);
        expect(apart).toEqual(readFlags([...command, `--${name}=${word}`, ...others]));
        if (apart.ok && name !== 'days') expect(apart.flags).toMatchObject({ [name]: word });
      }
    });
  },
);

test('a filter that leaves a tag out needs no =', () => {
  expect(readFlags(['systems', '--filter', '-tag:prod', '--json'])).toMatchObject({
    flags: { filter: '-tag:prod', json: true },
  });
});

test('a part of a token among the arguments is not repeated', () => {
  const cut = 'aB3'.repeat(13);
  for (const argv of [[cut], ['--token', cut], [`--token=${cut}`], [`--days=${cut}`], [`--demo=${cut}`]]) {
    expect(readFlags(argv).ok).toBe(false);
    expect(refusal(...argv)).not.toContain(cut);
  }
});

test('every flag and variable has its line, and no line is wider than 80 columns', () => {
  const lines = usage().split('\n');
  for (const { name, does } of flagTable) {
    expect(lines.filter((line) => line.trim().startsWith(`--${name} `) && line.endsWith(`  ${does}`))).toHaveLength(1);
  }
  expect(usage()).toContain('  ROLLCALL_BASE_URL  ');
  expect(usage()).toContain('  ROLLCALL_TOKEN     ');
  expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(80);
});

test.each(commandTable)('the help of $name has its own flags and an example, and no line wider than 80', ({ name }) => {
  const text = usage(name);
  expect(text).toMatch(new RegExp(`^rollcall ${name}: .*\n\nUsage: rollcall ${name} `));
  expect(text).toContain(`\n  rollcall ${name}`);
  for (const flag of flagTable) {
    expect(text.includes(`  --${flag.name} `), flag.name).toBe((flag.in as readonly string[]).includes(name));
  }
  for (const flag of ['--help', '--version']) expect(text).toContain(`  ${flag} `);
  expect(Math.max(...text.split('\n').map((line) => stringWidth(line)))).toBeLessThanOrEqual(80);
});

test.each(['bash', 'zsh', 'fish'])('completion %s', (shell) => {
  expect(readFlags(['completion', shell])).toMatchObject({ ok: true, flags: { command: 'completion', shell } });
});

test('the help of a command is shown whatever else is missing', () => {
  expect(readFlags(['completion', '--help'])).toMatchObject({ ok: true, flags: { help: true, command: 'completion' } });
});

test('the words of rollcall api are a method, a path and fields', () => {
  const argv = ['api', 'GET', '/a', '--org', 'N1', 'b=-1', '--input', '-', '--', '-c=1'];
  const read = readFlags(argv);
  expect(read).toMatchObject({ flags: { command: 'api', org: 'N1', input: '-' } });
  expect(read.ok && read.flags.words).toEqual(['GET', '/a', 'b=-1', '-c=1']);
});

/** The rows of a table of docs/cli.md, without its head and its marks of code. */
function documented(table: string): readonly (readonly string[])[] {
  const page = readFileSync('docs/cli.md', 'utf8');
  const text = page.slice(page.indexOf(`<!-- ${table}: `), page.indexOf(`<!-- end of ${table} -->`));
  const rows = text.split('\n').filter((line) => line.startsWith('| '));
  const inRow = /(?<=\| )[^|]*?(?:\\\|[^|]*?)?(?= +\|)/g;
  return rows.slice(2).map((line) => line.replaceAll('`', '').match(inRow) ?? []);
}

test('every variable and exit code is documented as the help and the man page have it', () => {
  expect(documented('environment')).toEqual(environmentTable.map(([names, does]) => [names.replaceAll(',', ''), does]));
  expect(documented('exit codes')).toEqual([...exitCodes, signalExitCodes]);
  expect(documented('exit codes of api')).toEqual(apiExitCodes);
  for (const [code, means] of apiExitCodes) expect(usage('api')).toContain(`\n  ${code.padEnd(20)}${means}\n`);
});

test('every flag is documented with its value, where it goes, and what it does', () => {
  const place = (name: string): string => (name === 'program' ? 'the program' : name);
  expect(documented('flags')).toEqual(
    flagTable.map((flag) => {
      const value = 'takes' in flag ? ` ${flag.takes.replace('|', '\\|')}` : '';
      return [`--${flag.name}${value}`, flag.in.map(place).join(', '), flag.does.replace(/^with [^:]+: /, '')];
    }),
  );
});
