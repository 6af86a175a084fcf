/** Names the other tests at the end of the quick ones, and how to run them. */
import { globSync } from 'node:fs';
import type { Reporter } from 'vitest/node';
import { long } from '../../vitest.config.ts';

export default class LeftOut implements Reporter {
  onTestRunEnd(): void {
    const files = globSync([...long]).length;
    process.stdout.write(
      `\nLeft out, because they take longer:\n` +
        `  npm run test:all   types, lint and format, and ${files} more files: every hazard, story and kill\n` +
        `  npm run test:host  the tests against real programs: keychain, SSH, tmux, shells, other machines\n` +
        `  npm run test:soak  all code points, 200,000 hostile texts, a million addresses, a megabyte of each sign, 1,500 kills, each fault at each operation\n`,
    );
  }
}
