import { expect, test } from 'vitest';
import { faultAmong } from '../../../src/app/commands/demo-faults.ts';
import { demoFaults } from '../../../src/app/cli/startup.ts';
import { aHome, startProgram } from '../../support/program.ts';

const faults = [
  { fault: '503', places: ['first-page', 'deletion'] },
  { fault: 'no-answer', places: ['deletion'] },
];

test.each([
  ['503', '503@first-page'],
  ['503@deletion', '503@deletion'],
  ['no-answer', 'no-answer@deletion'],
])('%s is %s', (typed, words) => {
  expect(faultAmong(faults, typed)).toEqual({ kind: 'fault', words });
});

test.each([
  ['no-anwser', 'Unknown fault "no-anwser". Did you mean no-answer?'],
  ['xyzzy', 'Unknown fault "xyzzy". rollcall --demo --fault list shows all.'],
  ['503@deletoin', 'Unknown place "deletoin". Did you mean 503@deletion?'],
  ['no-answer@details', 'Unknown place "details". The places of no-answer: deletion.'],
  ['\u001b[2J', 'Unknown fault "?[2J". rollcall --demo --fault list shows all.'],
])('%j is refused', (typed, sentence) => {
  expect(faultAmong(faults, typed)).toEqual({ kind: 'refused', sentence });
});

test('the list has each fault with its places, the usual one first', () => {
  const asked = faultAmong(faults, 'list');
  expect(asked.kind === 'list' && asked.text.split('\n').slice(3)).toEqual([
    '503        first-page deletion',
    'no-answer  deletion',
    '',
  ]);
});

test('the built service says which faults it has', async () => {
  expect(faultAmong(await demoFaults('dist/demo-service.js'), '429-that-names-300-s')).toEqual({
    kind: 'fault',
    words: '429-that-names-300-s@first-page',
  });
});

test.each([
  [
    'list',
    ['rollcall --demo --fault NAME starts the demo with one of these faults', '503 ', '--fault NAME@PLACE chooses'],
  ],
  ['5O3', ['rollcall: Unknown fault "5O3". Did you mean 503?']],
])('--fault %s is answered before the demo starts', async (fault, words) => {
  const terminal = startProgram({ flags: ['--demo', '--fault', fault], home: aHome(), columns: 120 });
  const { exitCode } = await terminal.exited;
  expect(exitCode).toBe(fault === 'list' ? 0 : 2);
  for (const text of words) expect(terminal.raw()).toContain(text);
});
