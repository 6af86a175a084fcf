/** Runs whose records are damaged, or cannot be written. */
import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { aRunInItsMiddle } from '../support/hazards.ts';
import { aHome, eachInItsOwnProcess, runWithoutTerminalIn } from '../support/program.ts';
import { entries, runFile } from '../support/records.ts';
import { aCrowd, aSystem, daysAgo, idOf, staleSystems, systemsCalled } from '../support/service.ts';
import { aSmallDisk, canMount } from '../support/small-disk.ts';
import { aUser, aUserOf, row } from '../support/user.ts';

eachInItsOwnProcess();

const runs = 'state/rollcall/changes';

describe('a damaged file', () => {
  test('whose last line is torn loses no other line', async () => {
    const { service, user, release } = await aRunInItsMiddle();
    await user.isEndedBy('SIGKILL');
    release();
    const path = runFile(user.home);
    appendFileSync(path, '{"kind":"result","at":"2026-');
    const before = readFileSync(path, 'utf8');
    const again = aUser(service, { home: user.home });
    await again.sees('› Interrupted', 'a deletion of 10 systems', '○ 4 already gone   – 6 not reached');
    await again.leaves();
    expect(readFileSync(path, 'utf8').startsWith(before)).toBe(true);
    const { output } = await runWithoutTerminalIn(user.home.env, 'runs');
    expect(output).toContain('0 deleted · 4 already gone · 6 not reached');
  });

  test('with times that are none is opened and exported all the same', async () => {
    const home = aHome();
    const [at, orgId] = [daysAgo(1), 'N1'];
    const of = {
      mode: 'run',
      does: 'delete',
      version: '1',
      orgId,
      baseUrl: null,
      days: 90,
      items: 1,
      pid: 1,
      computer: 'x',
    };
    const header = { kind: 'change', format: 1, ...of };
    const lines = [
      { ...header, at, orgName: 'Fabrikam' },
      { kind: 'plan', systems: [aSystem({ hostname: 'old' })] },
      { kind: 'intent', at: 'x', id: idOf('old'), was: {} },
      { kind: 'end', at: 'x', stop: null, counts: {} },
    ];
    home.keeps(`${runs}/2026-11-20T10-00-00.jsonl`, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const garbage = `${JSON.stringify({ ...header, at: 'garbage', orgName: 'Contoso' })}\n`;
    home.keeps(`${runs}/2026-11-21T10-00-00.jsonl`, garbage);
    const { user } = await aUserOf({ systems: aCrowd(), home, columns: 160 });
    await user.opensHistory(
      '1 deletion ',
      '1 file not read',
      row('Contoso', 'not read'),
      row('Fabrikam', '1 not reached'),
    );
    await user.goesTo('Fabrikam');
    await user.presses('open these results').sees('2 damaged lines kept there', '✓ 0 deleted   – 1 not reached');
    await user.presses('write CSV, JSON, Markdown and HTML').sees('Written:');
  });
});

describe('a disk on which the records do not fit', () => {
  const old = staleSystems(10, { description: 'x'.repeat(3000) });

  test.runIf(canMount).each([4, 40, 48, 60])(
    'with %i kB: what is not written is not deleted, and what is known is on the screen',
    async (kilobytes) => {
      const home = aHome();
      aSmallDisk(dirname(home.changesFolder), kilobytes);
      const { service, user } = await aUserOf({ systems: [...old, ...aCrowd(), ...systemsCalled('spare', 30)], home });
      await user.deletesStale(10);
      const told = (screen: string, outcome: string): number =>
        Number(new RegExp(`[✓–] (\\d+) ${outcome}`).exec(screen)?.[1] ?? 0);
      const isAllShown = (screen: string): boolean => told(screen, 'deleted') + told(screen, 'not reached') === 10;
      const screen = await user.sees(/systems? deleted · \d+ s/, isAllShown);
      const deleted = told(screen, 'deleted');
      expect(service.hostnames()).toHaveLength(60 - deleted);
      // A run whose plan did not fit has no file, so nothing looks like an interrupted run.
      const [file] = readdirSync(home.changesFolder);
      const lines = file === undefined ? [] : entries(home);
      expect(lines.slice(0, 2).map(({ kind }) => kind)).toEqual(file === undefined ? [] : ['change', 'plan']);
      const intents = lines.filter(({ kind }) => kind === 'intent');
      expect(service.sent('DELETE').length).toBeLessThanOrEqual(intents.length);
      if (deleted === 10) return;
      expect(screen).toMatch(/(?:cannot save records|could not save \d+ results?) \(ENOSPC\)/);
      const words = await user.leaves();
      expect(words).toContain(`${deleted} deleted · ${10 - deleted} not reached`);
    },
  );
});

test('records that are removed in the middle of a run stop it', async () => {
  const { service, user, release } = await aRunInItsMiddle();
  rmSync(dirname(user.home.changesFolder), { recursive: true });
  release();
  await user.sees(/could not save \d results? \(ENOENT\)/, '✓ 4 deleted   – 6 not reached', '4 systems deleted');
  expect(service.sent('DELETE')).toHaveLength(4);
  // The terminal at least shows the outcomes of the four.
  expect(await user.leaves()).toContain('These outcomes could not be written to the records (ENOENT). Keep them:');
});
