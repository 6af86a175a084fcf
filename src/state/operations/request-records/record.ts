/** Request records: what was sent to the service to change something, and what came of it. Written before it is sent. */
import type { Json } from '../../../api/exact-json.ts';

/** What a request that changes something is, as it is saved before it leaves. Secrets are `"•••"`. */
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
  /** What was read at its target before; null: nothing was. */
  readonly before: Json | null;
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

/** A record as it is found again; `end` null: what became of it is not known. */
export interface KeptRequest {
  readonly id: string;
  readonly record: RequestRecord;
  readonly end: RequestEnd | null;
}

/** Where records are kept. Every answer is given once it is on the disk. */
export interface RequestRecords {
  /** Saves it before it is sent. `code`: the operating system's word where it cannot be saved: then nothing is sent. */
  begin(
    record: RequestRecord,
  ): Promise<{ readonly ok: true; readonly id: string } | { readonly ok: false; readonly code: string }>;
  /** Saves how it ended; the code where that cannot be saved. */
  end(id: string, end: RequestEnd): Promise<string | null>;
  /** All that are kept, the newest first; `damaged`: lines that cannot be read. Rejects with a code. */
  list(): Promise<{ readonly requests: readonly KeptRequest[]; readonly damaged: number }>;
}
