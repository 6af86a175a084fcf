/** Resolves the settings of a start: flags override the environment, which overrides the profile. */
import { readFilter } from '../../state/fleet/filter/filter.ts';
import { readBaseUrl, readPrintedToken } from '../../api/access.ts';
import type { ProfileSettings } from '../../state/session/profile-settings.ts';
import { addressesIn } from '../../state/fleet/protection/protection-table.ts';
import { type Forced, isSameService, personOf } from '../../state/session/session.ts';
import type { Flags } from './flags.ts';
import { withConfirmation } from '../../state/removal/review-file/feature.ts';
import { misfitOf, readReview, type ReviewFile } from '../../state/removal/review-file/format.ts';
import { userName } from '../process/node.ts';
import { ownChangesFolder } from '../storage/own-file.ts';
import type { Preferences } from '../storage/preferences/preferences.ts';
import { readReviewFile } from '../storage/export-files.ts';

/** An empty variable counts as unset. */
export interface Environment {
  readonly baseUrl: string | null;
  readonly token: string | null;
  /** NODE_TLS_REJECT_UNAUTHORIZED=0 was possibly set for another program, so rollcall warns before it sends a token. */
  readonly isTlsUnchecked: boolean;
  /** The address of the SSH client (ssh(1), SSH_CONNECTION); null in a local session. */
  readonly address: string | null;
  readonly isScreenReader: boolean;
}

/** Removes the token from `env` at once, so that no child process and no crash report can contain it. */
export function takeEnvironment(env: NodeJS.ProcessEnv): Environment {
  const { ROLLCALL_BASE_URL: baseUrl = '', ROLLCALL_TOKEN: token = '' } = env;
  delete env['ROLLCALL_TOKEN'];
  return {
    baseUrl: baseUrl === '' ? null : baseUrl,
    token: token === '' ? null : token,
    isTlsUnchecked: env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0',
    address: addressesIn(env['SSH_CONNECTION']?.split(' ')[0] ?? '')[0] ?? null,
    isScreenReader: env['INK_SCREEN_READER'] === 'true',
  };
}

export interface Settings extends Pick<Environment, 'isTlsUnchecked' | 'address'> {
  readonly isDemo: boolean;
  /** Normalised; null: rollcall asks for it. */
  readonly baseUrl: string | null;
  /** A token for this session only. Null: the profile's token, or else rollcall asks for it. */
  readonly token: { readonly value: string; readonly from: 'environment' | 'stdin' } | null;
  readonly organisation: string | null;
  readonly search: string;
  /** A filter of the list without a mistake, and the digit of a saved view; empty, null: none. */
  readonly filter: string;
  readonly view: string | null;
  readonly days: number;
  /** The value of --days, which overrides any profile; null without the flag. */
  readonly flaggedDays: number | null;
  readonly forced: Forced | null;
  /** The profile's values, without the flags of this start. */
  readonly profileSettings: ProfileSettings;
}

export type SettingsRead =
  { readonly ok: true; readonly settings: Settings } | { readonly ok: false; readonly sentence: string };

export interface RememberedPlace extends ProfileSettings {
  readonly baseUrl: string | null;
}

/** `typed`: the token from standard input, if a flag requests it. The demo has its own service and token. */
export function settingsFrom(
  flags: Flags,
  environment: Environment,
  profile: RememberedPlace,
  typed: string | null,
): SettingsRead {
  const { isTlsUnchecked, address } = environment;
  const { baseUrl: remembered, ...profileSettings } = profile;
  const common = {
    isDemo: flags.demo,
    ...{
      organisation: flags.org ?? null,
      search: flags.search ?? '',
      filter: flags.filter ?? '',
      view: flags.view ?? null,
    },
    ...{ profileSettings, isTlsUnchecked, address },
    forced: flags['read-only'] ? 'read-only' : flags.preview ? 'preview' : null,
    days: flags.days ?? profile.days,
    flaggedDays: flags.days,
  } as const;
  // The command that prints systems reads its own, and the history has another language.
  const fault = flags.command === null ? readFilter(flags.filter ?? '').fault : null;
  if (fault !== null) return refuse(`--filter, at ${fault.at + 1}`, fault.message);
  if (flags.demo) return { ok: true, settings: { ...common, baseUrl: null, token: null } };

  const flagged = flags['base-url'];
  const given = flagged ?? environment.baseUrl ?? remembered;
  const baseUrl = given === null ? null : readBaseUrl(given);
  if (baseUrl?.ok === false) {
    const source =
      flagged !== undefined ? '--base-url' : environment.baseUrl !== null ? 'ROLLCALL_BASE_URL' : 'The profile';
    return refuse(source, baseUrl.reason);
  }
  const [text, from] = typed === null ? [environment.token, 'environment' as const] : [typed, 'stdin' as const];
  const token = text === null ? null : readPrintedToken(text);
  if (token?.ok === false) return refuse(typed === null ? 'ROLLCALL_TOKEN' : '--token-stdin', token.reason);
  return {
    ok: true,
    settings: { ...common, baseUrl: baseUrl?.baseUrl ?? null, token: token && { value: token.token, from } },
  };
}

function refuse(source: string, reason: string): SettingsRead {
  return { ok: false, sentence: `${source}: ${reason}` };
}

// Reads the review of a second person (`--review`), and refuses one that you may not confirm.

type ReviewRead =
  { readonly ok: true; readonly file: ReviewFile | null } | { readonly ok: false; readonly sentence: string };

/** `file` is null without the flag. */
export async function reviewAtStart(
  { review: path }: Flags,
  preferences: Preferences,
  from: SettingsRead,
): Promise<ReviewRead> {
  if (path === undefined || !from.ok) return { ok: true, file: null };
  const found = readReviewFile(path);
  const read = found.ok ? readReview(found.bytes, found.name) : found;
  if (!read.ok) return { ok: false, sentence: read.message };
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
