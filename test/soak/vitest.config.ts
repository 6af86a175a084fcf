import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/soak/**/*.test.ts'],
    maxWorkers: 2,
    testTimeout: 300_000,
    env: { ROLLCALL_TEST_OWN_PROCESS: '1' },
  },
});
