/** Prints from the definition: the operations, or one of them (`--list`, `--describe`). */
import { definitionFaultSentence } from '../../../screens/explorer/definition-wording.ts';
import type { Definition } from '../../../api/openapi/definition.ts';
import { operationsJson } from '../../../state/explorer/list/export.ts';
import { readOperationsFilter } from '../../../state/explorer/list/filter.ts';
import { indexed } from '../../../state/explorer/list/listing.ts';
import type { Flags } from '../../cli/flags.ts';
import { print } from '../../cli/print.ts';
import type { Refusal } from '../access.ts';
import { type DefinitionSource, findDefinition } from './definition.ts';
import { operationMeant } from './known-operation.ts';
import { operationJson, operationLines, operationText } from './listing.ts';
import { readWords } from './words.ts';

/** From the stored copy, where the service does not answer. */
export async function printOperations(source: DefinitionSource, { filter, json }: Flags): Promise<number | Refusal> {
  const found = await definitionOr(source);
  if ('says' in found) return found;
  const { test, fault } = readOperationsFilter(filter ?? '');
  if (fault !== null) return { code: 2, says: `--filter, at ${fault.at + 1}: ${fault.says}` };
  const { all } = indexed(found);
  const shown = (test === null ? all : all.filter(test)).map(({ operation }) => operation);
  await print(json ? operationsJson(shown) : operationLines(shown));
  return 0;
}

export async function printDescription(source: DefinitionSource, flags: Flags): Promise<number | Refusal> {
  const read = readWords(flags.words, source.baseUrl);
  if (!read.ok) return { code: 2, says: read.says };
  const { method, path } = read.words;
  const found = await definitionOr(source);
  if ('says' in found) return found;
  const operation = operationMeant(found.operations, { method, path });
  if (operation === null) {
    const others = found.operations.filter((one) => operationMeant([one], { method: one.method, path }) !== null);
    const methods = others.map((one) => one.method).join(', ');
    const remedy = methods === '' ? 'rollcall api --list shows all.' : `It has: ${methods}.`;
    return { code: 2, says: `The definition has no ${method} ${path}. ${remedy}` };
  }
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
