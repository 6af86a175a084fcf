/** Declares the feature: the service's definition, read and stored. */
import type { Problem } from '../../../api/problem.ts';
import type { None, Tagged } from '../../kernel/declare.ts';
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
