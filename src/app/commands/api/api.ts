/** Sends any request that reads, and prints its answer (`rollcall api`); what would change something is only shown. */
import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import type { Json } from '../../../api/exact-json.ts';
import { createSessionClock } from '../../../state/clock/clock.ts';
import { codeOf } from '../../../state/kernel/system-error.ts';
import { decoded, orgPlaceholder } from '../../../state/operations/call/address.ts';
import { buildCall } from '../../../state/operations/call/build-call.ts';
import { curlOf } from '../../../state/operations/call/curl.ts';
import { createReader, type Reader } from '../../../state/requests/reader.ts';
import { type Flags, version } from '../../cli/flags.ts';
import { print } from '../../cli/print.ts';
import type { Environment } from '../../cli/settings.ts';
import { loadStartup } from '../../cli/startup.ts';
import { networkTo } from '../../network/proxy.ts';
import { readClocks, tokenStoreOf } from '../../ports.ts';
import { accessFor, type Refusal } from '../access.ts';
import { organisationIdFor } from './organisation.ts';
import { planOf } from './plan.ts';
import { requestText } from './request-text.ts';
import { printAnswer, printLines, printPages, tell } from './sending.ts';
import { jsonOf, readWords } from './words.ts';

/** Answers the exit code. */
export async function apiCommand(flags: Flags, environment: Environment): Promise<number> {
  const outcome = await run(flags, environment);
  if (typeof outcome === 'number') return outcome;
  tell(outcome.says);
  return outcome.code;
}

async function run(flags: Flags, environment: Environment): Promise<number | Refusal> {
  const contradiction = contradictionIn(flags);
  if (contradiction !== null) return { code: 2, says: contradiction };
  const { preferences, memory, settings: from } = await loadStartup(flags, environment);
  if (!from.ok) return { code: 2, says: from.sentence };
  const { settings } = from;
  const access = await accessFor(settings, () => tokenStoreOf(preferences, flags['insecure-storage']));
  // Without a token a request can be shown, but not sent.
  const isShown = flags['dry-run'] || flags.curl;
  if ('says' in access && (!isShown || settings.baseUrl === null)) return access;
  const baseUrl = 'says' in access ? (settings.baseUrl ?? '') : access.baseUrl;
  const reader = 'says' in access ? null : readerFor(access);

  const read = readWords(flags.words, baseUrl);
  if (!read.ok) return { code: 2, says: read.says };
  const { words } = read;
  if (isDeletionOfSystems(words.method, words.path)) return { code: 2, says: deletion };
  const isRead = words.method === 'GET' || words.method === 'HEAD';
  if (isRead && flags.input !== undefined) {
    return { code: 2, says: `A ${words.method} request has no body. Write its fields as name=value.` };
  }
  const input = flags.input === undefined ? undefined : await inputFrom(flags.input);
  if (input !== undefined && 'says' in input) return input;
  const organisation = await organisationIn(words.path, reader, {
    wanted: settings.organisation,
    last: memory.lastOrganisation(baseUrl),
  });
  if ('says' in organisation) return organisation;
  const made = planOf({ baseUrl, orgId: organisation.orgId, words, known: null, input: input?.json });
  if (!made.ok) return { code: 2, says: made.says };
  const call = buildCall(made.plan);
  if (!call.ok) return { code: 2, says: call.faults.map(({ says }) => says).join(' ') };
  if (isDeletionOfSystems(words.method, new URL(call.value.url).pathname)) return { code: 2, says: deletion };

  if (flags.curl) return shown(`${curlOf(call.value)}\n`);
  if (flags['dry-run']) return shown(requestText(call.value));
  if (!isRead) {
    await print(requestText(call.value));
    return { code: 2, says: `Nothing was sent: rollcall api sends ${reads} only. --curl prints it for curl.` };
  }
  if (reader === null) return 'says' in access ? access : 1;
  if (organisation.note !== null) tell(organisation.note);
  if (flags.lines) return printLines(reader, call.value);
  return flags.paginate ? printPages(reader, call.value) : printAnswer(reader, call.value);
}

const reads = 'GET and HEAD requests';
const deletion = 'rollcall deletes systems only after a review. Start rollcall, mark them, and press d.';

async function shown(request: string): Promise<number> {
  await print(request);
  return 0;
}

function readerFor({ baseUrl, token }: { readonly baseUrl: string; readonly token: string }): Reader {
  const clock = createSessionClock(readClocks);
  return createReader({ baseUrl, token, version, network: networkTo(baseUrl) }, clock);
}

/** Flags that do not go together. */
function contradictionIn(flags: Flags): string | null {
  if (flags.filter !== undefined && !flags.list) return '--filter goes with rollcall api --list.';
  if (flags.json && !flags.list && !flags.describe) {
    return '--json goes with --list and --describe. An answer is printed as the service sends it.';
  }
  if (flags.paginate && flags.lines) return 'Use only one of --paginate and --lines.';
  if (flags['dry-run'] && flags.curl) return 'Use only one of --dry-run and --curl.';
  return flags['token-stdin'] && flags.input === '-' ? '--token-stdin and --input - both read standard input.' : null;
}

/** Asked for only where the path leaves it open. */
async function organisationIn(
  path: string,
  reader: Reader | null,
  choice: Parameters<typeof organisationIdFor>[1],
): Promise<{ readonly orgId: string | null; readonly note: string | null } | Refusal> {
  if (orgPlaceholder(path) === null) return { orgId: null, note: null };
  if (reader !== null) return organisationIdFor(reader, choice);
  const orgId = choice.wanted ?? choice.last;
  return orgId === null ? { code: 2, says: 'Choose an organisation with --org, by its id.' } : { orgId, note: null };
}

async function inputFrom(file: string): Promise<{ readonly json: Json } | Refusal> {
  let body: string;
  try {
    body = file === '-' ? await text(process.stdin) : await readFile(file, 'utf8');
  } catch (error) {
    return { code: 2, says: `--input: rollcall could not read it (${codeOf(error)}).` };
  }
  if (body.trim() === '') return { code: 2, says: '--input: it is empty.' };
  const json = jsonOf(body);
  return json === undefined ? { code: 2, says: '--input: it is not valid JSON.' } : { json };
}

/** One system, or several. Services ignore the case of paths. */
function isDeletionOfSystems(method: string, path: string): boolean {
  return method === 'DELETE' && /\/org\/[^/]+\/systems(\/[^/]*)?\/?$/i.test(decoded(path) ?? '');
}
