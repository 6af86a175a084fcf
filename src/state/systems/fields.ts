/** Which fields has a system by the specification ("System")? Without what this program has read out of them. */
import type { System } from '../../api/system.ts';

/** Tags are objects there, each with one field. */
export type SystemFields = Omit<System, OfOurOwn | 'tags'> & {
  readonly tags: readonly { readonly tag: string }[];
};

type OfOurOwn = 'lastSeenMs' | 'enrolledAtMs' | 'faults' | 'odd' | 'otherTimes' | 'notSent' | 'alsoListed';

export function fieldsOf({
  systemId,
  hostname,
  description,
  state,
  isEnabled,
  lastSeen,
  enrolledAt,
  enrolmentKeyId,
  enrolmentKeyDescription,
  connectedFrom,
  platformType,
  osVersion,
  serviceVersion,
  tags,
  customDns,
}: System): SystemFields {
  return {
    ...{ systemId, hostname, description, state, isEnabled, lastSeen, enrolledAt },
    ...{ enrolmentKeyId, enrolmentKeyDescription, connectedFrom, platformType, osVersion, serviceVersion },
    ...{ tags: tags.map((tag) => ({ tag })), customDns },
  };
}
