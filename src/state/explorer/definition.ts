/** Reads the definition of the service in use, and keeps it. */
import type { Problem } from '../../api/problem.ts';
import type { None, Tagged } from '../kernel/declare.ts';
import {
  type Capability,
  addressFor,
  type OperationsAt,
  operationsAt,
  capabilitiesOf,
} from '../../api/calls/operations-at.ts';
import type { Definition, DefinitionFailure, DefinitionFault, DefinedOperation } from '../../api/openapi/definition.ts';
import {
  type Of,
  type Feature,
  type Effects,
  type Reads,
  type Services,
  withNotice,
  type Step,
} from '../root/feature.ts';
import { serviceAddress } from '../session/session.ts';
import type { Read, State, Action } from '../root/state.ts';
import { areOffersOfUse } from '../removal/disabling/offer.ts';
import { setImmediate } from 'node:timers/promises';
import { readDefinition, requestDefinition } from '../../api/openapi/read-definition.ts';
import { asksForPatience } from '../session/backoff/feature.ts';

/** Identity of a definition's text, and the time at which the service last confirmed it. */
interface DefinitionIdentity {
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly sha256: string;
  readonly at: number;
}

interface DefinitionState {
  readonly definition: Definition | null;
  readonly identity: DefinitionIdentity | null;
  /** The read in progress: the stored copy, or the service; null when there is none. */
  readonly reading: 'kept' | 'service' | null;
  /** Background read: reports no failure, asks for no token, and causes no pause. */
  readonly isQuiet: boolean;
  readonly failure: DefinitionFailure | null;
  /** Capabilities of the known definition, for other screens; null when no definition is known. */
  readonly offers: ReadonlySet<Capability> | null;
}

/** The definition of a service as received (UTF-8). */
export interface KeptDefinition {
  readonly text: Uint8Array;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly sha256: string;
  /** When the service last confirmed the text: milliseconds since 1970. */
  readonly at: number;
}

/** Definitions stored between starts, for each profile, because a profile may see less than another. */
export interface Definitions {
  identify(text: Uint8Array): string;
  /** Null when no usable definition is stored. */
  recall(profile: string, baseUrl: string): Promise<KeptDefinition | null>;
  /**
   * `text` null: the stored text is still current. Resolves with null, or with the operating system's code when
   * storing fails.
   */
  keep(
    profile: string,
    baseUrl: string,
    definition: Omit<KeptDefinition, 'text'> & { readonly text: Uint8Array | null },
  ): string | null;
}

export interface DefinitionFeature {
  readonly state: DefinitionState;
  readonly action: Tagged<{
    /** `isKept`: stored by an earlier start. */
    definitionArrived: { definition: Definition; identity?: DefinitionIdentity; isKept?: boolean };
    definitionNotKept: None;
    definitionConfirmed: { identity: DefinitionIdentity };
    /** The document that arrived cannot be used. */
    definitionFaulty: { fault: DefinitionFault };
    definitionFailed: { problem: Problem };
    definitionRefreshed: None;
  }>;
  readonly effect: Tagged<{
    recallDefinition: { baseUrl: string; profile: string };
  }>;
  /** `known`: null when no definition is known. */
  readonly read: Tagged<{
    readDefinition: { baseUrl: string; profile: string; known: DefinitionIdentity | null };
  }>;
  readonly slot: 'definition';
  readonly timer: 'seekOffers';
  readonly port: {
    readonly definitions: Definitions;
  };
}

declare module '../root/state.ts' {
  interface Features {
    readonly definition: DefinitionFeature;
  }
}

// Questions of other features about the definition: is it known, and how old is it?

/** A younger definition is used without asking the service. */
const freshMs = 5 * 60_000;

/** The definition of the service in use; null when none is known. */
export function definitionOf({ definition }: State): Definition | null {
  return definition.definition;
}

/** Shows the stored copy at once, and asks the service unless the copy is fresh. `isQuiet`: until you wait for it. */
export function readDefinitionOnce(state: State, { isQuiet = false } = {}): Step {
  const { identity, reading } = state.definition;
  const { baseUrl, profile } = state.session;
  if (baseUrl === null) return [state];
  if (reading !== null) return [isQuiet ? state : withQuiet(state, false)];
  const asking = withQuiet(state, isQuiet);
  if (identity !== null) return isFresh(state) ? [state] : askDefinition(asking);
  const next: State = { ...asking, definition: { ...asking.definition, reading: 'kept' } };
  return [next, { kind: 'recallDefinition', baseUrl, profile }];
}

function withQuiet(state: State, isQuiet: boolean): State {
  return { ...state, definition: { ...state.definition, isQuiet } };
}

function askDefinition(state: State): Step {
  const read = definitionRead(state);
  if (read === null) return [state];
  return [{ ...state, definition: { ...state.definition, reading: 'service' } }, read];
}

/** Null when no service is known. */
function definitionRead(state: State): Of<Read, 'readDefinition'> | null {
  const { baseUrl, profile } = state.session;
  return baseUrl === null ? null : { kind: 'readDefinition', baseUrl, profile, known: state.definition.identity };
}

/** A time in the future means that the clock was set since. */
export function isFresh({ definition: { identity }, now }: State): boolean {
  return identity !== null && Math.abs(now - identity.at) < freshMs;
}

export function definitionAge({ definition: { identity }, now }: State): number | null {
  return identity === null ? null : Math.max(0, now - identity.at);
}

/** Where the definition places its operations, or one `operation`. Null when no definition is known. */
export function namedPlace(
  { session: { baseUrl }, definition: { definition } }: State,
  operation: DefinedOperation | null = null,
): OperationsAt | null {
  return definition === null || baseUrl === null ? null : operationsAt(definition, baseUrl, operation);
}

/** The base address of the operations, or of one of them; null when no definition or no service is known. */
export function sentBelow(state: State, operation: DefinedOperation | null = null): string | null {
  const { definition } = state.definition;
  const place = serviceAddress(state.session);
  return definition === null || place.baseUrl === '' ? null : addressFor(definition, operation, place);
}

/** The form of an operation with its own place shows that place; the list shows the place of the whole definition. */
export function sayOwnPlace(state: State, operation: DefinedOperation): State {
  const below = sentBelow(state, operation);
  if (below !== null && below !== sentBelow(state)) return withNotice(state, `Sent below ${shortAddress(below)}.`);
  const at = namedPlace(state, operation);
  if (at?.kind !== 'elsewhere' || namedPlace(state)?.kind === 'elsewhere') return state;
  return withNotice(state, `The definition names ${shortAddress(at.address)}. Requests go to your address alone.`);
}

const maxAddressLength = 60;

/** Limits the length of an address from outside. */
function shortAddress(address: string): string {
  return address.slice(0, maxAddressLength);
}

function withDefinition(state: State, about: Partial<DefinitionState>): State {
  return { ...state, definition: { ...state.definition, ...about } };
}

// Effects, and the handlers.

const definitionEffects: Effects<'definition'> = {
  async recallDefinition({ baseUrl, profile }, { ports }) {
    const kept = await ports.definitions.recall(profile, baseUrl);
    if (kept === null) return { kind: 'definitionNotKept' };
    const { text, ...identity } = kept;
    await waitUntilDrawn();
    const read = readDefinition(text);
    if (!read.ok) return { kind: 'definitionNotKept' };
    const { etag, lastModified, sha256, at } = identity;
    return {
      kind: 'definitionArrived',
      definition: read.value,
      identity: { etag, lastModified, sha256, at },
      isKept: true,
    };
  },
};

const key = (): string => 'definition';

const definitionReads: Reads<'definition'> = {
  readDefinition: {
    slot: 'definition',
    key,
    async send({ baseUrl, profile, known }, services) {
      const { ports, client, clock, signal } = services;
      const answer = await requestDefinition(client(), known, signal);
      if (!answer.ok) return { kind: 'definitionFailed', problem: answer.problem };
      const { text, etag, lastModified } = answer.value;
      const sha256 = text === null ? known?.sha256 : ports.definitions.identify(text);
      if (sha256 === undefined) return null;
      const identity = { etag, lastModified, sha256, at: clock.now() };
      const keep = keeping(services, profile, baseUrl, identity);
      if (text === null || sha256 === known?.sha256) {
        keep(null);
        return { kind: 'definitionConfirmed', identity };
      }
      return receive(text, identity, keep);
    },
    answers: { definitionArrived: key, definitionConfirmed: key, definitionFaulty: key, definitionFailed: key },
    retries: {
      definitionFailed(state, { problem }) {
        const { definition, reading, isQuiet } = state.definition;
        if (reading === null || isQuiet) return null;
        // A known definition is shown, so only a request to wait or a new token matters.
        const isWaited = asksForPatience(problem) || (problem.kind === 'refused' && problem.status === 401);
        return definition === null || isWaited ? definitionRead(state) : null;
      },
    },
    givenUp: (_, problem) => ({ kind: 'definitionFailed', problem: { ...problem, operation: 'read definition' } }),
  },
};

export const definition: Feature<'definition'> = {
  slice: {
    initial: {
      definition: null,
      identity: null,
      reading: null,
      isQuiet: false,
      failure: null,
      offers: null,
    },
    lasts: 'session',
  },
  update: {
    definitionArrived(state, { definition: read, identity = null, isKept = false }) {
      if (!isKept) return [receiveDefinition(state, read, identity)];
      const about = { definition: read, offers: capabilitiesOf(read), identity, reading: null, failure: null };
      const known = withDefinition(state, about);
      return isFresh(known) ? [known] : askDefinition(known);
    },
    definitionNotKept: askDefinition,
    definitionConfirmed: (state, { identity }) => [
      withDefinition({ ...state, now: identity.at }, { identity, reading: null, failure: null }),
    ],
    definitionFaulty: (state, { fault }) => [failDefinition(state, { kind: 'fault', fault })],
    definitionFailed: (state, { problem }) => [
      problem.kind === 'aborted' ? state : failDefinition(state, { kind: 'problem', problem }),
    ],
    definitionRefreshed: (state) => askDefinition(withDefinition(state, { isQuiet: false })),
  },
  effects: definitionEffects,
  reads: definitionReads,
  reacts: {
    // You wait for this answer.
    switchingWanted: (state) =>
      state.disabling.isAsking && state.definition.offers === null ? readDefinitionOnce(state) : [state],
    reviewOffersWanted: (state) => readDefinitionOnce(state),
  },
  timers: {
    // Background read: reports no failure, and asks for no token.
    seekOffers: (state) => (areOffersOfUse(state) ? readDefinitionOnce(state, { isQuiet: true }) : [state]),
  },
  pending: ({ definition: { reading, isQuiet } }) => (reading === 'service' && !isQuiet ? 'definition' : null),
};

function receiveDefinition(state: State, read: Definition, identity: DefinitionIdentity | null): State {
  const isFirst = state.definition.definition === null;
  const now = identity?.at ?? state.now;
  const about = { definition: read, offers: capabilitiesOf(read), identity, reading: null, failure: null };
  const next = withDefinition({ ...state, now }, about);
  if (isFirst) return sayElsewhere(next, read);
  return isShown(state) ? withNotice(next, 'The definition of the service has changed.') : next;
}

function failDefinition(state: State, failure: DefinitionFailure): State {
  return withDefinition(state, { reading: null, failure });
}

function isShown({ screen }: State): boolean {
  return screen.kind === 'operations';
}

/** A document never decides which address receives requests. */
function sayElsewhere(state: State, read: Definition): State {
  const at = namedPlace(state);
  if (read !== state.definition.definition || !isShown(state)) return state;
  if (at?.kind !== 'elsewhere') return state;
  return withNotice(state, `The definition names ${shortAddress(at.address)}. Requests go to your address alone.`);
}

async function receive(
  text: Uint8Array,
  identity: DefinitionIdentity,
  keep: (text: Uint8Array) => void,
): Promise<Action> {
  await waitUntilDrawn();
  const read = readDefinition(text);
  if (!read.ok) return { kind: 'definitionFaulty', fault: read.fault };
  keep(text);
  return { kind: 'definitionArrived', definition: read.value, identity };
}

/** Draws the last message first, because parsing a large text blocks the keyboard. */
async function waitUntilDrawn(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

/** Stores the text after the next frame; if that fails, the next start asks the service again. */
function keeping(services: Services, profile: string, baseUrl: string, identity: DefinitionIdentity) {
  const { ports, beforeLeaving } = services;
  return (text: Uint8Array | null): void => {
    beforeLeaving(waitUntilDrawn().then(() => ports.definitions.keep(profile, baseUrl, { ...identity, text })));
  };
}
