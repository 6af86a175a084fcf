/** Which systems rollcall disabled, from the files of its runs. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findDisabled } from '../../../src/state/disabling/records.ts';

const baseUrl = 'https://api.example';

function aFolder(files: Readonly<Record<string, readonly object[]>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-disabled-'));
  for (const [name, entries] of Object.entries(files)) {
    writeFileSync(join(folder, `${name}.jsonl`), entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  }
  return folder;
}

function header(does: string, about: object = {}): object {
  const of = { mode: 'run', does, orgId: 'N1', orgName: 'Northwind', baseUrl, days: 90, systems: 1 };
  const format = { format: does === 'delete' ? 1 : 2, version: '1.0.0', at: '2026-10-02T10:00:00.000Z' };
  return { kind: 'run', ...of, ...format, ...about };
}

function result(systemId: string, kind: string, day: string, about: object = {}): object {
  return { kind: 'result', at: `${day}T10:00:01.000Z`, systemId, outcome: { kind, ...about } };
}

const october = Date.parse('2026-10-02T10:00:01.000Z');
const november = Date.parse('2026-11-02T10:00:01.000Z');

test('each system has the time at which it was disabled last', async () => {
  const folder = aFolder({
    // Read in any order: the time in the line decides.
    'b-later': [header('disable'), result('A', 'disabled', '2026-11-02'), result('B', 'disabled', '2026-11-02')],
    'a-enabled': [header('enable'), result('C', 'enabled', '2026-11-03'), result('D', 'alreadyEnabled', '2026-11-03')],
    'c-first': [
      header('disable'),
      ...['A', 'C', 'D', 'E', 'F'].map((systemId) => result(systemId, 'disabled', '2026-10-02')),
    ],
    'd-already': [
      header('disable'),
      result('E', 'alreadyDisabled', '2026-11-02'),
      result('G', 'alreadyDisabled', '2026-11-02'),
    ],
    'e-again': [header('disable'), result('C', 'disabled', '2026-11-04')],
  });
  expect(await findDisabled(folder, baseUrl, 'N1')).toEqual(
    new Map([
      ['A', november],
      ['B', november],
      ['C', Date.parse('2026-11-04T10:00:01.000Z')],
      ['E', october],
      ['F', october],
    ]),
  );
});

test('what was not done, what was found otherwise, and what others did is left out', async () => {
  const failed = { problem: null };
  const folder = aFolder({
    outcomes: [
      header('disable'),
      result('A', 'unknown', '2026-11-02', failed),
      result('B', 'failed', '2026-11-02', failed),
      result('C', 'skipped', '2026-11-02', { why: 'connected' }),
      // The check at its end found it enabled.
      result('D', 'disabled', '2026-11-02'),
      result('D', 'failed', '2026-11-02', { ...failed, was: 'disabled' }),
    ],
    deletion: [header('delete'), result('E', 'deleted', '2026-11-02')],
    preview: [header('disable', { mode: 'preview' }), result('F', 'wouldDisable', '2026-11-02')],
    organisation: [header('disable', { orgId: 'T1' }), result('G', 'disabled', '2026-11-02')],
    service: [header('disable', { baseUrl: 'https://elsewhere.example' }), result('H', 'disabled', '2026-11-02')],
  });
  expect(await findDisabled(folder, baseUrl, 'N1')).toEqual(new Map());
});

test('a damaged line takes no other with it, and no folder has none', async () => {
  const folder = aFolder({ one: [header('disable'), result('A', 'disabled', '2026-11-02')] });
  writeFileSync(join(folder, 'one.jsonl'), '{"kind":"result"torn\n', { flag: 'a' });
  writeFileSync(join(folder, 'none.jsonl'), 'nothing of the kind\n');
  expect(await findDisabled(folder, baseUrl, 'N1')).toEqual(new Map([['A', november]]));
  expect(await findDisabled(join(folder, 'none'), baseUrl, 'N1')).toEqual(new Map());
});
