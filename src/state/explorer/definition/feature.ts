/** Declares the feature: the service's definition, read and kept. */
import type { Problem } from '../../../api/problem.ts';
import type { None, Slice, Tagged } from '../../kernel/declare.ts';
import type { Capability } from '../../../api/calls/operations-at.ts';
import type { Definition, DefinitionFailure, DefinitionFault } from '../../../api/openapi/definition.ts';

/** Identity of a definition's text, and the time at which the service last confirmed it. */
export interface DefinitionIdentity {
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly sha256: string;
  readonly at: number;
}

export interface DefinitionState {
  readonly definition: Definition | null;
  /** Identity of its text. */
  readonly identity: DefinitionIdentity | null;
  /** Read in progress: the kept copy, or the service; null: none. */
  readonly reading: 'kept' | 'service' | null;
  /** Background read: it reports no failure, asks for no token and keeps no pause. */
  readonly isQuiet: boolean;
  /** Failure of the last read. */
  readonly failure: DefinitionFailure | null;
  /** Capabilities in the known definition, for other screens; null: no definition is known. */
  readonly offers: ReadonlySet<Capability> | null;
}

/** The definition of a service as it was received (UTF-8). */
export interface KeptDefinition {
  readonly text: Uint8Array;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Hash of the text. */
  readonly sha256: string;
  /** When the service said last that it is this one: milliseconds since 1970. */
  readonly at: number;
}

/** The definitions of services, kept from one start to the next: for each profile, because it may be shown less. */
export interface Definitions {
  /** The SHA-256 of a text. */
  identify(text: Uint8Array): string;
  /** Null: none that can be used. */
  recall(profile: string, baseUrl: string): Promise<KeptDefinition | null>;
  /** `text` null: the one that is kept is still right. Answers the operating system's code where it cannot be kept. */
  keep(
    profile: string,
    baseUrl: string,
    definition: Omit<KeptDefinition, 'text'> & { readonly text: Uint8Array | null },
  ): string | null;
}

export interface DefinitionFeature {
  readonly state: DefinitionState;
  readonly action: Tagged<{
    /** `isKept`: from an earlier start. */
    definitionArrived: { definition: Definition; identity?: DefinitionIdentity; isKept?: boolean };
    definitionNotKept: None;
    /** The service has no newer one. */
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

export const definitionSlice: Slice<DefinitionState> = {
  initial: {
    definition: null,
    identity: null,
    reading: null,
    isQuiet: false,
    failure: null,
    offers: null,
  },
  lasts: 'session',
};
