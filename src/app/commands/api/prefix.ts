/** Where the operation of a command is sent: below the service's address, or below the path that its definition names. */
import { hasBody } from '../../../api/methods.ts';
import { placeholdersIn, orgPlaceholder } from '../../../api/openapi/path-form.ts';
import type { DefinedOperation, Definition } from '../../../api/openapi/definition.ts';
import { type OperationsAt, operationsAt, type Prefixes } from '../../../api/calls/operations-at.ts';
import { brief } from '../../../screens/text/fit.ts';
import type { Refusal } from '../access.ts';
import { type DefinitionSource, findDefinition } from './definition.ts';
import { type Known, knownOperation } from './known-operation.ts';
import type { ApiWords } from './words.ts';

/** A person's answers about the path that the definition names. */
export interface PrefixChoice {
  /** The value of `--prefix`; null: none. */
  readonly wanted: string | null;
  readonly answers: Prefixes;
}

export interface Placed {
  /** With the path as the definition has it. */
  readonly words: ApiWords;
  readonly known: Known | null;
  readonly baseUrl: string;
  readonly note: string | null;
}

export async function placed(
  words: ApiWords,
  source: DefinitionSource,
  choice: PrefixChoice,
): Promise<Placed | Refusal> {
  const { baseUrl } = source;
  const asWritten: Placed = { words, known: null, baseUrl, note: null };
  if (!isLookedUp(words, choice)) return asWritten;
  const found = await findDefinition(source);
  if (found.kind !== 'read') return asWritten;
  const { definition } = found;
  const known = knownOperation(definition, words);
  const at = operationsAt(definition, baseUrl, known?.operation ?? null);
  if (known !== null) return placedKnown({ ...asWritten, known }, at, choice);
  // Written whole, a path needs no answer.
  if (at.kind !== 'below' || !isBelow(words.path, at, baseUrl)) return asWritten;
  const rest = words.path.slice(at.baseUrl.length - baseUrl.length);
  const shorter = { ...words, path: rest };
  const there = knownOperation(definition, shorter);
  return there === null ? asWritten : { words: shorter, known: there, baseUrl: at.baseUrl, note: null };
}

function isBelow(path: string, at: Extract<OperationsAt, { kind: 'below' }>, baseUrl: string): boolean {
  return at.baseUrl.startsWith(`${baseUrl}/`) && path.startsWith(`${at.baseUrl.slice(baseUrl.length)}/`);
}

/** Looked up only where it can tell something: about names, a body, or a path that is kept or given. */
function isLookedUp({ method, path, fields }: ApiWords, { wanted, answers }: PrefixChoice): boolean {
  const names = placeholdersIn(path).filter((name) => name !== orgPlaceholder(path));
  return fields.length > 0 || names.length > 0 || hasBody(method) || wanted !== null || answers.size > 0;
}

function placedKnown(here: Placed, at: OperationsAt, { wanted, answers }: PrefixChoice): Placed | Refusal {
  if (at.kind !== 'below') {
    if (wanted !== null) return refused('--prefix: the definition names no other path of this service.');
    return at.kind === 'here' ? here : { ...here, note: elsewhereWords(at.address, here.baseUrl) };
  }
  const own = new URL(here.baseUrl).pathname;
  if (wanted !== null && wanted !== at.path && wanted !== own) {
    return refused(`--prefix takes ${at.path}, which the definition names, or ${own}.`);
  }
  const isUsed = wanted === null ? answers.get(at.path) : wanted === at.path;
  if (isUsed !== undefined) return isUsed ? { ...here, baseUrl: at.baseUrl } : here;
  return refused(`${belowWords(at.baseUrl)} ${prefixWords(at.path, own)}`);
}

function prefixWords(path: string, own: string): string {
  return `--prefix ${path} sends it there, --prefix ${own} does not. A in rollcall asks once.`;
}

function belowWords(address: string): string {
  return `The definition says that its operations are below ${brief(address)}.`;
}

function elsewhereWords(address: string, baseUrl: string): string {
  return `The definition names ${brief(address)}. Requests and the token go to ${new URL(baseUrl).origin} alone.`;
}

/** The definition's word on the place of its operations, or of one of them; null: none. */
export function placeNote(
  definition: Definition,
  baseUrl: string,
  answers: Prefixes,
  operation: DefinedOperation | null = null,
): string | null {
  const at = operationsAt(definition, baseUrl, operation);
  if (at.kind === 'here') return null;
  if (at.kind === 'elsewhere') return elsewhereWords(at.address, baseUrl);
  const answer = answers.get(at.path);
  if (answer === undefined) return `${belowWords(at.baseUrl)} A request needs --prefix.`;
  return `${belowWords(at.baseUrl)} ${answer ? 'They are sent there.' : 'Your answer: not used.'}`;
}

function refused(says: string): Refusal {
  return { code: 2, says };
}
