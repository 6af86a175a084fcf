/** One request of `rollcall api`: built, then sent or only shown. */
import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { buffer, text } from 'node:stream/consumers';
import { systemsDeletionIn, whyWithheld } from '../../../api/deletion/systems-deletion.ts';
import { type Json, readExactly } from '../../../api/exact-json.ts';
import { codeOf } from '../../../state/kernel/files.ts';
import { orgPlaceholder } from '../../../api/openapi/path-form.ts';
import { buildCall } from '../../../api/calls/build-call.ts';
import { type Call, type CallFault, maskedHeaders, maskedUrl } from '../../../api/calls/call.ts';
import { hasBody, isReadMethod } from '../../../api/operations.ts';
import { standardAccept } from '../../../api/http/misleading-headers.ts';
import { visible } from '../../../screens/text/clean.ts';
import { definitionFaultSentence } from '../../../screens/explorer/definition-wording.ts';
import { partsOf } from '../../../state/explorer/form/shapes.ts';
import { curlOf, leftOutWords, secretSign, shownBody } from '../../../state/explorer/curl.ts';
import { targetCall, targetOf } from '../../../api/calls/operations-at.ts';
import { canAnswerHtml } from '../../../api/openapi/bodies.ts';
import type { DefinedOperation } from '../../../api/openapi/definition.ts';
import { classOf } from '../../../state/change/request/request-class.ts';
import type { Reader } from '../../../state/fleet/list/effects.ts';
import { type Flags, version } from '../../cli/flags.ts';
import { print } from '../../cli/startup.ts';
import type { Refusal } from '../access.ts';
import { type ChangeWays, printAnswer, printLines, printPages, sendChange, tell, withheldSentence } from './sending.ts';
import {
  type DefinitionSource,
  type Known,
  type OrganisationChoice,
  organisationIdFor,
  organisationsIn,
  whyNotDescribed,
} from './known-operation.ts';
import { type Placed, placeOperation, planOf, typeGiven } from './plan.ts';
import { type ApiWords, readWords, tooDeep } from './words.ts';

const notSent = 'Nothing was sent; --write sends it.';
const needsMethod = '--write goes with POST, PUT, PATCH, DELETE and the like. Write the method before the path.';

/** Your choices for the organisation and for the base path of operations. */
interface Choices {
  readonly choice: OrganisationChoice;
  readonly basePath: string | null;
}

/** Returns the exit code. */
export async function request(
  flags: Flags,
  source: DefinitionSource,
  choices: Choices,
  ways: ChangeWays | null,
): Promise<number | Refusal> {
  const read = readWords(flags.words, source.baseUrl);
  if (!read.ok) return refuse(read.message);
  const asked = systemsDeletionIn({ method: read.words.method, url: read.words.path });
  if (asked !== null) return refuse(whyWithheld(asked, read.words.method));
  const isPaged = flags.paginate || flags.lines;
  const place = await placeOperation(read.words, source, { basePath: choices.basePath, isPaged });
  const { words } = place;
  const { method } = words;
  const isRead = isReadMethod(method);
  if (isRead && flags.write) return refuse(needsMethod);
  if (isPaged && method !== 'GET') return refuse('--paginate and --lines go with GET.');
  if (!hasBody(method) && flags.input !== undefined) {
    return refuse(`A ${method} request has no body. Write its fields as name=value.`);
  }
  if (!isRead && place.known === null) return refuse(whyUndescribed(place));
  const built = await callFor(flags, place, source, choices.choice);
  if ('message' in built) return built;
  const { call, notes, known, operation, bytes } = built;
  // Checked after the path is filled in, because a placeholder may stand for any part of it.
  const deletion = systemsDeletionIn(call);
  if (deletion !== null) return refuse(whyWithheld(deletion, method));
  for (const note of notes) tell(note);
  if (flags.curl || flags['dry-run']) {
    await print(flags.curl ? `${curlOf(call)}\n` : requestText(call));
    const leftOut = flags.curl ? leftOutWords(call, 5) : undefined;
    if (leftOut !== undefined) tell(`The line is without ${leftOut}.`);
    return 0;
  }
  const { reader } = source;
  if (!isRead) {
    const withheld = ways?.withheld(call.orgId) ?? null;
    if (flags.write)
      return changeOf({ call, known, operation, bytes }, { reader, ways, wanted: choices.choice.wanted });
    await print(requestText(call));
    return refuse(withheld === null ? notSent : withheldSentence(withheld));
  }
  if (reader === null) return refuse('No token is known.');
  if (flags.lines) return printLines(reader, call);
  if (flags.paginate) return printPages(reader, call);
  return printAnswer(reader, call);
}

interface CallMade {
  readonly call: Call;
  readonly known: Known | null;
  /** The operation, as far as it is known. */
  readonly operation: DefinedOperation;
  /** The content of standard input as the body; null if it is not used. */
  readonly bytes: Uint8Array | null;
}

interface ChangeAsked {
  readonly reader: Reader | null;
  readonly ways: ChangeWays | null;
  readonly wanted: string | null;
}

async function changeOf(
  { call, known, operation, bytes }: CallMade,
  { reader, ways, wanted }: ChangeAsked,
): Promise<number | Refusal> {
  if (reader === null || ways === null) return refuse('No token is known.');
  const { about } = ways;
  const forbidden = ways.withheld(call.orgId);
  if (forbidden !== null) return refuse(withheldSentence(forbidden));
  const named = await organisationsIn(reader, call, { baseUrl: about.baseUrl, wanted });
  if ('message' in named) return named;
  const [organisation = null] = named;
  const orgId = organisation?.orgId ?? null;
  // The class of the change, by the rules of the request screen.
  const { kind } = classOf({
    // The definition's path shows which segments are values.
    ...{ operation: known?.operation ?? operation, call: { ...call, orgId }, organisation, label: ways.label(orgId) },
    ...{ hasFreeBody: false, wasUnknown: false, isRunGoing: false },
    // Checked again for each organisation, immediately before the request is recorded.
    secondPersonAbove: null,
  });
  const isHeavy = kind === 'heavy' || kind === 'many';
  const isPageExpected = known !== null && canAnswerHtml(known.definition, known.operation);
  const reads = known === null ? null : targetOf(known.definition, known.operation);
  const target = reads === null ? null : targetCall(reads, call);
  return sendChange({ call, organisations: named, target, isHeavy, isPageExpected, bytes }, ways);
}

/** A change is sent only as the definition describes it, because nothing else says what the change does. */
function whyUndescribed({ words, found }: Placed): string {
  switch (found.kind) {
    case 'read':
      return `Nothing was sent. ${whyNotDescribed(found.definition, words)}`;
    case 'none':
      return 'A change needs the definition of the service: none is stored, and no token is known to ask for it.';
    case 'problem':
    case 'fault':
      return `A change needs the definition of the service. ${definitionFaultSentence(found)}`;
  }
}

async function callFor(
  { input: file, write: isWritten }: Flags,
  place: Placed,
  source: DefinitionSource,
  choice: OrganisationChoice,
): Promise<(CallMade & { readonly notes: readonly string[] }) | Refusal> {
  const { words, known, baseUrl } = place;
  const input = file === undefined ? undefined : await inputFrom(file, isFileMeant(words, known));
  if (input !== undefined && 'message' in input) return input;
  if (known === null && words.path.includes('//')) return refuse('A part of the path must not be empty.');
  const made = planOf({ baseUrl, words, known, input: input?.json });
  if (!made.ok) return refuse(made.message);
  const organisation =
    made.orgId === null ? await organisationIn(words.path, source, choice) : { orgId: made.orgId, note: null };
  if ('message' in organisation) return organisation;
  const { orgId } = organisation;
  if (isWritten && made.misfits.length > 0) return refuse(made.misfits.join(' '));
  const isChange = !isReadMethod(words.method);
  const notes = [place.note, organisation.note, ...(isChange ? made.misfits : [])].filter((note) => note !== null);
  const built = buildCall({ ...made.plan, orgId });
  const { operation } = made.plan;
  if (built.ok) return { call: built.value, notes, known, operation, bytes: input?.bytes ?? null };
  return refuse(faultSentences(built.faults));
}

const maxNamed = 20;

/** The faults as sentences; missing fields of the body share one. */
function faultSentences(faults: readonly CallFault[]): string {
  const names = faults.flatMap(({ field }) => field ?? []).slice(0, maxNamed);
  const others = faults.filter(({ field }) => field === undefined).map(faultSentence);
  return [...others, ...(names.length === 0 ? [] : [`The body needs ${names.join(', ')}.`])].join(' ');
}

/** Adds the name of the field if the sentence lacks it. */
function faultSentence({ key, message }: CallFault): string {
  const name = key.replace(/^\w+ ?/, '');
  return name === '' || message.includes(`"${name}"`) ? message : `"${name}": ${message}`;
}

/** Requested only if the path leaves the organisation open. */
async function organisationIn(
  path: string,
  { reader }: DefinitionSource,
  choice: OrganisationChoice,
): Promise<{ readonly orgId: string | null; readonly note: string | null } | Refusal> {
  if (orgPlaceholder(path) === null) return { orgId: null, note: null };
  if (reader !== null) return organisationIdFor(reader, choice);
  const orgId = choice.wanted ?? choice.last;
  return orgId === null ? refuse('Choose an organisation with --org, by its id.') : { orgId, note: null };
}

/** True if the body is a file that is sent unchanged. */
function isFileMeant(words: ApiWords, known: Known | null): boolean {
  if (known === null) return false;
  return partsOf(known.definition, known.operation, typeGiven(words.fields)).body?.isFile === true;
}

/** `bytes`: standard input, which can be read only once; a file is read when it is sent. */
interface Input {
  readonly json: Json;
  readonly bytes: Uint8Array | null;
}

async function inputFrom(file: string, isFile: boolean): Promise<Input | Refusal> {
  if (isFile) return { json: file, bytes: file === '-' ? await buffer(process.stdin) : null };
  let body: string;
  try {
    body = file === '-' ? await text(process.stdin) : await readFile(file, 'utf8');
  } catch (error) {
    return refuse(`--input: rollcall could not read it (${codeOf(error)}).`);
  }
  if (body.trim() === '') return refuse('--input: it is empty.');
  const read = readExactly(body);
  if (read.ok) return { json: read.value, bytes: null };
  return refuse(`--input: it ${read.why === 'too deep' ? tooDeep : 'is not valid JSON.'}`);
}

function refuse(message: string): Refusal {
  return { code: 2, message };
}

/**
 * The request as it would be sent, without the connection's own headers, and with asterisks for the token. On a
 * terminal, secrets are masked and control characters are escaped.
 */
function requestText(call: Call): string {
  const isTerminal = process.stdout.isTTY;
  const body = isTerminal ? shownBody(call) : call.body;
  const sent = {
    'Accept-Encoding': 'gzip, br',
    ...standardAccept,
    ...Object.fromEntries(isTerminal ? maskedHeaders(call, secretSign) : Object.entries(call.headers)),
    Authorization: 'Bearer ***',
    'User-Agent': `rollcall/${version}`,
    // The length of a file is known only when it is read.
    ...(call.body === null || call.files !== undefined ? {} : { 'Content-Length': Buffer.byteLength(call.body) }),
  };
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}`);
  const all = [
    `${call.method} ${isTerminal ? maskedUrl(call, secretSign) : call.url}`,
    ...lines,
    ...(body === null ? [] : ['', body]),
  ];
  return `${isTerminal ? all.map((line) => visible(line)).join('\n') : all.join('\n')}\n`;
}
