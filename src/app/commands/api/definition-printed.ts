/** Prints from the definition: the operations, one of them, or all paths (`--list`, `--describe`, completions). */
import process from 'node:process';
import { definitionFaultSentence } from '../../../screens/explorer/definition-wording.ts';
import type { Definition } from '../../../api/openapi/definition.ts';
import { operationsJson } from '../../../state/explorer/list/export.ts';
import { readOperationsFilter } from '../../../state/explorer/list/filter.ts';
import { indexed } from '../../../state/explorer/list/listing.ts';
import type { Flags } from '../../cli/flags.ts';
import { print } from '../../cli/print.ts';
import type { Environment } from '../../cli/settings.ts';
import { loadStartup } from '../../cli/startup.ts';
import { cacheFolder } from '../../process/compile-cache.ts';
import { openDefinitions } from '../../storage/definitions.ts';
import type { Refusal } from '../access.ts';
import { type DefinitionSource, findDefinition } from './definition.ts';
import { knownOperation, whyNotDescribed } from './known-operation.ts';
import { operationJson, operationLines, operationText } from './listing.ts';
import { placeNote } from './place.ts';
import { tell } from './sending.ts';
import { readWords } from './words.ts';

/** From the stored copy, where the service does not answer. */
export async function printOperations(
  source: DefinitionSource,
  { filter, json }: Flags,
  basePath: string | null,
): Promise<number | Refusal> {
  const found = await definitionOr(source);
  if ('says' in found) return found;
  const { test, fault } = readOperationsFilter(filter ?? '');
  if (fault !== null) return { code: 2, says: `--filter, at ${fault.at + 1}: ${fault.says}` };
  const { all } = indexed(found);
  const note = placeNote(found, { baseUrl: source.baseUrl, basePath });
  if (note !== null) tell(note);
  const shown = (test === null ? all : all.filter(test)).map(({ operation }) => operation);
  await print(json ? operationsJson(shown) : operationLines(shown));
  return 0;
}

export async function printDescription(
  source: DefinitionSource,
  flags: Flags,
  basePath: string | null,
): Promise<number | Refusal> {
  const read = readWords(flags.words, source.baseUrl, true);
  if (!read.ok) return { code: 2, says: read.says };
  const { method, path, operationId } = read.words;
  const found = await definitionOr(source);
  if ('says' in found) return found;
  const operation = knownOperation(found, { method, path, operationId })?.operation;
  if (operation === undefined) return { code: 2, says: whyNotDescribed(found, { method, path }) };
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
      return { code: 1, says: definitionFaultSentence(found) };
    case 'none':
      return { code: 1, says: 'No definition of the service is kept, and no token is known to ask for it.' };
  }
}

/** No character of such a path means something to a shell: the service that wrote it must not run anything. */
const harmless = /^[\w./{}-]{1,200}$/;

/** For the completions of a shell, one a line, and no service is asked; empty where no definition is stored. */
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
