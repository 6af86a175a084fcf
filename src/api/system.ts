/** What is a system, as the service describes it? (specification, "System") */

/**
 * One enrolled system. Texts are raw, as the service sent them, so that ids can be sent back exactly; null where a
 * field was null, missing or of the wrong type. `faults` names the fields of the wrong type
 * (`items[3].hostname: expected string`) and is empty for nearly every system.
 */
export interface System {
  readonly systemId: string;
  readonly description: string | null;
  readonly state: string | null;
  /** Elements may have any shape ("not shown"). */
  readonly customDns: readonly unknown[];
  /** As sent; null where the system never connected (null, empty or missing). */
  readonly lastSeen: string | null;
  /** `lastSeen` in milliseconds since 1970; null where it is absent or is no readable time. */
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
}
