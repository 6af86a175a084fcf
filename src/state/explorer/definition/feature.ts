/** Declares the feature: the service's definition, read and kept. */
import type { Problem } from '../../../api/problem.ts';
import type { None, Slice, Tagged } from '../../kernel/declare.ts';
import type { ListPosition } from '../../kernel/list-cursor.ts';
import type { DefinitionChanges } from './changes.ts';
import type { Definition, DefinitionFault } from '../../../api/openapi/definition.ts';

/** What tells the text of a definition from another one, and when the service said last that it is this one. */
export interface DefinitionIdentity {
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly sha256: string;
  readonly at: number;
}

/** Why there is none, or none that is newer. */
export type DefinitionFailure =
  { readonly kind: 'problem'; readonly problem: Problem } | { readonly kind: 'fault'; readonly fault: DefinitionFault };

export interface DefinitionState {
  readonly definition: Definition | null;
  /** Of its text. */
  readonly identity: DefinitionIdentity | null;
  /** What is waited for: what was kept of an earlier start, or the service; null: nothing. */
  readonly reading: 'kept' | 'service' | null;
  /** Nobody waits for it: a failure is not told, and neither is a token asked for nor a pause kept. */
  readonly isQuiet: boolean;
  /** Of the last reading. */
  readonly failure: DefinitionFailure | null;
  /** What the service changed since it was read before; null: nothing that is known of. */
  readonly changes: DefinitionChanges | null;
  /** Has a person seen them? */
  readonly areChangesSeen: boolean;
}

export interface DefinitionFeature {
  readonly state: DefinitionState;
  readonly action: Tagged<{
    /** `isKept`: from an earlier start. */
    definitionArrived: { definition: Definition; identity?: DefinitionIdentity; isKept?: boolean };
    definitionNotKept: None;
    /** The service has no other one. */
    definitionConfirmed: { identity: DefinitionIdentity };
    /** What came is none that can be used. */
    definitionFaulty: { fault: DefinitionFault };
    definitionFailed: { problem: Problem };
    definitionRefreshed: None;
    /** What changed is shown once; then it is asked for. */
    definitionLookedAt: None;
  }>;
  readonly effect: Tagged<{ recallDefinition: { baseUrl: string; profile: string } }>;
  /** `known`: null where none is known. */
  readonly read: Tagged<{
    readDefinition: { baseUrl: string; profile: string; known: DefinitionIdentity | null };
  }>;
  readonly slot: 'definition';
  readonly overlay: Tagged<{ definitionChanges: { list: ListPosition } }>;
}

export const definitionSlice: Slice<DefinitionState> = {
  initial: {
    definition: null,
    identity: null,
    reading: null,
    isQuiet: false,
    failure: null,
    changes: null,
    areChangesSeen: true,
  },
  lasts: 'session',
};
