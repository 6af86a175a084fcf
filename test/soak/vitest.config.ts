import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    maxWorkers: 2,
    testTimeout: 300_000,
    projects: [
      // The service misbehaves for longer than anybody waits for a test: their clock is moved on.
      { extends: true, test: { name: 'faults', include: ['test/soak/faults/*.test.ts'] } },
      {
        extends: true,
        test: { name: 'soak', include: ['test/soak/*.test.ts'], env: { ROLLCALL_TEST_OWN_PROCESS: '1' } },
      },
    ],
  },
});
