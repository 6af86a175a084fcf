/** Request records: what was sent to the service to change something, and what came of it. Written before it is sent. */
import type { Json } from '../../../api/exact-json.ts';
import type { SavedIntent } from '../../../api/http/saved-intent.ts';
import type { UnreadRecords } from './records-file.ts';
import { maskedBody, maskedUrl } from '../../../api/calls/masked-call.ts';
import { type Masking, masked, mostLevels } from '../../../api/secrets.ts';
import type { Signature } from '../run.ts';
import type { Call } from '../../../api/calls/call.ts';

/** A request that changes something, as saved before it leaves. Secrets are `"•••"`. */
export interface RequestRecord {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly mode: 'sent' | 'preview';
  readonly profile: string;
  readonly baseUrl: string;
  /** Null where its path names none. */
  readonly orgId: string | null;
  readonly orgName: string | null;
  readonly method: string;
  /** As the definition writes it: `/org/{orgId}/systems/{systemId}/disable`. */
  readonly template: string;
  /** Absolute. */
  readonly address: string;
  readonly body: Json | null;
  /** The target as read before; null: it was not read. */
  readonly before: Json | null;
  /** The one who sent it. */
  readonly person?: string | undefined;
  /** Where two people have done it. */
  readonly reviewed?: Signature | undefined;
  readonly confirmed?: Signature | undefined;
}

/** How a request ended. `withheld`: nothing left this computer. */
export interface RequestEnd {
  readonly at: string;
  readonly outcome: 'done' | 'refused' | 'unknown' | 'withheld';
  readonly status: number | null;
  readonly slug: string | null;
  readonly traceId: string | null;
  readonly ms: number | null;
}

/** Size of a value too large to be kept whole, and the SHA-256 of its JSON text. */
export interface CutSize {
  readonly bytes: number;
  readonly sha256: string;
}

/** A record in a list; `end` null: what became of it is not known. */
export interface RequestSummary extends Omit<RequestRecord, 'body' | 'before'> {
  readonly id: string;
  readonly end: RequestEnd | null;
  /** The file that it stands in. */
  readonly path: string;
  /** Another session that is alive may still be about to finish it. */
  readonly isUnderWay: boolean;
  /** Somebody has looked at it since it was left without an end. */
  readonly isSeen: boolean;
}

/** The whole of it. */
export interface KeptRequest {
  readonly id: string;
  readonly record: RequestRecord;
  /** Sizes of values that the record has only the beginning of, as JSON text. */
  readonly cut: { readonly body?: CutSize | undefined; readonly before?: CutSize | undefined };
  readonly end: RequestEnd | null;
  readonly path: string;
  /** Its lines as they stand in the file. */
  readonly lines: string;
}

/** Where records are kept. Every answer is given once it is on the disk. */
export interface RequestRecords {
  /** Saves it before it is sent. `code`: the operating system's word where it cannot be saved: then nothing is sent. */
  begin(
    record: RequestRecord,
  ): Promise<{ readonly ok: true; readonly id: string } | { readonly ok: false; readonly code: string }>;
  /** The proof that it was saved, by which it is sent. */
  intentOf(id: string): SavedIntent;
  /** Saves how it ended; the code where that cannot be saved. */
  end(id: string, end: RequestEnd): Promise<string | null>;
  /** All that are kept, the newest first; `damaged`: lines that cannot be read. Rejects with a code. */
  list(): Promise<{
    readonly requests: readonly RequestSummary[];
    readonly damaged: number;
    readonly unread: readonly UnreadRecords[];
  }>;
  /** The whole of one in a list; null where its file cannot be read any more. */
  read(request: Pick<RequestSummary, 'id' | 'path'>): Promise<KeptRequest | null>;
  /**
   * The latest without an end that no session is about to finish, and that nobody has looked at: the newest first. Costs
   * nothing where there are no records; never rejects.
   */
  withoutEnd(): Promise<readonly RequestSummary[]>;
  /** Somebody has looked at it: it is not told again. The code where that cannot be saved. */
  markSeen(request: Pick<RequestSummary, 'id' | 'path'>): Promise<string | null>;
}

/** `before`: what was read at its target, as it was received; null: nothing was. */
type About = Pick<
  RequestRecord,
  'at' | 'mode' | 'profile' | 'baseUrl' | 'orgName' | 'before' | 'person' | 'reviewed' | 'confirmed'
>;

/** The record saved before the call leaves. */
export function recordOf(call: Call, about: About): RequestRecord {
  const { method, orgId, operation } = call;
  const masking: Masking = { secrets: call.secrets, levels: mostLevels };
  // In the order in which a line is read.
  return {
    ...{ at: about.at, mode: about.mode, profile: about.profile, baseUrl: about.baseUrl },
    orgId,
    orgName: about.orgName,
    method,
    template: operation.slice(operation.indexOf(' ') + 1),
    address: maskedUrl(call),
    body: maskedBody(call, masking),
    before: about.before === null ? null : masked(about.before, masking),
    ...(about.person !== undefined && { person: about.person }),
    ...(about.confirmed !== undefined && { reviewed: about.reviewed, confirmed: about.confirmed }),
  };
}
