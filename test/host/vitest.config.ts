import { defineConfig } from 'vitest/config';

/** The tests against real programs of the machine: a keychain, an SSH server, a terminal multiplexer. */
export default defineConfig({
  test: {
    include: ['test/host/**/*.test.ts'],
    // Most of them wait: for npm, or for a service of their own.
    maxWorkers: 2,
    // Two of them install the program before they wait for it.
    testTimeout: 600_000,
    // Installed copies of hundreds of megabytes are removed after them.
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    // The program meets all of this in a process.
    env: { ROLLCALL_TEST_OWN_PROCESS: '1' },
  },
});
