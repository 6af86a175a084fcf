/** Everything that leaves the program is safe to print, to open in a spreadsheet and to paste. */
import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { outcomeLines } from '../../../src/app/terminal/exit-summary.ts';
import { csvText, runCsv, runJson, systemsCsv, systemsJson, systemsTable } from '../../../src/app/commands/reports.ts';
import { visible } from '../../../src/screens/text/clean.ts';
import { holdsHidden, safeJson } from '../../../src/state/kernel/spelling.ts';
import type { Run } from '../../../src/state/change/run.ts';
import type { System } from '../../../src/api/system.ts';
import { copyTexts } from '../../../src/state/fleet/export.ts';
import { aStateOf, aSystem, now } from '../../support/make.ts';
import { aRun } from '../../state/removal/deletion/story.ts';
import { holds, property } from '../../support/property.ts';

/** Controls of both sets, and what changes the direction or the form of others, or draws nothing. */
const hidden = [
  ...codePoints(0x00, 0x1f),
  ...codePoints(0x7f, 0x9f),
  ...codePoints(0x200b, 0x200f),
  ...codePoints(0x2028, 0x202e),
  ...codePoints(0x2060, 0x206f),
  ...codePoints(0xe0000, 0xe007f),
  ...['\u00AD', '\u061C', '\u034F', '\u180E', '\uFEFF', '\uFFF9', '\uFFFB', '\uDC00', '\u{1D173}'],
];

function codePoints(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at));
}

/** Characters that no output may hold, but for the ends of its own lines. */
function unsafeIn(output: string): string[] {
  const text = output.replaceAll('\r\n', '').replaceAll('\n', '');
  return hidden.filter((character) => text.includes(character));
}

const by = { days: 90, now, isVerified: true };

/** A run that has deleted this system. */
function runOf(system: System): Run {
  const { deletion: run } = aRun(1);
  if (run === null) throw new Error('there is a run');
  return { ...run, settled: [{ system, outcome: { kind: 'done' } }] };
}

test('none of these is in JSON, a table, CSV, a list of outcomes or a copied line as it is', () => {
  for (const character of hidden) {
    const text = `web${character}1`;
    const system = aSystem({
      ...{ hostname: text, systemId: text, description: text, state: text, connectedFrom: text, osVersion: text },
      ...{ enrolmentKeyDescription: text, platformType: text, serviceVersion: text, tags: [text] },
    });
    const settled = runOf(system);
    const json = systemsJson([system], by);
    const tables = [
      systemsCsv([system], by),
      systemsTable([system], by),
      runCsv(settled),
      outcomeLines(settled.settled, 'delete'),
    ];
    for (const output of [json, runJson(settled), ...tables]) expect(unsafeIn(output)).toEqual([]);
    expect(JSON.parse(json)).toMatchObject([{ hostname: text, tags: [{ tag: text }] }]);
    for (const { lines } of copyTexts(aStateOf([system]))) {
      if (lines === null) throw new Error('a field of a system is hidden');
      for (const line of lines) expect(visible(line)).not.toMatch(/\n|\r/);
      expect(unsafeIn(lines.map(visible).join(''))).toEqual([]);
    }
    expect(holdsHidden(text)).toBe(true);
  }
});

test('a number that a double would change leaves with all of its digits', () => {
  const [id, serial] = ['9007199254740993', '12345678901234567891'];
  const system = aSystem({ enrolmentKeyId: id, others: { names: ['serial'], values: `[${serial}]` } });
  const settled = runOf(system);
  const copied = copyTexts(aStateOf([system])).flatMap(({ lines }) => lines);
  for (const json of [systemsJson([system], by), runJson(settled), copied.join('\n')]) {
    expect(json).toContain(`"enrolmentKeyId": ${id},`);
    expect(json).toContain(`"serial": ${serial}`);
  }
  expect(systemsCsv([system], by)).toContain(id);
});

property('JSON is the same value to who reads it', [fc.jsonValue(), fc.string({ unit: 'binary' })], (value, text) => {
  const json = safeJson({ value, text });
  expect(unsafeIn(json).filter((one) => one !== '\uDC00')).toEqual([]);
  expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify({ value, text })));
});

test('a cell that begins with what shows nothing, and then like a formula, is text', () => {
  const front = fc.string({
    unit: fc.constantFrom(' ', '\t', '\r', '\n', '\u00a0', '\u200b', '\ufeff', '\u2003', '\u202e'),
  });
  const sign = fc.constantFrom('=', '+', '-', '@', '＝', '＋', '－', '＠');
  holds([front, sign, fc.string()], (before, first, rest) => {
    const [, [cell = ''] = []] = parse(csvText(['x'], [[`${before}${first}${rest}`]]), { relax_quotes: true });
    expect(cell).toMatch(/^'/);
  });
  const plain = csvText(['a', 'b'], [['web-1', '2026-01-01']]);
  expect(plain).toBe('a,b\r\nweb-1,2026-01-01\r\n');
});

test('a name with a semicolon is one cell, also where a spreadsheet parts cells by it', () => {
  holds([fc.string(), fc.constantFrom('=1+1', '@SUM(1)', '+1', 'b')], (before, after) => {
    const [, [cell = '', ...others] = []] = parse(csvText(['x'], [[`a${before};${after}`]]), { delimiter: ';' });
    expect(others).toEqual([]);
    expect(cell).toMatch(/^a/);
  });
});

test('in the table of a deletion no text of the service is a formula, nor moves what stands beside it', () => {
  const system = aSystem({
    ...{ hostname: '=HYPERLINK("https://x")', systemId: '@S1', enrolmentKeyDescription: '-1+1' },
    ...{ tags: ['\u200B+a', 'b'] },
    ...{ lastSeen: '\t=1', enrolledAt: '2026-01-01,"\r\n=2' },
  });
  const csv = runCsv(runOf(system));
  expect(parse(csv, { columns: true })).toEqual([
    {
      outcome: 'deleted',
      reason: '',
      name: `'=HYPERLINK("https://x")`,
      'system id': "'@S1",
      'last seen': "'␉=1",
      'enrolled at': '2026-01-01,"␍␊=2',
      'enrolment key': "'-1+1",
      tags: "'‹U+200B›+a b",
      address: expect.any(String) as string,
      when: expect.any(String) as string,
      ...{ marked: '', set: '' },
    },
  ]);
  expect(csv.split('\r\n')).toHaveLength(3);
});

test('undocumented fields stand in JSON as they came, and rollcall’s own keep their names', () => {
  const values = ['Łódź\u202e', { '\u001B': [1] }, 'theirs', 'theirs'];
  const others = { names: ['site', '__proto__', 'stale', 'faults'], values: JSON.stringify(values) };
  const system = aSystem({ systemId: 'S1', others });
  const json = systemsJson([system, aSystem()], by);
  const [first, second] = JSON.parse(json) as [Record<string, unknown>, object];
  expect(Object.keys(first).slice(-4)).toEqual(['site', '__proto__', 'service.stale', 'faults']);
  expect(first).toMatchObject({ stale: false, site: values[0], 'service.stale': 'theirs' });
  expect(second).not.toHaveProperty('site');
  expect(systemsJson([], by)).toBe('[]\n');
  const ended = runJson(runOf(system));
  expect(JSON.parse(ended)).toMatchObject({ systems: [{ system: { site: values[0], faults: 'theirs' } }] });
  expect(ended).not.toContain('"others"');
  expect(unsafeIn(json + ended)).toEqual([]);
});
