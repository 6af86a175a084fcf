/** A mark as a visit keeps it: the id, and the record of the system when it was marked. */
import type { System } from '../../../api/system.ts';
import type { MarkedBy } from './marks.ts';

export interface KeptMark {
  readonly by: MarkedBy;
  /** The record at the time of the mark. */
  readonly record: string;
}

/** `fingerprint id` */
export function keptText(system: System): string {
  return `${recordOf(system)} ${system.systemId}`;
}

const digits = 12;

export function readKept(text: string, by: MarkedBy): readonly [systemId: string, KeptMark] {
  return [text.slice(digits + 1), { by, record: text.slice(0, digits) }];
}

/** The fields whose change means a living or another system: name, key, enrolment and last seen. */
export function recordOf({ hostname, enrolmentKeyId, enrolledAt, lastSeen, odd }: System): string {
  const [name, key] = [odd['hostname'] ?? hostname, odd['enrolmentKeyId'] ?? enrolmentKeyId];
  return fingerprint(JSON.stringify([name, key, enrolledAt, lastSeen]));
}

/** Two hashes of 32 bits (FNV-1a, and one with another multiplier): short, for up to 100,000 marks. */
function fingerprint(text: string): string {
  let [one, other] = [0x81_1c_9d_c5, 0x9e_37_79_b9];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x01_00_01_93);
    other = Math.imul(other ^ unit, 0x85_eb_ca_6b);
    other ^= other >>> 13;
  }
  return [one, other].map((hash) => ((hash >>> 0) % 36 ** 6).toString(36).padStart(digits / 2, '0')).join('');
}
