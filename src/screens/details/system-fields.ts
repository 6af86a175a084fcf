/** Which fields of a system are shown, and how? All that the specification names. */
import type { System } from '../../api/system.ts';
import { ageOf, isConnected, isStale } from '../../state/staleness.ts';
import { type Clean, clean, hasHidden } from '../text/clean.ts';
import { jsonWords } from '../text/json-words.ts';
import { age, exact } from '../text/times.ts';

export interface FieldLine {
  readonly name: Clean;
  readonly value: Clean;
  readonly isWarning?: boolean;
}

const none = clean('–');

/** `listedTwice`: the service's list had it more than once; the other record where it had another name, else null. */
export function systemFields(
  system: System,
  days: number,
  now: number,
  listedTwice?: System | null,
): readonly FieldLine[] {
  return [
    ...twiceLines(listedTwice),
    line('name', system.hostname),
    line('system id', system.systemId),
    line('state', system.state),
    { name: clean('stale'), value: staleWords(system, days, now), isWarning: isStale(system, days, now) },
    { name: clean('last seen'), value: timeWords(system.lastSeen, system.lastSeenMs, now, 'never connected') },
    { name: clean('enrolled at'), value: timeWords(system.enrolledAt, system.enrolledAtMs, now, '–') },
    line('enabled', system.isEnabled === null ? null : system.isEnabled ? 'yes' : 'no'),
    line('description', system.description),
    line('connected from', system.connectedFrom),
    line('enrolment key', keyWords(system)),
    line('platform', system.platformType),
    line('OS version', system.osVersion),
    line('agent version', system.serviceVersion),
    line('tags', system.tags.join(', ')),
    line('custom DNS', system.customDns.map(jsonWords).join(', ')),
    ...hiddenLine(system),
    ...system.faults.map((fault) => ({ name: clean('not readable'), value: clean(fault), isWarning: true })),
  ];
}

function twiceLines(other: System | null | undefined): readonly FieldLine[] {
  if (other === undefined) return [];
  if (other === null) return [{ name: clean('note'), value: clean('the list had it twice; the newer time is shown') }];
  const value = 'the list has this id under two names: it is marked by itself or not at all';
  return [
    { name: clean('note'), value: clean(value), isWarning: true },
    { name: clean('also listed as'), value: clean(other.hostname ?? '–'), isWarning: true },
  ];
}

function line(name: string, value: string | null): FieldLine {
  return { name: clean(name), value: value === null || value === '' ? none : clean(value) };
}

function keyWords({ enrolmentKeyDescription: description, enrolmentKeyId: id }: System): string | null {
  if (id === null) return description;
  return description === null ? String(id) : `${description} (${id})`;
}

function staleWords(system: System, days: number, now: number): Clean {
  if (isConnected(system)) return clean('no: it is connected, whatever "last seen" says');
  const known = ageOf(system, now);
  switch (known.kind) {
    case 'unknown':
      return clean('not known: there is no time that can be read');
    case 'seen':
    case 'neverConnected': {
      const what = known.kind === 'seen' ? 'last seen' : 'never connected, enrolled';
      return clean(`${isStale(system, days, now) ? 'yes' : 'no'}: ${what} ${age(known.ms)} ago, threshold ${days} d`);
    }
  }
}

function timeWords(raw: string | null, ms: number | null, now: number, absent: string): Clean {
  if (raw === null) return clean(absent);
  if (ms === null) return clean(`not a time: ${raw}`);
  return clean(ms > now ? `${exact(ms)}, in the future` : `${exact(ms)}, ${age(now - ms)} ago`);
}

function hiddenLine(system: System): readonly FieldLine[] {
  const texts = [system.systemId, system.hostname, system.description, system.state, ...system.tags];
  if (!texts.some((text) => text !== null && hasHidden(text))) return [];
  return [{ name: clean('note'), value: clean('contains hidden characters, shown as signs'), isWarning: true }];
}
