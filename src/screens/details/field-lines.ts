/** Which fields of a system are shown, and how? All that the specification names. */
import type { System } from '../../api/system.ts';
import { connectionOf } from '../../state/systems/connection.ts';
import { ageOf, isConnected, isStale } from '../../state/staleness/staleness.ts';
import { type Clean, clean, hiddenIn } from '../text/clean.ts';
import { fieldText } from '../text/field-text.ts';
import { jsonWords } from '../text/json-words.ts';
import { age, exact, local } from '../text/times.ts';

export interface FieldLine {
  readonly name: Clean;
  readonly value: Clean;
  readonly isWarning?: boolean;
}

const none = clean('–');

/** Of the hidden characters. */
const mostNamed = 8;

/** `listedTwice`: the service's list had it more than once; the other record where it had another name, else null. */
export function systemFields(
  system: System,
  days: number,
  now: number,
  listedTwice?: System | null,
): readonly FieldLine[] {
  return [
    ...twiceLines(listedTwice),
    line('name', fieldText(system, 'hostname')),
    line('system id', system.systemId),
    stateLine(system),
    { name: clean('stale'), value: staleWords(system, days, now), isWarning: isStale(system, days, now) },
    { name: clean('last seen'), value: timeWords(system.lastSeen, system.lastSeenMs, now, 'never connected') },
    { name: clean('enrolled at'), value: timeWords(system.enrolledAt, system.enrolledAtMs, now, '–') },
    line('enabled', system.isEnabled === null ? null : system.isEnabled ? 'yes' : 'no'),
    line('description', fieldText(system, 'description')),
    line('connected from', fieldText(system, 'connectedFrom')),
    line('enrolment key', keyWords(system)),
    line('platform', fieldText(system, 'platformType')),
    line('OS version', fieldText(system, 'osVersion')),
    line('agent version', fieldText(system, 'serviceVersion')),
    // Of another shape, as they were sent: a word that protects may stand anywhere in them.
    line('tags', system.odd['tags'] ?? system.tags.join(', ')),
    line('custom DNS', system.customDns.map(jsonWords).join(', ')),
    ...system.otherTimes.map(({ field, text, ms }) => ({
      name: clean(field),
      value: timeWords(text, ms, now, '–'),
    })),
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

function stateLine({ state }: System): FieldLine {
  if (connectionOf(state) !== 'notUnderstood') return line('state', state);
  const value = state === null || state === '' ? 'none' : state;
  return { name: clean('state'), value: clean(`${value} (not understood: a review protects it)`), isWarning: true };
}

function keyWords(system: System): string | null {
  const { enrolmentKeyId: id } = system;
  const description = fieldText(system, 'enrolmentKeyDescription');
  if (id === null) return description;
  return description === null ? String(id) : `${description} (${id})`;
}

function staleWords(system: System, days: number, now: number): Clean {
  if (isConnected(system)) return clean('no: it is connected, whatever "last seen" says');
  const known = ageOf(system, now);
  switch (known.kind) {
    case 'unknown':
      return clean('not known: there is no time');
    case 'unreadable':
      return clean('not known: its time cannot be read');
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
  const here = local(ms);
  const when = here === null ? exact(ms) : `${exact(ms)} (${here} here)`;
  return clean(ms > now ? `${when}, in the future` : `${when}, ${age(now - ms)} ago`);
}

/** What a terminal would not show, by its code points: the first few of them. */
function hiddenLine(system: System): readonly FieldLine[] {
  const { tags, customDns } = system;
  const texts = [...Object.values<unknown>({ ...system }), ...tags, ...customDns.map(jsonWords)];
  const found = [...new Set(texts.flatMap((text) => (typeof text === 'string' ? hiddenIn(text) : [])))];
  if (found.length === 0) return [];
  const more = found.length > mostNamed ? ` and ${found.length - mostNamed} more` : '';
  const value = `contains hidden characters, shown as signs: ${found.slice(0, mostNamed).join(', ')}${more}`;
  return [{ name: clean('note'), value: clean(value), isWarning: true }];
}
