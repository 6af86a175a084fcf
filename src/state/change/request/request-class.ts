/**
 * The class of a request: what must happen before it is sent. The method is the floor; words only raise it. Nothing here
 * knows a state: a pipe judges by the same rules.
 */
import type { Organisation } from '../../../api/organisations.ts';
import type { OrganisationLabel } from '../../session/organisations.ts';
import { typedName } from '../phrase.ts';
import { orgPlaceholder } from '../../../api/openapi/path-form.ts';
import type { Call } from '../../../api/calls/call.ts';
import type { DefinedOperation } from '../../../api/openapi/definition.ts';
import { type FoundLoss, lossFoundIn } from '../../../api/openapi/dangerous-words.ts';
import { bodyIn, type BodyList, longestListIn } from './body-lists.ts';
import { subjectOf } from './subject.ts';
import { type JudgedCall, type TakenOver, takenOverBy } from './taken-over.ts';

/** Facts to judge a request by. */
export interface RequestFacts {
  readonly operation: Pick<DefinedOperation, 'method' | 'path' | 'operationId' | 'summary' | 'isDeprecated'>;
  readonly call: JudgedCall & Pick<Call, 'orgId'>;
  /** The one that is open; null: none is. */
  readonly organisation: Organisation | null;
  readonly label: Pick<OrganisationLabel, 'word' | 'colour'>;
  /** The definition says nothing of what its body is. */
  readonly hasFreeBody: boolean;
  /** The same request was answered in a way that does not tell whether it was carried out. */
  readonly wasUnknown: boolean;
  /** A run is going in its organisation, in this session or in another one. */
  readonly isRunGoing: boolean;
}

/** Confirmation that a change asks for before it is sent. */
export interface TypedClass {
  readonly kind: 'change' | 'heavy' | 'many';
  /** Why it is more than a change, in words; the first one weighs most. Empty for a change. */
  readonly reasons: readonly string[];
  /** Text to type: printable ASCII. */
  readonly phrase: string;
}

export type RequestClass =
  /** `loss`: its words say that it does more than read. */
  | { readonly kind: 'read'; readonly loss: FoundLoss | null }
  | TypedClass
  | { readonly kind: 'takenOver'; readonly by: TakenOver }
  /** `why`: a sentence. */
  | { readonly kind: 'never'; readonly why: string };

/** Above this many items in a list, the phrase names the organisation. */
const manyItems = 25;

const sendable: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

export function classOf(facts: RequestFacts): RequestClass {
  const { operation, call } = facts;
  const body = bodyIn(call.body);
  const by = takenOverBy(call, body);
  const isRead = call.method === 'GET' || call.method === 'HEAD';
  if (isRead && by === null) return { kind: 'read', loss: lossFoundIn(operation) };
  const why = whyNever(facts);
  if (why !== null) return { kind: 'never', why };
  if (by !== null) return { kind: 'takenOver', by };
  return typedClass(facts, longestListIn(body));
}

function whyNever({ call, organisation, isRunGoing }: RequestFacts): string | null {
  if (!sendable.includes(call.method)) return `rollcall does not send ${call.method}.`;
  if (call.orgId === null) return null;
  if (organisation === null) return 'Open an organisation first: the path of this request names one.';
  if (call.orgId !== organisation.orgId)
    return 'The path of this request names another organisation than the open one.';
  return isRunGoing ? 'A run is in progress in this organisation. J shows it. Send this after it.' : null;
}

function typedClass(facts: RequestFacts, list: BodyList | null): TypedClass {
  const { operation, call, organisation, wasUnknown } = facts;
  const many = manyReasons(facts, list);
  const reasons = [...many, ...heavyReasons(facts, list)];
  const method = call.method.toLowerCase();
  if (reasons.length === 0) return { kind: 'change', reasons, phrase: method };
  const again = wasUnknown ? 'again ' : '';
  const subject = list !== null && list.length > 1 ? `${list.length} ${list.name}` : subjectOf(operation, call);
  const from = many.length > 0 && organisation !== null ? ` from ${typedName(organisation)}` : '';
  const phrase = `${again}${method} ${subject ?? '1'}${from}`;
  return { kind: many.length > 0 ? 'many' : 'heavy', reasons, phrase };
}

function manyReasons({ operation, call }: RequestFacts, list: BodyList | null): readonly string[] {
  const reasons: string[] = [];
  if (list !== null && list.length > manyItems) reasons.push(`its body names ${list.length} ${list.name}`);
  if (call.method !== 'POST' && isOfOrganisation(operation.path, call)) {
    reasons.push('it is about the whole organisation');
  }
  return reasons;
}

/** Is the organisation the last parameter of its path? */
function isOfOrganisation(path: string, { orgId }: RequestFacts['call']): boolean {
  const name = orgPlaceholder(path);
  if (name !== null) return path.lastIndexOf('{') === path.lastIndexOf(`{${name}}`);
  // A path that names it itself has no other parameter either.
  return orgId !== null && !path.includes('{') && path.split('/').at(-1)?.toLowerCase() === orgId.toLowerCase();
}

function heavyReasons(facts: RequestFacts, list: BodyList | null): readonly string[] {
  const { operation, call, label, hasFreeBody, wasUnknown, organisation } = facts;
  const reasons: string[] = [];
  if (wasUnknown) reasons.push('how it ended the last time is not known');
  if (call.method === 'DELETE') reasons.push('it is a DELETE');
  const loss = lossFoundIn(operation);
  if (loss !== null) reasons.push(`its ${loss.where} says "${loss.word.slice(0, longestWord)}"`);
  if (list !== null && list.length > 1 && list.length <= manyItems) {
    reasons.push(`its body names ${list.length} ${list.name}`);
  }
  if (organisation !== null && call.orgId !== null) {
    if (label.word !== null) reasons.push(`the organisation is labelled ${label.word}`);
    else if (label.colour !== null) reasons.push('the organisation has a colour');
  }
  if (operation.isDeprecated) reasons.push('it is deprecated');
  if (hasFreeBody && call.body !== null) reasons.push('the definition does not say what its body is');
  return reasons;
}

/** Most letters that a document may put after a word. */
const longestWord = 20;
