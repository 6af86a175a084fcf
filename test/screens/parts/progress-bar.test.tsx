import { describe, expect, test } from 'vitest';
import { ProgressBar, progressText } from '../../../src/screens/parts/progress-bar.tsx';
import { drawn } from './drawn.ts';

test('half of the work is half of the bar', () => {
  expect(drawn(<ProgressBar width={10} done={5} total={10} />, 80)).toEqual(['█████░░░░░']);
});

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
