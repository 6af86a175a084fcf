/** Where a request of the command is sent: below the service's address, or below the path of the definition's operations. */
import type { DefinedOperation, Definition } from '../../../api/openapi/definition.ts';
import { addressFor, operationsAt, type ServiceAddress } from '../../../api/calls/operations-at.ts';
import { orgPlaceholder, placeholdersIn } from '../../../api/openapi/path-form.ts';
import { hasBody } from '../../../api/methods.ts';
import { brief } from '../../../screens/text/fit.ts';
import { type DefinitionFound, type DefinitionSource, findDefinition } from './definition.ts';
import { type Known, knownOperation } from './known-operation.ts';
import type { ApiWords } from './words.ts';

export interface Placed {
  /** With the path as the definition has it. */
  readonly words: ApiWords;
  readonly known: Known | null;
  readonly baseUrl: string;
  readonly note: string | null;
  /** The definition that was looked into, or why there is none. */
  readonly found: DefinitionFound;
}

/** `isPaged`: all pages are read, and the definition may tell how. */
export async function placed(
  words: ApiWords,
  source: DefinitionSource,
  { basePath, isPaged }: { readonly basePath: string | null; readonly isPaged: boolean },
): Promise<Placed> {
  const { baseUrl } = source;
  // How the next page is asked for, the definition may tell.
  const isChecked = isCheckedByDefinition(words) || isPaged;
  // A plain read waits for no other answer: the definition that is kept places it.
  const found = await findDefinition(isChecked ? source : { ...source, reader: null });
  const asWritten: Placed = { words, known: null, baseUrl, note: null, found };
  if (found.kind !== 'read') return asWritten;
  const { definition } = found;
  const place = { baseUrl, basePath };
  const known = knownOperation(definition, words);
  if (known !== null) {
    const { operation } = known;
    const address = addressFor(definition, operation, place);
    const isRefused = operation.unusable !== null;
    // A plain read at its own address is as it was written.
    if (!isChecked && !isRefused && address === baseUrl) return asWritten;
    const note = placeNote(definition, place, operation);
    const isKnown = isChecked || isRefused;
    const { method, path } = isKnown ? operation : words;
    return { words: { ...words, method, path }, known: isKnown ? known : null, baseUrl: address, note, found };
  }
  // The path may be written whole.
  const below = addressFor(definition, null, place);
  if (!below.startsWith(`${baseUrl}/`) || !words.path.startsWith(`${below.slice(baseUrl.length)}/`)) return asWritten;
  const shorter = { ...words, path: words.path.slice(below.length - baseUrl.length) };
  const there = isChecked ? knownOperation(definition, shorter) : null;
  if (there === null) return asWritten;
  return { ...asWritten, words: { ...shorter, path: there.operation.path }, known: there, baseUrl: below };
}

/** The definition is asked only where it can tell something: about names, a body, or an `operationId`. */
function isCheckedByDefinition({ method, path, fields, operationId }: ApiWords): boolean {
  const names = placeholdersIn(path).filter((name) => name !== orgPlaceholder(path));
  // Two slashes in a row are sent where the definition has them.
  const isOdd = operationId !== null || path.includes('//');
  return fields.length > 0 || names.length > 0 || hasBody(method) || isOdd;
}

/** The definition's word on the place of its operations, or of one of them; null: none, or the profile says it. */
export function placeNote(
  definition: Definition,
  { baseUrl, basePath }: ServiceAddress,
  operation: DefinedOperation | null = null,
): string | null {
  const at = operationsAt(definition, baseUrl, operation);
  if (at.kind === 'here' || basePath !== null) return null;
  if (at.kind === 'below') return `Below ${brief(at.baseUrl)}, as the definition says.`;
  return `The definition names ${brief(at.address)}. Requests and the token go to ${new URL(baseUrl).origin} alone.`;
}
