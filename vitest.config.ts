import { defineConfig } from 'vitest/config';

/** What needs no program and no process of its own: its files share one, which saves the start of some hundred. */
const units = ['test/{api,demo,state}/**/*.test.ts'];

/** More of what the other tests do, or slow: `npm run test:all` runs it, and `npm test` says that it does not. */
export const long = [
  'test/docs/tools/pictures.test.ts',
  'test/faults/other-cells/*.test.ts',
  'test/hazards/**/*.test.ts',
  'test/kill/{deletion,disabling,requests}.test.ts',
  'test/operations/{monkey,opened-alone,opened-and-left}.test.ts',
  'test/stories/leaving-{elsewhere,plain}.test.ts',
];

const elsewhere = ['test/host/**', 'test/soak/**'];

export default defineConfig({
  test: {
    // Longer than any wait for the screen, so that a story that fails shows the screen, not the end of its time.
    testTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'units', include: units, isolate: false } },
      {
        extends: true,
        test: { name: 'programs', include: ['test/**/*.test.{ts,tsx}'], exclude: [...units, ...long, ...elsewhere] },
      },
      { extends: true, test: { name: 'long', include: long } },
    ],
  },
});
