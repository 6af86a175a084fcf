/** The history as `rollcall runs` prints it: runs, requests, and files that cannot be read. */
import { cpSync, utimesSync } from 'node:fs';
import { expect, test } from 'vitest';
import { aHome, runWithInput } from '../../support/program.ts';

/** Runs, requests and a damaged file. */
function aHistory() {
  const home = aHome();
  cpSync('test/fixtures/records/changes', home.changesFolder, { recursive: true });
  utimesSync(home.keeps('state/rollcall/changes/2026-01-01T00-00-00.jsonl', '{\n'), 1_767_225_600, 1_767_225_600);
  return {
    home,
    run: async (...words: readonly string[]) => {
      const { exitCode, output, complaint } = await runWithInput('', home.env, 'runs', ...words);
      return { exitCode, output: output.replaceAll(home.stateFolder, '~'), complaint };
    },
  };
}

test('each is two lines, the newest first', async () => {
  const { run } = aHistory();
  const { exitCode, output, complaint } = await run();
  expect({ exitCode, complaint }).toEqual({ exitCode: 0, complaint: '' });
  const lines = output.split('\n');
  const isOfRequest = (line: string): boolean => /^ {2}~\/changes\/.{23}-[\da-f]{8}\.jsonl$/.test(line);
  expect(lines.filter((line) => !isOfRequest(line))).toEqual([
    '2026-01-01 00:00 UTC  unknown organisation  not read  its first line is damaged · 2 bytes',
    '  ~/changes/2026-01-01T00-00-00.jsonl',
    '2025-11-26 02:37 UTC  Northwind  interrupted  3 deleted · 3 unknown · 2 not reached',
    '  ~/changes/2025-11-26T02-37-41.jsonl',
    '2025-11-26 02:36 UTC  Northwind  interrupted  3 disabled · 4 unknown · 1 not reached',
    '  ~/changes/2025-11-26T02-36-43.jsonl',
    '2025-11-26 02:35 UTC  Northwind  interrupted  3 deleted · 4 unknown · 1 not reached',
    '  ~/changes/2025-11-26T02-35-41.jsonl',
    '2025-11-26 02:34 UTC  Northwind  finished  3 enabled',
    '  ~/changes/2025-11-26T02-34-23.jsonl',
    '2025-11-26 02:33 UTC  Northwind  finished  3 disabled',
    '  ~/changes/2025-11-26T02-33-22.jsonl',
    '2025-11-26 02:32 UTC  Northwind  preview  2 would be deleted',
    '  ~/changes/2025-11-26T02-32-21.jsonl',
    '2025-11-26 02:31 UTC  Northwind  preview  PUT …/things/12/disable',
    '2025-11-26 02:31 UTC  Northwind  done, 204  PUT …/things/12/disable',
    '2025-11-26 02:31 UTC  Northwind  no outcome  PUT …/silent',
    '2025-11-26 02:31 UTC  done, 201  PUT /account',
    '2025-11-26 02:31 UTC  Northwind  unknown  PUT …/lost',
    '2025-11-26 02:31 UTC  Northwind  unknown, 500  POST …/tags/500',
    '2025-11-26 02:31 UTC  Northwind  refused, 409  DELETE …/keys/409',
    '2025-11-26 02:31 UTC  Northwind  done, 201  POST …/enrolment-keys',
    '2025-11-26 02:31 UTC  Northwind  done, 202  PUT …/accepted',
    '2025-11-26 02:31 UTC  Northwind  done, 201  POST …/tags',
    '2025-11-26 02:31 UTC  Northwind  finished  2 deleted · 1 refused · 2 failed · 1 unknown',
    '  ~/changes/2025-11-26T02-31-19.jsonl',
    '',
  ]);
  expect(lines.filter(isOfRequest)).toHaveLength(10);
  expect((await run('--filter', 'done')).output.split('\n').slice(0, 2)).toEqual(lines.slice(8, 10));
});

test('in JSON each has its state and its counts', async () => {
  const all = JSON.parse((await aHistory().run('--json')).output) as readonly Record<string, unknown>[];
  expect(all[0]).toEqual({
    ...{ path: '~/changes/2026-01-01T00-00-00.jsonl', orgId: null, orgName: null, state: 'unreadable' },
    ...{ reason: 'its first line is damaged', changedAt: '2026-01-01T00:00:00.000Z', bytes: 2, inDoubt: 0 },
  });
  expect(all[1]).toMatchObject({
    ...{ path: '~/changes/2025-11-26T02-37-41.jsonl', startedAt: '2025-11-26T02:37:41.380Z', does: 'delete' },
    ...{ baseUrl: 'http://127.0.0.1:4010', orgId: 'N1', orgName: 'Northwind', isPreview: false, version: '1.0.0' },
    ...{ state: 'interrupted', counts: { done: 3, unknown: 3, notAttempted: 2, refused: 0 } },
  });
  const requests = all.filter(({ does }) => does === 'request');
  expect(requests.map(({ state, isPreview, status }) => [state, isPreview, status])).toEqual([
    ...[
      ['not sent', true, null],
      ['done', false, 204],
      ['interrupted', false, null],
      ['done', false, 201],
    ],
    ...[
      ['unknown', false, null],
      ['unknown', false, 500],
      ['refused', false, 409],
      ['done', false, 201],
    ],
    ...[
      ['done', false, 202],
      ['done', false, 201],
    ],
  ]);
  expect(requests[1]).toMatchObject({ profile: 'default', method: 'PUT', orgName: 'Northwind', traceId: null });
  expect(all.filter(({ state }) => state === 'finished').map(({ does }) => does)).toEqual([
    ...['enable', 'disable', 'delete', 'delete'],
  ]);
});

test('one record is printed by its file or by a beginning of it', async () => {
  const { home, run } = aHistory();
  const page = await run('--format', 'md', '2025-11-26T02-34');
  expect(page.output).toMatch(/^# Enabling 3 systems in Northwind\n/);
  for (const id of [
    '2025-11-26T02-34-23',
    '2025-11-26T02-34-23.jsonl',
    `${home.changesFolder}/2025-11-26T02-34-23.jsonl`,
  ]) {
    expect(await run('--format', 'md', id)).toEqual(page);
  }
  const refused = async (id: string): Promise<unknown> => {
    const { exitCode, output, complaint } = await run('--format', 'csv', id);
    return [exitCode, output, complaint];
  };
  const lists = 'rollcall runs lists them with their files.\n';
  expect(await refused('x')).toEqual([1, '', `rollcall: No record has this id. ${lists}`]);
  expect(await refused('2025-11-26T02-3')).toEqual([1, '', `rollcall: 17 records begin so. ${lists}`]);
  expect(await refused('2026')).toEqual([1, '', 'rollcall: This record cannot be read: its first line is damaged.\n']);
  expect((await run('--format', 'json', '2025-11-26T02-32-21')).output).toContain('"isPreview": true');
});

test('without records it says where they will be', async () => {
  const { home, run } = aHistory();
  const env = { ...home.env, XDG_STATE_HOME: `${home.path}/other` };
  const { output } = await runWithInput('', env, 'runs');
  expect(output).toBe(`Nothing was changed yet. rollcall saves the records in ${home.path}/other/rollcall/changes\n`);
  expect((await run('--filter', 'nothing')).output).toBe('');
});
