/** What is said when the program ends because of a mistake in it? */
import { expect, test } from 'vitest';
import { bugReport } from '../../../src/app/process/bug-report.ts';

test('what happened and where, safe to print', () => {
  const report = bugReport(new Error('bad \u001B[2J value'));
  expect(report).toContain('ended because of a mistake in it: bad ␛[2J value\n');
  expect(report).toMatch(/\n {4}at .*bug-report\.test\.ts/);
  expect(report.split('\n').length).toBeLessThanOrEqual(11);
});

test('anything can be thrown', () => {
  expect(bugReport('text')).toContain('mistake in it: text');
  expect(bugReport(null)).toContain('mistake in it: unknown');
});
