import { describe, expect, test } from 'vitest';
import { progressText } from '../../../src/screens/text/progress.ts';

describe('a bar of ten cells', () => {
  test.each([
    [0, 100, '░░░░░░░░░░'],
    [9, 100, '░░░░░░░░░░'],
    [55, 100, '█████░░░░░'],
    [99.9, 100, '█████████░'],
    [100, 100, '██████████'],
    [120, 100, '██████████'],
    [0, 0, '██████████'],
    [7, null, '──────────'],
  ])('for %d of %d', (done, total, bar) => {
    expect(progressText(done, total, 10)).toBe(bar);
  });
});
