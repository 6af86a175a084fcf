/** Runs in a copy of the checkout: breaks the promises of these numbers, one by one, and prints what their tests say. */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { createVitest } from 'vitest/node';
import { build, rebuilder } from '../../../build.ts';
import type { Claim } from './claim.ts';
import { claims } from './page.ts';

/** `seen`: the test failed. Else what happened instead. */
export type Verdict = 'seen' | 'the test passed' | 'no such test' | 'not built';

/** These start the built program. */
const usesProgram = /^test\/(?:app|explorer|hazards|kill|stories)\//;

const vitest = await createVitest({ config: 'mutate.config.ts', watch: false, reporters: [{}], maxWorkers: 1 });

await build();
const rebuild = await rebuilder();

async function brokenHere({ file, from, to, test, fails }: Claim): Promise<Verdict> {
  const text = readFileSync(file, 'utf8');
  const change = (changed: string): void => {
    writeFileSync(file, changed);
    vitest.invalidateFile(resolve(file));
  };
  change(text.replace(from, () => to));
  try {
    const isBuilt =
      !usesProgram.test(test) ||
      (await rebuild().then(
        () => true,
        () => false,
      ));
    return isBuilt ? await resultOf(test, fails) : 'not built';
  } finally {
    change(text);
  }
}

async function resultOf(test: string, fails: string): Promise<Verdict> {
  vitest.setGlobalTestNamePattern(new RegExp(fails.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)));
  const { testModules } = await vitest.runTestSpecifications(await vitest.globTestSpecifications([test]));
  const states = testModules.flatMap((one) => Array.from(one.children.allTests(), (each) => each.result().state));
  if (states.includes('failed')) return 'seen';
  return states.includes('passed') ? 'the test passed' : 'no such test';
}

const verdicts: Verdict[] = [];
for (const number of process.argv.slice(2)) {
  const claim = claims[Number(number)];
  if (claim !== undefined) verdicts.push(await brokenHere(claim));
}
process.stdout.write(`\n${JSON.stringify(verdicts)}\n`);
await vitest.close();
process.exit(0);
