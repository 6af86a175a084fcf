/** Can the program start on this Node? Nothing else is loaded before that is known. */
import { versionRefusal } from './node-version.ts';

const refusal = versionRefusal(process.versions.node);
if (refusal === undefined) {
  const { main } = await import('./main.ts');
  await main();
} else {
  process.stderr.write(`${refusal}\n`);
  process.exitCode = 1;
}
