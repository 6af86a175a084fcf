import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clean } from '../../../src/screens/text/clean.ts';
import { width } from '../../../src/screens/text/fit.ts';
import { statusLine, type StatusPart } from '../../../src/screens/text/status-line.ts';

const parts: readonly StatusPart[] = [
  { forms: ['Systems'] },
  { forms: ['12,431 of 12,431 read', '12,431 read'], isModest: true },
  { forms: ['3,908 stale (> 90 d)', '3,908 stale > 90 d'], weight: 3 },
  { forms: ['by name'], weight: 2 },
  { forms: ['without disabled', 'no disabled'], weight: 1 },
];

test.each([
  [120, 'Systems · 12,431 of 12,431 read · 3,908 stale (> 90 d) · by name · without disabled'],
  [72, 'Systems · 12,431 read · 3,908 stale (> 90 d) · by name · no disabled'],
  [60, 'Systems · 12,431 read · 3,908 stale (> 90 d) · by name'],
  [43, 'Systems · 12,431 read · 3,908 stale > 90 d'],
  [40, 'Systems · 12,431 read · by name'],
  [30, 'Systems · 12,431 read'],
  [24, 'Systems · 12,431 read'],
  [9, 'Systems · 12,431 read'],
])('in %i cells it says "%s"', (cells, line) => {
  expect(statusLine(parts, cells)).toBe(line);
});

test('no part is cut, and what is always said is there', () => {
  fc.assert(
    fc.property(fc.integer({ min: 21, max: 120 }), (cells) => {
      const line = statusLine(parts, cells);
      expect(width(clean(line))).toBeLessThanOrEqual(cells);
      const shown = line.split(' · ');
      expect(shown.every((text) => parts.some(({ forms }) => forms.includes(text)))).toBe(true);
      expect(shown.slice(0, 2).join()).toMatch(/^Systems,12,431 .*read$/);
    }),
  );
});
