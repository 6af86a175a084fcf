/** One request of `rollcall api`: put together, then sent where it reads, or only shown. */
import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import type { Json } from '../../../api/exact-json.ts';
import { codeOf } from '../../../state/kernel/system-error.ts';
import { orgPlaceholder, placeholdersIn } from '../../../state/operations/call/address.ts';
import { buildCall } from '../../../state/operations/call/build-call.ts';
import type { Call, CallFault } from '../../../state/operations/call/call.ts';
import { curlOf } from '../../../state/operations/call/curl.ts';
import { deletesSystems, isSystemsDeletion } from '../../../state/operations/call/systems-deletion.ts';
import type { Flags } from '../../cli/flags.ts';
import { print } from '../../cli/print.ts';
import type { Refusal } from '../access.ts';
import { type DefinitionSource, findDefinition } from './definition.ts';
import { knownOperation } from './known-operation.ts';
import { type OrganisationChoice, organisationIdFor } from './organisation.ts';
import { type Known, planOf } from './plan.ts';
import { requestText } from './request-text.ts';
import { printAnswer, printLines, printPages, tell } from './sending.ts';
import { type ApiWords, jsonOf, readWords } from './words.ts';

const deletion = 'rollcall deletes systems after a review. Start rollcall, mark them, and press d.';
const notSent = 'Nothing was sent: rollcall api sends GET and HEAD requests only. --curl prints it for curl.';

/** Answers the exit code. */
export async function request(
  flags: Flags,
  source: DefinitionSource,
  choice: OrganisationChoice,
): Promise<number | Refusal> {
  const read = readWords(flags.words, source.baseUrl);
  if (!read.ok) return refused(read.says);
  const { words } = read;
  const isRead = words.method === 'GET' || words.method === 'HEAD';
  const isPaged = flags.paginate || flags.lines;
  if (isSystemsDeletion(words.method, words.path)) return refused(deletion);
  if (isPaged && words.method !== 'GET') return refused('--paginate and --lines go with GET.');
  if (isRead && flags.input !== undefined) {
    return refused(`A ${words.method} request has no body. Write its fields as name=value.`);
  }
  const built = await callFor(flags, words, source, choice);
  if ('says' in built) return built;
  const { call, note } = built;
  // By what it became: a name in braces may stand for any part of the path.
  if (deletesSystems(call)) return refused(deletion);
  if (note !== null) tell(note);
  if (flags.curl || flags['dry-run'] || !isRead) {
    await print(flags.curl ? `${curlOf(call)}\n` : requestText(call));
    return isRead || flags.curl || flags['dry-run'] ? 0 : refused(notSent);
  }
  const { reader } = source;
  if (reader === null) return refused('No token is known.');
  if (flags.lines) return printLines(reader, call);
  return flags.paginate ? printPages(reader, call) : printAnswer(reader, call);
}

async function callFor(
  { input: file }: Flags,
  words: ApiWords,
  source: DefinitionSource,
  choice: OrganisationChoice,
): Promise<{ readonly call: Call; readonly note: string | null } | Refusal> {
  const input = file === undefined ? undefined : await inputFrom(file);
  if (input !== undefined && 'says' in input) return input;
  const known = await knownFor(words, source);
  const made = planOf({ baseUrl: source.baseUrl, words, known, input: input?.json });
  if (!made.ok) return refused(made.says);
  const organisation = await organisationIn(words.path, source, choice);
  if ('says' in organisation) return organisation;
  const { orgId, note } = organisation;
  const built = buildCall({ ...made.plan, orgId });
  return built.ok ? { call: built.value, note } : refused(built.faults.map(faultSentence).join(' '));
}

/** With the name that it is about, where it does not say so itself. */
function faultSentence({ key, says }: CallFault): string {
  const name = key.replace(/^\w+ ?/, '');
  return name === '' || says.includes(`"${name}"`) ? says : `"${name}": ${says}`;
}

/** Looked up only where it says something: of names, or of a body. Without a definition everything may be one. */
async function knownFor(words: ApiWords, source: DefinitionSource): Promise<Known | null> {
  const names = placeholdersIn(words.path).filter((name) => name !== orgPlaceholder(words.path));
  const takesBody = words.method !== 'GET' && words.method !== 'HEAD';
  if (words.fields.length === 0 && names.length === 0 && !takesBody) return null;
  const found = await findDefinition(source);
  return found.kind === 'read' ? knownOperation(found.definition, words) : null;
}

/** Asked for only where the path leaves it open. */
async function organisationIn(
  path: string,
  { reader }: DefinitionSource,
  choice: OrganisationChoice,
): Promise<{ readonly orgId: string | null; readonly note: string | null } | Refusal> {
  if (orgPlaceholder(path) === null) return { orgId: null, note: null };
  if (reader !== null) return organisationIdFor(reader, choice);
  const orgId = choice.wanted ?? choice.last;
  return orgId === null ? refused('Choose an organisation with --org, by its id.') : { orgId, note: null };
}

async function inputFrom(file: string): Promise<{ readonly json: Json } | Refusal> {
  let body: string;
  try {
    body = file === '-' ? await text(process.stdin) : await readFile(file, 'utf8');
  } catch (error) {
    return refused(`--input: rollcall could not read it (${codeOf(error)}).`);
  }
  if (body.trim() === '') return refused('--input: it is empty.');
  const json = jsonOf(body);
  return json === undefined ? refused('--input: it is not valid JSON.') : { json };
}

function refused(says: string): Refusal {
  return { code: 2, says };
}
