/** `rollcall api`: sends one request and prints its answer, or lists the possible requests. */
import { type Json, type JsonObject, writeExactly } from '../../../api/exact-json.ts';
import { clean, visible } from '../../../screens/text/clean.ts';
import { escapeHidden } from '../../../state/kernel/spelling.ts';
import { readOnlyWords, shapeIn, shapeWords } from '../../../state/explorer/form/shapes.ts';
import { operationRecord, operationsJson } from '../../../state/explorer/list/update.ts';
import { bodyOf, responsesOf } from '../../../api/openapi/bodies.ts';
import type { DefinedOperation, Definition, Parameter, RequestBody, Shape } from '../../../api/openapi/definition.ts';
import { parametersOf } from '../../../api/openapi/parameters.ts';
import { definedClass } from '../../../state/change/request/request-class.ts';
import { shapeOf } from '../../../api/openapi/shape.ts';
import { parameterSecretName } from '../../../api/secret-names.ts';
import process from 'node:process';
import { definitionFaultSentence } from '../../../screens/explorer/definition-wording.ts';
import { indexed, readOperationsFilter } from '../../../state/explorer/list/feature.ts';
import { type Flags, version } from '../../cli/flags.ts';
import { loadStartup, print } from '../../cli/startup.ts';
import type { Environment } from '../../cli/settings.ts';
import { cacheFolder } from '../../process/compile-cache.ts';
import { openDefinitions } from '../../storage/definitions.ts';
import { type Refusal, accessFor, waitsOnStderr } from '../access.ts';
import { type DefinitionSource, findDefinition, knownOperation, whyNotDescribed } from './known-operation.ts';
import { placeNote } from './plan.ts';
import { tell, type ChangeWays } from './sending.ts';
import { readWords } from './words.ts';
import { createSessionClock } from '../../../state/session/clock.ts';
import { noLabel } from '../../../state/session/organisations.ts';
import { withheldBy } from '../../../state/session/session.ts';
import { clientFor, createReader, type ServiceAccess, withDates } from '../../../state/fleet/list/effects.ts';
import { networkTo } from '../../network/proxy.ts';
import { createBootClock, readClocks, tokenStoreOf } from '../../ports.ts';
import { openRequests } from '../../../state/change/journal/requests.ts';
import { ownChangesFolder } from '../../storage/own-file.ts';
import { isOrganisationLocked } from '../../storage/lock.ts';
import { request } from './request.ts';

const titles = ['TAG', 'METHOD', '', 'PATH', 'WHAT IT DOES'] as const;

/** Column widths. A longer cell displaces its neighbours instead of being cut, because scripts may read it. */
const widest = [24, 7, 3, 48] as const;

/** A line for each operation: `!` means heavy, `old` deprecated, and a dash unusable. */
export function operationLines(operations: readonly DefinedOperation[]): string {
  const rows = operations.map((one) =>
    [one.tag ?? '(no tag)', one.method, signOf(one), one.path, one.summary].map(clean),
  );
  const widths = widest.map((limit, at) =>
    Math.min(
      limit,
      [titles, ...rows].reduce((most, row) => Math.max(most, row[at]?.length ?? 0), 0),
    ),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  return `${[titles, ...rows].map(line).join('\n')}\n`;
}

function signOf({ unusable, isDeprecated, weight }: DefinedOperation): string {
  if (unusable !== null) return '-';
  return isDeprecated ? 'old' : weight === 'heavy' ? '!' : '';
}

const places = { path: 'In the path', query: 'In the query', header: 'In headers' } as const;

/** The possible values, in the words of the form. */
function words(definition: Definition, schema: Json, name = ''): string {
  const shape = shapeIn(definition, schema, name);
  const { isNullable, isReadOnly } = shape;
  const more = `${isNullable ? ', or null' : ''}${isReadOnly ? `, ${readOnlyWords}` : ''}`;
  const first = shapeWords(definition, shape);
  return more === '' ? first : `${first.replace(/\.$/, '')}${more}`;
}

/** The confirmations that sending the operation requires; empty for a read. */
function classLines(operation: DefinedOperation): readonly string[] {
  const { kind, reasons } = definedClass(operation);
  const why = reasons.length === 0 ? '' : ` (${reasons.join('; ')})`;
  if (kind === 'read') return [];
  if (kind === 'review') return ['rollcall deletes systems after a review: it is never sent here.'];
  const what = { change: 'changes something', heavy: 'is a heavy change', many: 'is a heavy change of all there is' };
  return [visible(`It ${what[kind]}${why}: --write sends it.`)];
}

/** The facts of the operation's form as text. */
export function operationText(definition: Definition, operation: DefinedOperation): string {
  const row = (name: string, isRequired: boolean, message: string): string =>
    visible(`  ${isRequired ? '*' : ' '} ${name.padEnd(20)}  ${message}`.trimEnd());
  const parameters = parametersOf(definition, operation);
  const body = bodyOf(definition, operation);
  const shape = body === null ? null : shapeOf(definition, body.schema);
  const fields = shape?.kind === 'object' ? shape.fields : [];
  const parameterRow = ({ name, in: place, isRequired, schema, unusable }: Parameter): string =>
    row(name, isRequired, unusable ?? words(definition, schema, parameterSecretName(`${place} ${name}`)));
  const sections = (Object.keys(places) as (keyof typeof places)[]).flatMap((place) => {
    const own = parameters.filter((one) => one.in === place);
    return own.length === 0 ? [] : ['', places[place], ...own.map(parameterRow)];
  });
  const bodyLines =
    body === null || shape === null
      ? []
      : [
          '',
          visible(`The body, ${body.type}${body.isRequired ? '' : ' (may be left out)'}`),
          ...body.types
            .filter((type) => type !== body.type)
            .map((type) => visible(`  or ${type}: content-type=${type}`)),
          ...(body.unusable === null ? [] : [visible(`  ${body.unusable}`)]),
          ...(body.isFile ? ['    a file, by --input FILE'] : []),
          ...(fields.length === 0 && !body.isFile ? [visible(`    ${words(definition, body.schema)}`)] : []),
          ...fields.map(({ name, isRequired, schema }) => row(name, isRequired, words(definition, schema, name))),
        ];
  const answers = responsesOf(definition, operation).map(({ status, description, bodies }) =>
    row(status, false, [description.split('\n')[0] ?? '', ...bodies.slice(0, 1).map(({ type }) => type)].join('  ')),
  );
  return [
    visible(
      [
        operation.method,
        operation.path,
        ...(operation.operationId === null ? [] : [`(${operation.operationId})`]),
      ].join(' '),
    ),
    ...(operation.summary === '' ? [] : [visible(operation.summary)]),
    ...(operation.unusable === null ? [] : [visible(operation.unusable)]),
    ...(operation.unusable === null ? classLines(operation) : []),
    ...sections,
    ...bodyLines,
    ...(answers.length === 0 ? [] : ['', 'It answers', ...answers]),
    '',
  ].join('\n');
}

/** The facts of the operation's form as JSON; shapes are one level deep, as on the screen. */
export function operationJson(definition: Definition, operation: DefinedOperation): string {
  const body = bodyOf(definition, operation);
  const parameters = parametersOf(definition, operation).map(({ schema, name, ...parameter }) => {
    const about = { name: parameterSecretName(`${parameter.in} ${name}`) };
    return { name, ...parameter, shape: shapeRecord(shapeOf(definition, schema, about)) };
  });
  const record: Json = {
    ...operationRecord(operation),
    parameters,
    body: body && bodyRecord(definition, body),
    responses: responsesOf(definition, operation).map(({ status, description, bodies }) => {
      return { status, description, types: bodies.map(({ type }) => type) };
    }),
  };
  return `${escapeHidden(writeExactly(record, 2))}\n`;
}

function bodyRecord(definition: Definition, body: RequestBody): JsonObject {
  const { type, types, isRequired, description, unusable, schema, form, isFile: isOneFile } = body;
  const files = [...(form?.fields ?? [])].flatMap(([name, { isFile }]) => (isFile ? [name] : []));
  const shape = shapeRecord(shapeOf(definition, schema), definition);
  const sentAs = { ...(isOneFile && { isFile: true }), ...(files.length > 0 && { files }) };
  return { type, types, isRequired, description, unusable, ...sentAs, shape };
}

/** One level deep, as in the form. With `definition`, the fields are described, too. */
function shapeRecord(shape: Shape, definition?: Definition): JsonObject {
  const facts = { initial: shape.initial ?? null, example: shape.example ?? null };
  if (shape.kind === 'choice') return { ...shape, ...facts, variants: shape.variants.map(({ name }) => name) };
  if (shape.kind !== 'object') return { ...shape, ...facts };
  const fields = shape.fields.map(({ name, isRequired, schema }) => {
    const own = definition && shapeRecord(shapeOf(definition, schema, { name }));
    return own === undefined ? { name, isRequired } : { name, isRequired, shape: own };
  });
  return { ...shape, ...facts, fields, leftOut: shape.leftOut.map(({ name }) => name) };
}

// Prints parts of the definition: all operations, one operation, or all paths (`--list`, `--describe`, completions).

/** Uses the stored copy if the service does not answer. */
async function printOperations(
  source: DefinitionSource,
  { filter, json }: Flags,
  basePath: string | null,
): Promise<number | Refusal> {
  const found = await definitionOr(source);
  if ('message' in found) return found;
  const { test, fault } = readOperationsFilter(filter ?? '');
  if (fault !== null) return { code: 2, message: `--filter, at ${fault.at + 1}: ${fault.message}` };
  const { all } = indexed(found);
  const note = placeNote(found, { baseUrl: source.baseUrl, basePath });
  if (note !== null) tell(note);
  const shown = (test === null ? all : all.filter(test)).map(({ operation }) => operation);
  await print(json ? operationsJson(shown) : operationLines(shown));
  return 0;
}

async function printDescription(
  source: DefinitionSource,
  flags: Flags,
  basePath: string | null,
): Promise<number | Refusal> {
  const read = readWords(flags.words, source.baseUrl, true);
  if (!read.ok) return { code: 2, message: read.message };
  const { method, path, operationId } = read.words;
  const found = await definitionOr(source);
  if ('message' in found) return found;
  const operation = knownOperation(found, { method, path, operationId })?.operation;
  if (operation === undefined) return { code: 2, message: whyNotDescribed(found, { method, path }) };
  const note = placeNote(found, { baseUrl: source.baseUrl, basePath }, operation);
  if (note !== null) tell(note);
  await print(flags.json ? operationJson(found, operation) : operationText(found, operation));
  return 0;
}

async function definitionOr(source: DefinitionSource): Promise<Definition | Refusal> {
  const found = await findDefinition(source);
  switch (found.kind) {
    case 'read':
      return found.definition;
    case 'problem':
    case 'fault':
      return { code: 1, message: definitionFaultSentence(found) };
    case 'none':
      return { code: 1, message: 'No definition of the service is kept, and no token is known to ask for it.' };
  }
}

/** Only paths without shell syntax, so that a service's text in completions cannot run anything. */
const harmless = /^[\w./{}-]{1,200}$/;

/** Paths for shell completions, one per line, without a request; empty if no definition is stored. */
export async function keptPaths(flags: Flags, environment: Environment): Promise<string> {
  const { preferences, settings } = await loadStartup(flags, environment);
  if (!settings.ok || settings.settings.baseUrl === null) return '';
  const found = await findDefinition({
    definitions: openDefinitions(cacheFolder(process.env, 'definitions')),
    profile: preferences.profileName,
    baseUrl: settings.settings.baseUrl,
    reader: null,
    now: Date.now(),
  });
  if (found.kind !== 'read') return '';
  const paths = found.definition.operations.filter(({ unusable }) => unusable === null).map(({ path }) => path);
  return [...new Set(paths)]
    .filter((path) => harmless.test(path))
    .map((path) => `${path}\n`)
    .join('');
}

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
    reader: service && createReader(service, clock, waitsOnStderr),
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
