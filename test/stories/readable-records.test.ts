/** Records that people read: a page of a run, its files for a ticket, and the same printed. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runWithoutTerminalIn } from '../support/program.ts';
import { aCrowd, aStale } from '../support/service.ts';
import { aUserOf, environmentFor, acrossLines, row } from '../support/user.ts';

const tills = ['till-1', 'till-2'];

test('p shows the records of a run as a page, e writes them for a ticket, and the command prints the same', async () => {
  const systems = [...tills.map((name) => aStale(name, { tags: [{ tag: 'site-1' }] })), ...aCrowd()];
  const { service, user, home } = await aUserOf({ systems, columns: 120, rows: 30 });
  await user.marks(...tills);
  await user.deletes('delete 2', '› Deletion finished', '2 systems deleted');
  user.presses('read the record');
  await user.sees(
    '› Record',
    'A deletion of 2 systems in Northwind',
    row('Why:', '2 by hand'),
    row('Outcome:', '2 deleted'),
  );
  await user.sees(row('deleted', 'till-1', 'ID-till-1', 'by hand', 'laptops', 'site-1'));
  await user.presses('write CSV, JSON, Markdown and HTML').sees(acrossLines('.csv, .json, .md and .html in'));
  const written = readdirSync(home.path).filter((name) => name.startsWith('rollcall-run-'));
  expect(written.map((name) => name.split('.').at(-1)).sort()).toEqual(['csv', 'html', 'json', 'md']);
  for (const name of written) {
    const path = join(home.path, name);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).toContain('till-2');
    expect(readFileSync(path, 'utf8')).not.toContain(service.token);
  }
  await user.pressesKey('esc').sees('› Deletion finished');

  // From the history, too: esc leads back there.
  await user.pressesKey('esc').sees('› Systems');
  await user.opensHistory('2 deleted');
  await user.presses('read its record').sees('› Record', row('deleted', 'till-2'));
  await user.pressesKey('esc').sees('› History');
  await user.leaves();

  const [file = ''] = readdirSync(home.changesFolder);
  const id = file.replace('.jsonl', '');
  const env = { ...environmentFor(service), ...home.env };
  for (const [format, begin] of [
    ['md', '# A deletion of 2 systems'],
    ['html', '<!doctype html>'],
    ['csv', 'outcome,reason,name'],
    ['json', '{'],
  ] as const) {
    const { output } = await runWithoutTerminalIn(env, 'runs', '--format', format, id.slice(0, 13));
    expect(output).toContain(begin);
    expect(output).toContain('till-1');
  }
  const none = await runWithoutTerminalIn(env, 'runs', '--format', 'md', 'nothing');
  expect(none.complaint).toContain('No record has this id.');
});

test('in a small terminal the page is scrolled', async () => {
  const { user } = await aUserOf({ systems: [aStale('till-1'), ...aCrowd()], columns: 44, rows: 12 });
  await user.marks('till-1');
  await user.deletes('delete 1', 'Deletion finished');
  await user.presses('read the record').sees('Record', row('What:', 'Deletion'));
  await user.pressesKey('G').sees(row('deleted', 'till-1'));
});
