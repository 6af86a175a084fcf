import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { flagTable } from '../../../src/app/cli/flags.ts';
import { usage } from '../../../src/app/cli/usage.ts';

test('every flag and variable has its line, and no line is wider than 80 columns', () => {
  const lines = usage().split('\n');
  for (const { name, does } of flagTable) {
    expect(lines.filter((line) => line.trim().startsWith(`--${name} `) && line.endsWith(`  ${does}`))).toHaveLength(1);
  }
  expect(usage()).toContain('  ROLLCALL_BASE_URL  ');
  expect(usage()).toContain('  ROLLCALL_TOKEN     ');
  expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(80);
});
