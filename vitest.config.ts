import { defineConfig } from 'vitest/config';

/** What needs no program and no process of its own: its files share one, which saves the start of some hundred. */
const units = ['test/{api,demo,state}/**/*.test.ts'];

export default defineConfig({
  test: {
    // Longer than any wait for the screen, so that a story that fails shows the screen, not the end of its time.
    testTimeout: 60_000,
    // The stories wait for programs of their own more than they work.
    maxWorkers: 4,
    projects: [
      { extends: true, test: { name: 'units', include: units, isolate: false } },
      {
        extends: true,
        test: {
          name: 'programs',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [...units, 'test/host/**', 'test/soak/**'],
        },
      },
    ],
  },
});
