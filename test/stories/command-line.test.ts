/** Commands without a screen: the help of each command, completions, and every example of the man page. */
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { manPage } from '../../packaging/texts/man-page.ts';
import { commandTable } from '../../src/app/cli/flags.ts';
import { aHome, programPath, runWithoutTerminal, startProgram } from '../support/program.ts';
import { anOrganisation, aService, aStale, aSystem, daysAgo } from '../support/service.ts';
import { environmentFor, runAt } from '../support/user.ts';

/** The lines after `.B` in the section, without the escapes of groff(7). */
const examples = (/^\.SH EXAMPLES\n([^]*)/m.exec(manPage('0'))?.[1] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('.B '))
  .map((line) => line.slice(3).replaceAll('\\-', '-').replaceAll('\\e', '\\'));

/** A folder with the program under its name, as after an installation. */
function folderWithProgram(): string {
  const folder = join(aHome().path, 'bin');
  mkdirSync(folder);
  const path = join(folder, 'rollcall');
  writeFileSync(path, `#!/bin/sh\nexec '${process.execPath}' '${programPath}' "$@"\n`);
  chmodSync(path, 0o755);
  return folder;
}

test('the man page has examples of every command', () => {
  for (const { name } of commandTable) expect(examples.some((line) => line.startsWith(`rollcall ${name}`))).toBe(true);
});

test.each(examples.filter((line) => line !== 'rollcall --demo'))('the example of the man page: %s', async (line) => {
  const service = await aService({
    systems: [
      aStale('laptop-anna', { enrolmentKeyDescription: 'laptops' }),
      aSystem({ hostname: 'web-1', lastSeen: daysAgo(1), enrolmentKeyDescription: 'servers' }),
    ],
  });
  const env = {
    ...aHome().env,
    ...environmentFor(service),
    PATH: `${folderWithProgram()}:${process.env['PATH'] ?? ''}`,
  };
  const { stdout } = await promisify(execFile)('sh', ['-c', line], { env });
  expect(stdout).not.toBe('');
  if (line.includes('--json')) expect(Array.isArray(JSON.parse(stdout))).toBe(true);
  if (line.includes(' systems ')) {
    expect(stdout).toContain('laptop-anna');
    expect(stdout).not.toContain('web-1');
  }
});

test('names that a keyboard composes find those that the service sends in parts', async () => {
  const systems = [
    aSystem({ hostname: 'cafe\u0301-1', tags: [{ tag: 'cle\u0301' }] }),
    aSystem({ hostname: 'lab', tags: [{ tag: 'cl\u00E9' }] }),
    aSystem({ hostname: 'mail' }),
  ];
  const organisations = ['Cafe\u0301', 'Other'].map((orgName) => anOrganisation({ orgName, orgId: orgName, systems }));
  const service = await aService({ organisations });
  const shown = async (filter: string): Promise<string> => {
    const flags = ['systems', '--org', 'CAF\u00C9', `--filter=${filter}`, '--json'];
    const { output, complaint } = await runAt(service, ...flags);
    expect(complaint).toBe('');
    return [...output.matchAll(/"hostname": "(.*)"/g)].map(([, name]) => name).join(' ');
  };
  expect(await shown('name:caf\u00E9-1')).toBe('cafe\u0301-1');
  expect(await shown('tag:cl\u00E9')).toBe('cafe\u0301-1 lab');
  expect(await shown('!tag:cle\u0301')).toBe('mail');
});

test('the example of the man page: rollcall --demo', async () => {
  expect(examples).toContain('rollcall --demo');
  const terminal = startProgram({ flags: ['--demo'], home: aHome() });
  await terminal.waitFor('Northwind Traders');
});

const printed: readonly (readonly [words: string, output: RegExp | string])[] = [
  ...commandTable.map(({ name, does }) => [`${name} --help`, `rollcall ${name}: ${does}\n`] as const),
  ...['bash', 'zsh', 'fish'].map((shell) => [`completion ${shell}`, /rollcall[^]*completion/] as const),
  ['man', manPage(manifest.version)],
];

test.each(printed)('rollcall %s prints what the package has, and asks nobody', async (words, expected) => {
  const { exitCode, output, complaint } = await runWithoutTerminal(...words.split(' '));
  expect({ exitCode, complaint }).toEqual({ exitCode: 0, complaint: '' });
  expect(output).toMatch(expected);
  if (words === 'man') expect(output).toBe(expected);
});

test.each(['is:new', '-is:silent', 'web or is:new'])(
  'systems refuses the filter %s, as it knows no visits',
  async (filter) => {
    const { exitCode, output, complaint } = await runWithoutTerminal('systems', `--filter=${filter}`);
    expect({ exitCode, output }).toEqual({ exitCode: 2, output: '' });
    expect(complaint).toContain('is:new and is:silent are changes since your last visit');
  },
);

test('an unknown command is refused with the one that was probably meant', async () => {
  const { exitCode, output, complaint } = await runWithoutTerminal('sistems');
  expect({ exitCode, output }).toEqual({ exitCode: 2, output: '' });
  expect(complaint).toContain('Unknown command "sistems". Did you mean systems?');
});

test('rollcall docs lists the pages, prints one by its name or path, searches them, and says which name was meant', async () => {
  const listed = await runWithoutTerminal('docs');
  expect(listed).toMatchObject({ exitCode: 0, complaint: '' });
  expect(listed.output).toMatch(/^ {2}safety +Trust it with a deletion$/m);
  for (const page of ['guide', 'guide.md', 'docs/guide.md']) {
    const { output } = await runWithoutTerminal('docs', page);
    expect(output).toBe(readFileSync('docs/guide.md', 'utf8'));
  }
  const { output: schema } = await runWithoutTerminal('docs', 'settings.schema.json');
  expect(JSON.parse(schema)).toMatchObject({ title: 'Settings of rollcall' });
  expect(await runWithoutTerminal('docs', 'safty')).toMatchObject({
    ...{ exitCode: 2, output: '' },
    complaint: 'rollcall: No page has "safty". Did you mean safety?\n',
  });
  const found = await runWithoutTerminal('docs', 'NODE_EXTRA_ca_certs');
  expect(found).toMatchObject({ exitCode: 0, complaint: '' });
  expect(found.output).toMatch(/^network › .+: .*NODE_EXTRA_CA_CERTS/m);
});
