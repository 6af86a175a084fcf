/** Reads the review of another person that a start is to open (`--review`), and refuses one that is not for this person. */
import { withConfirmation } from '../../state/removal/review-file/effects.ts';
import { misfitOf } from '../../state/removal/review-file/misfit.ts';
import { readReview, type ReviewFile } from '../../state/removal/review-file/format.ts';
import { isSameService, personOf } from '../../state/session/session.ts';
import { userName } from '../process/node.ts';
import { ownChangesFolder } from '../storage/folders.ts';
import type { Preferences } from '../storage/preferences/preferences.ts';
import { readReviewFile } from '../storage/review-file.ts';
import type { Flags } from './flags.ts';
import type { SettingsRead } from './settings.ts';

type ReviewRead =
  { readonly ok: true; readonly file: ReviewFile | null } | { readonly ok: false; readonly sentence: string };

/** Null without the flag. */
export async function reviewAtStart(
  { review: path }: Flags,
  preferences: Preferences,
  from: SettingsRead,
): Promise<ReviewRead> {
  if (path === undefined || !from.ok) return { ok: true, file: null };
  const found = readReviewFile(path);
  const read = found.ok ? readReview(found.bytes, found.name) : found;
  if (!read.ok) return { ok: false, sentence: read.says };
  const { file } = read;
  const { baseUrl, profileSettings, isDemo } = from.settings;
  const misfit = misfitOf(file, { person: personOf({ profileSettings, user: userName() }), baseUrl, orgId: null });
  if (misfit === null) return { ok: true, file: await withConfirmation(file, () => ownChangesFolder(isDemo)) };
  const profile = preferences.profileNames.find((name) =>
    isSameService(preferences.profileNamed(name).baseUrl ?? null, file.baseUrl),
  );
  const isElsewhere = baseUrl !== null && !isSameService(baseUrl, file.baseUrl);
  const remedy = profile === undefined ? '--new-profile NAME signs in there.' : `--profile ${profile} opens it.`;
  return { ok: false, sentence: isElsewhere ? `${misfit} ${remedy}` : misfit };
}
