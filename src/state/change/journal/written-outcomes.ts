/**
 * The words for outcomes in files, and in what is exported for other programs: some are another one for each kind of run,
 * which says of itself what was done. Files keep them; inside, eight outcomes are told apart.
 */
import { gone, noCounts, type Outcome, type OutcomeCounts, outcomeKinds } from '../outcome.ts';
import type { RunKind } from '../run-kinds.ts';

type Words = Readonly<Record<'done' | 'would' | 'already', string>>;

/** Kinds whose first files had words of their own. */
const ownWords: Partial<Readonly<Record<string, Words>>> = {
  delete: { done: 'deleted', would: 'wouldDelete', already: 'alreadyGone' },
  disable: { done: 'disabled', would: 'wouldDisable', already: 'alreadyDisabled' },
  enable: { done: 'enabled', would: 'wouldEnable', already: 'alreadyEnabled' },
};

const usualWords: Words = { done: 'done', would: 'would', already: 'already' };

const meaning: ReadonlyMap<string, Outcome['kind']> = new Map([
  ...outcomeKinds.map((kind) => [kind, kind] as const),
  ...[usualWords, ...Object.values(ownWords)].flatMap((words) =>
    words === undefined ? [] : (['done', 'would', 'already'] as const).map((kind) => [words[kind], kind] as const),
  ),
  ['skipped', 'kept'],
]);

/** Every word that a file may have. */
export const writtenKinds: readonly string[] = [...meaning.keys()];

const achievedOnes = ['done', 'already', 'gone'] as const;

/** Success that the service reported, as in files. */
export const writtenAchieved: readonly string[] = writtenKinds.filter((word) => {
  const kind = meaning.get(word);
  return kind === 'done' || kind === 'already';
});

function writtenKind(kind: Outcome['kind'], isGone: boolean, of: RunKind): string {
  if (kind === 'kept') return 'skipped';
  if (isGone) return 'alreadyGone';
  return kind === 'done' || kind === 'would' || kind === 'already' ? (ownWords[of] ?? usualWords)[kind] : kind;
}

/** The outcome as files have it. */
export function writtenOutcome(outcome: Outcome, of: RunKind): { readonly kind: string } {
  const { kind } = outcome;
  if (kind === 'already') return { kind: writtenKind(kind, outcome.isGone === true, of) };
  if (kind !== 'failed' || outcome.was === undefined) return { ...outcome, kind: writtenKind(kind, false, of) };
  const isGone = outcome.was === 'gone';
  return { ...outcome, was: writtenKind(outcome.was === 'gone' ? 'already' : outcome.was, isGone, of) } as Outcome;
}

/** The outcome that is written so. */
export function outcomeWritten(written: { readonly kind: string; readonly was?: string | undefined }): Outcome {
  const { kind, was, ...about } = written;
  if (kind === 'alreadyGone') return gone;
  const said = was === 'alreadyGone' ? 'gone' : meaning.get(was ?? '');
  const known = achievedOnes.find((one) => one === said);
  return { kind: meaning.get(kind) ?? 'unknown', ...about, ...(known !== undefined && { was: known }) } as Outcome;
}

/** Every word of the first files is there, also where it did not occur: other programs read them. */
const noneWritten: Readonly<Record<string, number>> = Object.fromEntries(
  [...Object.values(ownWords).flatMap((words) => Object.values(words ?? {})), 'skipped'].map((word) => [word, 0]),
);

export function writtenCounts(counts: OutcomeCounts, of: RunKind): Readonly<Record<string, number>> {
  const written: Record<string, number> = { ...noneWritten };
  for (const kind of outcomeKinds)
    written[writtenKind(kind, false, of)] = counts[kind] - (kind === 'already' ? counts.gone : 0);
  return { ...written, alreadyGone: (written['alreadyGone'] ?? 0) + counts.gone };
}

/** Older files do not count every kind of today. */
export function countsWritten(written: Partial<Readonly<Record<string, number>>>): OutcomeCounts {
  const counts = { ...noCounts };
  for (const [word, count = 0] of Object.entries(written)) {
    const kind = meaning.get(word);
    if (kind !== undefined) counts[kind] += count;
    if (word === 'alreadyGone' || word === 'gone') counts.gone += count;
  }
  return counts;
}
