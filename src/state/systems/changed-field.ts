/** Finds what differs between two records of one system: it may be a sign of life, or of another machine. */
import type { System } from '../../api/system.ts';
import { fieldNames, systemFields } from './fields.ts';

type Rows = typeof systemFields;
type Compared = { [Name in keyof Rows]: Rows[Name]['changed'] extends number ? Name : never }[keyof Rows];

/** In the order in which they are named. A time is compared as it was sent, to its last digit. */
const compared = fieldNames
  .filter((name): name is Compared => systemFields[name].changed !== null)
  .sort((a, b) => systemFields[a].changed - systemFields[b].changed);

/**
 * The first field that is another one now; null where nothing changed. What the earlier record did not carry at all is no
 * change, for a list may say less than the record of one system; but for its last sight, and for what lies within the
 * guards' days: those protect. What the later record does not carry any more is a change.
 */
export function changedField(before: System, now: System): string | null {
  const field = compared.find((name) => isCompared(before, name) && isOther(before, now, name));
  if (field !== undefined) return field;
  // Whoever enables a system again wants it.
  if (now.isEnabled === true && before.isEnabled === false) return 'isEnabled';
  if (isCompared(before, 'tags') && tagsOf(before) !== tagsOf(now)) return 'tags';
  return changedTime(before, now);
}

function isCompared({ notSent }: System, name: string): boolean {
  return name === 'lastSeen' || notSent.length === 0 || !notSent.includes(name);
}

function isOther(before: System, now: System, name: Compared): boolean {
  return before[name] !== now[name] || before.odd[name] !== now.odd[name];
}

function tagsOf({ tags, odd }: System): string {
  return JSON.stringify([tags.toSorted(), odd['tags']]);
}

function changedTime(before: System, now: System): string | null {
  const changed = before.otherTimes.find(
    ({ field, text }) => now.otherTimes.find((time) => time.field === field)?.text !== text,
  );
  return changed?.field ?? null;
}
