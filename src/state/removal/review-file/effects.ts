/** Effects of a review's file: write and read it. */
import { confirmationOf } from '../../change/runs/files.ts';
import { maxReviewBytes, readReview, type ReviewFile, reviewText } from './format.ts';
import type { Effects } from '../../root/feature.ts';
import type { Action } from '../../root/state.ts';
import { codeOf } from '../../kernel/files.ts';

export const reviewFileEffects: Effects<'reviewFile'> = {
  async writeReview({ content, rules }, { ports }) {
    const text = reviewText(content, rules, ports.version);
    if (Buffer.byteLength(text) > maxReviewBytes)
      return refused('The review is too large for one file. Exclude some systems, and write the rest later.');
    const written = await ports
      .exportReview(text)
      .catch((error: unknown) => ({ ok: false, code: codeOf(error) }) as const);
    if (!written.ok) return refused(`The review could not be written (${written.code}). Nothing was changed.`);
    return { kind: 'reviewWritten', path: written.paths[0] ?? '', systems: content.systems.length };
  },
  async readReview({ path }, { ports }) {
    const found = await ports.readReview(path);
    const read = found.ok ? readReview(found.bytes, found.name) : found;
    if (!read.ok) return refused(read.message);
    return { kind: 'reviewFileRead', file: await withConfirmation(read.file, ports.changesFolder) };
  },
  askOffers: () => ({ kind: 'reviewOffersWanted' }),
};

/** Adds who confirmed the file on this computer before; unknown without a folder of changes. */
export async function withConfirmation(file: ReviewFile, folder: () => Promise<string>): Promise<ReviewFile> {
  const confirmed = await folder().then(
    (path) => confirmationOf(path, file.checksum),
    () => null,
  );
  return confirmed === null ? file : { ...file, confirmed };
}

function refused(message: string): Action {
  return { kind: 'reviewFileRefused', message };
}
