/** `rollcall api`: sends one request and prints its answer, or lists the possible requests. */
import process from 'node:process';
import { createSessionClock } from '../../../state/session/clock.ts';
import { noLabel } from '../../../state/session/organisations.ts';
import { withheldBy } from '../../../state/session/session.ts';
import { clientFor, createReader, type ServiceAccess, withDates } from '../../../state/fleet/list/effects.ts';
import { type Flags, version } from '../../cli/flags.ts';
import type { Environment } from '../../cli/settings.ts';
import { loadStartup } from '../../cli/startup.ts';
import { networkTo } from '../../network/proxy.ts';
import { createBootClock, readClocks, tokenStoreOf } from '../../ports.ts';
import { cacheFolder } from '../../process/compile-cache.ts';
import { openDefinitions } from '../../storage/definitions.ts';
import { openRequests } from '../../../state/change/journal/requests.ts';
import { ownChangesFolder } from '../../storage/folders.ts';
import { isOrganisationLocked } from '../../storage/lock.ts';
import { accessFor, type Refusal, waitingAloud } from '../access.ts';
import { type ChangeWays, tell } from './sending.ts';
import { printDescription, printOperations } from './listing.ts';
import { request } from './request.ts';

/** Returns the exit code. */
export async function apiCommand(flags: Flags, environment: Environment): Promise<number> {
  const outcome = await run(flags, environment);
  if (typeof outcome === 'number') return outcome;
  tell(outcome.message);
  return outcome.code;
}

async function run(flags: Flags, environment: Environment): Promise<number | Refusal> {
  const contradiction = contradictionIn(flags);
  if (contradiction !== null) return { code: 2, message: contradiction };
  const { preferences, memory, settings: from } = await loadStartup(flags, environment);
  if (!from.ok) return { code: 2, message: from.sentence };
  const { settings } = from;
  const access = await accessFor(settings, () => tokenStoreOf(preferences, flags['insecure-storage']));
  // Without a token, rollcall can show stored definitions but send nothing.
  const isOffline = flags.list || flags.describe || flags['dry-run'] || flags.curl;
  if ('message' in access && (!isOffline || settings.baseUrl === null)) return access;
  const baseUrl = 'message' in access ? (settings.baseUrl ?? '') : access.baseUrl;
  const clock = createSessionClock(readClocks);
  const sinceBoot = createBootClock();
  const network = networkTo(baseUrl);
  const service: ServiceAccess | null =
    'message' in access ? null : withDates({ ...access, version, network }, sinceBoot);
  const source = {
    // Each demo has a new service, so its definition is not stored.
    definitions: openDefinitions(settings.isDemo ? null : cacheFolder(process.env, 'definitions')),
    profile: preferences.profileName,
    baseUrl,
    reader: service && createReader(service, clock, waitingAloud),
    now: Date.now(),
  };
  const { basePath } = settings.profileSettings;
  if (flags.list) return printOperations(source, flags, basePath);
  if (flags.describe) return printDescription(source, flags, basePath);
  const choice = {
    wanted: settings.organisation,
    isWhole: flags.write,
    last: memory.lastOrganisation(baseUrl),
  };
  const forbidding = {
    ...{ isReadOnly: settings.forced === 'read-only', isPreview: settings.forced === 'preview', memory },
  };
  const withheld = (orgId: string | null) => withheldBy(forbidding, baseUrl, orgId);
  const ways: ChangeWays | null =
    service === null
      ? null
      : {
          client: clientFor(service, clock, (orgId) => withheld(orgId)?.mode ?? 'normal'),
          ports: {
            isOrganisationLocked: (url, orgId) => isOrganisationLocked(settings.isDemo, url, orgId),
            requests: openRequests(() => ownChangesFolder(settings.isDemo), version),
            now: () => Date.now(),
            ...{ memory, sinceBoot },
          },
          withheld,
          label: (orgId) => (orgId === null ? noLabel : memory.label(baseUrl, orgId)),
          about: { profile: preferences.profileName, baseUrl },
        };
  return request(flags, source, { choice, basePath }, ways);
}

/** Refuses flags that exclude each other or do not fit the other arguments. */
function contradictionIn(flags: Flags): string | null {
  const isAboutDefinition = flags.list || flags.describe;
  const forRequests = (['paginate', 'lines', 'write', 'dry-run', 'curl', 'input'] as const).find((name) =>
    isGiven(flags[name]),
  );
  if (flags.filter !== undefined && !flags.list) return '--filter goes with rollcall api --list.';
  if (flags.json && !isAboutDefinition) {
    return '--json goes with --list and --describe. An answer is printed as the service sends it.';
  }
  if (flags.list && flags.describe) return 'Use only one of --list and --describe.';
  if (flags.list && flags.words.length > 0) return 'rollcall api --list takes no path. --filter shows some of them.';
  if (isAboutDefinition && forRequests !== undefined) return `--${forRequests} goes with a request.`;
  if (flags.paginate && flags.lines) return 'Use only one of --paginate and --lines.';
  if (flags['dry-run'] && flags.curl) return 'Use only one of --dry-run and --curl.';
  return flags['token-stdin'] && flags.input === '-' ? '--token-stdin and --input - both read standard input.' : null;
}

function isGiven(value: boolean | string | undefined): boolean {
  return value !== undefined && value !== false;
}
