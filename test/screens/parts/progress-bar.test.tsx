import { expect, test } from 'vitest';
import { ProgressBar } from '../../../src/screens/parts/progress-bar.tsx';
import { drawn } from './drawn.ts';

test('half of the work is half of the bar', () => {
  expect(drawn(<ProgressBar width={10} done={5} total={10} />, 80)).toEqual(['█████░░░░░']);
});
