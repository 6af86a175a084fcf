/** The promises of `docs/safety.md` and their patches. */
import { readFileSync } from 'node:fs';
import type { Claim } from './claim.ts';
import { claims as changingAnythingElse } from './changing-anything-else.ts';
import { claims as confirming } from './confirming.ts';
import { claims as deleting } from './deleting.ts';
import { claims as judgingAndProtecting } from './judging-and-protecting.ts';
import { claims as outcomes } from './outcomes.ts';
import { claims as requests } from './requests.ts';
import { claims as secondPerson } from './second-person.ts';

export const claims: readonly Claim[] = [
  ...judgingAndProtecting,
  ...confirming,
  ...secondPerson,
  ...deleting,
  ...outcomes,
  ...changingAnythingElse,
  ...requests,
];

/** A bullet of the page, with the tests that it links, seen from the root. */
export interface Promised {
  readonly text: string;
  readonly tests: readonly string[];
}

/** Each bullet, in one line, with what stands inside of it. Where it links no tests, those of the next bullet show it. */
export function promises(): readonly Promised[] {
  const found: Promised[] = [];
  const parts = readFileSync('docs/safety.md', 'utf8').split(/\n(?=- |## )/);
  for (const part of parts.filter((text) => text.startsWith('- ')).toReversed()) {
    const links = Array.from(part.matchAll(/\]\(\.\.\/(test\/[^)]+)\)/g), ([, link = '']) => link);
    found.unshift({ text: part.replace(/\s+/g, ' '), tests: links.length > 0 ? links : (found[0]?.tests ?? []) });
  }
  return found;
}
