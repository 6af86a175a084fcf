/** The definition of the service for `rollcall api`: the stored one, or one that is fetched once. */
import { readDefinition } from '../../../api/openapi/read-definition.ts';
import type { Definition, DefinitionFault } from '../../../api/openapi/definition.ts';
import type { Definitions, KeptDefinition } from '../../../state/explorer/definition/feature.ts';
import type { Problem } from '../../../api/problem.ts';
import type { Reader } from '../../../state/fleet/list/reader.ts';

/** The cache lifetime, in milliseconds: a younger definition is used without a request. */
const freshMs = 5 * 60_000;

export interface DefinitionSource {
  readonly definitions: Definitions;
  readonly profile: string;
  readonly baseUrl: string;
  /** Null: send no request. */
  readonly reader: Reader | null;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export type DefinitionFound =
  | { readonly kind: 'read'; readonly definition: Definition }
  | { readonly kind: 'problem'; readonly problem: Problem }
  | { readonly kind: 'fault'; readonly fault: DefinitionFault }
  /** No definition is stored, and no request was sent. */
  | { readonly kind: 'none' };

/** Falls back to an expired definition if the service does not answer. */
export async function findDefinition(source: DefinitionSource): Promise<DefinitionFound> {
  const { definitions, profile, baseUrl, reader, now } = source;
  const kept = await definitions.recall(profile, baseUrl);
  const isFresh = kept !== null && Math.abs(now - kept.at) < freshMs;
  if (isFresh || reader === null) return kept === null ? { kind: 'none' } : readKept(kept);
  const answer = await reader.definition(kept);
  if (!answer.ok) return kept === null ? { kind: 'problem', problem: answer.problem } : readKept(kept);
  const { text, etag, lastModified } = answer.value;
  const found = text ?? kept?.text ?? new Uint8Array();
  const read = readDefinition(found);
  if (!read.ok) return kept === null ? { kind: 'fault', fault: read.fault } : readKept(kept);
  definitions.keep(profile, baseUrl, { text, etag, lastModified, sha256: definitions.identify(found), at: now });
  return { kind: 'read', definition: read.value };
}

function readKept({ text }: KeptDefinition): DefinitionFound {
  const read = readDefinition(text);
  return read.ok ? { kind: 'read', definition: read.value } : { kind: 'fault', fault: read.fault };
}
