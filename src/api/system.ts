/** What is a system, as the service describes it? (specification, "System") */
import type { OtherTime } from './other-times.ts';

/**
 * One enrolled system. Texts are raw, as the service sent them, so that ids can be sent back exactly; null where a
 * field was null, missing or of the wrong type. `faults` names the fields of the wrong type
 * (`items[3].hostname: expected string`) and is empty for nearly every system. A state or a time of another type is the
 * JSON text of what was sent: a sign of life that cannot be read must not be taken for none.
 */
export interface System {
  readonly systemId: string;
  readonly description: string | null;
  /** Null where it was null or missing. */
  readonly state: string | null;
  /** Elements may have any shape ("not shown"). */
  readonly customDns: readonly unknown[];
  /** As sent; null where the system never connected (null, empty or missing). */
  readonly lastSeen: string | null;
  /** `lastSeen` in milliseconds since 1970; null where it is absent, or is there and no readable time. */
  readonly lastSeenMs: number | null;
  readonly enrolledAt: string | null;
  /** `enrolledAt` in milliseconds since 1970; null where it is absent or is no readable time. */
  readonly enrolledAtMs: number | null;
  readonly enrolmentKeyId: number | null;
  readonly enrolmentKeyDescription: string | null;
  readonly isEnabled: boolean | null;
  readonly connectedFrom: string | null;
  readonly hostname: string | null;
  readonly platformType: string | null;
  readonly osVersion: string | null;
  readonly serviceVersion: string | null;
  readonly tags: readonly string[];
  readonly faults: readonly string[];
  /** JSON texts of fields with another shape, by name: `tags` of which one is no `{tag: text}`. Empty for nearly every system. */
  readonly odd: Readonly<Record<string, string>>;
  /** Times in fields that the specification does not name. */
  readonly otherTimes: readonly OtherTime[];
  /** Fields that the specification names and the record lacks: a list may say less than the record of one system. */
  readonly notSent: readonly string[];
  /** A record with other facts that the same list has under the same id, and so on; null for nearly every system. */
  readonly alsoListed: System | null;
}
