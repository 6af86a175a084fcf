/**
 * Judges what must happen before a request is sent. The method sets the minimum; words can only raise it. Independent
 * of the state, so that a pipe is judged by the same rules.
 */
import { decode, orgPlaceholder } from '../../../api/openapi/path-form.ts';
import type { Call } from '../../../api/calls/call.ts';
import type { DefinedOperation, Definition } from '../../../api/openapi/definition.ts';
import { type FoundLoss, lastLiteral, lossFoundIn, lossOf } from '../../../api/openapi/dangerous-words.ts';
import { bodyValue } from '../../../api/openapi/form-writing.ts';
import { isJsonObject, isList, type Json } from '../../../api/exact-json.ts';
import type { Organisation } from '../../../api/organisations.ts';
import { noLabel, type OrganisationLabel } from '../../session/organisations.ts';
import { typedName } from '../phrase.ts';
import { makesNewThing } from './new-thing.ts';
import { groupDigits } from '../../kernel/spelling.ts';
import { systemsNamedIn } from '../../../api/deletion/systems-named.ts';
import { isReadMethod, whyNotSent } from '../../../api/operations.ts';
import { type SystemsDeletion, systemsDeletionIn, whyWithheld } from '../../../api/deletion/systems-deletion.ts';
import { parametersOf } from '../../../api/openapi/parameters.ts';
import { takesIfMatch, withIfMatch as matching } from '../../../api/calls/build-call.ts';

// Subject of a request for its phrase: a name in the path, or a list in the body.

/** Longer subjects are hard to type. */
const maxSubjectLength = 30;
const standInCharacters = 8;

/** Without blanks and quotation marks, so that a value cannot pass for words of the question around it. */
const typable = /^[!#-&(-_a-~]+/;

/**
 * The last value in the path, or its last word if there is no value besides the organisation. Truncated where it
 * cannot be typed; null: none of it can be typed.
 */
export function subjectOf({ path }: Pick<DefinedOperation, 'path'>, { url }: Pick<Call, 'url'>): string | null {
  const value = lastValue(path, url);
  return typedSubject(value ?? lastLiteral(path));
}

function typedSubject(text: string): string | null {
  const [start = ''] = typable.exec(text) ?? [];
  if (start === text && text.length <= maxSubjectLength && text !== '') return text;
  const standIn = start.slice(0, standInCharacters);
  return standIn === '' ? null : standIn;
}

/** Null: the path has no value besides the organisation. */
function lastValue(path: string, url: string): string | null {
  const template = path.split('/');
  const segments = (URL.parse(url)?.pathname ?? '').split('/').slice(-template.length);
  const organisation = orgPlaceholder(path);
  const at = template.findLastIndex((step) => {
    const name = /\{([^{}]+)\}/.exec(step)?.[1];
    return name !== undefined && name !== organisation;
  });
  if (at !== -1) return decode(segments[at] ?? '') ?? segments[at] ?? '';
  // Without a template, the last segment is the value.
  const last = decode(segments.at(-1) ?? '');
  return path.includes('{') || last === null || last === '' ? null : last;
}

interface BodyList {
  /** Name of its field if it can be typed, else `items`. */
  readonly name: string;
  readonly length: number;
}

/** Undefined: there is no body, or it is neither JSON nor a form. */
function bodyIn(text: string | null): Json | undefined {
  return text === null ? undefined : bodyValue(text);
}

/** The longest list at any depth, the first of several; null: there is none. */
function longestListIn(body: Json | undefined): BodyList | null {
  let longest: BodyList | null = null;
  // Iterative, since a body may be deeply nested.
  const left: (readonly [name: string, value: Json])[] = body === undefined ? [] : [['', body]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [name, value] = next;
    if (isList(value)) {
      if (value.length > (longest?.length ?? -1)) longest = { name: plainName(name), length: value.length };
      for (let at = value.length - 1; at >= 0; at -= 1) left.push([name, value[at] ?? null]);
    } else if (isJsonObject(value)) {
      left.push(...Object.entries(value).reverse());
    }
  }
  return longest;
}

/** A document may use a sentence as the name of a field: it must not become part of a phrase. */
function plainName(name: string): string {
  return /^[A-Za-z][\w-]{0,29}$/.test(name) ? name : 'items';
}

// The phrase that must be typed before a request is sent.

export interface RequestFacts {
  readonly operation: Pick<DefinedOperation, 'method' | 'path' | 'operationId' | 'summary' | 'isDeprecated'>;
  readonly call: JudgedCall & Pick<Call, 'orgId' | 'steps'>;
  /** The open organisation; null: none is open. */
  readonly organisation: Organisation | null;
  readonly label: Pick<OrganisationLabel, 'word' | 'colour'>;
  /** The definition does not describe the body. */
  readonly hasFreeBody: boolean;
  /** The same request was sent before, with an unknown result. */
  readonly wasUnknown: boolean;
  /** A run is in progress in the organisation, in this session or another one. */
  readonly isRunGoing: boolean;
  /** Above this number of systems, a change needs another person's review; null: never. */
  readonly secondPersonAbove: number | null;
}

/** The confirmation that a change needs before it is sent. */
export interface TypedClass {
  readonly kind: 'change' | 'heavy' | 'many';
  /** Why it is more than a change, most important first. Empty for a change. */
  readonly reasons: readonly string[];
  /** Text to type: printable ASCII. */
  readonly phrase: string;
}

export type RequestClass =
  /** `loss`: the words of the operation say that it does more than read. */
  | { readonly kind: 'read'; readonly loss: FoundLoss | null }
  | TypedClass
  | { readonly kind: 'takenOver'; readonly by: TakenOver }
  /** `why`: a sentence. */
  | { readonly kind: 'never'; readonly why: string };

/** Above this number of items in a list, the phrase names the organisation. */
const manyItems = 25;

export function classOf(facts: RequestFacts): RequestClass {
  const { operation, call } = facts;
  const body = bodyIn(call.body);
  const by = findTakeOver(call, body);
  if (isReadMethod(call.method) && by === null) return { kind: 'read', loss: lossFoundIn(operation, call) };
  const why = whyNever(facts);
  if (why !== null) return { kind: 'never', why };
  if (by?.kind === 'review' && by.by !== 'deletion') return { kind: 'never', why: whyWithheld(by, call.method) };
  if (by !== null) return { kind: 'takenOver', by };
  const second = whySecondPerson(call, facts.secondPersonAbove);
  return second === null ? typedClass(facts, body) : { kind: 'never', why: second };
}

/** Sentences that say why one person must not change so many systems; null: one person may. */
export function whySecondPerson(call: JudgedCall, above: number | null): string | null {
  if (above === null) return null;
  if (call.files !== undefined) {
    return `One person may change ${groupDigits(above)} systems, and a file may name any number: rollcall sends none here.`;
  }
  const named = systemsNamedIn(call);
  if (named <= above) return null;
  const than =
    above === 0 ? 'Any change of systems' : `More than ${groupDigits(above)} systems (${groupDigits(named)})`;
  return `${than}: a second person confirms it. Mark them in the list, press A, and review.`;
}

function whyNever({ call, organisation, isRunGoing }: RequestFacts): string | null {
  const why = whyNotSent(call.method);
  if (why !== null) return why;
  if (call.orgId === null) return null;
  if (organisation === null) return 'Open an organisation first: the path of this request names one.';
  if (call.orgId !== organisation.orgId)
    return 'The path of this request names another organisation than the open one.';
  return isRunGoing ? 'A run is in progress in this organisation. J shows it. Send this after it.' : null;
}

function typedClass(facts: RequestFacts, body: Json | undefined): TypedClass {
  const { operation, call, organisation, wasUnknown } = facts;
  const list = longestListIn(body);
  const many = manyReasons(facts, list);
  const reasons = [...many, ...heavyReasons(facts, makesNewThing(operation, call, body) ? null : list)];
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

function isOfOrganisation(path: string, { orgId }: RequestFacts['call']): boolean {
  const name = orgPlaceholder(path);
  if (name !== null) return path.lastIndexOf('{') === path.lastIndexOf(`{${name}}`);
  // A path without parameters may contain the id itself.
  return orgId !== null && !path.includes('{') && path.split('/').at(-1)?.toLowerCase() === orgId.toLowerCase();
}

function heavyReasons(facts: RequestFacts, list: BodyList | null): readonly string[] {
  const { operation, call, label, hasFreeBody, wasUnknown, organisation } = facts;
  const reasons: string[] = [];
  if (wasUnknown) reasons.push('how it ended the last time is not known');
  if (call.method === 'DELETE') reasons.push('it is a DELETE');
  const loss = lossFoundIn(operation, call);
  if (loss !== null) reasons.push(`its ${loss.where} says "${loss.word.slice(0, maxWordLength)}"`);
  if (list !== null && list.length > 1 && list.length <= manyItems) {
    reasons.push(`its body names ${list.length} ${list.name}`);
  }
  if (organisation !== null && call.orgId !== null) {
    if (label.word !== null) reasons.push(`the organisation is labelled ${label.word}`);
    else if (label.colour !== null) reasons.push('the organisation has a colour');
  }
  if (operation.isDeprecated) reasons.push('it is deprecated');
  if (call.files?.[0]?.at === 0) reasons.push('its body is a file, which rollcall does not read');
  if (hasFreeBody && call.body !== null) reasons.push('the definition does not say what its body is');
  return reasons;
}

/** Maximum length of a quoted word: the definition may contain anything. */
const maxWordLength = 20;

type TakenOver =
  /** Opens the review of these systems. Empty: the request names none. */
  | ({ readonly kind: 'review' } & SystemsDeletion)
  /** Opens the screen for a new enrolment key. */
  | { readonly kind: 'newKey'; readonly description: string };

/** The parts of a call that matter for its class. */
type JudgedCall = Pick<Call, 'method' | 'url' | 'headers' | 'body' | 'files'>;

/** The screen that replaces the request; null: none. */
function findTakeOver(call: JudgedCall, body: Json | undefined): TakenOver | null {
  const deletion = systemsDeletionIn(call);
  if (deletion !== null) return { kind: 'review', ...deletion };
  const description = describedKey(call, body);
  return description === null ? null : { kind: 'newKey', description };
}

/** Matches `POST …/org/<x>/enrolment-keys` with only a description; null: any other request. */
function describedKey({ method, url }: Pick<Call, 'method' | 'url'>, body: Json | undefined): string | null {
  const address = URL.parse(url);
  if (method !== 'POST' || address === null || address.search !== '') return null;
  const [org, , keys] = address.pathname
    .split('/')
    .slice(-3)
    .map((one) => decode(one)?.toLowerCase());
  if (org !== 'org' || keys !== 'enrolment-keys' || body === undefined || !isJsonObject(body)) return null;
  const { description } = body;
  const isAlone = Object.keys(body).length === 1 && typeof description === 'string' && description.trim() !== '';
  return isAlone ? description : null;
}

interface DefinedClass {
  /** `many`: all systems. `review`: only the review sends it. */
  readonly kind: 'read' | 'change' | 'heavy' | 'many' | 'review';
  readonly reasons: readonly string[];
}

type Named = Pick<DefinedOperation, 'method' | 'path' | 'operationId' | 'summary' | 'isDeprecated'>;

export function definedClass(operation: Named): DefinedClass {
  const { method, path: url } = operation;
  const judged = classOf({
    ...{ operation, call: { method, url, headers: {}, body: null, orgId: null }, organisation: null, label: noLabel },
    ...{ hasFreeBody: false, wasUnknown: false, isRunGoing: false, secondPersonAbove: null },
  });
  if (judged.kind === 'never') return { kind: 'heavy', reasons: [judged.why] };
  if (judged.kind === 'read') return { kind: 'read', reasons: [] };
  if (judged.kind !== 'takenOver') return { kind: judged.kind, reasons: judged.reasons };
  return { kind: judged.by.kind === 'review' ? 'review' : 'change', reasons: [] };
}

// Facts about the target of a request: its ETag, and warnings against sending the request.

/** Adds `If-Match` if the operation accepts it. */
export function withIfMatch(
  definition: Definition | null,
  operation: DefinedOperation,
  call: Call,
  etag: string | null,
): Call {
  const takes = definition !== null && takesIfMatch(parametersOf(definition, operation));
  return takes ? matching(call, etag, true) : call;
}

export function targetWarnings(
  value: Json,
  operation: Pick<DefinedOperation, 'method' | 'path' | 'operationId' | 'summary'>,
): readonly string[] {
  if (!isJsonObject(value)) return [];
  const takesAway = operation.method === 'DELETE' || lossOf(operation) !== null;
  const last = lastLiteral(operation.path).toLowerCase();
  const isEnabled = readEnabled(value['isEnabled'] ?? value['enabled'] ?? value['status'] ?? null);
  const isConnected = typeof value['state'] === 'string' && /^(?:connected|online)$/i.test(value['state']);
  return [
    ...(takesAway && isConnected ? ['It is connected.'] : []),
    ...(last === 'disable' && isEnabled === false ? ['It is disabled already.'] : []),
    ...(last === 'enable' && isEnabled === true ? ['It is enabled already.'] : []),
  ];
}

/** Null: the value does not say. */
function readEnabled(value: Json): boolean | null {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return null;
  return /^disabled$/i.test(value) ? false : /^enabled$/i.test(value) ? true : null;
}
