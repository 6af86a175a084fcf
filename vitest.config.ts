import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['test/host/**', 'test/soak/**'],
    // Longer than any wait for the screen, so that a story that fails shows the screen, not the end of its time.
    testTimeout: 60_000,
    // The stories wait for programs of their own more than they work.
    maxWorkers: 4,
  },
});
